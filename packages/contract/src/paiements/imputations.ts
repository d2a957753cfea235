/**
 * Imputations: the parts of payments by what they pay. The list behind the figures by tax (specification 2 section
 * 2.15).
 */
import { z } from 'zod';
import { amountSchema, idSchema, nestedSchema } from '../platform/http/schemas.ts';
import { agentSchema, placeSchema } from '../platform/listing/names.ts';

export const imputationRowSchema = z.object({
  id: idSchema,
  transaction: z.object({
    id: idSchema,
    noTransaction: z.string(),
    dateTransaction: z.string(),
    moyenPaiement: nestedSchema,
  }),
  contrib: z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() }),
  /** Place of the taxpayer at the time of the payment. */
  ramification: placeSchema,
  /** The tax paid; null for an advance. */
  taxe: nestedSchema.nullable(),
  /** Fiscal year, and its period (null for an advance). */
  annee: z.int(),
  periode: z.int().nullable(),
  /** Francs; negative when reversed by a refund. */
  montant: amountSchema,
  bureauAccepteur: agentSchema.nullable(),
});
export type ImputationRow = z.infer<typeof imputationRowSchema>;
