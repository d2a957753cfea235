/** Who owes on a day: échéances fallen due by it that are still unpaid (docs/regles-de-calcul.md, « Les impayés »). */
import { z } from 'zod';
import { idListSchema, directSchema } from '../pilotage/figures.ts';
import { amountSchema, daySchema, idSchema, listQuerySchema } from '../schemas.ts';
import { placeSchema } from './contribuables.ts';

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
});
export type ImpayeRow = z.infer<typeof impayeRowSchema>;

export const impayeQuerySchema = listQuerySchema
  .extend({
    entite: idListSchema,
    ramification: idListSchema,
    ms: idListSchema,
    direct: directSchema,
    /** Échéances that fell due from this day on alone. */
    from: daySchema.optional(),
    /** The day; today when absent. */
    to: daySchema.optional(),
    /** `1`: livestock taxpayers alone; `0`: all others; absent: both. */
    betail: z.enum(['0', '1']).optional(),
  })
  .refine((query) => !query.from || !query.to || query.from <= query.to, {
    message: 'La date de début est après la date de fin.',
    path: ['from'],
  });
export type ImpayeQuery = z.infer<typeof impayeQuerySchema>;

export const impayeTotalsSchema = z.object({
  total_records: z.int(),
  arrieres: z.int(),
  exercice: z.int(),
  exigible: z.int(),
  aEchoir: z.int(),
});
export type ImpayeTotals = z.infer<typeof impayeTotalsSchema>;
