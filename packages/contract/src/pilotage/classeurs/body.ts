/** What a table of figures is asked for with, to be taken along: which one, and what the screen asked of it. */
import { z } from 'zod';
import { FORMATS_EXPORT } from '../../platform/jobs/exports.ts';
import { DASHBOARD_ORDERS } from './dashboard.ts';
import { TABLE_SCREENS, type TableDeChiffres } from './tables.ts';

/** Tables whose rows may be ordered, with what by. */
const ORDERS: Partial<Record<TableDeChiffres, readonly string[]>> = { 'tableau-de-bord': DASHBOARD_ORDERS };

/** Nothing of the table itself: what is printed is what the server computes. */
export const classeurBody = z
  .strictObject({
    table: z.enum(Object.keys(TABLE_SCREENS) as TableDeChiffres[]),
    format: z.enum(FORMATS_EXPORT).default('xlsx'),
    /** The query of the call that the screen made for it: place, period, agent, cut. */
    query: z.string().max(20_000).default(''),
    /** The order of the rows on screen. */
    orderBy: z.enum(DASHBOARD_ORDERS).optional(),
    sortOrder: z.enum(['asc', 'desc']).optional(),
  })
  .refine(({ table, orderBy }) => orderBy === undefined || ORDERS[table]?.includes(orderBy), {
    message: 'Ce tableau ne se trie pas ainsi.',
    path: ['orderBy'],
  });
export type ClasseurBody = z.infer<typeof classeurBody>;
