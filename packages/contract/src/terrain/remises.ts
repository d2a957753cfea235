/** Waiting commands handed over by whoever holds the phone (ADR 0052). The replies contain no name and no amount. */
import { z } from 'zod';
import { clePubliqueSchema } from './appareils.ts';
import { commandesBody, commandeSchema, commandesReply } from './commandes.ts';
import { MAX_COMMANDES, TERRAIN_MESSAGES } from './rules.ts';

/** Name of a server key: the beginning of its SHA-256, in hexadecimal. */
const nomDeCle = z.string().regex(/^[0-9a-f]{16}$/);

/** The key that phones seal to. */
export const cleRemiseSchema = z.object({ nom: nomDeCle, publique: clePubliqueSchema });
export type CleRemise = z.infer<typeof cleRemiseSchema>;

const commandeScelleeSchema = z.object({
  sequence: commandeSchema.shape.sequence,
  cle: nomDeCle,
  /** A command as it would be sent, sealed (scelle.ts), in base64url. */
  scelle: z
    .string()
    .max(200_000)
    .regex(/^[A-Za-z0-9_-]+$/),
});
export type CommandeScellee = z.infer<typeof commandeScelleeSchema>;

/** A batch, signed like a batch of commands. */
export const remisesBody = commandesBody.omit({ commandes: true }).extend({
  commandes: z.array(commandeScelleeSchema).max(MAX_COMMANDES, TERRAIN_MESSAGES.tropDeCommandes),
});
export type RemisesBody = z.infer<typeof remisesBody>;

const ETATS_REMISE = ['remise', 'manquante', 'illisible', 'autre'] as const;
/**
 * In order: received, now or before; follows a missing command; cannot be opened by this server; its number is known
 * with other content, for which the device was blocked. Processing stops at the first command that is not received.
 */
export type EtatRemise = (typeof ETATS_REMISE)[number];

export const remisesReply = z.object({
  heure: z.string(),
  appareil: commandesReply.shape.appareil,
  data: z.array(z.object({ sequence: z.int(), etat: z.enum(ETATS_REMISE) })),
});
export type RemisesReply = z.infer<typeof remisesReply>;
