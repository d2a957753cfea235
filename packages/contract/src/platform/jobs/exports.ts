/** Files exported from a list: the request, and the state of an export that takes a while. */
import { z } from 'zod';
import { idSchema, referenceSchema } from '../http/schemas.ts';
import { STATUTS_TRAVAIL } from './statuts.ts';

export const FORMATS_EXPORT = ['xlsx', 'csv', 'pdf'] as const;
export type FormatExport = (typeof FORMATS_EXPORT)[number];
export const MEDIA_TYPES: Readonly<Record<FormatExport, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};
/** Formats whose cells are typed values. */
export type FormatTableur = Exclude<FormatExport, 'pdf'>;

/** The list as shown on screen: `query` is the list's own (order, filter, parameters). */
export const exportBody = z.object({
  resource: z.string().max(60),
  format: z.enum(FORMATS_EXPORT),
  query: z.string().max(20_000).default(''),
  /** Only these rows. */
  ids: z.array(referenceSchema).min(1).max(5000).optional(),
  /** Only the rows of a stored selection. */
  selection: z.string().max(64).optional(),
});
export type ExportBody = z.input<typeof exportBody>;

/** A file produced by a job, visible to its author and Super Admin. */
export const exportSchema = z.object({
  id: z.uuid(),
  titre: z.string(),
  /** File name for saving. */
  fichier: z.string(),
  statut: z.enum(STATUTS_TRAVAIL),
  /** Rows written so far, and total rows. */
  lignes: z.int(),
  total: z.int(),
  /** Size of the complete file; null until then. */
  octets: z.int().nullable(),
  /** Why it failed, as a sentence for the person. */
  message: z.string().nullable(),
  utilisateur: z.object({ id: idSchema, fullName: z.string() }),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Export = z.infer<typeof exportSchema>;

export const exportParam = z.object({ export: z.uuid() });
