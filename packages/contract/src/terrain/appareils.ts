/** Agents' devices: their administration, and their enrolment (ADR 0039). */
import { z } from 'zod';
import {
  amountSchema,
  francs,
  idSchema,
  inDigits,
  listQuerySchema,
  nestedSchema,
  referenceSchema,
} from '../platform/http/schemas.ts';
import { MAX_FONDS } from '../caisse/rules.ts';
import { tidied } from '../platform/values/text.ts';
import { CONTACTS, ETATS_APPAREIL, ETATS_PLAFOND, STATUTS_APPAREIL, TERRAIN_MESSAGES } from './rules.ts';
import { agentSchema } from '../platform/listing/names.ts';

const LINE = /^\P{Cc}*$/u;
const nom = z
  .string()
  .overwrite(tidied)
  .min(1, TERRAIN_MESSAGES.nom)
  .max(60)
  .regex(LINE, TERRAIN_MESSAGES.nom);
const ramifications = z
  .array(referenceSchema)
  .min(1, TERRAIN_MESSAGES.lieux)
  .max(500)
  .transform((ids) => [...new Set(ids)]);
/** Francs of cash that may be taken in a day; null: no limit. */
const plafond = francs({ max: MAX_FONDS }).nullable();

export const appareilBody = z.object({
  entite: referenceSchema,
  nom,
  agent: referenceSchema,
  ramifications,
  plafond: plafond.default(null),
});
export type AppareilBody = z.output<typeof appareilBody>;

export const appareilPatch = z.object({ nom, agent: referenceSchema, ramifications, plafond }).partial();
export type AppareilPatch = z.output<typeof appareilPatch>;

/** Change of a device's statut. A lost device is wiped, and a procès-verbal declares its last receipts. */
export const statutAppareilBody = z.object({
  statut: z.enum(['actif', 'bloqué', 'effacé']),
  motif: z.string().trim().min(1, TERRAIN_MESSAGES.motif).max(500),
  /** Number of the procès-verbal of a loss: the data still on the device is then given up. */
  procesVerbal: z.string().trim().max(60).optional(),
  /** Receipts that the agent declares beyond the last one received. */
  recusDeclares: z.int().min(0).max(100_000).optional(),
});
export type StatutAppareilBody = z.output<typeof statutAppareilBody>;

const serieSchema = z.object({
  annee: z.int(),
  /** Last rank received. */
  dernier: z.int(),
  /** Missing ranks below it. */
  manquants: z.int(),
});

export const appareilRowSchema = z.object({
  id: idSchema,
  version: z.int(),
  entite: nestedSchema,
  nom: z.string(),
  /** `A017` */
  code: z.string(),
  agent: agentSchema,
  ramifications: z.array(nestedSchema),
  plafond: amountSchema.nullable(),
  statut: z.enum(ETATS_APPAREIL),
  motif: z.string().nullable(),
  procesVerbal: z.string().nullable(),
  recusDeclares: z.int().nullable(),
  plateforme: z.string().nullable(),
  /** Version of the app. */
  logiciel: z.string().nullable(),
  inscritLe: z.string().nullable(),
  dernierContact: z.string().nullable(),
  /** Commands still on the device at its last contact. */
  enAttente: z.int(),
  dernierSequence: z.int(),
  contact: z.enum(CONTACTS),
  plafondDuJour: z.enum(ETATS_PLAFOND),
  /** Francs that its agent holds; null while the till is open, because it would reveal the amount to count. */
  detenu: amountSchema.nullable(),
  /** Unsettled cases of the device. */
  cas: z.int(),
  series: z.array(serieSchema),
  /** Code of the device that its phone became, and of the one that this phone was before. */
  remplacePar: z.string().nullable(),
  remplace: z.string().nullable(),
  createdAt: z.string(),
});
export type AppareilRow = z.infer<typeof appareilRowSchema>;

/** The code is shown once. */
export const appareilCodeSchema = z.object({
  appareil: appareilRowSchema,
  code: z.string(),
  expireLe: z.string(),
  /** Address that passes the code to the app, and its QR code as SVG. */
  lien: z.string(),
  qr: z.string(),
});
export type AppareilCode = z.infer<typeof appareilCodeSchema>;

export const appareilQuery = listQuerySchema.extend({ entite: inDigits(idSchema).optional() });
export type AppareilQuery = z.infer<typeof appareilQuery>;

/** The agents who may carry a device of a collectivité. */
export const porteursQuery = z.object({ entite: inDigits(idSchema) });
export const porteursSchema = z.object({ data: z.array(nestedSchema) });

/** A public key as `crypto.subtle.exportKey('jwk', …)` writes it: ECDSA, P-256. */
const coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/, TERRAIN_MESSAGES.cle);
export const clePubliqueSchema = z.object({
  kty: z.literal('EC', TERRAIN_MESSAGES.cle),
  crv: z.literal('P-256', TERRAIN_MESSAGES.cle),
  x: coordinate,
  y: coordinate,
});
export type ClePublique = z.infer<typeof clePubliqueSchema>;

export const inscriptionBody = z.object({
  code: z.string().max(40),
  clePublique: clePubliqueSchema,
  plateforme: z.string().trim().max(200),
  version: z.string().trim().max(40),
  /** The device whose acts the phone still holds: it is enrolled again as the same device, and its log goes on. */
  appareil: idSchema.optional(),
});
export type InscriptionBody = z.output<typeof inscriptionBody>;

export const inscriptionSchema = z.object({
  appareil: z.object({
    id: idSchema,
    nom: z.string(),
    /** Number in its collectivité: 17 for `A017`. */
    numero: z.int(),
    /** `A017` */
    code: z.string(),
    entite: nestedSchema.extend({ code: z.string() }),
    ramifications: z.array(nestedSchema),
    agent: agentSchema,
    plafond: amountSchema.nullable(),
  }),
  /** `bloqué` for a replaced device: the phone only hands over what it holds. */
  statut: z.enum(STATUTS_APPAREIL),
  /** The device that this phone was before, and the number of its acts that the office received. */
  remplace: z.object({ code: z.string(), actes: z.int() }).nullable(),
  /** Time of the server. */
  heure: z.string(),
  /** Sequence of the last command received from it: the next one is this + 1, even after a reinstallation. */
  dernierSequence: z.int(),
  /** Last rank of its receipts, by year. */
  series: z.array(z.object({ annee: z.int(), dernier: z.int() })),
});
export type InscriptionAppareil = z.infer<typeof inscriptionSchema>;
