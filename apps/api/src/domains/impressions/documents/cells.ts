/** The values of a list's columns as a document shows them. */
import { flagText, formatNumber, PAPER, type TableColumn } from '@octroi/contract';
import { localDay, localHour } from '#src/platform/export/local-time.ts';
import type { GroupedRow } from '#src/platform/listing/groupe.ts';
import type { ListItem } from '#src/platform/pdf/list-document.ts';
import type { CellValue, TableColumn as DrawnColumn } from '#src/platform/pdf/table-cells.ts';

/** How the values of a column are read. */
export function cellReader<Row>(column: TableColumn<Row>, timeZone: string): (row: Row) => CellValue {
  const told = (write: (text: string) => string, value: (row: Row) => string | null | undefined) => {
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
      return told(day, column.value);
    case 'time':
      return told(hour, column.value);
    case 'instant':
      return told((text) => `${day(text)} ${hour(text)}`, column.value);
    case 'status':
      return (row) => {
        const value = column.value(row);
        return typeof value === 'boolean' ? flagText(value) : value;
      };
    case 'text':
      return (row) => column.value(row) ?? null;
  }
}

/** What of each kind is never broken over two lines; an instant is, between its day and its hour. Sums of a large town have ten digits. */
const WHOLE: Partial<Record<TableColumn<never>['kind'], string>> = {
  day: '00/00/0000',
  instant: '00/00/0000',
  time: '00:00:00',
  amount: formatNumber(1_000_000_000),
};

/** A column as it is drawn; amounts are summed. @param width share of the page, or the kind's own */
export const drawnColumn = (
  { header, kind }: Pick<TableColumn<never>, 'header' | 'kind'>,
  width = PAPER[kind],
): DrawnColumn => ({
  header,
  width,
  kind: kind === 'amount' || kind === 'number' ? 'figure' : kind === 'status' ? 'status' : 'text',
  total: kind === 'amount',
  whole: WHOLE[kind],
});

/** A row with the part that it is of, where the list is parted. */
export type PartedRow = [row: unknown, part: Partial<GroupedRow>];

/** What is drawn of rows: a heading wherever another part begins. */
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
