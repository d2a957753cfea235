/**
 * Statistics (specification 2 sections 3 and 7): what they are asked and what they reply. The place, the period and
 * livestock are asked as on the dashboard; two calls keep the specification's odd names:
 *
 * | call                           | `entite` is    | a collectivité is asked by |
 * | ------------------------------ | -------------- | -------------------------- |
 * | `transactions/par-entite`      | the sub-entity | `collectivite`             |
 * | `transactions/{id}/recouvrement` | `{id}` is the sub-entity | none              |
 */
import { z } from 'zod';
import { idSchema, inDigits } from '../platform/http/schemas.ts';
import { betailSchema, dateRangeSchema, days, idListSchema, places, withDaysInOrder } from './figures.ts';
import { PAS } from './pas.ts';

export * from './moyens.ts';

const common = {
  ...places,
  ...days,
  betail: betailSchema.default('0'),
  /** What one row stands for; chosen by the length of the period when absent. */
  pas: z.enum(PAS).optional(),
};
export const statistiqueQuerySchema = withDaysInOrder(z.object(common));
/** The same of one agent; of all when absent. */
export const parAgentQuerySchema = withDaysInOrder(
  z.object({ ...common, agent: inDigits(idSchema).optional() }),
);
export type StatistiqueQuery = z.infer<typeof parAgentQuerySchema>;

export const parEntiteQuerySchema = withDaysInOrder(z.object({ ...common, collectivite: idListSchema }));

export const recouvrementQuerySchema = z.object({ daterange: dateRangeSchema, pas: z.enum(PAS).optional() });

const dated = {
  /** A day, or the number of a month within one year. */
  date: z.string(),
  /** The days that the row counts, both included. */
  from: z.string(),
  to: z.string(),
};
/** Taxpayers enrolled, and how many of them are now Corrigé or Validé. */
const statuts = { total: z.int(), corrige: z.int(), valide: z.int() };

const amount = z.int();
/** Received by method, in francs; given back is negative, and `total` is the sum of all. */
const moyens = {
  orange: amount,
  depot: amount,
  ecobank: amount,
  cheque: amount,
  mairie: amount,
  virement: amount,
  moov: amount,
  cb: amount,
  /** By any other method. */
  autres: amount,
  remboursements: amount,
  total: amount,
};

/** A table: its rows, and the sums over them. */
const tableOf = <Row extends z.ZodRawShape, Sums extends z.ZodRawShape>(row: Row, sums: Sums) =>
  z.object({
    data: z.array(z.object(row)),
    totaux: z.object(sums),
    /** What a row by date stands for. */
    pas: z.enum(PAS).nullable(),
    meta: z.object({ total_records: z.int().min(0) }),
  });

export const enrolementsParDateSchema = tableOf({ ...dated, ...statuts }, statuts);
export type EnrolementsParDate = z.infer<typeof enrolementsParDateSchema>;

/** The same of one agent, or of all, with what was collected: payments that the agent took, net of refunds. */
const parAgent = { ...statuts, encaisse: z.int() };
export const enrolementsParAgentSchema = tableOf({ ...dated, ...parAgent }, parAgent);
export type EnrolementsParAgent = z.infer<typeof enrolementsParAgentSchema>;

const BASE_TAXABLE_TYPES = ['equipement', 'activite'] as const;
/** What is taxed: a type of equipment, or an activity; those of one name in several collectivités are one row. */
const base = { type: z.enum(BASE_TAXABLE_TYPES), ids: z.array(idSchema), taxe: z.string() };
export const enrolementsParTaxeSchema = tableOf({ ...base, ...statuts }, statuts);
export type EnrolementsParTaxe = z.infer<typeof enrolementsParTaxeSchema>;

/** Confirmed payments in francs, net of what was given back, and their number. */
const recettes = { total: amount, nombre: z.int() };
export const recettesParDateSchema = tableOf({ id: z.int(), ...dated, ...recettes }, recettes);
export type RecettesParDate = z.infer<typeof recettesParDateSchema>;

export const recettesParMoyenSchema = tableOf({ ...dated, ...moyens }, moyens);
export type RecettesParMoyen = z.infer<typeof recettesParMoyenSchema>;

/** Taxes of one name in several collectivités are one row; that without ids is of advances, which pay none yet. */
export const recettesParTaxeSchema = tableOf(
  { ids: z.array(idSchema), taxe: z.string(), total: amount },
  { total: amount },
);
export type RecettesParTaxe = z.infer<typeof recettesParTaxeSchema>;

/** Sub-entities with what was collected in each and beneath it, the most first. */
export const recettesParLieuSchema = tableOf(
  {
    id: idSchema,
    type: z.enum(['entite', 'ramification']),
    nom: z.string(),
    /** Counts what was collected at the sub-entity itself, since those beneath have rows of their own. */
    direct: z.boolean(),
    ...recettes,
  },
  recettes,
);
export type RecettesParLieu = z.infer<typeof recettesParLieuSchema>;

const situation = { nbreEnrollements: z.int(), nbreTransactions: z.int(), totalTransactions: amount };
/** Agents with what each enrolled and collected, the most first; `id` is null for what no agent collected. */
export const agentsSchema = tableOf(
  { id: idSchema.nullable(), username: z.string(), fullName: z.string(), ...situation },
  situation,
);
export type Agents = z.infer<typeof agentsSchema>;
