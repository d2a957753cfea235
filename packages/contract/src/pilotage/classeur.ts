/** A table of figures as a screen shows it, to be taken along as a workbook, as CSV or on paper. */
import { z } from 'zod';
import { FORMATS_EXPORT } from '../exports.ts';
import { isDay } from '../period.ts';
import { screensWith } from '../rights.ts';

/** What a column holds: calendar days, counts and measures, whole francs. */
export const CLASSEUR_KINDS = ['text', 'day', 'number', 'amount'] as const;
export type ClasseurKind = (typeof CLASSEUR_KINDS)[number];

/** Null where there is nothing to tell. */
const valueSchema = z.union([z.string().max(300), z.number(), z.null()]);
export type ClasseurValue = z.infer<typeof valueSchema>;
const linesSchema = (most: number) => z.array(z.array(valueSchema)).max(most);

const FITS: Record<ClasseurKind, (value: ClasseurValue) => boolean> = {
  text: (value) => typeof value === 'string',
  day: (value) => typeof value === 'string' && isDay(value),
  number: (value) => typeof value === 'number',
  amount: (value) => Number.isSafeInteger(value),
};

export const classeurBody = z
  .object({
    /** Screen that shows it: `Exporter` is asked for there. */
    navigation: z.enum(screensWith('Exporter')),
    title: z.string().min(1).max(120),
    format: z.enum(FORMATS_EXPORT).default('xlsx'),
    /** Said above the table on paper: its place, its period. */
    details: z.array(z.string().max(300)).max(3).default([]),
    /** Name of the file, without its ending. */
    file: z.string().regex(/^[\w-]{1,120}$/),
    columns: z
      .array(z.object({ header: z.string().max(80), kind: z.enum(CLASSEUR_KINDS) }))
      .min(1)
      .max(30),
    rows: linesSchema(5000),
    /** What stands beneath the rows (TOTAL, the period before): the first column names it. */
    sommes: linesSchema(10).default([]),
  })
  .refine(
    ({ columns, rows, sommes }) => [...rows, ...sommes].every((line) => line.length === columns.length),
    { message: 'Une ligne a autant de valeurs que le tableau de colonnes.', path: ['rows'] },
  )
  .refine(
    ({ columns, rows, sommes }) =>
      columns.every(({ kind }, index) => {
        const fits = (given: ClasseurKind) => (line: ClasseurValue[]) => {
          const value = line[index] ?? null;
          return value === null || FITS[given](value);
        };
        return rows.every(fits(kind)) && sommes.every(fits(index === 0 ? 'text' : kind));
      }),
    { message: 'Une valeur n’est pas de la nature de sa colonne.', path: ['rows'] },
  );
export type ClasseurBody = z.infer<typeof classeurBody>;
/** The table itself, whatever it is written as. */
export type Classeur = Omit<ClasseurBody, 'format' | 'details'>;
