/** A taxpayer's account, as every screen and paper that speaks of money reads it (docs/regles-de-calcul.md, « Le compte »). */
import { z } from 'zod';
import { amountSchema, daySchema, idSchema, nestedSchema, yearSchema } from '../../platform/http/schemas.ts';
import { ETATS_SOLDE } from '../../platform/values/money.ts';
import type { Attente } from '../../paiements/attente.ts';

export const compteQuerySchema = z.object({
  /** Fiscal year that is looked at; the present one when absent. */
  annee: yearSchema.optional(),
});

/** An échéance of the taxpayer (`echecs` in the specification's spelling). */
export const echecSchema = z.object({
  id: idSchema,
  annee: z.int(),
  /** 1 to 12; 1 for what falls due once a year. */
  periode: z.int(),
  /** How many periods a year of that tax has; 1 for what was owed for a whole year before Octroi. */
  periodes: z.int(),
  base: z.string(),
  precision: z.string().nullable(),
  taxe: nestedSchema,
  montant: amountSchema,
  paye: amountSchema,
  exigibleLe: daySchema,
});
export type Echec = z.infer<typeof echecSchema>;

/** What a fiscal year planned and what paid it, in francs. */
const exerciceCompteSchema = z.object({
  annee: z.int(),
  prevu: amountSchema,
  /** Imputed to it, refunds deducted, with what is paid in advance. */
  paye: amountSchema,
  /** The part of `paye` that no échéance has taken yet. */
  avance: amountSchema,
  /** prevu − paye; below 0 where more was paid. */
  restant: amountSchema,
});
export type ExerciceCompte = z.infer<typeof exerciceCompteSchema>;

/** The balance of an account on a day, in francs: worked out by `soldeOf`. */
const soldeSchema = z.object({
  exercice: exerciceCompteSchema.extend({ etat: z.enum(ETATS_SOLDE) }),
  /** What is left of the years before, and of those after: their `restant` together. */
  anterieurs: amountSchema,
  suivants: amountSchema,
  /** Unpaid échéances of all years that fell due by the day, and those that fall due later. */
  exigible: amountSchema,
  aEchoir: amountSchema,
  /** Paid in advance in all years, not taken yet. */
  avance: amountSchema,
  /** exigible + aEchoir − avance, never below 0; `credit` is what it would be below. */
  aPayer: amountSchema,
  credit: amountSchema,
  /** Of `aPayer` what may be asked for on the day. */
  aPayerMaintenant: amountSchema,
  /** When the next échéance falls due, and what of it is left. */
  prochaine: z.object({ jour: daySchema, montant: amountSchema }).nullable(),
});
export type Solde = z.infer<typeof soldeSchema>;

const attenteSchema: z.ZodType<Attente> = z.object({
  montant: amountSchema,
  moyenPaiement: z.string(),
  jour: daySchema,
});

export const compteSchema = z.object({
  /** The day on which it is looked at. */
  jour: daySchema,
  annee: z.int(),
  /** Every year in which something was due or paid, and the one looked at; the earliest first. */
  exercices: z.array(exerciceCompteSchema),
  /** The earliest first, in the order in which payments pay them. */
  echeances: z.array(echecSchema),
  /** What was paid and is not confirmed yet, the earliest first: no part of what is paid, nor of the balance. */
  attentes: z.array(attenteSchema),
  solde: soldeSchema,
});
export type Compte = z.infer<typeof compteSchema>;
