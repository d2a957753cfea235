/** The calls of taxpayers, their lines and their photos (specification 2 sections 2.4 to 2.12, 3 and 7). */
import { z } from 'zod';
import { journalActSchema } from '../administration/journal/journal.ts';
import { endpoints, nothing } from '../platform/http/endpoints.ts';
import { idempotencyHeaders, idParam, listOf, listQuerySchema } from '../platform/http/schemas.ts';
import { suppressionSchema, targetsSchema } from '../platform/listing/selections.ts';
import { travailSchema } from '../platform/jobs/travaux.ts';
import {
  acteParams,
  acteReply,
  changeSecteurBody,
  changeSecteurQuery,
  simulationBody,
  simulationReply,
  validationBody,
} from './actes/actes.ts';
import { contribuableQuerySchema, contribuableRowSchema, contribuableTotalsSchema } from './contribuables.ts';
import { impayeQuerySchema, impayeRowSchema, impayeTotalsSchema } from './impayes.ts';
import { doublonsBody, doublonSchema } from './saisie/doublons.ts';
import {
  exonerationBody,
  exonerationEffetSchema,
  exonerationQuerySchema,
  exonerationRowSchema,
  retraitBody,
} from './exonerations/exonerations.ts';
import { compteQuerySchema, compteSchema, echecSchema } from './fiche/compte.ts';
import { apercuSchema, contribuableFicheSchema, ficheIndividuelleSchema } from './fiche/fiche.ts';
import {
  importBody,
  importBrefSchema,
  importParam,
  importPatch,
  importSchema,
  photoImportSchema,
  ligneImportSchema,
  lignesImportQuerySchema,
  rejetSchema,
  rejetsQuerySchema,
} from './import/import.ts';
import {
  enrollementBody,
  enrollementListQuery,
  enrollementPatch,
  enrollementRowSchema,
  equipementBody,
  equipementPatch,
  equipementRowSchema,
  equipementListQuery,
} from './lignes/lignes.ts';
import {
  faitBody,
  noteBody,
  noteParams,
  noteSchema,
  notesSchema,
  tachesQuerySchema,
  tachesSchema,
} from './notes/notes.ts';
import { photoParams, photoSchema } from './photos/photos.ts';
import {
  contribuableBody,
  contribuablePatch,
  contribuablePatchQuery,
  contribuablePostQuery,
  contribuableSchema,
} from './saisie/saisie.ts';

const byId = { params: idParam };
const gone = { ...byId, replies: nothing };
const suppression = { body: targetsSchema, replies: { 200: suppressionSchema } };

export const contribuableEndpoints = endpoints({
  'GET /contribuables': {
    query: contribuableQuerySchema,
    replies: { 200: listOf(contribuableRowSchema) },
  },
  'GET /contribuables/totaux': {
    query: contribuableQuerySchema,
    replies: { 200: contribuableTotalsSchema },
  },
  'GET /impayes': { query: impayeQuerySchema, replies: { 200: listOf(impayeRowSchema) } },
  'GET /impayes/totaux': { query: impayeQuerySchema, replies: { 200: impayeTotalsSchema } },
  'DELETE /contribuables/{id}': gone,
  'POST /contribuables/suppression': suppression,
});

export const saisieEndpoints = endpoints({
  'POST /contribuables': {
    query: contribuablePostQuery,
    body: contribuableBody,
    replies: { 201: contribuableSchema },
  },
  'PATCH /contribuables/{id}': {
    ...byId,
    query: contribuablePatchQuery,
    body: contribuablePatch,
    replies: { 200: contribuableSchema },
    versioned: true,
  },
  'POST /contribuables/doublons': {
    body: doublonsBody,
    replies: { 200: z.object({ data: z.array(doublonSchema) }) },
  },
});

