/** Payments as lists show them (specification 2 sections 2.13, 3 and 7). */
import { z } from 'zod';
import { STATUTS_TRANSACTION } from '../constants.ts';
import { agentSchema, placeSchema } from '../contribuables/contribuables.ts';
import { idListSchema } from '../pilotage/figures.ts';
import { amountSchema, daySchema, idSchema, listQuerySchema, nestedSchema } from '../schemas.ts';

export * from './fields.ts';

export const transactionRowSchema = z.object({
  id: idSchema,
  noTransaction: z.string(),
  numeroRecu: z.string().nullable(),
  dateTransaction: z.string(),
  dateRequete: z.string(),
  /** Francs; negative for a refund. */
  montant: amountSchema,
  statut: z.enum(STATUTS_TRANSACTION),
  motif: z.string().nullable(),
  moyenPaiement: nestedSchema,
  contrib: z.object({
    id: idSchema,
    numKlis: z.string(),
    fullName: z.string(),
    telephone: z.string().nullable(),
  }),
  ramification: placeSchema,
  bureauAccepteur: agentSchema.nullable(),
  version: z.int(),
});
export type TransactionRow = z.infer<typeof transactionRowSchema>;

/** The list's own parameters: place and day of payment. */
export const transactionQuerySchema = listQuerySchema
  .extend({
    entite: idListSchema,
    ramification: idListSchema,
    ms: idListSchema,
    from: daySchema.optional(),
    to: daySchema.optional(),
  })
  .refine((query) => !query.from || !query.to || query.from <= query.to, {
    message: 'La date de début est après la date de fin.',
    path: ['from'],
  });
export type TransactionQuery = z.infer<typeof transactionQuerySchema>;

export const transactionTotalsSchema = z.object({ total_records: z.int(), montant: z.int() });
export type TransactionTotals = z.infer<typeof transactionTotalsSchema>;
