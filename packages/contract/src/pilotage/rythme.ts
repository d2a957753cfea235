/**
 * The pace of collection: what was received for a fiscal year so far, against what falls due in it and against the year
 * before, and what it may bring by its end. What the year brings in for those before it stands beside.
 */
import { z } from 'zod';
import { yearSchema } from '../platform/http/schemas.ts';
import { betailSchema, places } from './figures.ts';
import { METHODES_PROJECTION } from './projection.ts';

export const rythmeQuerySchema = z.object({
  ...places,
  /** Fiscal year of the dues and of what pays them; the present one when absent. */
  annee: yearSchema.optional(),
  betail: betailSchema.default('0'),
});
export type RythmeQuery = z.infer<typeof rythmeQuerySchema>;

const montant = z.int();
export const rythmeSchema = z.object({
  annee: z.int(),
  /** The last day that `encaisse` counts: today, or the year's last day. Null before the year begins. */
  jour: z.string().nullable(),
  /** Received for the year until then, net of refunds, in francs; of which before it began. */
  encaisse: montant,
  avant: montant,
  /** Received in the year for the years before it. */
  arrieres: montant,
  /** Falling due in the year, in francs. */
  attendu: montant,
  /** Received for the year before: before it began, until the same day of it, and until its end. */
  precedent: z.object({ avant: montant, encaisse: montant, total: montant }),
  /** Null where it cannot be said. */
  projection: z.object({ montant, methode: z.enum(METHODES_PROJECTION) }).nullable(),
  mois: z.array(
    z.object({
      /** Number of the month, two characters at most. */
      date: z.string().max(2),
      /** Null from the month after `jour` on. */
      encaisse: montant.nullable(),
      cumul: montant.nullable(),
      exigible: montant,
      cumulExigible: montant,
      precedent: montant,
      cumulPrecedent: montant,
    }),
  ),
});
export type Rythme = z.infer<typeof rythmeSchema>;
