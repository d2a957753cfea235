/** The calls of tours. */
import { endpoints, fileReply, nothing } from '../platform/http/endpoints.ts';
import { idParam, listOf } from '../platform/http/schemas.ts';
import { targetsSchema } from '../platform/listing/selections.ts';
import {
  annulationRemiseBody,
  avisALireQuery,
  avisCompteQuery,
  avisCompteSchema,
  avisDuContribuableSchema,
  avisLuReply,
  avisRemisBody,
  avisRemisQuery,
  avisRemisRowSchema,
} from './remises-avis.ts';
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
  'PATCH /visites/{id}': {
    params: idParam,
    body: visitePatch,
    replies: { 200: visiteRowSchema },
    versioned: true,
  },

  'GET /avis_remis': { query: avisRemisQuery, replies: { 200: listOf(avisRemisRowSchema) } },
  /** How many notices of a year are issued, handed over, and left. */
  'GET /avis_remis/compte': { query: avisCompteQuery, replies: { 200: avisCompteSchema } },
  'GET /avis_remis/preparation': { query: avisALireQuery, replies: { 200: avisLuReply } },
  'POST /avis_remis': { body: avisRemisBody, replies: { 201: avisRemisRowSchema } },
  'POST /avis_remis/{id}/annulation': {
    params: idParam,
    body: annulationRemiseBody,
    replies: { 200: avisRemisRowSchema },
  },
  /** The photo of the signed stub. */
  'GET /avis_remis/{id}/photo': { params: idParam, replies: { 200: fileReply(['image/jpeg']) } },
  'GET /contribuables/{id}/avis': { params: idParam, replies: { 200: avisDuContribuableSchema } },
});
