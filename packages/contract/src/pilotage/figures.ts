/**
 * What a figure is asked about (specification 1 section 7): a place, a period, a fiscal year, a base. The
 * dashboard, the statistics and the lists behind them read the same parameters, so that each figure can hand its
 * own on to the list of what it counts.
 */
import { z } from 'zod';
import { daySchema, idSchema, inDigits, listQuerySchema, yearSchema } from '../platform/http/schemas.ts';

/** Ids as callers write them: `3`, `3,4`, `[3,4]`, or the parameter given several times. Empty means not asked. */
export const idListSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((given, context) => {
    const texts = (Array.isArray(given) ? given : [given]).map((text) => text.trim());
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

/** Of the sub-entities of `ms`, what stands at them themselves (`1`) and not beneath: the row « directement » of a figure. */
const directSchema = z.enum(['0', '1']).optional();

export const BASES = ['enrolement', 'encaissement'] as const;
export type Base = (typeof BASES)[number];

export const places = {
  /** Collectivités. */
  entite: idListSchema,
  /** Sub-entities; each means its subtree. */
  ramification: idListSchema,
  /** The same, as the screens hand it on; together with the others an intersection. */
  ms: idListSchema,
};
/** Both included; see `withDaysInOrder`. */
export const days = { from: daySchema.optional(), to: daySchema.optional() };
/** Livestock taxpayers alone (`1`) instead of all others (`0`). */
export const betailSchema = z.enum(['0', '1']);

const figureFields = {
  ...places,
  ...days,
  /** Fiscal year; the present one when absent. */
  annee: yearSchema.optional(),
  /** Whether the period is of enrolment days, or of payment and due days. */
  base: z.enum(BASES).default('enrolement'),
  betail: betailSchema.default('0'),
};

/** Refuses days of which the first comes after the last. */
export const withDaysInOrder = <
  Query extends z.ZodType<{ from?: string | undefined; to?: string | undefined }>,
>(
  query: Query,
): Query =>
  query.refine(({ from, to }) => !from || !to || from <= to, {
    message: 'La date de début est après la date de fin.',
    path: ['from'],
  });

/** What lists behind figures take beside filters and paging: a place; */
export const placedListQuery = listQuerySchema.extend({ ...places, direct: directSchema });
/** a place, days and livestock (both kinds when absent); see `withDaysInOrder`. */
export const datedListQuery = placedListQuery.extend({ ...days, betail: betailSchema.optional() });

export const figureQuerySchema = withDaysInOrder(z.object(figureFields));
export type FigureQuery = z.infer<typeof figureQuerySchema>;

const figuresSchema = z.object({
  /** Taxpayers enrolled. */
  contribuables: z.int(),
  /** Expected, in francs. */
  prevu: z.int(),
  /** Paid net of refunds, in francs. */
  paiement: z.int(),
  /** Expected minus paid: negative where more was paid than was due. */
  restant: z.int(),
  /** Agents who enrolled them. */
  agents: z.int(),
});
export type Figures = z.infer<typeof figuresSchema>;

export const dashboardSchema = z.object({
  stats: figuresSchema.extend({
    /** NTA's share, rounded once for each collectivité. */
    partNta: z.int(),
  }),
  /** NTA's share in percent where it is one for all that was paid; null where collectivités have different ones. */
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
      /** Counts what stands at the sub-entity itself, since those beneath have rows of their own. */
      direct: z.boolean(),
      /** Of a collectivité or sub-entity that is still at work: one that no longer is may still have figures. */
      enabled: z.boolean(),
    }),
  ),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** A period as one text, `2026-01-01 au 2026-12-31` (specification 2 section 5), or one day. */
export const dateRangeSchema = z
  .string()
  .transform((text, context) => {
    const [from = '', to = from, ...more] = text.split(/\s+au\s+/);
    const parsed = withDaysInOrder(z.object({ from: daySchema, to: daySchema })).safeParse({ from, to });
    if (parsed.success && more.length === 0) return parsed.data;
    context.addIssue({ code: 'custom', message: parsed.error?.issues[0]?.message ?? 'Période non valable.' });
    return z.NEVER;
  })
  .optional();

/** What the figures of one collectivité or sub-entity are asked about. */
export const dashboardDetailQuery = z.object({ daterange: dateRangeSchema, annee: yearSchema.optional() });
export type DashboardDetailQuery = z.infer<typeof dashboardDetailQuery>;
