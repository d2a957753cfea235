/** Payments as lists and their own page show them, and as they are made (specification 2 sections 2.8, 2.13, 3 and 7). */
import { z } from 'zod';
import { MOYEN_REMBOURSEMENT, NATURES_MOYEN, STATUTS_TRANSACTION } from '../constants.ts';
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

/** What a reversal makes of a payment: confirmed still, it counts no more; `rejetée` where the bank did not pay its cheque. */
const extourneSchema = z.enum(['extournée', 'rejetée', 'extourne']).nullable();

export const transactionRowSchema = z.object({
  id: idSchema,
  noTransaction: z.string(),
  /** Given when a payment is confirmed; refunds and reversals have none. */
  numeroRecu: z.string().nullable(),
  dateTransaction: z.string(),
  dateRequete: z.string(),
  /** Francs, gross; negative for a refund or a reversal. */
  montant: amountSchema,
  /** The operator's commission, in francs, within the amount. */
  frais: amountSchema,
  /** What is left of the amount without the commission. */
  net: amountSchema,
  statut: z.enum(STATUTS_TRANSACTION),
  /** Taken back whole since, or taking another one back. */
  extourne: extourneSchema,
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
  /** Booked under « Recettes à classer »: `contrib` and `ramification` are no taxpayer and no place. */
  aClasser: z.boolean(),
  version: z.int(),
});
export type TransactionRow = z.infer<typeof transactionRowSchema>;

const linked = z.object({ id: idSchema, noTransaction: z.string(), dateTransaction: z.string() }).nullable();

/** A payment's own page: what it pays, what became of it, and who did it. */
export const transactionSchema = transactionRowSchema.extend({
  imputations: z.array(
    z.object({
      id: idSchema,
      annee: z.int(),
      /** What is paid; null for an advance. */
      taxe: nestedSchema.nullable(),
      periode: z.int().nullable(),
      /** How many a year of that tax has. */
      periodes: z.int().nullable(),
      montant: amountSchema,
    }),
  ),
  /** The payment that this one takes back. */
  extourneDe: linked,
  /** The one that takes this back. */
  extourneePar: linked,
  /** The payment in whose place it was booked, and the one in its place. */
  remplace: linked,
  remplacePar: linked,
  /** What kind of money it was. */
  nature: z.enum(NATURES_MOYEN),
  /** Whether the bank's notice that its cheque was not paid is there. */
  avisRejet: z.boolean(),
  /** What it was paid by, where that is a cheque of the counter. */
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

/** Below 0 for a refund. */
const montantSchema = francs({ min: -MAX_PAIEMENT, max: MAX_PAIEMENT }).refine(
  (montant) => montant !== 0,
  PAIEMENT_MESSAGES.nul,
);
const noTransactionSchema = z.string().trim().min(1).max(60);
const motifSchema = z.string().trim().max(500);

/** `contrib`, as rows name the taxpayer, is another spelling of `contribuable`. */
const byContrib = (given: unknown): unknown =>
  typeof given === 'object' && given !== null && 'contrib' in given && !('contribuable' in given)
    ? { ...given, contribuable: given.contrib }
    : given;

const paiementFields = z.object({
  contribuable: referenceSchema,
  montant: montantSchema,
  moyenPaiement: referenceSchema,
  /** The operator's reference; the server gives one where there is none. */
  noTransaction: noTransactionSchema.nullish(),
  annee: yearSchema.nullish(),
  motif: motifSchema.nullish(),
});

/** A payment, or with a negative amount a refund (specification 2 section 2.8: payment method 9, a reason). */
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
 * `excedent=refuser`: a payment above what is owed is refused with both figures (409 `conflit.excedent`), so that the
 * person is asked before it is sent again without.
 */
export const paiementQuery = z.object({ excedent: z.enum(['refuser']).optional() });

/** One booking, however often it is asked for: letters, digits and signs that no program writes by chance. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "L'en-tête Idempotency-Key doit tenir en 200 signes visibles.")
    .optional(),
});

/**
 * What of a payment may be changed. Records are sent back whole: what is the same as before is no change. Once
 * confirmed or failed, `noTransaction` and `motif` alone change.
 */
export const transactionPatch = z
  .object({
    contribuable: referenceSchema,
    /** As rows name the taxpayer. */
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

/** Why a payment is taken away: asked for where it was confirmed. */
export const removalReason = z.object({ motif: motifSchema.optional() });
export const removalBody = z.intersection(targetsSchema, removalReason);

/** What a removal did and what it refused; or the work that does it, where it is long. */
export const suppressionTransactions = suppressionSchema.extend({
  /** Of those that were taken out, how many stay and are reversed: they were confirmed. */
  extournes: z.int(),
  travail: travailSchema.nullable(),
});
export type SuppressionTransactions = z.infer<typeof suppressionTransactions>;

/** Place and day of payment; livestock as it was when paying. */
export const imputationQuerySchema = withDaysInOrder(datedListQuery);
export type ImputationQuery = z.infer<typeof imputationQuerySchema>;

/**
 * The same, and which of two kinds of money: what was paid by taxpayers (absent or `0`), or what is booked under « Recettes à
 * classer » (`1`), of which `ouverts` are the payments that nobody has given to a taxpayer yet, also those that wait.
 */
export const transactionQuerySchema = withDaysInOrder(
  datedListQuery.extend({ aClasser: z.enum(['0', '1', 'ouverts']).optional() }),
);
export type TransactionQuery = z.infer<typeof transactionQuerySchema>;

export const imputationTotalsSchema = z.object({ total_records: z.int(), montant: z.int() });
export type ImputationTotals = z.infer<typeof imputationTotalsSchema>;

/**
 * The rows of the list and their sum, and what became of the money: `encaisse` + `rendu` = `net`, of what is confirmed. A list
 * of received money alone (amount above 0) still tells what was taken or given back of the same place and period.
 */
export const transactionTotalsSchema = imputationTotalsSchema.extend({
  encaisse: amountSchema,
  /** Reversals and refunds, below 0. */
  rendu: amountSchema,
  net: amountSchema,
});
export type TransactionTotals = z.infer<typeof transactionTotalsSchema>;
