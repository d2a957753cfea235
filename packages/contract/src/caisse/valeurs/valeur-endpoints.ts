/** The calls of tickets and counterfoil books (ADR 0038). */
import { z } from 'zod';
import { endpoints } from '../../platform/http/endpoints.ts';
import { idParam, listOf, nestedSchema } from '../../platform/http/schemas.ts';
import {
  annulationVenteBody,
  mesValeursSchema,
  mouvementValeurBody,
  mouvementValeurSchema,
  releveValeurQuery,
  releveValeurRowSchema,
  releveValeurTotalsSchema,
  valeurQuery,
  valeurRowSchema,
  valeurTotalsSchema,
  venteBody,
  venteQuerySchema,
  venteRowSchema,
} from './valeurs.ts';

const stock = { query: valeurQuery };
const ventes = { query: venteQuerySchema };
const releves = { query: releveValeurQuery };

export const valeurEndpoints = endpoints({
  'GET /valeurs_inactives': { ...stock, replies: { 200: listOf(valeurRowSchema) } },
  'GET /valeurs_inactives/totaux': { ...stock, replies: { 200: valeurTotalsSchema } },
  'POST /valeurs_inactives/mouvements': {
    body: mouvementValeurBody,
    replies: { 201: mouvementValeurSchema },
  },
  'GET /valeurs_inactives/agents': {
    query: z.object({ regie: idParam.shape.id }),
    replies: { 200: z.object({ data: z.array(nestedSchema) }) },
  },
  'GET /ventes_valeurs': { ...ventes, replies: { 200: listOf(venteRowSchema) } },
  'GET /ventes_valeurs/totaux': { ...ventes, replies: { 200: valeurTotalsSchema } },
  'GET /ventes_valeurs/miennes': { replies: { 200: mesValeursSchema } },
  'POST /ventes_valeurs': { body: venteBody, replies: { 201: venteRowSchema } },
  'GET /ventes_valeurs/{id}': { params: idParam, replies: { 200: venteRowSchema } },
  'POST /ventes_valeurs/{id}/annulation': {
    params: idParam,
    body: annulationVenteBody,
    replies: { 200: venteRowSchema },
  },
  'GET /releves_valeurs': { ...releves, replies: { 200: listOf(releveValeurRowSchema) } },
  'GET /releves_valeurs/totaux': { ...releves, replies: { 200: releveValeurTotalsSchema } },
});
