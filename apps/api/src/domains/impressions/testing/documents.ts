/** What the tests of printed documents share: what a list answers, what a paper says, and how both are told alike. */
import {
  contribuableList,
  type DocumentId,
  DOCUMENTS,
  equipementColumns,
  formatNumber,
  avisRemisList,
  impayeList,
  usualColumns,
  visibleColumns,
  type PrintedDocument,
  sheetColumns,
  type TableColumn,
  transactionColumns,
  allColumns,
} from '@octroi/contract';
import { expect } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { type Account, type Caller, type testApp, TIME_ZONE } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { cellReader } from '../documents/cells.ts';

export interface List<Row> {
  data: Row[];
  meta: { total_records: number };
}
/** The texts after the last total, without their spaces. */
export const totals = (texts: readonly string[]): string[] =>
  texts
    .slice(texts.findIndex((text) => text.startsWith('Total : ')) + 1)
    .slice(0, 3)
    .map((text) => text.replaceAll('\u202f', ''));
const joined = (texts: readonly string[]): string => texts.join('').replaceAll(/\s/g, '');
/** The columns of any document, where rows of one collectivité are in sight. */
export const printedColumns = (document: DocumentId, base?: string): readonly TableColumn<never>[] => {
  const paper: PrintedDocument = DOCUMENTS[document];
  const columns = sheetColumns(
    paper,
    paper.bases?.find((each) => each === base),
  );
  const { resource } = paper;
  const complete: Record<string, TableColumn<never>[]> = {
    contribuables: allColumns(contribuableList),
    impayes: allColumns(impayeList),
    transactions: [...transactionColumns],
    equipements: [...equipementColumns],
    avis_remis: allColumns(avisRemisList),
  };
  const all = complete[resource] ?? [];
  const ids = columns ? Object.keys(columns) : usualColumns(all).map(({ id }) => id);
  return visibleColumns(
    ids.flatMap((id) => all.find((column) => column.id === id) ?? []),
    false,
  );
};
type Listed = keyof {
  [Id in DocumentId as (typeof DOCUMENTS)[Id] extends { columns: object } ? Id : never]: 1;
};
/** @param several whether rows of several collectivités may be in sight */
export const columnsOf = (document: Listed, several = false): readonly TableColumn<never>[] => {
  const { resource, columns } = DOCUMENTS[document];
  const all: TableColumn<never>[] =
    resource === 'transactions' ? [...transactionColumns] : allColumns(contribuableList);
  const chosen = Object.keys(columns).flatMap((id) => all.find((column) => column.id === id) ?? []);
  return visibleColumns(chosen, several);
};
/** What a document says between its heads and its total, page after page. */
export const rowsOf = (pages: readonly string[][], document: Listed): string => {
  const last = columnsOf(document).at(-1)?.header ?? '';
  return joined(
    pages.flatMap((page) => {
      const end = page.findIndex((text) => text.startsWith('Total : '));
      return page.slice(page.indexOf(last) + 1, end === -1 ? -2 : end);
    }),
  );
};
/** What each cell of the rows says, whole. */
export const cellsOf = (rows: readonly unknown[], document: Listed, several = false): string => {
  const readers = columnsOf(document, several).map((column) => cellReader(column, TIME_ZONE));
  const cells = rows.flatMap((row) => readers.map((read) => read(row as never)));
  return joined(cells.map((value) => (typeof value === 'number' ? formatNumber(value) : (value ?? ''))));
};
export const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((all, row) => all + of(row), 0);

type Octroi = Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'nobody'>;

/** What people read of lists and of papers in one product. @param superadmin who reads where nobody else is named */
export function papersOf(octroi: Octroi, superadmin: Caller) {
  const listed = async <Row>(path: string, search: string, caller: Caller = superadmin): Promise<Row[]> =>
    (await caller.get<List<Row>>(`/v2/${path}?itemperpage=5000&${search}`)).body.data;

  async function printed(document: DocumentId, body: object = {}, account: Account = 'superadmin') {
    const { status, bytes, headers } = await fileOf(octroi, account, `/v2/impressions/${document}`, body);
    expect(status, bytes.toString()).toBe(200);
    const { pages } = readPdf(bytes);
    return { pages, texts: pages.flat(), name: headers['content-disposition'] };
  }
  return { listed, printed };
}
