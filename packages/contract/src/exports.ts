/** Files made from a list: what is asked for, and what a person is told of one that takes a while. */
import { z } from 'zod';
import { referenceSchema } from './schemas.ts';

export const FORMATS_EXPORT = ['xlsx', 'csv'] as const;
export type FormatExport = (typeof FORMATS_EXPORT)[number];

/** Rows of a file that is made while it is fetched; a longer one is made apart, and fetched when it is done. */
export const MAX_EXPORT_DIRECT = 10_000;

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
