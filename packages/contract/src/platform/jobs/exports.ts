/** Files made from a list: what is asked for, and what a person is told of one that takes a while. */
import { z } from 'zod';
import { idSchema, referenceSchema } from '../http/schemas.ts';
import { STATUTS_TRAVAIL } from './travaux.ts';

export const FORMATS_EXPORT = ['xlsx', 'csv', 'pdf'] as const;
export type FormatExport = (typeof FORMATS_EXPORT)[number];
/** How each is told over HTTP. */
export const MEDIA_TYPES: Readonly<Record<FormatExport, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};
/** Those whose cells are values. */
export type FormatTableur = Exclude<FormatExport, 'pdf'>;

/** The list as the screen shows it: `query` is the list's own (order, filter, parameters). */
export const exportBody = z.object({
  resource: z.string().max(60),
  format: z.enum(FORMATS_EXPORT),
  query: z.string().max(20_000).default(''),
  /** Only these rows of it. */
  ids: z.array(referenceSchema).min(1).max(5000).optional(),
  /** Only the rows of a selection that the server keeps. */
  selection: z.string().max(64).optional(),
});
export type ExportBody = z.input<typeof exportBody>;

/** A file that is made apart, for its author and Super Admin. */
export const exportSchema = z.object({
  id: z.uuid(),
  titre: z.string(),
  /** Name that it is saved under. */
  fichier: z.string(),
  statut: z.enum(STATUTS_TRAVAIL),
  /** Rows written so far, and rows there are. */
  lignes: z.int(),
  total: z.int(),
  /** Size of the whole file; null until it is. */
  octets: z.int().nullable(),
  /** Why it failed, for the person. */
  message: z.string().nullable(),
  utilisateur: z.object({ id: idSchema, fullName: z.string() }),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Export = z.infer<typeof exportSchema>;

export const exportParam = z.object({ export: z.uuid() });
