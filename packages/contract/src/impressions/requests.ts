/** A document of a list, as it is asked for. */
import { z } from 'zod';
import { exportBody, FORMATS_EXPORT } from '../platform/jobs/exports.ts';
import { DOCUMENT_IDS, type Groupe, GROUPES } from './documents.ts';

export const documentParam = z.object({ document: z.enum(DOCUMENT_IDS) });
/** The list as the screen shows it, like for any other file; on paper, unless another format is asked for. */
export const documentBody = exportBody
  .omit({ resource: true, format: true })
  .extend({ format: z.enum(FORMATS_EXPORT).default('pdf') });
export type DocumentBody = z.input<typeof documentBody>;

/** How its paper is laid out. */
export const documentQuery = z.object({
  /** Parted by place, with a heading and a subtotal each. */
  groupe: z.enum(Object.keys(GROUPES) as Groupe[]).optional(),
  /** With a last column to sign in. */
  emargement: z.enum(['0', '1']).default('0'),
});
export type MiseEnPage = z.input<typeof documentQuery>;
