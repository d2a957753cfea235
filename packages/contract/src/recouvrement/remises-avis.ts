/** Demand notices handed over: the register of deliveries, and what is left to hand over. */
import { z } from 'zod';
import { days, placedListQuery, withDaysInOrder } from '../pilotage/figures.ts';
import { amountSchema, daySchema, idSchema, referenceSchema, yearSchema } from '../platform/http/schemas.ts';
import { agentSchema, placeSchema } from '../platform/listing/names.ts';
import { ETATS_REMISE, MAX_AVIS_LU, REMIS_A, REMIS_MESSAGES } from './remis.ts';

/** Days are those of the deliveries. */
export const avisRemisQuery = withDaysInOrder(placedListQuery.extend(days));
export type AvisRemisQuery = z.infer<typeof avisRemisQuery>;

export const avisRemisRowSchema = z.object({
  id: idSchema,
  avis: z.object({ numero: z.string(), annee: z.int(), jour: daySchema, montant: amountSchema }),
  contribuable: z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() }),
  /** Where the taxpayer was on that day. */
  ramification: placeSchema,
  etat: z.enum(ETATS_REMISE),
  remisLe: daySchema,
  /** Instant on the phone; null if the office recorded the day alone. */
  instant: z.string().nullable(),
  remisA: z.enum(REMIS_A),
  agent: agentSchema,
  /** Position of the phone, and its accuracy in metres. */
  position: z.object({ latitude: z.number(), longitude: z.number(), precision: z.number() }).nullable(),
  /** Metres from the recorded position of the taxpayer. */
  ecart: z.int().nullable(),
  /** Whether there is a photo of the signed stub. */
  photo: z.boolean(),
  /** Who recorded it at the office; null: a phone. */
  saisiePar: agentSchema.nullable(),
  annuleeLe: z.string().nullable(),
  annuleePar: agentSchema.nullable(),
  motif: z.string().nullable(),
});
export type AvisRemisRow = z.infer<typeof avisRemisRowSchema>;

/** The notices in force of a year, at the present places of the taxpayers. */
export const avisCompteQuery = placedListQuery
  .pick({ entite: true, ms: true, ramification: true, direct: true })
  .extend({ annee: yearSchema.optional() });
export type AvisCompteQuery = z.infer<typeof avisCompteQuery>;
export const avisCompteSchema = z.object({
  annee: z.int(),
  emis: z.int(),
  remis: z.int(),
  refuses: z.int(),
  /** Among them those for which nobody was there yet. */
  aRemettre: z.int(),
});
export type AvisCompte = z.infer<typeof avisCompteSchema>;

const avisLuSchema = z.string().trim().min(1, REMIS_MESSAGES.inconnu).max(MAX_AVIS_LU);

/** A notice, before its delivery is recorded. */
export const avisALireQuery = z.object({ avis: avisLuSchema });
export const avisLuReply = z.object({
  numero: z.string(),
  annee: z.int(),
  jour: daySchema,
  montant: amountSchema,
  contribuable: z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() }),
  /** The notice that replaces it, and since when. */
  remplacePar: z.object({ numero: z.string(), jour: daySchema }).nullable(),
  /** Its delivery, if there is one. */
  remise: z
    .object({ id: idSchema, remisLe: daySchema, remisA: z.enum(REMIS_A), agent: z.string() })
    .nullable(),
  /** The agents who see the taxpayer. */
  agents: z.array(agentSchema),
});
export type AvisLu = z.infer<typeof avisLuReply>;

export const avisRemisBody = z.object({
  /** Its number, its code, or the address in its QR. */
  avis: avisLuSchema,
  remisLe: daySchema,
  remisA: z.enum(REMIS_A),
  /** Who handed it over; the caller when absent. */
  agent: referenceSchema.nullish(),
});
export type AvisRemisBody = z.output<typeof avisRemisBody>;

export const annulationRemiseBody = z.object({
  motif: z.string().trim().min(1, REMIS_MESSAGES.motif).max(500),
});

/** The notices of a taxpayer in force, the latest year first, with their deliveries. */
export const avisDuContribuableSchema = z.object({
  data: z.array(
    z.object({
      numero: z.string(),
      annee: z.int(),
      jour: daySchema,
      montant: amountSchema,
      /** Absences come before what counts; the latest first. */
      remises: z.array(
        z.object({ id: idSchema, remisLe: daySchema, remisA: z.enum(REMIS_A), agent: z.string() }),
      ),
    }),
  ),
});
export type AvisDuContribuable = z.infer<typeof avisDuContribuableSchema>['data'][number];
