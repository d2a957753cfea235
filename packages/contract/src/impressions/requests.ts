/** The request for a document of a list. */
import { z } from 'zod';
import { exportBody, FORMATS_EXPORT } from '../platform/jobs/exports.ts';
import { DOCUMENT_IDS, type Groupe, GROUPES } from './documents.ts';

export const documentParam = z.object({ document: z.enum(DOCUMENT_IDS) });
/** The list as the screen shows it, as for other exports; a PDF by default. */
export const documentBody = exportBody
  .omit({ resource: true, format: true })
  .extend({ format: z.enum(FORMATS_EXPORT).default('pdf') });
export type DocumentBody = z.input<typeof documentBody>;

/** Layout of the paper. */
export const documentQuery = z.object({
  /** Grouped by place, each group with a heading and a subtotal. */
  groupe: z.enum(Object.keys(GROUPES) as Groupe[]).optional(),
  /** With a signature column. */
  emargement: z.enum(['0', '1']).default('0'),
});
export type MiseEnPage = z.input<typeof documentQuery>;
