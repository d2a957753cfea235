/** A taxpayer's account, read by every screen and paper about money (docs/regles-de-calcul.md, « Le compte »). */
import { z } from 'zod';
import { amountSchema, daySchema, idSchema, nestedSchema, yearSchema } from '../../platform/http/schemas.ts';
import { ETATS_SOLDE } from '../../platform/values/money.ts';
import type { Attente } from '../../paiements/attente.ts';

export const compteQuerySchema = z.object({
  /** Fiscal year; the current one when absent. */
  annee: yearSchema.optional(),
});

/** An échéance of the taxpayer (`echecs` in the specification's spelling). */
export const echecSchema = z.object({
  id: idSchema,
  annee: z.int(),
  /** 1 to 12; 1 for what falls due once a year. */
  periode: z.int(),
  /** Number of periods in a year of the tax; 1 for a yearly debt from before Octroi. */
  periodes: z.int(),
  base: z.string(),
  precision: z.string().nullable(),
  taxe: nestedSchema,
  montant: amountSchema,
  paye: amountSchema,
  exigibleLe: daySchema,
});
export type Echec = z.infer<typeof echecSchema>;

/** Planned and paid amounts of a fiscal year, in francs. */
const exerciceCompteSchema = z.object({
  annee: z.int(),
  prevu: amountSchema,
  /** Payments imputed to the year, refunds deducted, advances included. */
  paye: amountSchema,
  /** The part of `paye` not yet used by an échéance. */
  avance: amountSchema,
  /** prevu − paye; negative if more was paid. */
  restant: amountSchema,
});
export type ExerciceCompte = z.infer<typeof exerciceCompteSchema>;

/** The balance of an account on a day, in francs, computed by `soldeOf`. */
const soldeSchema = z.object({
  exercice: exerciceCompteSchema.extend({ etat: z.enum(ETATS_SOLDE) }),
  /** The `restant` of all earlier years, and of all later years. */
  anterieurs: amountSchema,
  suivants: amountSchema,
  /** Unpaid échéances of all years: already due on the day, and due later. */
  exigible: amountSchema,
  aEchoir: amountSchema,
  /** Advances of all years not yet used. */
  avance: amountSchema,
  /** exigible + aEchoir − avance, at least 0; a negative result is in `credit`. */
  aPayer: amountSchema,
  credit: amountSchema,
  /** The part of `aPayer` that may be claimed on the day. */
  aPayerMaintenant: amountSchema,
  /** The next unpaid échéance: its day and its unpaid amount. */
  prochaine: z.object({ jour: daySchema, montant: amountSchema }).nullable(),
});
export type Solde = z.infer<typeof soldeSchema>;

const attenteSchema: z.ZodType<Attente> = z.object({
  montant: amountSchema,
  moyenPaiement: z.string(),
  jour: daySchema,
});

export const compteSchema = z.object({
  /** The day of the balance. */
  jour: daySchema,
  annee: z.int(),
  /** Every year with an échéance or a payment, and the requested one; earliest first. */
  exercices: z.array(exerciceCompteSchema),
  /** Earliest first, which is the order in which payments settle them. */
  echeances: z.array(echecSchema),
  /** Payments not confirmed yet, earliest first; neither paid amounts nor the balance include them. */
  attentes: z.array(attenteSchema),
  solde: soldeSchema,
});
export type Compte = z.infer<typeof compteSchema>;
