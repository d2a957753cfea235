/** Values of a list's columns in documents. */
import { flagText, formatNumber, PAPER, type TableColumn } from '@octroi/contract';
import { localDay, localHour } from '#src/platform/export/local-time.ts';
import type { GroupedRow } from '#src/platform/listing/groupe.ts';
import type { ListItem } from '#src/platform/pdf/list-document.ts';
import type { CellValue, TableColumn as DrawnColumn } from '#src/platform/pdf/table-cells.ts';

/** Returns the function that reads a column's value from a row. */
export function cellReader<Row>(column: TableColumn<Row>, timeZone: string): (row: Row) => CellValue {
  const textCell = (write: (text: string) => string, value: (row: Row) => string | null | undefined) => {
    return (row: Row): CellValue => {
      const text = value(row);
      return text ? write(text) : null;
    };
  };
  const day = (text: string): string => localDay(text, timeZone);
  const hour = (text: string): string => localHour(text, timeZone);
  switch (column.kind) {
    case 'amount':
    case 'number':
      return (row) => column.value(row) ?? null;
    case 'day':
      return textCell(day, column.value);
    case 'time':
      return textCell(hour, column.value);
    case 'instant':
      return textCell((text) => `${day(text)} ${hour(text)}`, column.value);
    case 'status':
      return (row) => {
        const value = column.value(row);
        return typeof value === 'boolean' ? flagText(value) : value;
      };
    case 'text':
      return (row) => column.value(row) ?? null;
  }
}

/**
 * Widest text of each kind that may not be broken over two lines; only an instant may, between day and hour. Sums of a
 * large town have ten digits.
 */
const WHOLE: Partial<Record<TableColumn<never>['kind'], string>> = {
  day: '00/00/0000',
  instant: '00/00/0000',
  time: '00:00:00',
  amount: formatNumber(1_000_000_000),
};

/** A column ready to be drawn; amounts are summed. @param width share of the page; default: that of the kind */
export const drawnColumn = (
  { header, kind }: Pick<TableColumn<never>, 'header' | 'kind'>,
  width = PAPER[kind],
): DrawnColumn => ({
  header,
  width,
  kind: kind === 'amount' || kind === 'number' ? 'figure' : kind === 'status' ? 'status' : 'text',
  total: kind === 'amount',
  unbreakable: WHOLE[kind],
});

/** A row with its part of the document, if the document is divided. */
export type PartedRow = [row: unknown, part: Partial<GroupedRow>];

/** Rows with a heading before each new part. */
export async function* itemsOf(
  batches: AsyncIterable<PartedRow[]>,
  readers: readonly ((row: unknown) => CellValue)[],
): AsyncGenerator<ListItem[]> {
  let part: number | undefined;
  for await (const batch of batches)
    yield batch.flatMap(([row, { groupe_rang, groupe_nom = '' }]): ListItem[] => {
      const cells = readers.map((read) => read(row));
      if (groupe_rang === part) return [cells];
      part = groupe_rang;
      return [{ groupe: groupe_nom }, cells];
    });
}
