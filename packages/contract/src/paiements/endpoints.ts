/** The calls of payments (specification 2 sections 2.8, 2.13 and 7). */
import { endpoints, fileReply, nothing } from '../platform/http/endpoints.ts';
import { idempotencyHeaders, idParam, listOf } from '../platform/http/schemas.ts';
import {
  annulationBody,
  encaissementBody,
  encaissementSchema,
  encaissementsQuery,
  reimputationBody,
  reimputationTransactionBody,
  rejetQuery,
  repartitionQuery,
  repartitionSchema,
} from './encaissements.ts';
import { imputationRowSchema } from './imputations.ts';
import {
  eclaircissementBody,
  eclaircissementQuery,
  eclaircissementRowSchema,
  eclaircissementTotals,
  notificationBody,
  notificationReply,
} from './notifications.ts';
import {
  imputationQuerySchema,
  imputationTotalsSchema,
  paiementBody,
  paiementQuery,
  removalBody,
  removalReason,
  suppressionTransactions,
  transactionPatch,
  transactionQuerySchema,
  transactionRowSchema,
  transactionSchema,
  transactionTotalsSchema,
} from './transactions.ts';

const list = { query: transactionQuerySchema };
const byId = { params: idParam, replies: { 200: transactionSchema } };

export const transactionEndpoints = endpoints({
  'POST /contribuables/transactions': {
    headers: idempotencyHeaders,
    keyed: true,
    query: paiementQuery,
    body: paiementBody,
    approval: true,
    replies: { 200: transactionRowSchema, 201: transactionRowSchema },
  },
  'GET /transactions': { ...list, replies: { 200: listOf(transactionRowSchema) } },
  'GET /transactions/totaux': { ...list, replies: { 200: transactionTotalsSchema } },
  'GET /transactions/{id}': byId,
  'PATCH /transactions/{id}': { ...byId, body: transactionPatch, versioned: true },
  'DELETE /transactions/{id}': {
    params: idParam,
    query: removalReason,
    replies: nothing,
    sensitive: true,
    approval: true,
  },
  /** The bank returned a confirmed cheque: this records a fact, so it needs no approval. */
  'POST /transactions/{id}/rejet': {
    ...byId,
    query: rejetQuery,
    upload: 'L’avis de la banque : une photo ou un PDF de 5 Mo au plus',
    sensitive: true,
  },
  'GET /transactions/{id}/rejet': {
    params: idParam,
    replies: { 200: fileReply(['image/jpeg', 'application/pdf'], 'L’avis de la banque') },
  },
  'POST /transactions/suppression': {
    body: removalBody,
    replies: { 200: suppressionTransactions },
    sensitive: true,
    approval: true,
  },
});

/** Place, period and livestock filter the payments. */
export const imputationEndpoints = endpoints({
  'GET /imputations': { query: imputationQuerySchema, replies: { 200: listOf(imputationRowSchema) } },
  'GET /imputations/totaux': { query: imputationQuerySchema, replies: { 200: imputationTotalsSchema } },
});

/** Money handed over at the counter. */
export const encaissementEndpoints = endpoints({
  'POST /encaissements': {
    headers: idempotencyHeaders,
    keyed: true,
    query: paiementQuery,
    body: encaissementBody,
    replies: { 200: encaissementSchema, 201: encaissementSchema },
  },
  'GET /encaissements': { query: encaissementsQuery, replies: { 200: listOf(encaissementSchema) } },
  'GET /encaissements/{id}': { params: idParam, replies: { 200: encaissementSchema } },
  'POST /encaissements/{id}/annulation': {
    params: idParam,
    body: annulationBody,
    replies: { 200: encaissementSchema },
  },
  'POST /encaissements/{id}/reimputation': {
    params: idParam,
    query: paiementQuery,
    body: reimputationBody,
    approval: true,
    replies: { 200: encaissementSchema },
  },
  /** For a payment of any age; requires the right to reverse payments. */
  'POST /transactions/{id}/reimputation': {
    params: idParam,
    query: paiementQuery,
    body: reimputationTransactionBody,
    sensitive: true,
    approval: true,
    replies: { 200: transactionSchema },
  },
  'GET /contribuables/{id}/repartition': {
    params: idParam,
    query: repartitionQuery,
    replies: { 200: repartitionSchema },
  },
});

/** The address keeps an older name, because operators already call it. */
export const notificationEndpoints = endpoints({
  'POST /moyen_paiements/{id}/rappel': {
    params: idParam,
    body: notificationBody,
    replies: { 200: notificationReply },
  },
});

export const eclaircissementEndpoints = endpoints({
  'GET /a_eclaircir': { query: eclaircissementQuery, replies: { 200: listOf(eclaircissementRowSchema) } },
  'GET /a_eclaircir/totaux': { query: eclaircissementQuery, replies: { 200: eclaircissementTotals } },
  'POST /a_eclaircir/{id}/reglement': {
    params: idParam,
    body: eclaircissementBody,
    replies: { 200: eclaircissementRowSchema },
  },
});

export const paiementEndpoints = {
  ...transactionEndpoints,
  ...imputationEndpoints,
  ...encaissementEndpoints,
  ...notificationEndpoints,
  ...eclaircissementEndpoints,
};
