/** What a table of figures is asked for with, to be taken along: which one, and what the screen asked of it. */
import { z } from 'zod';
import { FORMATS_EXPORT } from '../../exports.ts';
import { TABLE_SCREENS, type TableDeChiffres } from './tables.ts';

/** Nothing of the table itself: what is printed is what the server computes. */
export const classeurBody = z.strictObject({
  table: z.enum(Object.keys(TABLE_SCREENS) as TableDeChiffres[]),
  format: z.enum(FORMATS_EXPORT).default('xlsx'),
  /** The query of the call that the screen made for it: place, period, agent, cut. */
  query: z.string().max(20_000).default(''),
});
export type ClasseurBody = z.infer<typeof classeurBody>;
