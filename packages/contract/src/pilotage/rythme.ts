/**
 * The pace of collection: money received for a fiscal year so far, compared with its échéances and with the year
 * before, and its projected total. Arrears of earlier years are counted apart.
 */
import { z } from 'zod';
import { yearSchema } from '../platform/http/schemas.ts';
import { betailSchema, places } from './figures.ts';
import { METHODES_PROJECTION } from './projection.ts';

export const rythmeQuerySchema = z.object({
  ...places,
  /** Fiscal year; the current one when absent. */
  annee: yearSchema.optional(),
  betail: betailSchema.default('0'),
});
export type RythmeQuery = z.infer<typeof rythmeQuerySchema>;

const montant = z.int();
export const rythmeSchema = z.object({
  annee: z.int(),
  /** Last day that `encaisse` counts: today, or the year's last day. Null before the year begins. */
  jour: z.string().nullable(),
  /** Received for the year until then, net of refunds, in francs; and the part received before it began. */
  encaisse: montant,
  avant: montant,
  /** Received in the year for earlier years. */
  arrieres: montant,
  /** Due in the year, in francs; and the part due until `jour`, 0 before the year begins. */
  attendu: montant,
  echu: montant,
  /** Received for the year before: before it began, until the same day, and until its end. */
  precedent: z.object({ avant: montant, encaisse: montant, total: montant }),
  /** Null if it cannot be computed. */
  projection: z.object({ montant, methode: z.enum(METHODES_PROJECTION) }).nullable(),
  mois: z.array(
    z.object({
      /** Number of the month, two characters at most. */
      date: z.string().max(2),
      /** Null for the months after `jour`. */
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
