/** Tours: the debtors that an agent visits on a day, and the outcome of each visit. */
import { z } from 'zod';
import { MAX_PAIEMENT } from '../paiements/rules.ts';
import { days, placedListQuery, withDaysInOrder } from '../pilotage/figures.ts';
import {
  amountSchema,
  daySchema,
  francs,
  idSchema,
  inDigits,
  listQuerySchema,
  nestedSchema,
  referenceSchema,
} from '../platform/http/schemas.ts';
import { targetsSchema } from '../platform/listing/selections.ts';
import { ISSUES, PRESENCES } from './visites.ts';
import { agentSchema, placeSchema } from '../platform/listing/names.ts';

/** Days are those of the tours. */
export const tourneeQuerySchema = withDaysInOrder(placedListQuery.extend(days));
export type TourneeQuery = z.infer<typeof tourneeQuerySchema>;

/** Counts cover the visits within the reader's scope. */
export const tourneeRowSchema = z.object({
  id: idSchema,
  jour: daySchema,
  agent: agentSchema,
  entite: nestedSchema,
  /** Quartiers that it goes through. */
  lieux: z.array(z.string()),
  visites: z.int(),
  /** Visits without an outcome, and with one. */
  aVisiter: z.int(),
  visitees: z.int(),
  /** Visits that the agent's phone proposed, and those of them with an outcome. */
  proposees: z.int(),
  proposeesFaites: z.int(),
  /** Visits that ended with a promise, and the promised francs. */
  promesses: z.int(),
  promis: amountSchema,
  /** Confirmed payments of the visited taxpayers since the tour was created, less refunds; in francs. */
  payeDepuis: amountSchema,
  createdBy: agentSchema,
  createdAt: z.string(),
});
export type TourneeRow = z.infer<typeof tourneeRowSchema>;

/** Preview of a tour: the taxpayers to visit, and the agents who may be sent. */
export const preparationSchema = z.object({
  /** Chosen taxpayers; those who owe something today, and those who do not. */
  choisis: z.int(),
  visites: z.int(),
  sansDette: z.int(),
  /** Their total debt today, in francs. */
  exigible: amountSchema,
  lieux: z.array(z.string()),
  /** Agents whose scope contains all of them. */
  agents: z.array(agentSchema),
});
export type Preparation = z.infer<typeof preparationSchema>;

export const tourneeBody = targetsSchema.and(z.object({ agent: referenceSchema, jour: daySchema }));

export const tourneeCreatedSchema = z.object({
  tournee: tourneeRowSchema,
  /** Left out: they owe nothing, or are already in a tour of this agent on that day. */
  sansDette: z.int(),
  dejaPrevus: z.int(),
});

/** Amounts are those of the account at the time of reading; null if the account is out of the reader's scope. */
export const visiteRowSchema = z.object({
  id: idSchema,
  version: z.int(),
  ordre: z.int(),
  tournee: idSchema,
  contribuable: idSchema,
  presence: z.enum(PRESENCES),
  numKlis: z.string(),
  fullName: z.string(),
  telephone: z.string().nullable(),
  adresse: z.string().nullable(),
  /** Place of the taxpayer; the last known one if the taxpayer is out of scope. */
  ramification: placeSchema,
  arrieres: amountSchema.nullable(),
  exercice: amountSchema.nullable(),
  exigible: amountSchema.nullable(),
  /** Payments waiting for confirmation. */
  attente: amountSchema.nullable(),
  payeDepuis: amountSchema.nullable(),
  /** Why the agent's phone proposed it, in the words shown there; null if it did not. */
  raison: z.string().nullable(),
  issue: z.enum(ISSUES).nullable(),
  promisLe: daySchema.nullable(),
  promis: amountSchema.nullable(),
  note: z.string().nullable(),
  saisiePar: agentSchema.nullable(),
  saisieLe: z.string().nullable(),
});
export type VisiteRow = z.infer<typeof visiteRowSchema>;

/** The visits of one tour. */
export const visiteQuerySchema = listQuerySchema.extend({ tournee: inDigits(idSchema) });
export type VisiteQuery = z.infer<typeof visiteQuerySchema>;

export const visiteTotalsSchema = z.object({
  total_records: z.int(),
  arrieres: z.int(),
  exercice: z.int(),
  exigible: z.int(),
  attente: z.int(),
  payeDepuis: z.int(),
  promis: z.int(),
});
export type VisiteTotals = z.infer<typeof visiteTotalsSchema>;

/** The complete outcome of a visit: an absent field is cleared. */
export const visitePatch = z
  .object({
    issue: z.enum(ISSUES).nullable(),
    /** For a promise: the day, and the francs. */
    promisLe: daySchema.nullish().transform((day) => day ?? null),
    promis: francs({ max: MAX_PAIEMENT })
      .nullish()
      .transform((amount) => amount ?? null),
    note: z
      .string()
      .trim()
      .max(500)
      .nullish()
      .transform((text) => text || null),
  })
  .refine(({ issue, promisLe }) => issue !== 'promis' || promisLe !== null, {
    message: 'Pour quel jour est-ce promis ?',
    path: ['promisLe'],
  })
  .refine(({ issue, promis }) => issue !== 'promis' || promis !== null, {
    message: 'Combien est promis ?',
    path: ['promis'],
  })
  .refine(({ issue, promisLe, promis }) => issue === 'promis' || (promisLe === null && promis === null), {
    message: "Un jour et un montant ne vont qu'avec une promesse.",
    path: ['issue'],
  });
export type VisitePatch = z.output<typeof visitePatch>;
