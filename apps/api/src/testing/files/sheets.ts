/** Reads spreadsheets into their parts. */
import readXlsxFile from 'read-excel-file/node';
import { openArchive } from '#src/platform/import/zip.ts';

type Value = string | number | boolean | Date | null;

export interface ReadSheet {
  title: string | undefined;
  /** What stands beneath it. */
  above: string[];
  heads: string[];
  rows: Value[][];
  /** Sums below the rows. */
  sums: Value[][];
}

/** A workbook's only sheet. @param data its cells, row by row */
export function sheetOf(data: readonly (readonly unknown[])[]): ReadSheet {
  const lines = data as Value[][];
  const blank = (from: number): number => {
    const at = lines.findIndex((line, index) => index >= from && line.every((value) => value === null));
    return at === -1 ? lines.length : at;
  };
  const heads = blank(0) + 1;
  const end = blank(heads);
  const [title, ...above] = lines.slice(0, heads - 1).map(([text]) => String(text));
  return {
    title,
    above,
    heads: (lines[heads] ?? []).map(String),
    rows: lines.slice(heads + 1, end),
    sums: lines.slice(end + 1),
  };
}

export async function readSheet(
  workbook: Buffer,
): Promise<ReadSheet & { filtered: string; frozen: number; bold: number[] }> {
  const [sheet] = await readXlsxFile(workbook);
  const xml = xmlOf(workbook);
  const bold = xml.matchAll(/<row r="(\d+)">(?:<c r="\w+" s="[178]"[^>]*>(?:(?!<\/c>).)*<\/c>)+<\/row>/g);
  return {
    ...sheetOf(sheet?.data ?? []),
    filtered: /<autoFilter ref="([^"]*)"/.exec(xml)?.[1] ?? '',
    frozen: Number(/ySplit="(\d+)"/.exec(xml)?.[1]),
    bold: [...bold].map(([, row]) => Number(row)),
  };
}

function xmlOf(workbook: Buffer): string {
  const archive = openArchive(workbook, 1e9);
  return archive.names.map((name) => archive.unzip(name)?.toString() ?? '').join('');
}

/** The lines of a CSV file without line breaks in its cells, heads first. */
export const readCsv = (file: Buffer): string[][] =>
  file
    .toString()
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';').map((cell) => cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')));
