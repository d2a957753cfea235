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
  /** The interval of a row; chosen by the length of the period when absent. */
  pas: z.enum(PAS).optional(),
};
export const statistiqueQuerySchema = withDaysInOrder(z.object(common));
/** The same for one agent; all agents when absent. */
export const parAgentQuerySchema = withDaysInOrder(
  z.object({ ...common, agent: inDigits(idSchema).optional() }),
);
export type StatistiqueQuery = z.infer<typeof parAgentQuerySchema>;

export const parEntiteQuerySchema = withDaysInOrder(z.object({ ...common, collectivite: idListSchema }));

export const recouvrementQuerySchema = z.object({ daterange: dateRangeSchema, pas: z.enum(PAS).optional() });

const dated = {
  /** A day, or the number of a month within one year. */
  date: z.string(),
  /** The days of the row, both included. */
  from: z.string(),
  to: z.string(),
};
/** Taxpayers enrolled, and how many of them are now Corrigé or Validé. */
const statuts = { total: z.int(), corrige: z.int(), valide: z.int() };

const amount = z.int();
/** Received by method, in francs; refunds are negative, and `total` is the sum. */
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

/** A table: its rows and their totals. */
const tableOf = <Row extends z.ZodRawShape, Sums extends z.ZodRawShape>(row: Row, sums: Sums) =>
  z.object({
    data: z.array(z.object(row)),
    totaux: z.object(sums),
    /** The interval of a row by date. */
    pas: z.enum(PAS).nullable(),
    meta: z.object({ total_records: z.int().min(0) }),
  });

export const enrolementsParDateSchema = tableOf({ ...dated, ...statuts }, statuts);
export type EnrolementsParDate = z.infer<typeof enrolementsParDateSchema>;

/** The same per agent, with the payments taken by the agent, net of refunds. */
const parAgent = { ...statuts, encaisse: z.int() };
export const enrolementsParAgentSchema = tableOf({ ...dated, ...parAgent }, parAgent);
export type EnrolementsParAgent = z.infer<typeof enrolementsParAgentSchema>;

const BASE_TAXABLE_TYPES = ['equipement', 'activite'] as const;
/** The taxable base: an equipment type or an activity; equal names of several collectivités are one row. */
const base = { type: z.enum(BASE_TAXABLE_TYPES), ids: z.array(idSchema), taxe: z.string() };
/** Sums of quantities by unit; absent where no base is counted in a unit. */
const quantites = {
  quantites: z
    .array(
      z.object({
        unite: z.string(),
        somme: z.number(),
        /** Lines whose quantity is not entered yet: the sum misses them. */
        sans: z.int(),
      }),
    )
    .optional(),
};
export type SommeQuantites = NonNullable<z.infer<(typeof quantites)['quantites']>>[number];
export const enrolementsParTaxeSchema = tableOf({ ...base, ...statuts, ...quantites }, statuts).extend(
  quantites,
);
export type EnrolementsParTaxe = z.infer<typeof enrolementsParTaxeSchema>;

/** Confirmed payments in francs, net of refunds, and their number. */
const recettes = { total: amount, nombre: z.int() };
export const recettesParDateSchema = tableOf({ id: z.int(), ...dated, ...recettes }, recettes);
export type RecettesParDate = z.infer<typeof recettesParDateSchema>;

export const recettesParMoyenSchema = tableOf({ ...dated, ...moyens }, moyens);
export type RecettesParMoyen = z.infer<typeof recettesParMoyenSchema>;

/** Equal names of several collectivités are one row; the row without ids holds advances, which pay no tax yet. */
export const recettesParTaxeSchema = tableOf(
  { ids: z.array(idSchema), taxe: z.string(), total: amount },
  { total: amount },
);
export type RecettesParTaxe = z.infer<typeof recettesParTaxeSchema>;

/** Sub-entities with the amount collected in their subtree, largest first. */
export const recettesParLieuSchema = tableOf(
  {
    id: idSchema,
    type: z.enum(['entite', 'ramification']),
    nom: z.string(),
    /** Counts the sub-entity itself only, because its own sub-entities have other rows. */
    direct: z.boolean(),
    ...recettes,
  },
  recettes,
);
export type RecettesParLieu = z.infer<typeof recettesParLieuSchema>;

const situation = { nbreEnrollements: z.int(), nbreTransactions: z.int(), totalTransactions: amount };
/**
 * Agents with their enrolments and collected amounts, largest first; `id` is null for money that no agent collected.
 */
export const agentsSchema = tableOf(
  { id: idSchema.nullable(), username: z.string(), fullName: z.string(), ...situation },
  situation,
);
export type Agents = z.infer<typeof agentsSchema>;
