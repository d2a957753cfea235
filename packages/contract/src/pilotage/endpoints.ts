/** The calls of the dashboard, the statistics and the map (specification 1 section 7, 2 section 7). */
import { endpoints, fileReply } from '../platform/http/endpoints.ts';
import { MEDIA_TYPES } from '../platform/jobs/exports.ts';
import { idParam } from '../platform/http/schemas.ts';
import {
  carteQuerySchema,
  carteSchema,
  contourQuerySchema,
  contoursSchema,
  lieuxCarteSchema,
  mailleQuerySchema,
  maillesSchema,
} from './carte.ts';
import { attenteQuerySchema, attenteSchema } from './attente.ts';
import { classeurBody } from './classeurs/body.ts';
import { dashboardDetailQuery, dashboardSchema, figureQuerySchema } from './figures.ts';
import { rythmeQuerySchema, rythmeSchema } from './rythme.ts';
import {
  agentsSchema,
  enrolementsParAgentSchema,
  enrolementsParDateSchema,
  enrolementsParTaxeSchema,
  parAgentQuerySchema,
  parEntiteQuerySchema,
  recettesParDateSchema,
  recettesParLieuSchema,
  recettesParMoyenSchema,
  recettesParTaxeSchema,
  recouvrementQuerySchema,
  statistiqueQuerySchema,
} from './statistiques.ts';

const detail = { params: idParam, query: dashboardDetailQuery, replies: { 200: dashboardSchema } };

export const attenteEndpoints = endpoints({
  'GET /attente': { query: attenteQuerySchema, replies: { 200: attenteSchema } },
});

export const dashboardEndpoints = endpoints({
  'GET /dashboard/by-entite': { query: figureQuerySchema, replies: { 200: dashboardSchema } },
  'GET /dashboard/entite-details/{id}': detail,
  // the specification asks for both addresses of this reply
  'GET /dashboard/ramification-details/{id}': detail,
  'GET /dashboard/ramification/{id}': detail,
});

export const statistiqueEndpoints = endpoints({
  'GET /statistiques/enrollement/par-entite': {
    query: statistiqueQuerySchema,
    replies: { 200: enrolementsParDateSchema },
  },
  'GET /statistiques/enrollement/par-agent': {
    query: parAgentQuerySchema,
    replies: { 200: enrolementsParAgentSchema },
  },
  'GET /statistiques/enrollement/par-taxe': {
    query: statistiqueQuerySchema,
    replies: { 200: enrolementsParTaxeSchema },
  },
  'GET /statistiques/transactions/moyen-par-paiement': {
    query: statistiqueQuerySchema,
    replies: { 200: recettesParMoyenSchema },
  },
  'GET /statistiques/transactions/par-entite': {
    query: parEntiteQuerySchema,
    replies: { 200: recettesParDateSchema },
  },
  'GET /statistiques/transactions/par-agent': {
    query: parAgentQuerySchema,
    replies: { 200: recettesParDateSchema },
  },
  'GET /statistiques/transactions/par-taxe': {
    query: statistiqueQuerySchema,
    replies: { 200: recettesParTaxeSchema },
  },
  'GET /statistiques/transactions/par-lieu': {
    query: statistiqueQuerySchema,
    replies: { 200: recettesParLieuSchema },
  },
  'GET /statistiques/agents': { query: parAgentQuerySchema, replies: { 200: agentsSchema } },
  'GET /transactions/{id}/recouvrement': {
    params: idParam,
    query: recouvrementQuerySchema,
    replies: { 200: recettesParDateSchema },
  },
});

export const classeurEndpoints = endpoints({
  'POST /statistiques/classeur': {
    body: classeurBody,
    replies: {
      200: fileReply(
        [MEDIA_TYPES.xlsx, MEDIA_TYPES.csv, MEDIA_TYPES.pdf],
        'Le classeur, le fichier CSV ou le document',
      ),
    },
  },
});

export const rythmeEndpoints = endpoints({
  'GET /statistiques/rythme': { query: rythmeQuerySchema, replies: { 200: rythmeSchema } },
});

export const carteEndpoints = endpoints({
  'GET /statistiques/carte': { query: carteQuerySchema, replies: { 200: carteSchema } },
  'GET /statistiques/carte/lieux': { query: carteQuerySchema, replies: { 200: lieuxCarteSchema } },
  'GET /statistiques/carte/mailles': { query: mailleQuerySchema, replies: { 200: maillesSchema } },
  'GET /statistiques/carte/contours': { query: contourQuerySchema, replies: { 200: contoursSchema } },
});

export const pilotageEndpoints = {
  ...attenteEndpoints,
  ...dashboardEndpoints,
  ...statistiqueEndpoints,
  ...classeurEndpoints,
  ...rythmeEndpoints,
  ...carteEndpoints,
};
