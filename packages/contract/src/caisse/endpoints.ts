/** The calls of tills (ADR 0034). */
import { z } from 'zod';
import { endpoints, fileReply } from '../platform/http/endpoints.ts';
import { idempotencyHeaders, idParam, idSchema, inDigits, listOf } from '../platform/http/schemas.ts';
import {
  caisseListQuery,
  clotureBody,
  controleBody,
  controleCaisseSchema,
  detentionsQuery,
  detentionsSchema,
  ecartRowSchema,
  ecartTotalsSchema,
  explicationBody,
  maCaisseSchema,
  ouvertureBody,
  receptionBody,
  refusVersementBody,
  reglementBody,
  sessionCaisseRowSchema,
  sessionCaisseSchema,
  versementBody,
  versementRowSchema,
  versementTotalsSchema,
} from './caisse.ts';
import { OBSTACLES_RECEPTION } from './rules.ts';
import { valeurEndpoints } from './valeurs/valeur-endpoints.ts';

const list = { query: caisseListQuery };
const session = { 200: sessionCaisseSchema };
const versement = { params: idParam, replies: { 200: versementRowSchema } };
const ecart = { params: idParam, replies: { 200: ecartRowSchema } };

const tillEndpoints = endpoints({
  'GET /detentions': { query: detentionsQuery, replies: { 200: detentionsSchema } },
  'GET /sessions_caisse': { ...list, replies: { 200: listOf(sessionCaisseRowSchema) } },
  'GET /sessions_caisse/courante': { replies: { 200: maCaisseSchema } },
  'POST /sessions_caisse': { body: ouvertureBody, replies: { 201: sessionCaisseSchema } },
  'GET /sessions_caisse/{id}': { params: idParam, replies: session },
  'POST /sessions_caisse/{id}/cloture': { params: idParam, body: clotureBody, replies: session },
  'POST /sessions_caisse/{id}/controles': {
    params: idParam,
    headers: idempotencyHeaders,
    body: controleBody,
    replies: { 201: controleCaisseSchema },
    keyed: true,
  },
  'GET /versements': { ...list, replies: { 200: listOf(versementRowSchema) } },
  'GET /versements/totaux': { ...list, replies: { 200: versementTotalsSchema } },
  'POST /versements': {
    headers: idempotencyHeaders,
    body: versementBody,
    replies: { 201: versementRowSchema },
    keyed: true,
  },
  'GET /versements/{id}': versement,
  'POST /versements/{id}/reception': { ...versement, body: receptionBody },
  'POST /versements/{id}/refus': { ...versement, body: refusVersementBody },
  'POST /versements/{id}/bordereau': { ...versement, upload: 'La photo du bordereau.' },
  'GET /versements/{id}/bordereau': {
    params: idParam,
    replies: { 200: fileReply(['image/jpeg'], 'La photo du bordereau') },
  },
  'GET /versements/destinataires': {
    query: z.object({ regie: idParam.shape.id }),
    replies: { 200: z.object({ data: z.array(z.object({ id: z.int(), nom: z.string() })) }) },
  },
  'GET /regies/receveur': {
    query: z.object({ entite: inDigits(idSchema), utilisateur: inDigits(idSchema) }),
    replies: { 200: z.object({ obstacle: z.enum(OBSTACLES_RECEPTION).nullable() }) },
  },
  'GET /ecarts': { ...list, replies: { 200: listOf(ecartRowSchema) } },
  'GET /ecarts/totaux': { ...list, replies: { 200: ecartTotalsSchema } },
  'POST /ecarts/{id}/explication': { ...ecart, body: explicationBody },
  'POST /ecarts/{id}/reglement': { ...ecart, body: reglementBody, approval: true },
});

export const caisseEndpoints = { ...tillEndpoints, ...valeurEndpoints };
