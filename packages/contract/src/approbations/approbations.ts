/** Commands that wait for a second person (docs/architecture.md, « Une seconde personne »). */
import { z } from 'zod';
import { amountSchema, idSchema, nestedSchema } from '../platform/http/schemas.ts';
import { NATURES, STATUTS_APPROBATION } from './natures.ts';

const person = z.object({ id: idSchema, username: z.string(), fullName: z.string() });

export const approbationRowSchema = z.object({
  id: idSchema,
  nature: z.enum(NATURES),
  /** What is asked for, in a line. */
  objet: z.string(),
  entite: nestedSchema,
  contribuable: z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() }).nullable(),
  /** Francs that it moves; null where no sum says what it weighs. */
  montant: amountSchema.nullable(),
  motif: z.string().nullable(),
  demandeur: person,
  createdAt: z.string(),
  expireLe: z.string(),
  statut: z.enum(STATUTS_APPROBATION),
  decideur: person.nullable(),
  decideLe: z.string().nullable(),
  /** Why it was refused, or why it failed. */
  reponse: z.string().nullable(),
  /** The record that it is about, where there is one. */
  ressource: z.string().nullable(),
  enregistrement: idSchema.nullable(),
  /** Whether the person who reads it may decide it now. */
  aDecider: z.boolean(),
});
export type ApprobationRow = z.infer<typeof approbationRowSchema>;

/** What a command takes back of one payment, and of which of its parts. */
const paiementViseSchema = z.object({
  id: idSchema,
  noTransaction: z.string(),
  dateTransaction: z.string(),
  moyenPaiement: z.string(),
  contribuable: z.string(),
  montant: amountSchema,
  /** Francs taken back; 0 of a payment that never counted and is removed. */
  repris: amountSchema,
  /** Empty where many payments are taken back whole. */
  parts: z.array(
    z.object({
      annee: z.int(),
      /** Null for an advance. */
      echeance: idSchema.nullable(),
      taxe: z.string().nullable(),
      periode: z.int().nullable(),
      periodes: z.int().nullable(),
      /** Whether it was an advance before it paid the échéance. */
      avance: z.boolean(),
      montant: amountSchema,
    }),
  ),
});
export type PaiementVise = z.infer<typeof paiementViseSchema>;

/** What had changed when the command was carried out, and was left out of it. */
const laisseSchema = z.object({ objet: z.string(), motif: z.string() });
export type Laisse = z.infer<typeof laisseSchema>;

/** Payments that an approval shows; of more, their number alone. */
export const MAX_VISES = 100;

/** With what changes, before and after. */
export const approbationSchema = approbationRowSchema.extend({
  /** What must still be so when it is carried out, with `apres` and `vise`. */
  avant: z.unknown(),
  apres: z.unknown(),
  /** The first payments that it takes back. */
  vise: z.array(paiementViseSchema),
  nombreVise: z.int(),
  /** Shown beside, as it was when asked for: it may have changed since. */
  contexte: z.object({ avant: z.unknown(), apres: z.unknown() }).nullable(),
  laisses: z.array(laisseSchema),
  /** The kind of the attached file. */
  piece: z.enum(['photo', 'pdf']).nullable(),
});
export type Approbation = z.infer<typeof approbationSchema>;

/** What a command replies, with 202, where it waits instead of being done. */
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
