/** The calls of taxation (specification 1 sections 5 and 7). */
import { z } from 'zod';
import { endpoints, fileReply, nothing } from '../platform/http/endpoints.ts';
import { idParam, idSchema, listOf } from '../platform/http/schemas.ts';
import { travailSchema } from '../platform/jobs/travaux.ts';
import {
  generateByRamificationQuery,
  generationBody,
  sansTarifQuery,
  sansTarifRowSchema,
} from './echeances/echeances.ts';
import { exerciceParams, exerciceSchema, exercicesQuery } from './echeances/exercices.ts';
import {
  finSuspensionBody,
  suspensionBody,
  suspensionEffetSchema,
  suspensionQuerySchema,
  suspensionRowSchema,
} from './suspensions/suspensions.ts';
import { copieBody, copieSchema, modeleSchema, modelesQuery } from './taxes/modeles.ts';
import { tarifLieuSchema, tarifsLieuQuery } from './tarifs/tarifs.ts';
import { simulationSchema, taxeProposalSchema } from './taxes/taxes.ts';

const works = { 200: z.object({ data: z.array(travailSchema) }) };
const cloture = { params: exerciceParams, replies: nothing, approval: true } as const;

export const taxeEndpoints = endpoints({
  'GET /entite_taxes/tarifs': {
    query: tarifsLieuQuery,
    replies: { 200: z.object({ data: z.array(tarifLieuSchema) }) },
  },
  'GET /entite_taxes/modeles': {
    query: modelesQuery,
    replies: { 200: z.object({ data: z.array(modeleSchema) }) },
  },
  'POST /entite_taxes/copies': { body: copieBody, replies: { 201: copieSchema }, approval: true },
  'POST /entite_taxes/simulation': { body: taxeProposalSchema, replies: { 200: simulationSchema } },
});

export const exerciceEndpoints = endpoints({
  'GET /exercices': {
    query: exercicesQuery,
    replies: { 200: z.object({ data: z.array(exerciceSchema) }) },
  },
  'PUT /exercices/{entite}/{annee}/cloture': cloture,
  'DELETE /exercices/{entite}/{annee}/cloture': cloture,
});

export const echeanceEndpoints = endpoints({
  'GET /echeances/generate-by-ramification': { query: generateByRamificationQuery, replies: works },
  'POST /echeances/generation': { body: generationBody, replies: works },
  'GET /echeances/sans-tarif': { query: sansTarifQuery, replies: { 200: listOf(sansTarifRowSchema) } },
});

const effet = { replies: { 200: suspensionEffetSchema } };
const finSuspension = { params: idParam, body: finSuspensionBody };

export const suspensionEndpoints = endpoints({
  'GET /suspensions': { query: suspensionQuerySchema, replies: { 200: listOf(suspensionRowSchema) } },
  'POST /suspensions': { body: suspensionBody, replies: { 201: z.object({ id: idSchema }) }, approval: true },
  'POST /suspensions/preparation': { body: suspensionBody, ...effet },
  'POST /suspensions/{id}/document': {
    params: idParam,
    upload: 'Une photo ou un PDF de 5 Mo au plus',
    replies: nothing,
  },
  'GET /suspensions/{id}/document': {
    params: idParam,
    replies: { 200: fileReply(['image/jpeg', 'application/pdf'], 'La délibération ou l’arrêté') },
  },
  'POST /suspensions/{id}/fin': { ...finSuspension, replies: nothing, approval: true },
  'POST /suspensions/{id}/fin/preparation': { ...finSuspension, ...effet },
});

export const fiscaliteEndpoints = {
  ...suspensionEndpoints,
  ...taxeEndpoints,
  ...exerciceEndpoints,
  ...echeanceEndpoints,
};
