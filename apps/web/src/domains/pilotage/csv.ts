/** A table as a file that spreadsheets open: semicolons as in France, UTF-8 with its mark, plain numbers. */
import { saveFile } from '#src/ui/save-file.ts';

export type CsvRow = readonly (string | number)[];

/** A text that begins like a formula would be run by the spreadsheet: a quote keeps it a text. */
const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvText = (rows: readonly CsvRow[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;

export function downloadCsv(name: string, rows: readonly CsvRow[]): void {
  saveFile({ name, content: new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }) });
}
