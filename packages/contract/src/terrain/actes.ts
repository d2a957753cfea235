/** The activity of field agents in a period. */
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

/** An agent with a device of a collectivité; without days, the activity of all time. */
export const acteTerrainRowSchema = z.object({
  /** Id of the agent's first device. */
  id: idSchema,
  entite: nestedSchema,
  agent: nestedSchema,
  appareils: z.int(),
  dernierContact: z.string().nullable(),
  /** Taxpayers enrolled by the agent. */
  enrolements: z.int(),
  /** Confirmed payments by their day, reversed ones included, and their sum in francs. */
  paiements: z.int(),
  montant: amountSchema,
  /** Reversed payments, by the day of the reversal. */
  annulations: z.int(),
  /** Visits with a recorded outcome. */
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
