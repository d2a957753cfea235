/** Taxpayers imported from a file: what its columns may contain (specification 2 section 3). */
import { z } from 'zod';
import { idSchema, inDigits, listQuerySchema, nestedSchema } from '../../platform/http/schemas.ts';

import { STYLES_NOMBRES } from './import-champs.ts';

export * from './import-champs.ts';

export const importParam = z.object({ import: z.uuid() });

export const importSchema = z.object({
  id: z.uuid(),
  nom: z.string(),
  entite: nestedSchema,
  /** Headings of the file, with the values of its first rows. */
  colonnes: z.array(z.object({ nom: z.string(), exemples: z.array(z.string()) })),
  lignes: z.int(),
  /** How the file was read: sheet, merged cells. */
  remarques: z.array(z.string()),
  /** Column number (from 0) by field: chosen before for the same headings, else the likely one. */
  correspondance: z.record(z.string(), z.int()),
  createdAt: z.string(),
});
export type Import = z.infer<typeof importSchema>;

export const importBody = z.object({
  correspondance: z.record(z.string().max(40), z.int().min(0).max(200)),
  /** The number format of the file, where the columns do not reveal it. */
  nombres: z.enum(STYLES_NOMBRES).optional(),
  /** Validates every row without writing. */
  essai: z.boolean(),
});
export type ImportBody = z.infer<typeof importBody>;

const importReportSchema = z.object({
  essai: z.boolean(),
  lignes: z.int(),
  /** Rows imported, or valid in a trial. */
  bonnes: z.int(),
  /** Rows already imported, by this or an earlier file. */
  deja: z.int(),
  rejetees: z.int(),
  /** Unpaid amounts of past years, in francs. */
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

/** The fields of the multipart body beside the file. */
export const importFieldsSchema = z.object({ entite: inDigits(idSchema) });
