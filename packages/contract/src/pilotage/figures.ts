/**
 * The parameters of figures (specification 1 section 7): place, period, fiscal year, base. The dashboard, the
 * statistics and the lists behind them share them, so that a figure can link to the list of what it counts.
 */
import { z } from 'zod';
import { daySchema, idSchema, inDigits, listQuerySchema, yearSchema } from '../platform/http/schemas.ts';

/** Ids as clients write them: `3`, `3,4`, `[3,4]`, or a repeated parameter. Empty means absent. */
export const idListSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((value, context) => {
    const texts = (Array.isArray(value) ? value : [value]).map((text) => text.trim());
    const ids = texts
      .flatMap((text) => (/^\[.*\]$/.test(text) ? text.slice(1, -1) : text).split(','))
      .map((text) => text.trim().replace(/^"(.*)"$/, '$1'))
      .filter((text) => text !== '');
    const parsed = z.array(inDigits(idSchema)).max(5000).safeParse(ids);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: "Une liste d'identifiants est attendue, comme [1,2]." });
    return z.NEVER;
  })
  .optional();

/** With `1`: only what belongs to the sub-entities of `ms` themselves, not to those below (the row « directement »). */
const directSchema = z.enum(['0', '1']).optional();

export const BASES = ['enrolement', 'encaissement'] as const;
export type Base = (typeof BASES)[number];

export const places = {
  /** Collectivités. */
  entite: idListSchema,
  /** Sub-entities, each with its subtree. */
  ramification: idListSchema,
  /** The same, as screens pass it on; combined with the others as an intersection. */
  ms: idListSchema,
};
/** Both days included; see `withDaysInOrder`. */
export const days = { from: daySchema.optional(), to: daySchema.optional() };
/** Livestock taxpayers only (`1`), or all others (`0`). */
export const betailSchema = z.enum(['0', '1']);

const figureFields = {
  ...places,
  ...days,
  /** Fiscal year; the present one when absent. */
  annee: yearSchema.optional(),
  /** Whether the period filters enrolment days, or payment and due days. */
  base: z.enum(BASES).default('enrolement'),
  betail: betailSchema.default('0'),
};

/** Refuses a first day after the last. */
export const withDaysInOrder = <
  Query extends z.ZodType<{ from?: string | undefined; to?: string | undefined }>,
>(
  query: Query,
): Query =>
  query.refine(({ from, to }) => !from || !to || from <= to, {
    message: 'La date de début est après la date de fin.',
    path: ['from'],
  });

/** Parameters of the lists behind figures, beside filters and paging: a place. */
export const placedListQuery = listQuerySchema.extend({ ...places, direct: directSchema });
/** A place, days and livestock (both kinds when absent); see `withDaysInOrder`. */
export const datedListQuery = placedListQuery.extend({ ...days, betail: betailSchema.optional() });

export const figureQuerySchema = withDaysInOrder(z.object(figureFields));
export type FigureQuery = z.infer<typeof figureQuerySchema>;

const figuresSchema = z.object({
  /** Enrolled taxpayers. */
  contribuables: z.int(),
  /** Planned, in francs. */
  prevu: z.int(),
  /** Paid net of refunds, in francs. */
  paiement: z.int(),
  /** Planned minus paid: negative if more was paid than due. */
  restant: z.int(),
  /** Agents who enrolled them. */
  agents: z.int(),
});
export type Figures = z.infer<typeof figuresSchema>;

export const dashboardSchema = z.object({
  stats: figuresSchema.extend({
    /** NTA's share, rounded once per collectivité. */
    partNta: z.int(),
  }),
  /** NTA's percentage, if it is the same for all payments; null if collectivités differ. */
  tauxNta: z.number().nullable(),
  details: z.array(
    z.object({
      id: idSchema,
      type: z.enum(['entite', 'ramification']),
      nom: z.string(),
      contribuables: z.int(),
      prevu: z.int(),
      paiement: z.int(),
      restant: z.int(),
      agent: z.int(),
      /** Counts the sub-entity itself only, because its own sub-entities have other rows. */
      direct: z.boolean(),
      /** A disabled place may still have figures. */
      enabled: z.boolean(),
    }),
  ),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** A period as one text, `2026-01-01 au 2026-12-31` (specification 2 section 5), or one day. */
export const dateRangeSchema = z
  .string()
  .transform((text, context) => {
    const [from = '', to = from, ...rest] = text.split(/\s+au\s+/);
    const parsed = withDaysInOrder(z.object({ from: daySchema, to: daySchema })).safeParse({ from, to });
    if (parsed.success && rest.length === 0) return parsed.data;
    context.addIssue({ code: 'custom', message: parsed.error?.issues[0]?.message ?? 'Période non valable.' });
    return z.NEVER;
  })
  .optional();

/** Parameters of the figures of one collectivité or sub-entity. */
export const dashboardDetailQuery = z.object({ daterange: dateRangeSchema, annee: yearSchema.optional() });
export type DashboardDetailQuery = z.infer<typeof dashboardDetailQuery>;
