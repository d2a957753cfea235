/** SMS to taxpayers whose payment was taken by a device (ADR 0050). */
import { z } from 'zod';
import { amountSchema, idSchema, inDigits, listQuerySchema, nestedSchema } from '../platform/http/schemas.ts';
import { ETATS_SMS } from '../platform/values/sms.ts';

export const messageSmsRowSchema = z.object({
  id: idSchema,
  entite: nestedSchema,
  createdAt: z.string(),
  contribuable: z.object({ id: idSchema, fullName: z.string() }),
  transaction: z.object({ id: idSchema, numeroRecu: z.string().nullable(), montant: amountSchema }),
  /** The number given to the gateway, else the one of the taxpayer's record. */
  telephone: z.string().nullable(),
  texte: z.string().nullable(),
  /** Number of billed messages. */
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

/** The gateway in use, without its secrets. */
export const passerelleSmsSchema = z.object({
  nom: z.string(),
  /** Whether messages are really sent. */
  reelle: z.boolean(),
  /** Whether it ever sent a message. */
  essayee: z.boolean(),
  /** Collectivités in the reader's scope that have SMS switched on. */
  collectivites: z.array(nestedSchema),
});
export type PasserelleSms = z.infer<typeof passerelleSmsSchema>;
