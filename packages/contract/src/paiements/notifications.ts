/**
 * Notifications of operators about payments, and the payments that a person must review because a notification could
 * not be applied.
 */
import { z } from 'zod';
import { STATUTS_TRANSACTION } from '../constants.ts';
import { formatFrancs } from '../platform/values/money.ts';
import {
  amountSchema,
  francs,
  idSchema,
  inDigits,
  listQuerySchema,
  nestedSchema,
  referenceSchema,
} from '../platform/http/schemas.ts';
import {
  ACTES_ECLAIRCISSEMENT,
  ETATS_ECLAIRCISSEMENT,
  NATURES_ECLAIRCISSEMENT,
} from './eclaircissement-words.ts';
import { MAX_PAIEMENT, PAIEMENT_MESSAGES } from './rules.ts';

/**
 * An operator's notification, signed as `X-Octroi-Signature: sha256=<hex>` over the bytes of the body. `evenement` is
 * the operator's id of the message: a repetition changes nothing, the same id with other content is refused. A negative
 * amount takes money back.
 */
export const notificationBody = z
  .object({
    evenement: z.string().trim().min(1).max(120),
    noTransaction: z.string().trim().min(1).max(60),
    montant: francs({ min: -MAX_PAIEMENT, max: MAX_PAIEMENT }).refine(
      (montant) => montant !== 0,
      PAIEMENT_MESSAGES.nul,
    ),
    statut: z.enum(['Confirmé', 'Failed']),
    /** The commission actually charged, in francs; computed from the method when absent. */
    frais: francs({ min: 0, max: MAX_PAIEMENT }).optional(),
  })
  .refine(({ montant, frais = 0 }) => frais <= Math.abs(montant), {
    message: 'La commission dépasse le montant.',
    path: ['frais'],
  });
export type NotificationBody = z.infer<typeof notificationBody>;
export const notificationReply = z.object({ id: idSchema, statut: z.enum(STATUTS_TRANSACTION) });

export const ECLAIRCISSEMENT_MESSAGES = {
  inconnu: 'Aucun paiement ne porte cette référence.',
  autreContenu:
    'Cet événement est déjà connu avec un autre contenu : un nouveau message prend un nouveau nom.',
  montantNegatif: 'L’opérateur a repris de l’argent.',
  autreMontant: (connu: number, dit: number) =>
    `Ce paiement est de ${formatFrancs(connu)}, et l’opérateur dit ${formatFrancs(dit)}.`,
  annuleApresSucces: 'L’opérateur dit en échec un paiement confirmé : il a repris l’argent.',
  apresEchec: 'L’opérateur confirme un paiement qui était en échec : a-t-il été payé une seconde fois ?',
  apresExtourne: 'L’opérateur confirme un paiement qui a été annulé : l’argent est arrivé.',
  dejaRegle: 'Quelqu’un a déjà réglé ce cas : relisez la liste.',
  rienAEncaisser: 'L’opérateur a repris cet argent : il n’y a rien à encaisser.',
  extournerDAbord: (reference: string) =>
    `Le paiement ${reference} compte encore : extournez-le d’abord depuis sa page, puis réglez ce cas.`,
  collectivite: 'Choisissez la collectivité, ou le contribuable, à qui cet argent revient.',
  motif: 'Dites pourquoi.',
} as const;

/** A payment to review (« Paiement à éclaircir »). */
export const eclaircissementRowSchema = z.object({
  id: idSchema,
  recueLe: z.string(),
  nature: z.enum(NATURES_ECLAIRCISSEMENT),
  message: z.string(),
  evenement: z.string(),
  /** The operator's reference of the payment. */
  reference: z.string(),
  statut: z.enum(['Confirmé', 'Failed']),
  montant: amountSchema,
  moyenPaiement: nestedSchema,
  /** Null if the collectivité is unknown. */
  entite: nestedSchema.nullable(),
  contribuable: z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() }).nullable(),
  /** The payment with this reference, unless it was deleted. */
  transaction: z
    .object({
      id: idSchema,
      noTransaction: z.string(),
      statut: z.enum(STATUTS_TRANSACTION),
      montant: amountSchema,
    })
    .nullable(),
  acte: z.enum(ACTES_ECLAIRCISSEMENT).nullable(),
  note: z.string().nullable(),
  regleLe: z.string().nullable(),
  reglePar: nestedSchema.nullable(),
  /** The payment booked from it. */
  encaisse: idSchema.nullable(),
});
export type EclaircissementRow = z.infer<typeof eclaircissementRowSchema>;

export const eclaircissementQuery = listQuerySchema.extend({
  entite: inDigits(idSchema).optional(),
  contribuable: inDigits(idSchema).optional(),
  etat: z.enum(ETATS_ECLAIRCISSEMENT).default('ouverts'),
});
export type EclaircissementQuery = z.infer<typeof eclaircissementQuery>;

/** Number of cases, and their total in francs. */
export const eclaircissementTotals = z.object({ total_records: z.int().min(0), montant: amountSchema });
export type EclaircissementTotals = z.infer<typeof eclaircissementTotals>;

/**
 * How a case is closed: the money is booked, for a taxpayer or as unclassified; the operator gave it back; no action,
 * with the reason.
 */
export const eclaircissementBody = z.object({
  acte: z.enum(ACTES_ECLAIRCISSEMENT),
  /** For `encaisser`: the taxpayer; absent: the money is booked as unclassified. */
  contribuable: referenceSchema.optional(),
  /** For unclassified money: the collectivité, if the case has none. */
  entite: referenceSchema.optional(),
  motif: z.string().trim().min(1, ECLAIRCISSEMENT_MESSAGES.motif).max(500),
});
export type EclaircissementBody = z.infer<typeof eclaircissementBody>;
