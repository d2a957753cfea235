/** Exonérations: years for which a taxpayer is not billed, by a decision that a second person approved. */
import { z } from 'zod';
import { placedListQuery } from '../../pilotage/figures.ts';
import { amountSchema, idSchema, referenceSchema } from '../../platform/http/schemas.ts';
import { agentSchema, placeSchema } from '../../platform/listing/names.ts';
import { ETATS_EXONERATION, EXONERATION_MESSAGES, MAX_ANNEES_EXONEREES } from './exonere.ts';

const anneeSchema = (error: string) => z.int({ error }).min(2000, error).max(2100, error);

export const exonerationBody = z
  .object({
    contribuable: referenceSchema,
    /** The only line concerned; absent: all lines. */
    enrollement: referenceSchema.nullish(),
    /** The only tax concerned; absent: all taxes. */
    taxe: referenceSchema.nullish(),
    /** First and last year. */
    du: anneeSchema(EXONERATION_MESSAGES.du),
    au: anneeSchema(EXONERATION_MESSAGES.au),
    /** The law, délibération or arrêté that it rests on. */
    citation: z
      .string({ error: EXONERATION_MESSAGES.citation })
      .trim()
      .min(1, EXONERATION_MESSAGES.citation)
      .max(500),
  })
  .refine(({ du, au }) => du <= au, { message: EXONERATION_MESSAGES.ordre, path: ['au'] })
  .refine(({ du, au }) => au - du < MAX_ANNEES_EXONEREES, {
    message: EXONERATION_MESSAGES.longue,
    path: ['au'],
  });
export type ExonerationBody = z.infer<typeof exonerationBody>;

/** The first year that is due again. */
export const retraitBody = z.object({ depuis: anneeSchema(EXONERATION_MESSAGES.depuis) });
export type RetraitBody = z.infer<typeof retraitBody>;

/** What an exonération, or its withdrawal, changes in what is billed. */
export const exonerationEffetSchema = z.object({
  /** Échéances closed, or opened again and created. */
  echeances: z.int(),
  /** Francs that are no longer due, or due again. */
  montant: amountSchema,
  /** Francs already paid on them, which stay paid. */
  paye: amountSchema,
});
export type ExonerationEffet = z.infer<typeof exonerationEffetSchema>;

export const exonerationQuerySchema = placedListQuery;
export type ExonerationQuery = z.infer<typeof exonerationQuerySchema>;

export const exonerationRowSchema = z.object({
  id: idSchema,
  contribuable: z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() }),
  ramification: placeSchema,
  /** The only base and tax concerned; null: all. */
  base: z.string().nullable(),
  taxe: z.string().nullable(),
  du: z.int(),
  au: z.int(),
  /** Last year in which it is in force; before `du`: it never is. */
  fin: z.int(),
  etat: z.enum(ETATS_EXONERATION),
  citation: z.string(),
  /** The approved request, with its document. */
  approbation: idSchema,
  createdBy: agentSchema,
  createdAt: z.string(),
});
export type ExonerationRow = z.infer<typeof exonerationRowSchema>;

/** An exonération as records and sheets nest it. */
export const exonereSchema = z.object({
  id: idSchema,
  du: z.int(),
  fin: z.int(),
  base: z.string().nullable(),
  taxe: z.string().nullable(),
  citation: z.string(),
});
