/** The request to export a table of figures: which table, and the screen's parameters. */
import { z } from 'zod';
import { FORMATS_EXPORT } from '../../platform/jobs/exports.ts';
import { DASHBOARD_ORDERS } from './dashboard.ts';
import { TABLE_SCREENS, type TableDeChiffres } from './tables.ts';

/** The orders allowed for each table. */
const ORDERS: Partial<Record<TableDeChiffres, readonly string[]>> = { 'tableau-de-bord': DASHBOARD_ORDERS };

/** The body carries no figures: the server computes what it exports. */
export const classeurBody = z
  .strictObject({
    table: z.enum(Object.keys(TABLE_SCREENS) as TableDeChiffres[]),
    format: z.enum(FORMATS_EXPORT).default('xlsx'),
    /** The query of the screen's own call: place, period, agent, interval. */
    query: z.string().max(20_000).default(''),
    /** The order of rows on screen. */
    orderBy: z.enum(DASHBOARD_ORDERS).optional(),
    sortOrder: z.enum(['asc', 'desc']).optional(),
  })
  .refine(({ table, orderBy }) => orderBy === undefined || ORDERS[table]?.includes(orderBy), {
    message: 'Ce tableau ne se trie pas ainsi.',
    path: ['orderBy'],
  });
export type ClasseurBody = z.infer<typeof classeurBody>;