export const ficheEndpoints = endpoints({
  'GET /contribuables/{id}': { ...byId, replies: { 200: contribuableFicheSchema } },
  'GET /contribuables/{id}/apercu': { ...byId, replies: { 200: apercuSchema } },
  'GET /contribuables/{id}/echeances': {
    ...byId,
    replies: { 200: z.object({ data: z.array(echecSchema) }) },
  },
  'GET /contribuables/{id}/historique': {
    ...byId,
    query: listQuerySchema,
    replies: { 200: listOf(journalActSchema) },
  },
  'GET /contribuables/{id}/compte': { ...byId, query: compteQuerySchema, replies: { 200: compteSchema } },
  'GET /contribuables/{id}/individuel': {
    ...byId,
    query: compteQuerySchema,
    replies: { 200: ficheIndividuelleSchema },
  },
});

const ofNote = { params: noteParams };

export const noteEndpoints = endpoints({
  'GET /contribuables/{id}/notes': { ...byId, replies: { 200: notesSchema } },
  'POST /contribuables/{id}/notes': {
    ...byId,
    headers: idempotencyHeaders,
    body: noteBody,
    replies: { 201: noteSchema },
    keyed: true,
  },
  'PUT /contribuables/{id}/notes/{note}/fait': { ...ofNote, body: faitBody, replies: { 200: noteSchema } },
  'DELETE /contribuables/{id}/notes/{note}': { ...ofNote, replies: nothing },
  'GET /notes/a-faire': { query: tachesQuerySchema, replies: { 200: tachesSchema } },
});

const acte = { replies: { 200: contribuableSchema } };
const actes = { replies: { 200: acteReply } };

/** The specification's GET calls that change data, and their POST equivalents. */
export const acteEndpoints = endpoints({
  'GET /contribuables/{id}/validate/{userId}': { ...acte, params: acteParams },
  'GET /contribuables/{id}/{userId}/correct': { ...acte, params: acteParams },
  'GET /contribuables/enrollement/change-secteur': { ...actes, query: changeSecteurQuery },
  'POST /contribuables/{id}/validation': { ...acte, ...byId },
  'POST /contribuables/{id}/validation/annulation': { ...acte, ...byId },
  'POST /contribuables/{id}/correction': { ...acte, ...byId },
  'POST /contribuables/validation': { ...actes, body: validationBody },
  'POST /contribuables/change-secteur': { ...actes, body: changeSecteurBody },
  'POST /contribuables/change-secteur/simulation': {
    body: simulationBody,
    replies: { 200: simulationReply },
  },
});

export const equipementEndpoints = endpoints({
  'GET /equipements': { query: equipementListQuery, replies: { 200: listOf(equipementRowSchema) } },
  'GET /equipements/{id}': { ...byId, replies: { 200: equipementRowSchema } },
  'POST /equipements': { body: equipementBody, replies: { 201: equipementRowSchema } },
  'PATCH /equipements/{id}': {
    ...byId,
    body: equipementPatch,
    replies: { 200: equipementRowSchema },
    versioned: true,
  },
  'DELETE /equipements/{id}': gone,
  'POST /equipements/suppression': suppression,
});

export const enrollementEndpoints = endpoints({
  'GET /enrollements': { query: enrollementListQuery, replies: { 200: listOf(enrollementRowSchema) } },
  'GET /enrollements/{id}': { ...byId, replies: { 200: enrollementRowSchema } },
  'POST /enrollements': { body: enrollementBody, replies: { 201: enrollementRowSchema } },
  'PATCH /enrollements/{id}': {
    ...byId,
    body: enrollementPatch,
    replies: { 200: enrollementRowSchema },
    versioned: true,
  },
  'DELETE /enrollements/{id}': gone,
});

const effet = { replies: { 200: exonerationEffetSchema } };

/** Granted and withdrawn by two persons: the first asks, the second approves. */
export const exonerationEndpoints = endpoints({
  'GET /exonerations': { query: exonerationQuerySchema, replies: { 200: listOf(exonerationRowSchema) } },
  'POST /exonerations': { body: exonerationBody, replies: { 201: exonerationEffetSchema }, approval: true },
  'POST /exonerations/preparation': { body: exonerationBody, ...effet },
  'POST /exonerations/{id}/retrait': { ...byId, body: retraitBody, ...effet, approval: true },
  'POST /exonerations/{id}/retrait/preparation': { ...byId, body: retraitBody, ...effet },
});

