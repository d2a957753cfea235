/** The calls of the field app: devices and cases for the office, and the calls of devices. */
import { z } from 'zod';
import { endpoints, nothing } from '../platform/http/endpoints.ts';
import { idParam, listOf } from '../platform/http/schemas.ts';
import {
  appareilBody,
  appareilCodeSchema,
  appareilPatch,
  appareilQuery,
  appareilRowSchema,
  inscriptionBody,
  inscriptionSchema,
  porteursQuery,
  porteursSchema,
  statutAppareilBody,
} from './appareils.ts';
import { aClasserSchema, casQuery, casRowSchema, casTotalsSchema, reglementCasBody } from './cas.ts';
import { acteTerrainQuery, acteTerrainRowSchema, acteTerrainTotalsSchema } from './actes.ts';
import { commandesBody, commandesReply, empreintePhoto } from './commandes.ts';
import { remisesBody, remisesReply } from './remises.ts';
import { messageSmsQuery, messageSmsRowSchema, passerelleSmsSchema } from './sms.ts';
import { donneesQuery, donneesReply } from './donnees.ts';

const appareil = { 200: appareilRowSchema };

export const terrainEndpoints = endpoints({
  'GET /appareils': { query: appareilQuery, replies: { 200: listOf(appareilRowSchema) } },
  'POST /appareils': { body: appareilBody, replies: { 201: appareilCodeSchema } },
  'GET /appareils/agents': { query: porteursQuery, replies: { 200: porteursSchema } },
  'GET /appareils/{id}': { params: idParam, replies: appareil },
  'PATCH /appareils/{id}': { params: idParam, body: appareilPatch, replies: appareil, versioned: true },
  /** A new code, to enrol a device that was emptied or whose code expired; the previous enrolment ends. */
  'POST /appareils/{id}/code': {
    params: idParam,
    replies: { 200: appareilCodeSchema },
    sensitive: true,
    versioned: true,
  },
  'POST /appareils/{id}/statut': {
    params: idParam,
    body: statutAppareilBody,
    replies: appareil,
    versioned: true,
  },
  'GET /cas_terrain': { query: casQuery, replies: { 200: listOf(casRowSchema) } },
  'GET /cas_terrain/totaux': { query: casQuery, replies: { 200: casTotalsSchema } },
  'GET /cas_terrain/a_classer': {
    query: casQuery.pick({ entite: true }),
    replies: { 200: aClasserSchema },
  },
  'POST /cas_terrain/{id}/reglement': {
    params: idParam,
    body: reglementCasBody,
    replies: { 200: casRowSchema },
  },
  /** Runs a command again that failed because of a server error. */
  'POST /cas_terrain/{id}/execution': { params: idParam, replies: { 200: casRowSchema } },

  'GET /actes_terrain': { query: acteTerrainQuery, replies: { 200: listOf(acteTerrainRowSchema) } },
  'GET /actes_terrain/totaux': { query: acteTerrainQuery, replies: { 200: acteTerrainTotalsSchema } },

  'GET /messages_sms': { query: messageSmsQuery, replies: { 200: listOf(messageSmsRowSchema) } },
  'GET /messages_sms/passerelle': { replies: { 200: passerelleSmsSchema } },

  'POST /terrain/appareils/inscription': { body: inscriptionBody, replies: { 200: inscriptionSchema } },
  'POST /terrain/commandes': {
    headers: z.looseObject({ 'octroi-signature': z.string().max(200).optional() }),
    body: commandesBody,
    replies: { 200: commandesReply },
  },
  /** Waiting commands of a phone, sealed to the server: anybody who holds the phone may send them. */
  'POST /terrain/remises': {
    headers: z.looseObject({ 'octroi-signature': z.string().max(200).optional() }),
    body: remisesBody,
    replies: { 200: remisesReply },
  },
  'GET /terrain/donnees': { query: donneesQuery, replies: { 200: donneesReply } },
  'PUT /terrain/photos/{sha256}': { params: z.object({ sha256: empreintePhoto }), replies: nothing },
});
