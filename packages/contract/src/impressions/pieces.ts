/** Receipts and demand notices, and their verification (specification 2 section 2.14). */
import { z } from 'zod';
import { FORMATS_RECU } from '../constants.ts';
import { amountSchema, daySchema, yearSchema } from '../platform/http/schemas.ts';
import { targetsSchema } from '../platform/listing/selections.ts';

export const NATURES_PIECE = {
  recu: 'Reçu',
  provisoire: 'Reçu provisoire',
  avis: "Avis d'imposition",
} as const;

export type NaturePiece = keyof typeof NATURES_PIECE;

/** Any text: an impossible code is answered as unknown. */
export const codeParam = z.object({ code: z.string() });

/** The receipt paper; the person's own preference when absent. */
export const recuQuery = z.object({ format: z.enum(FORMATS_RECU).optional() });

export const avisQuery = z.object({ annee: yearSchema.optional() });

/** Most notices in one file. */
export const MAX_AVIS = 5000;

/** Notices of chosen taxpayers: the file itself, or only the number of notices. */
export const avisListeBody = targetsSchema.and(
  z.object({ annee: yearSchema.optional(), generate: z.boolean().default(false) }),
);
/** The notices requested: stored until the file is produced. */
export interface AvisDemandes {
  ids: number[];
  annee: number;
}

export const avisComptesSchema = z.object({
  /** Chosen taxpayers; those who owe something; those who owe nothing and get no notice. */
  choisis: z.int(),
  avis: z.int(),
  sansDette: z.int(),
});
export type AvisComptes = z.infer<typeof avisComptesSchema>;

/** The public verification reply: it never names the taxpayer. */
export const verificationSchema = z.object({
  nature: z.enum(['recu', 'provisoire', 'avis']),
  numero: z.string(),
  /** Day of the payment, or of the notice. */
  jour: daySchema,
  /** Francs paid, or due. */
  montant: amountSchema,
  /**
   * State of a document. `valable`: in force. `annule`: a receipt whose payment was reversed. `remplace`: another one
   * was issued in its place. For a provisional receipt: waiting for the cheque or the operator (`provisoire`),
   * confirmed (`definitif`), or failed (`rejete`). A receipt whose cheque the bank returned is also `rejete`.
   */
  etat: z.enum(['valable', 'annule', 'remplace', 'provisoire', 'definitif', 'rejete']),
  /** Since when it is no longer in force. */
  depuis: daySchema.nullable(),
  /** Number of the document that replaces it. */
  remplacePar: z.string().nullable(),
  /** Whether it was paid by cheque. */
  cheque: z.boolean(),
  /** What the receipt's money paid, by year and tax, in francs; an advance has no tax. */
  parts: z.array(z.object({ annee: z.int(), taxe: z.string().nullable(), montant: amountSchema })),
});
export type Verification = z.infer<typeof verificationSchema>;
