/** The calls of files: exports, documents, sheets, receipts and notices (specification 2 sections 2.9, 2.14 and 9). */
import { z } from 'zod';
import { compteQuerySchema } from '../contribuables/fiche/compte.ts';
import { endpoints, fileReply, nothing } from '../platform/http/endpoints.ts';
import { exportBody, exportParam, exportSchema, MEDIA_TYPES } from '../platform/jobs/exports.ts';
import { figureQuerySchema } from '../pilotage/figures.ts';
import { daySchema, idParam, idSchema, inDigits } from '../platform/http/schemas.ts';
import { enrollementReportSchema, releveImpayeBody, releveImpayeSchema } from './fiche.ts';
import { papierBody, papierSchema } from './papiers.ts';
import {
  avisComptesSchema,
  avisListeBody,
  avisQuery,
  codeParam,
  recuQuery,
  verificationSchema,
} from './pieces.ts';
import { envoiPointBody, envoiPointSchema, pointBody } from './point.ts';
import { documentBody, documentParam, documentQuery } from './requests.ts';

const file = fileReply(Object.values(MEDIA_TYPES));
const pdf = fileReply([MEDIA_TYPES.pdf]);
/** The file itself, or the job that produces it. */
const fileOrExport = { 200: file, 202: exportSchema };
const ofExport = { params: exportParam };

export const exportEndpoints = endpoints({
  'POST /exports': { body: exportBody, replies: fileOrExport },
  'GET /exports': { replies: { 200: z.object({ data: z.array(exportSchema) }) } },
  'GET /exports/{export}': { ...ofExport, replies: { 200: exportSchema } },
  'GET /exports/{export}/fichier': { ...ofExport, replies: { 200: file } },
  'DELETE /exports/{export}': { ...ofExport, replies: nothing },
});

export const documentEndpoints = endpoints({
  'POST /impressions/{document}': {
    params: documentParam,
    query: documentQuery,
    body: documentBody,
    replies: fileOrExport,
  },
});

export const sheetEndpoints = endpoints({
  'GET /contribuables/{id}/individuel/pdf': {
    params: idParam,
    query: compteQuerySchema,
    replies: { 200: pdf },
  },
  'GET /contribuables/enrollement/report': {
    query: figureQuerySchema,
    replies: { 200: enrollementReportSchema },
  },
  'POST /contribuables/releve-impaye': {
    query: releveImpayeBody,
    body: releveImpayeBody,
    replies: {
      200: {
        description: 'Les relevés, ou combien il y en aurait',
        content: { 'application/json': { schema: releveImpayeSchema }, ...pdf.content },
      },
      202: exportSchema,
    },
  },
});

export const pieceEndpoints = endpoints({
  /** For a cheque not yet paid by its bank: the provisional receipt. */
  'POST /transactions/{id}/recu': { params: idParam, query: recuQuery, replies: { 200: pdf } },
  /** A one-page summary of what one payer paid for several taxpayers. */
  'POST /encaissements/{id}/recapitulatif': { params: idParam, query: recuQuery, replies: { 200: pdf } },
  'POST /contribuables/{id}/avis': { params: idParam, query: avisQuery, replies: { 200: pdf } },
  'POST /contribuables/avis': {
    body: avisListeBody,
    replies: {
      200: {
        description: 'Les avis, ou combien il y en aurait',
        content: { 'application/json': { schema: avisComptesSchema }, ...pdf.content },
      },
      202: exportSchema,
    },
  },
  'GET /verification/{code}': { params: codeParam, replies: { 200: verificationSchema } },
});

const paper = { params: idParam, replies: { 200: pdf } };
/** The closing day of a régie's statement; the end of the year by default. */
const situationBody = z.object({ jour: daySchema.optional() });
export type SituationBody = z.infer<typeof situationBody>;

/** Printing issues a number, so the method is POST. */
export const pieceCaisseEndpoints = endpoints({
  'POST /sessions_caisse/{id}/papier': paper,
  'POST /sessions_caisse/{id}/controles/{controle}/papier': {
    params: idParam.extend({ controle: inDigits(idSchema) }),
    replies: { 200: pdf },
  },
  'POST /versements/{id}/papier': paper,
  'POST /regies/{id}/situation': { ...paper, body: situationBody },
});

export const papierEndpoints = endpoints({
  'GET /entites/{id}/papiers': { params: idParam, replies: { 200: papierSchema } },
  'PUT /entites/{id}/papiers': {
    params: idParam,
    body: papierBody,
    replies: { 200: papierSchema },
    versioned: true,
  },
  'GET /entites/{id}/papiers/apercu': { params: idParam, replies: { 200: pdf } },
  'GET /entites/{id}/papiers/ecusson': { params: idParam, replies: { 200: fileReply(['image/png']) } },
  'POST /entites/{id}/papiers/ecusson': {
    params: idParam,
    upload: 'Un fichier PNG ou JPEG de 2 Mo au plus, dans la partie `ecusson`',
    replies: { 200: papierSchema },
  },
  'DELETE /entites/{id}/papiers/ecusson': { params: idParam, replies: { 200: papierSchema } },
});

const ofEnvoi = { params: idParam, replies: { 200: envoiPointSchema } };

/** Making it is journaled, so the method is POST. */
export const pointEndpoints = endpoints({
  'POST /entites/{id}/point-du-mois': { params: idParam, body: pointBody, replies: { 200: pdf } },
  'GET /entites/{id}/point-du-mois/envoi': ofEnvoi,
  'PUT /entites/{id}/point-du-mois/envoi': { ...ofEnvoi, body: envoiPointBody, versioned: true },
});

export const impressionEndpoints = {
  ...exportEndpoints,
  ...documentEndpoints,
  ...sheetEndpoints,
  ...pieceEndpoints,
  ...pieceCaisseEndpoints,
  ...papierEndpoints,
  ...pointEndpoints,
};
