/** Cases: commands that need a review by the office (ADR 0040). */
import { z } from 'zod';
import { amountSchema, idSchema, inDigits, listQuerySchema, nestedSchema } from '../platform/http/schemas.ts';
import { ETATS_CAS, MOTIFS_CAS, TERRAIN_MESSAGES, TYPES_COMMANDE } from './rules.ts';

/** A command that needs a review. */
export const casRowSchema = z.object({
  id: idSchema,
  entite: nestedSchema,
  appareil: nestedSchema.extend({ code: z.string() }),
  agent: nestedSchema,
  sequence: z.int(),
  type: z.enum(TYPES_COMMANDE),
  motif: z.enum(MOTIFS_CAS),
  code: z.string(),
  message: z.string(),
  corps: z.record(z.string(), z.unknown()),
  faitLe: z.string(),
  recuLe: z.string(),
  montant: amountSchema.nullable(),
  contribuable: z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() }).nullable(),
  /** The taxpayer whom the device named, even if that record is gone or its enrolment was refused. */
  nomme: z.string().nullable(),
  transaction: z.object({ id: idSchema, numeroRecu: z.string().nullable() }).nullable(),
  etat: z.enum(['ouvert', 'repris', 'réglé']),
  regleLe: z.string().nullable(),
  reglePar: nestedSchema.nullable(),
  note: z.string().nullable(),
});
export type CasRow = z.infer<typeof casRowSchema>;

export const casQuery = listQuerySchema.extend({
  entite: inDigits(idSchema).optional(),
  appareil: inDigits(idSchema).optional(),
  etat: z.enum(ETATS_CAS).default('ouverts'),
});
export type CasQuery = z.infer<typeof casQuery>;
export const reglementCasBody = z.object({
  note: z.string().trim().min(1, TERRAIN_MESSAGES.motif).max(500),
});

/** Number of cases, and their total in francs. */
export const casTotalsSchema = z.object({ total_records: z.int().min(0), montant: amountSchema });
export type CasTotals = z.infer<typeof casTotalsSchema>;

/** Payments from devices booked under « Recettes à classer » of a collectivité. */
export const aClasserSchema = z.object({
  data: z.array(
    z.object({
      entite: nestedSchema,
      nombre: z.int(),
      montant: amountSchema,
    }),
  ),
});
export type AClasser = z.infer<typeof aClasserSchema>['data'][number];
