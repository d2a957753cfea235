/** The calls of approvals. */
import { z } from 'zod';
import { endpoints, fileReply } from '../platform/http/endpoints.ts';
import { idParam, listOf, listQuerySchema } from '../platform/http/schemas.ts';
import { approbationRowSchema, approbationSchema, refusBody } from './approbations.ts';

const byId = { params: idParam, replies: { 200: approbationSchema } };

export const approbationEndpoints = endpoints({
  'GET /approbations': { query: listQuerySchema, replies: { 200: listOf(approbationRowSchema) } },
  /** How many requests the current person may decide. */
  'GET /approbations/attente': { replies: { 200: z.object({ nombre: z.int() }) } },
  'GET /approbations/{id}': byId,
  'POST /approbations/{id}/approuver': { ...byId, sensitive: true },
  'POST /approbations/{id}/piece': { ...byId, upload: 'Une photo ou un PDF de 5 Mo au plus' },
  'GET /approbations/{id}/piece': {
    params: idParam,
    replies: { 200: fileReply(['image/jpeg', 'application/pdf'], 'La pièce jointe à la demande') },
  },
  'POST /approbations/{id}/refuser': { ...byId, body: refusBody },
});
