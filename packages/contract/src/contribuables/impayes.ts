/** Taxpayers with échéances due by a day and still unpaid (docs/regles-de-calcul.md, « Les impayés »). */
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
  /** Day of the oldest unpaid échéance. */
  depuis: daySchema,
  /** Unpaid échéances of earlier years, and of the year of the day, in francs. */
  arrieres: amountSchema,
  exercice: amountSchema,
  /** arrieres + the year's amount. */
  exigible: amountSchema,
  /** Échéances due later, not included in `exigible`. */
  aEchoir: amountSchema,
  /** Payments waiting for confirmation; `exigible` is not reduced by them. */
  attente: amountSchema,
});
export type ImpayeRow = z.infer<typeof impayeRowSchema>;

/** `to` is the day, today when absent; `from` excludes échéances due before it. */
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
