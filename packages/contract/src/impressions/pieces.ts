/** Receipts and demand notices, and how anybody checks one (specification 2 section 2.14). */
import { z } from 'zod';
import { FORMATS_RECU } from '../constants.ts';
import { amountSchema, daySchema, yearSchema } from '../schemas.ts';
import { targetsSchema } from '../selections.ts';

export const NATURES_PIECE = {
  recu: 'Reçu',
  provisoire: 'Reçu provisoire',
  avis: "Avis d'imposition",
} as const;

export type NaturePiece = keyof typeof NATURES_PIECE;

/** Letters and digits that are not taken for one another (Crockford). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const NOT_A_CODE = /[^0-9A-HJKMNP-TV-Z]/;
const LENGTH = 20;
const GROUP = 5;

/** A hundred bits, from as many bytes as it has signs. */
export const pieceCode = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, LENGTH), (byte) => SIGNS[byte % SIGNS.length]).join('');

/** `7K2M9…` -> `7K2M9-…`, as it is printed. */
export const groupedCode = (code: string): string =>
  code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? '';

/** A code as somebody copied it from paper; null for what cannot be one. */
export function readCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === LENGTH && !NOT_A_CODE.test(code) ? code : null;
}

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
   * its cheque waits (`provisoire`), was paid by its bank (`definitif`), or was not (`rejete`).
   */
  etat: z.enum(['valable', 'annule', 'remplace', 'provisoire', 'definitif', 'rejete']),
  /** Since which day it is no longer in force. */
  depuis: daySchema.nullable(),
  /** Number of what stands in its place. */
  remplacePar: z.string().nullable(),
});
export type Verification = z.infer<typeof verificationSchema>;