const photo = {
  ...byId,
  upload:
    'Un fichier JPEG, PNG ou WebP de 10 Mo au plus, dans une partie `photo` d’un corps multipart/form-data.',
  replies: { 201: photoSchema },
};
const photos = { ...byId, replies: { 200: z.object({ data: z.array(photoSchema) }) } };

export const photoEndpoints = endpoints({
  'POST /contribuables/{id}/photo': photo,
  'POST /equipements/{id}/photo': photo,
  'GET /contribuables/{id}/photos': photos,
  'GET /equipements/{id}/photos': photos,
  'DELETE /contribuables/{id}/photo': gone,
  'DELETE /equipements/{id}/photos/{photo}': { params: photoParams, replies: nothing },
});

const ofImport = { params: importParam };

export const importEndpoints = endpoints({
  'POST /contribuables/imports': {
    upload:
      'Un fichier CSV ou XLSX de 60 Mo et 200 000 lignes au plus dans une partie `fichier`, la collectivité dans `entite`.',
    replies: { 201: importSchema },
  },
  'GET /contribuables/imports/modele.xlsx': {
    replies: {
      200: {
        description: 'Fichier XLSX à remplir : les en-têtes, puis une feuille qui les explique',
        content: {
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
            schema: z.any().meta({ type: 'string', format: 'binary' }),
          },
        },
      },
    },
  },
  'GET /contribuables/imports': { replies: { 200: listOf(importBrefSchema) } },
  'GET /contribuables/imports/{import}': { ...ofImport, replies: { 200: importSchema } },
  'PATCH /contribuables/imports/{import}': {
    ...ofImport,
    body: importPatch,
    replies: { 200: importSchema },
  },
  'GET /contribuables/imports/{import}/lignes': {
    ...ofImport,
    query: lignesImportQuerySchema,
    replies: { 200: listOf(ligneImportSchema) },
  },
  'GET /contribuables/imports/{import}/lignes.csv': {
    ...ofImport,
    replies: {
      200: {
        description: 'Le sort de chaque ligne : fichier CSV, UTF-8, séparé par des points-virgules',
        content: { 'text/csv': { schema: z.any().meta({ type: 'string' }) } },
      },
    },
  },
  'POST /contribuables/imports/{import}/photos': {
    ...ofImport,
    upload:
      'Une archive ZIP de 250 Mo et 2 000 images au plus dans une partie `archive` ; la colonne « Photo » du fichier les nomme.',
    replies: { 202: travailSchema },
  },
  'GET /contribuables/imports/{import}/photos': {
    ...ofImport,
    query: listQuerySchema,
    replies: { 200: listOf(photoImportSchema) },
  },
  'POST /contribuables/imports/{import}/travail': {
    ...ofImport,
    body: importBody,
    replies: { 202: travailSchema },
  },
  'GET /contribuables/imports/{import}/rejets': {
    ...ofImport,
    query: rejetsQuerySchema,
    replies: { 200: listOf(rejetSchema) },
  },
  'GET /contribuables/imports/{import}/rejets.csv': {
    ...ofImport,
    replies: {
      200: {
        description: 'Fichier CSV, UTF-8, séparé par des points-virgules',
        content: { 'text/csv': { schema: z.any().meta({ type: 'string' }) } },
      },
    },
  },
});

export const contribuablesEndpoints = {
  ...saisieEndpoints,
  ...contribuableEndpoints,
  ...ficheEndpoints,
  ...noteEndpoints,
  ...acteEndpoints,
  ...equipementEndpoints,
  ...enrollementEndpoints,
  ...exonerationEndpoints,
  ...photoEndpoints,
  ...importEndpoints,
};
