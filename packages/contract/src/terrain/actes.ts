/** What agents of the field did in a period. */
import { z } from 'zod';
import { withDaysInOrder } from '../pilotage/figures.ts';
import {
  amountSchema,
  daySchema,
  idSchema,
  inDigits,
  listQuerySchema,
  nestedSchema,
} from '../platform/http/schemas.ts';

/** An agent who carries a device of a collectivité; without days, all that was ever done there. */
export const acteTerrainRowSchema = z.object({
  /** Of the first device. */
  id: idSchema,
  entite: nestedSchema,
  agent: nestedSchema,
  appareils: z.int(),
  dernierContact: z.string().nullable(),
  /** Taxpayers whom the agent enrolled. */
  enrolements: z.int(),
  /** Confirmed payments by their day, what was taken back included, and their sum in francs. */
  paiements: z.int(),
  montant: amountSchema,
  /** Payments that were taken back, by the day on which they were. */
  annulations: z.int(),
  /** Visits whose issue was noted. */
  visites: z.int(),
});
export type ActeTerrainRow = z.infer<typeof acteTerrainRowSchema>;

export const acteTerrainQuery = withDaysInOrder(
  listQuerySchema.extend({
    entite: inDigits(idSchema).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
);
export type ActeTerrainQuery = z.infer<typeof acteTerrainQuery>;

export const acteTerrainTotalsSchema = z.object({ total_records: z.int().min(0), montant: amountSchema });
export type ActeTerrainTotals = z.infer<typeof acteTerrainTotalsSchema>;
