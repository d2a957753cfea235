/**
 * Compares the PDF, XLSX and CSV of a table with its screen: rows, sums, place, period, base
 * (docs/regles-de-calcul.md).
 */
import { expect } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { readCsv, readSheet } from './sheets.ts';

type Value = string | number | boolean | null;

/** Content of a screen. */
export interface Shown {
  title: string;
  /** From the collectivité down. */
  place: string;
  period: string;
  /** Absent for a table without base. */
  base: string | undefined;
  heads: readonly string[];
  /** Texts as on paper; figures as numbers. */
  rows: readonly (readonly Value[])[];
  /** Sums below the rows, TOTAL first. */
  sums: readonly (readonly Value[])[];
  /** Whether a CSV file repeats the sums after the first on each line. */
  besideTold?: boolean;
}

export interface Files {
  pdf: Buffer;
  xlsx: Buffer;
  csv: Buffer;
}

/** Numbers and texts without separators and print formatting. */
const plain = (value: Value | Date | undefined): string => {
  if (value instanceof Date) {
    // a fraction of a day is a second, up to rounding
    const second = new Date(Math.round(value.getTime() / 1000) * 1000);
    const [day = '', hour = ''] = second.toISOString().split(/[T.]/);
    if (day < '1900') return hour;
    return day.split('-').toReversed().join('/') + (hour === '00:00:00' ? '' : hour);
  }
  return String(value ?? '')
    .replaceAll(/\s/g, '')
    .replace(/^'/, '');
};
const number = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));
const paper = (value: Value): string =>
  plain(
    typeof value === 'number' && !Number.isInteger(value)
      ? value.toLocaleString('fr-FR', { maximumFractionDigits: 5 })
      : value,
  );

export async function expectSameFiles(expected: Shown, { pdf, xlsx, csv }: Files): Promise<void> {
  const { title, place, period, base, heads, rows, sums, besideTold = false } = expected;
  const besides = besideTold ? sums.slice(1) : [];
  const headingParts = [place, period, ...(base ? [base] : [])];

  const sheet = await readSheet(xlsx);
  expect(sheet.title).toBe(title);
  expect(sheet.heads).toEqual(heads);
  for (const text of headingParts) expect(sheet.above.join('\n')).toContain(text);
  expect(sheet.rows.map((row) => row.map(plain).join('|'))).toEqual(
    rows.map((row) => row.map(plain).join('|')),
  );
  const first = sheet.frozen;
  expect(sheet.filtered).toMatch(new RegExp(`^A${first}:[A-Z]+${first + Math.max(rows.length, 1)}$`));
  if (rows.length > 0) {
    const compared = (line: readonly (Value | Date | undefined)[]) =>
      line.map((value) => (typeof value === 'number' ? value : plain(value)));
    expect(sheet.sums.map(compared)).toEqual(sums.map(compared));
    // below a blank row, in bold
    const below = sheet.sums.map((_, index) => first + rows.length + 2 + index);
    expect(sheet.bold).toEqual([1, first, ...below]);
  } else expect(sheet.sums).toEqual([]);

  const [columns = [], ...lines] = readCsv(csv);
  expect(columns.slice(0, heads.length)).toEqual(heads);
  const beside = besides.map(([label]) => label);
  expect(columns.slice(heads.length)).toEqual([
    'Lieu',
    'Période',
    ...(base ? ['Base'] : []),
    'Filtres',
    ...beside,
  ]);
  expect(lines.map((line) => line.slice(0, heads.length).map(plain).join('|'))).toEqual(
    rows.map((row) =>
      row.map((value) => (typeof value === 'number' ? paper(value) : plain(value))).join('|'),
    ),
  );
  for (const line of lines) {
    expect(line.slice(heads.length, heads.length + headingParts.length)).toEqual(headingParts);
    const besideValues = besides.map((values) => values.find((value) => typeof value === 'number'));
    expect(line.slice(heads.length + headingParts.length + 1)).toEqual(besideValues.map(String));
  }
  const shares = heads.map((head) => head.includes('%'));
  for (const [index, sum] of (sums[0] ?? []).entries())
    if (typeof sum === 'number' && !shares[index])
      expect(
        lines.reduce((all, line) => all + number(line[index]), 0),
        heads[index],
      ).toBe(sum);

  const texts = readPdf(pdf).pages.flat();
  expect(texts).toContain(title);
  for (const text of headingParts) expect(texts.join('\n')).toContain(text);
  // names may be wrapped; figures are in the order of the table, except for heads repeated on each page
  const figures = [...rows, ...sums].flatMap((line) =>
    line.filter((value) => typeof value === 'number').map(paper),
  );
  const figureSet = new Set(figures);
  const found = texts.map(plain).filter((text) => figureSet.has(text));
  if (rows.length > 0) expect(found.join(' ')).toContain(figures.join(' '));
}
