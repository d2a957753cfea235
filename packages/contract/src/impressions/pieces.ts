/** Receipts and demand notices, and how anybody checks one (specification 2 section 2.14). */
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

/** Whatever somebody typed: what cannot be a code is unknown like any other. */
export const codeParam = z.object({ code: z.string() });

/** The paper that it is printed on; the person's own choice where it is left out. */
export const recuQuery = z.object({ format: z.enum(FORMATS_RECU).optional() });

export const avisQuery = z.object({ annee: yearSchema.optional() });

/** Notices of one file, at most. */
export const MAX_AVIS = 5000;

/** Notices of chosen taxpayers: the file itself, or how many notices it would hold. */
export const avisListeBody = targetsSchema.and(
  z.object({ annee: yearSchema.optional(), generate: z.boolean().default(false) }),
);
/** Whose notices, and of which fiscal year: what is kept of the call until the file is made. */
export interface AvisDemandes {
  ids: number[];
  annee: number;
}

export const avisComptesSchema = z.object({
  /** Taxpayers that were chosen; of them, those who owe something and those who owe nothing, who get no notice. */
  choisis: z.int(),
  avis: z.int(),
  sansDette: z.int(),
});
export type AvisComptes = z.infer<typeof avisComptesSchema>;

/** All that anybody is told: no name. */
export const verificationSchema = z.object({
  nature: z.enum(['recu', 'provisoire', 'avis']),
  numero: z.string(),
  /** Day of the payment, or of the notice. */
  jour: daySchema,
  /** Francs paid, or due. */
  montant: amountSchema,
  /**
   * In force; or a receipt whose payment was taken back; or one in whose place another was issued. Of a provisional receipt:
   * its cheque, or its operator's word, waits (`provisoire`), came (`definitif`), or did not (`rejete`).
   * Of a receipt: the bank took its cheque back (`rejete`).
   */
  etat: z.enum(['valable', 'annule', 'remplace', 'provisoire', 'definitif', 'rejete']),
  /** Since which day it is no longer in force. */
  depuis: daySchema.nullable(),
  /** Number of what stands in its place. */
  remplacePar: z.string().nullable(),
  /** Whether a cheque paid it. */
  cheque: z.boolean(),
  /** What a receipt's money paid, by year and tax, in francs; what is paid in advance has no tax. */
  parts: z.array(z.object({ annee: z.int(), taxe: z.string().nullable(), montant: amountSchema })),
});
export type Verification = z.infer<typeof verificationSchema>;
