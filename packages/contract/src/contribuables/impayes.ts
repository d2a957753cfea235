/** Who owes on a day: échéances fallen due by it that are still unpaid (docs/regles-de-calcul.md, « Les impayés »). */
import { z } from 'zod';
import { datedListQuery, withDaysInOrder } from '../pilotage/figures.ts';
import { amountSchema, daySchema, idSchema } from '../platform/http/schemas.ts';
import { placeSchema } from '../platform/listing/names.ts';

export const impayeRowSchema = z.object({
  id: idSchema,
  numKlis: z.string(),
  fullName: z.string(),
  telephone: z.string().nullable(),
  adresse: z.string().nullable(),
  ramification: placeSchema,
  createdAt: z.string(),
  /** The day of the oldest unpaid échéance. */
  depuis: daySchema,
  /** Unpaid échéances of the years before the day's, and of that year, in francs. */
  arrieres: amountSchema,
  exercice: amountSchema,
  /** Both. */
  exigible: amountSchema,
  /** What falls due later: no part of what is owed on the day. */
  aEchoir: amountSchema,
  /** What was paid and waits for a confirmation: no part of what is owed less. */
  attente: amountSchema,
});
export type ImpayeRow = z.infer<typeof impayeRowSchema>;

/** `to` is the day, today when absent; `from` leaves out the échéances that fell due before it. */
export const impayeQuerySchema = withDaysInOrder(datedListQuery);
export type ImpayeQuery = z.infer<typeof impayeQuerySchema>;

export const impayeTotalsSchema = z.object({
  total_records: z.int(),
  arrieres: z.int(),
  exercice: z.int(),
  exigible: z.int(),
  aEchoir: z.int(),
  attente: z.int(),
});
export type ImpayeTotals = z.infer<typeof impayeTotalsSchema>;
