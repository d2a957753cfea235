/** Payments: their lists, their page, and their creation (specification 2 sections 2.8, 2.13, 3 and 7). */
import { z } from 'zod';
import {
  MOYEN_REMBOURSEMENT,
  NATURES_MOYEN,
  ORIGINES_TRANSACTION,
  STATUTS_TRANSACTION,
} from '../constants.ts';
import { datedListQuery, withDaysInOrder } from '../pilotage/figures.ts';
import {
  amountSchema,
  francs,
  idSchema,
  nestedSchema,
  referenceSchema,
  yearSchema,
} from '../platform/http/schemas.ts';
import { suppressionSchema, targetsSchema } from '../platform/listing/selections.ts';
import { travailSchema } from '../platform/jobs/travaux.ts';
import { chequeSchema } from './cheque.ts';
import { MAX_PAIEMENT, PAIEMENT_MESSAGES } from './rules.ts';
import { agentSchema, placeSchema } from '../platform/listing/names.ts';

export * from './rules.ts';

/**
 * The reversal state of a payment: still confirmed, but no longer counted; `rejetée` if the bank returned its cheque.
 */
const extourneSchema = z.enum(['extournée', 'rejetée', 'extourne']).nullable();

export const transactionRowSchema = z.object({
  id: idSchema,
  noTransaction: z.string(),
  /** Assigned on confirmation; refunds, reversals and payments made before Octroi have none. */
  numeroRecu: z.string().nullable(),
  dateTransaction: z.string(),
  dateRequete: z.string(),
  /** Francs, gross; negative for a refund or a reversal. */
  montant: amountSchema,
  /** The operator's commission, in francs, included in the amount. */
  frais: amountSchema,
  /** The amount without the commission. */
  net: amountSchema,
  statut: z.enum(STATUTS_TRANSACTION),
  /** Reversed since, or itself a reversal. */
  extourne: extourneSchema,
  /** Payments made before Octroi, imported from a register, have no receipt of ours. */
  origine: z.enum(ORIGINES_TRANSACTION),
  /** The year that the payer asked to pay, if any. */
  annee: z.int().nullable(),
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
  /** Booked under « Recettes à classer »: `contrib` and `ramification` are then placeholders. */
  aClasser: z.boolean(),
  version: z.int(),
});
export type TransactionRow = z.infer<typeof transactionRowSchema>;

const linked = z.object({ id: idSchema, noTransaction: z.string(), dateTransaction: z.string() }).nullable();

/** A payment with what it pays, its later changes, and their authors. */
export const transactionSchema = transactionRowSchema.extend({
  imputations: z.array(
    z.object({
      id: idSchema,
      annee: z.int(),
      /** The tax paid; null for an advance. */
      taxe: nestedSchema.nullable(),
      periode: z.int().nullable(),
      /** Periods per year of the tax. */
      periodes: z.int().nullable(),
      montant: amountSchema,
    }),
  ),
  /** The payment that this one reverses. */
  extourneDe: linked,
  /** The payment that reverses this one. */
  extourneePar: linked,
  /** The payment that it replaces, and the payment that replaces it. */
  remplace: linked,
  remplacePar: linked,
  /** The number on the paper that its payer has, where it is not `numeroRecu`: that of an old register, for one. */
  numeroImprime: z.string().nullable(),
  /** What kind of money it was. */
  nature: z.enum(NATURES_MOYEN),
  /** Whether the bank's notice of the returned cheque is attached. */
  avisRejet: z.boolean(),
  /** The cheque, for a payment by cheque at the counter. */
  cheque: chequeSchema.nullable(),
  historique: z.array(
    z.object({
      id: idSchema,
      createdAt: z.string(),
      acte: z.string(),
      statut: z.string().nullable(),
      motif: z.string().nullable(),
      /** Null for an operator. */
      utilisateur: agentSchema.nullable(),
    }),
  ),
});
export type Transaction = z.infer<typeof transactionSchema>;

/** Negative for a refund. */
const montantSchema = francs({ min: -MAX_PAIEMENT, max: MAX_PAIEMENT }).refine(
  (montant) => montant !== 0,
  PAIEMENT_MESSAGES.nul,
);
const noTransactionSchema = z.string().trim().min(1).max(60);
const motifSchema = z.string().trim().max(500);

