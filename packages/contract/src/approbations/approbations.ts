/** Commands that wait for a second person (docs/architecture.md, « Une seconde personne »). */
import { z } from 'zod';
import { amountSchema, idSchema, nestedSchema } from '../platform/http/schemas.ts';
import { NATURES, STATUTS_APPROBATION } from './natures.ts';

const person = z.object({ id: idSchema, username: z.string(), fullName: z.string() });

export const approbationRowSchema = z.object({
  id: idSchema,
  nature: z.enum(NATURES),
  /** The request in one line. */
  objet: z.string(),
  entite: nestedSchema,
  contribuable: z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() }).nullable(),
  /** Francs that the command moves; null where no amount describes it. */
  montant: amountSchema.nullable(),
  motif: z.string().nullable(),
  demandeur: person,
  createdAt: z.string(),
  expireLe: z.string(),
  statut: z.enum(STATUTS_APPROBATION),
  decideur: person.nullable(),
  decideLe: z.string().nullable(),
  /** Why the request was refused, or why its command failed. */
  reponse: z.string().nullable(),
  /** Resource of the record concerned, if any. */
  ressource: z.string().nullable(),
  enregistrement: idSchema.nullable(),
  /** Whether the reader may decide it now. */
  aDecider: z.boolean(),
});
export type ApprobationRow = z.infer<typeof approbationRowSchema>;

/** What a command reverses of one payment, and which parts of it. */
const paiementViseSchema = z.object({
  id: idSchema,
  noTransaction: z.string(),
  dateTransaction: z.string(),
  moyenPaiement: z.string(),
  contribuable: z.string(),
  montant: amountSchema,
  /** Francs reversed; 0 for an unconfirmed payment that is deleted. */
  repris: amountSchema,
  /** Empty when many payments are reversed in full. */
  parts: z.array(
    z.object({
      annee: z.int(),
      /** Null for an advance. */
      echeance: idSchema.nullable(),
      taxe: z.string().nullable(),
      periode: z.int().nullable(),
      periodes: z.int().nullable(),
      /** Whether the amount was an advance before it paid the échéance. */
      avance: z.boolean(),
      montant: amountSchema,
    }),
  ),
});
export type PaiementVise = z.infer<typeof paiementViseSchema>;

/** What the command left out when it ran, because it had changed meanwhile. */
const laisseSchema = z.object({ objet: z.string(), motif: z.string() });
export type Laisse = z.infer<typeof laisseSchema>;

/** Payments shown in an approval; beyond it, only their number is shown. */
export const MAX_VISES = 100;

/** With the values before and after the change. */
export const approbationSchema = approbationRowSchema.extend({
  /** State that must be unchanged when the command runs, together with `apres` and `vise`. */
  avant: z.unknown(),
  apres: z.unknown(),
  /** The first payments that the command reverses. */
  vise: z.array(paiementViseSchema),
  nombreVise: z.int(),
  /** Context shown beside the change, as it was when requested; it may have changed since. */
  contexte: z.object({ avant: z.unknown(), apres: z.unknown() }).nullable(),
  laisses: z.array(laisseSchema),
  /** Type of the attached file. */
  piece: z.enum(['photo', 'pdf']).nullable(),
});
export type Approbation = z.infer<typeof approbationSchema>;

/** The 202 reply of a command that waits for approval instead of running. */
export const enAttenteSchema = z
  .object({ approbation: z.object({ id: idSchema, statut: z.enum(STATUTS_APPROBATION) }) })
  .meta({ id: 'EnAttente' });
export type EnAttenteReply = z.infer<typeof enAttenteSchema>;

export const refusBody = z.object({
  motif: z
    .string({ error: 'Veuillez entrer le motif.' })
    .trim()
    .min(1, 'Veuillez entrer le motif.')
    .max(500, 'Le motif tient en 500 caractères.'),
});
