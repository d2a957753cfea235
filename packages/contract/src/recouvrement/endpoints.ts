/** The calls of tours. */
import { endpoints, nothing } from '../platform/http/endpoints.ts';
import { idParam, listOf } from '../platform/http/schemas.ts';
import { targetsSchema } from '../platform/listing/selections.ts';
import {
  preparationSchema,
  tourneeBody,
  tourneeCreatedSchema,
  tourneeQuerySchema,
  tourneeRowSchema,
  visitePatch,
  visiteQuerySchema,
  visiteRowSchema,
  visiteTotalsSchema,
} from './tournees.ts';

const visits = { query: visiteQuerySchema };

export const recouvrementEndpoints = endpoints({
  'GET /tournees': { query: tourneeQuerySchema, replies: { 200: listOf(tourneeRowSchema) } },
  'POST /tournees': { body: tourneeBody, replies: { 201: tourneeCreatedSchema } },
  'POST /tournees/preparation': { body: targetsSchema, replies: { 200: preparationSchema } },
  'GET /tournees/{id}': { params: idParam, replies: { 200: tourneeRowSchema } },
  'DELETE /tournees/{id}': { params: idParam, replies: nothing },
  'GET /visites': { ...visits, replies: { 200: listOf(visiteRowSchema) } },
  'GET /visites/totaux': { ...visits, replies: { 200: visiteTotalsSchema } },
  'PATCH /visites/{id}': { params: idParam, body: visitePatch, replies: { 200: visiteRowSchema } },
});