/** `contrib`, the field name of replies, is accepted for `contribuable`. */
const byContrib = (given: unknown): unknown =>
  typeof given === 'object' && given !== null && 'contrib' in given && !('contribuable' in given)
    ? { ...given, contribuable: given.contrib }
    : given;

const paiementFields = z.object({
  contribuable: referenceSchema,
  montant: montantSchema,
  moyenPaiement: referenceSchema,
  /** The operator's reference; the server assigns one if absent. */
  noTransaction: noTransactionSchema.nullish(),
  annee: yearSchema.nullish(),
  motif: motifSchema.nullish(),
});

/** A payment, or a refund if the amount is negative (specification 2 section 2.8: payment method 9, a reason). */
export const paiementBody = z
  .preprocess((given: z.input<typeof paiementFields>) => byContrib(given), paiementFields)
  .superRefine(({ montant, moyenPaiement, motif, annee }, issues) => {
    const say = (path: string, message: string): void =>
      void issues.addIssue({ code: 'custom', path: [path], message });
    if (montant > 0 && moyenPaiement === MOYEN_REMBOURSEMENT)
      say('moyenPaiement', PAIEMENT_MESSAGES.moyenDeRemboursement);
    if (montant >= 0) return;
    if (moyenPaiement !== MOYEN_REMBOURSEMENT) say('moyenPaiement', PAIEMENT_MESSAGES.moyenDuRemboursement);
    if (!motif) say('motif', PAIEMENT_MESSAGES.motif);
    if (annee) say('annee', PAIEMENT_MESSAGES.anneeDuRemboursement);
  });
export type PaiementBody = z.infer<typeof paiementBody>;

/**
 * `excedent=refuser`: a payment above the amount due is refused with both amounts (409 `conflit.excedent`), so that the
 * client can ask the person before repeating the request without it.
 */
export const paiementQuery = z.object({ excedent: z.enum(['refuser']).optional() });

/**
 * Changes of a payment. Clients send complete records: unchanged values are ignored. Once a payment is confirmed or
 * failed, only `noTransaction` and `motif` may change.
 */
export const transactionPatch = z
  .object({
    contribuable: referenceSchema,
    /** The taxpayer, under the field name of replies. */
    contrib: referenceSchema,
    montant: montantSchema,
    moyenPaiement: referenceSchema,
    noTransaction: noTransactionSchema,
    annee: yearSchema.nullable(),
    motif: motifSchema.nullable(),
    statut: z.enum(STATUTS_TRANSACTION),
    dateTransaction: z.string().max(40),
  })
  .partial();
export type TransactionPatch = z.infer<typeof transactionPatch>;

/** The reason of a removal; required for a confirmed payment. */
export const removalReason = z.object({ motif: motifSchema.optional() });
export const removalBody = z.intersection(targetsSchema, removalReason);

/** The result of a removal with its refusals, or the job that runs it when it is long. */
export const suppressionTransactions = suppressionSchema.extend({
  /** Removed payments that were confirmed: they stay and are reversed. */
  extournes: z.int(),
  travail: travailSchema.nullable(),
});
export type SuppressionTransactions = z.infer<typeof suppressionTransactions>;

/** Place and payment day; livestock as it was at the payment. */
export const imputationQuerySchema = withDaysInOrder(datedListQuery);
export type ImputationQuery = z.infer<typeof imputationQuerySchema>;

/**
 * The same parameters, and the kind of money: paid by taxpayers (absent or `0`), or booked under « Recettes à classer »
 * (`1`). `ouverts` keeps the unclassified payments without a taxpayer, waiting ones included.
 */
export const transactionQuerySchema = withDaysInOrder(
  datedListQuery.extend({ aClasser: z.enum(['0', '1', 'ouverts']).optional() }),
);
export type TransactionQuery = z.infer<typeof transactionQuerySchema>;

export const imputationTotalsSchema = z.object({ total_records: z.int(), montant: z.int() });
export type ImputationTotals = z.infer<typeof imputationTotalsSchema>;

/**
 * The number of rows, their sum, and the split `encaisse` + `rendu` = `net` of confirmed money. A list limited to
 * received money (amount above 0) still gives the refunds of the same place and period.
 */
export const transactionTotalsSchema = imputationTotalsSchema.extend({
  encaisse: amountSchema,
  /** Reversals and refunds, below 0. */
  rendu: amountSchema,
  net: amountSchema,
});
export type TransactionTotals = z.infer<typeof transactionTotalsSchema>;
