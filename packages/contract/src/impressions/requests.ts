/** A document of a list, as it is asked for. */
import { z } from 'zod';
import { exportBody } from '../exports.ts';
import { DOCUMENT_IDS } from './documents.ts';

export const documentParam = z.object({ document: z.enum(DOCUMENT_IDS) });
/** The list as the screen shows it, like for any other file. */
export const documentBody = exportBody.omit({ resource: true, format: true });
export type DocumentBody = z.input<typeof documentBody>;
