/** The calls of approvals. */
import { z } from 'zod';
import { endpoints, fileReply } from '../platform/http/endpoints.ts';
import { idParam, listOf, listQuerySchema } from '../platform/http/schemas.ts';
import { approbationRowSchema, approbationSchema, refusBody } from './approbations.ts';

const one = { params: idParam, replies: { 200: approbationSchema } };

export const approbationEndpoints = endpoints({
  'GET /approbations': { query: listQuerySchema, replies: { 200: listOf(approbationRowSchema) } },
  /** How many wait for whoever asks. */
  'GET /approbations/attente': { replies: { 200: z.object({ nombre: z.int() }) } },
  'GET /approbations/{id}': one,
  'POST /approbations/{id}/approuver': { ...one, sensitive: true },
  'POST /approbations/{id}/piece': { ...one, upload: 'Une photo ou un PDF de 5 Mo au plus' },
  'GET /approbations/{id}/piece': {
    params: idParam,
    replies: { 200: fileReply(['image/jpeg', 'application/pdf'], 'La pièce jointe à la demande') },
  },
  'POST /approbations/{id}/refuser': { ...one, body: refusBody },
});
