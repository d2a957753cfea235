/** SMS to taxpayers whose payment a device took (ADR 0050). */
import { z } from 'zod';
import { amountSchema, idSchema, inDigits, listQuerySchema, nestedSchema } from '../platform/http/schemas.ts';
import { ETATS_SMS } from '../platform/values/sms.ts';

export const messageSmsRowSchema = z.object({
  id: idSchema,
  entite: nestedSchema,
  createdAt: z.string(),
  contribuable: z.object({ id: idSchema, fullName: z.string() }),
  transaction: z.object({ id: idSchema, numeroRecu: z.string().nullable(), montant: amountSchema }),
  /** As the gateway was given it, else as the taxpayer's record has it. */
  telephone: z.string().nullable(),
  texte: z.string().nullable(),
  /** As many as are billed. */
  segments: z.int().nullable(),
  etat: z.enum(ETATS_SMS),
  cause: z.string().nullable(),
  passerelle: z.string().nullable(),
  essais: z.int(),
  envoyeLe: z.string().nullable(),
});
export type MessageSmsRow = z.infer<typeof messageSmsRowSchema>;

export const messageSmsQuery = listQuerySchema.extend({ entite: inDigits(idSchema).optional() });
export type MessageSmsQuery = z.infer<typeof messageSmsQuery>;

/** The gateway in use: its secrets are told to nobody. */
export const passerelleSmsSchema = z.object({
  nom: z.string(),
  /** Whether messages leave. */
  reelle: z.boolean(),
  /** Whether one ever left by it. */
  essayee: z.boolean(),
  /** Collectivités that are seen and have switched them on. */
  collectivites: z.array(nestedSchema),
});
export type PasserelleSms = z.infer<typeof passerelleSmsSchema>;
