/** A document of a list, as it is asked for. */
import { z } from 'zod';
import { exportBody, FORMATS_EXPORT } from '../exports.ts';
import { DOCUMENT_IDS } from './documents.ts';

export const documentParam = z.object({ document: z.enum(DOCUMENT_IDS) });
/** The list as the screen shows it, like for any other file; on paper, unless another format is asked for. */
export const documentBody = exportBody
  .omit({ resource: true, format: true })
  .extend({ format: z.enum(FORMATS_EXPORT).default('pdf') });
export type DocumentBody = z.input<typeof documentBody>;
