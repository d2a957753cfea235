/** Taxpayers from a file: what its columns may say (specification 2 section 3). */
import { z } from 'zod';
import { idSchema, inDigits, listQuerySchema, nestedSchema } from '../../platform/http/schemas.ts';

import { STYLES_NOMBRES } from './import-champs.ts';

export * from './import-champs.ts';

export const importParam = z.object({ import: z.uuid() });

export const importSchema = z.object({
  id: z.uuid(),
  nom: z.string(),
  entite: nestedSchema,
  /** Heads of the file, and what its first rows hold beneath each. */
  colonnes: z.array(z.object({ nom: z.string(), exemples: z.array(z.string()) })),
  lignes: z.int(),
  /** How the file is read: its sheet, its merged cells. */
  remarques: z.array(z.string()),
  /** By field, the column (from 0): the one chosen before for such heads, or the likely one. */
  correspondance: z.record(z.string(), z.int()),
  createdAt: z.string(),
});
export type Import = z.infer<typeof importSchema>;

export const importBody = z.object({
  correspondance: z.record(z.string().max(40), z.int().min(0).max(200)),
  /** How the file writes numbers, where its columns do not tell. */
  nombres: z.enum(STYLES_NOMBRES).optional(),
  /** Reads every row and writes nothing. */
  essai: z.boolean(),
});
export type ImportBody = z.infer<typeof importBody>;

const importReportSchema = z.object({
  essai: z.boolean(),
  lignes: z.int(),
  /** Enrolled, or fit to be. */
  bonnes: z.int(),
  /** Enrolled before, by this or an earlier file. */
  deja: z.int(),
  rejetees: z.int(),
  /** Unpaid dues of past years, in francs. */
  impayes: z.int(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const rejetSchema = z.object({
  rang: z.int(),
  valeurs: z.array(z.string()),
  erreurs: z.array(z.string()),
});
export type Rejet = z.infer<typeof rejetSchema>;

export const rejetsQuerySchema = listQuerySchema;

/** The part of the multipart body beside the file. */
export const importFieldsSchema = z.object({ entite: inDigits(idSchema) });
