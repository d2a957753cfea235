import {
  ARGENT,
  addDays,
  BASE_WORDS,
  DOCUMENT_IDS,
  type DocumentId,
  DOCUMENTS,
  etatText,
  type FormatExport,
  type OpenRange,
  periodText,
  type PrintedDocument,
} from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { testApp, TIME_ZONE, TODAY, YEAR } from '#src/testing/app.ts';
import { deliverNotices } from '#src/testing/avis-remis.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { expectSameFiles, type Files, type Shown } from '#src/testing/files/same-files.ts';
import { cellReader } from './cells.ts';
import { type List, printedColumns } from '../testing/documents.ts';

const octroi = await testApp();
const { signIn, query } = octroi;
const superadmin = await signIn('superadmin');
await deliverNotices(query, TODAY);

describe('an exported report or printable list', () => {
  /** What is unpaid of a period that is over, or of a short one, may be nothing. */
  const LAST = { from: addDays(TODAY, -364), to: TODAY };
  const YEARS = { from: '2020-01-01', to: `${YEAR + 4}-12-31` };
  /** Equipment is of no period. */
  // equipment has no days; a tour is printed of itself alone
  // (`recouvrement/tournees.test.ts`), the statement of tickets where there are some (`caisse/valeurs/valeurs.test.ts`)
  const APART = new Set<DocumentId>(['equipements', 'tournee', 'releve-valeurs']);
  const DATED = DOCUMENT_IDS.filter((document) => !APART.has(document));
  const BASED = new Set<DocumentId>(['contribuables', 'enrollements', 'liste-des-contribuables']);

  /** What the screen of a document shows: the answers of its list and of its totals, told as its heads tell them. */
  async function shownOf(document: DocumentId, asked: string, range: OpenRange): Promise<Shown> {
    const { title, resource, filters, order, bases }: PrintedDocument = DOCUMENTS[document];
    const search = new URLSearchParams(asked);
    const base =
      bases || BASED.has(document) ? (search.get('base') ?? bases?.[0] ?? 'enrolement') : undefined;
    if (base) search.set('base', base);
    for (const [name, value] of Object.entries(order)) search.set(name, value);
    for (const { column, operator, x } of filters) {
      search.set(`filter[${column}][type]`, operator);
      search.set(`filter[${column}][x]`, String(x));
    }
    const list = await superadmin.get<List<unknown>>(`/v2/${resource}?itemperpage=5000&${search.toString()}`);
    expect(list.status, JSON.stringify(list.body)).toBe(200);
    const columns = printedColumns(document, base);
    const amounts = columns.some(({ kind }) => kind === 'amount');
    const totals = amounts
      ? (await superadmin.get<Record<string, number>>(`/v2/${resource}/totaux?${search.toString()}`)).body
      : {};
    const readers = columns.map((column) => cellReader(column, TIME_ZONE));
    const sums = columns.map(({ id, kind }, index) =>
      index === 0 ? 'TOTAL' : kind === 'amount' ? (totals[id] ?? null) : null,
    );
    const beside =
      resource === 'transactions'
        ? ARGENT.map(([name, label]) =>
            columns.map(({ id }, index) =>
              index === 0 ? label : id === 'montant' ? (totals[name] ?? null) : null,
            ),
          )
        : [];
    const [day = ''] = await query<{ jour: string }>('select aujourdhui()::text as jour').then((rows) =>
      rows.map(({ jour }) => jour),
    );
    return {
      title,
      place: 'Ville de Niamey',
      period: document === 'situation-des-impayes' ? etatText(range, day) : periodText(range),
      base: base && BASE_WORDS[base as keyof typeof BASE_WORDS],
      heads: columns.map(({ header }) => header),
      rows: list.body.data.map((row) => readers.map((read) => read(row as never))),
      sums: amounts ? [sums, ...beside] : [],
      besideTold: true,
    };
  }
  const filesOf = async (document: DocumentId, search: string): Promise<Files> => {
    const download = async (format: FormatExport): Promise<Buffer> => {
      const body = { query: search, format };
      const { status, bytes } = await fileOf(octroi, 'superadmin', `/v2/impressions/${document}`, body);
      expect(status, bytes.toString()).toBe(200);
      return bytes;
    };
    return { pdf: await download('pdf'), xlsx: await download('xlsx'), csv: await download('csv') };
  };

  const ASKED: (readonly [DocumentId, OpenRange, string])[] = [
    ['equipements', {}, ''],
    ...DATED.map((document) => [document, LAST, ''] as const),
    ...DATED.map((document) => [document, YEARS, '&base=encaissement'] as const),
  ];
  it.each(ASKED)(
    '%s of %j%s equals its screen, to the franc, in every format',
    async (document, range, more) => {
      const { bases }: PrintedDocument = DOCUMENTS[document];
      const days = Object.entries(range).map(([name, day]) => `&${name}=${day}`);
      const search = `entite=1&betail=0${days.join('')}${bases || BASED.has(document) ? more : ''}`;
      const shown = await shownOf(document, search, range);
      expect(shown.rows.length, 'rows').toBeGreaterThan(0);
      await expectSameFiles(shown, await filesOf(document, search));
    },
  );

  it.each(DATED)('%s of an empty period has only its heads', async (document) => {
    const range = { from: '2001-01-01', to: '2001-01-02' };
    const search = `entite=1&from=${range.from}&to=${range.to}`;
    const shown = await shownOf(document, search, range);
    expect(shown.rows).toEqual([]);
    const files = await filesOf(document, search);
    await expectSameFiles(shown, files);
    expect(files.csv.toString().trimEnd().split('\r\n')).toHaveLength(1);
    expect(readPdf(files.pdf).pages.flat()).toContain('Aucune ligne ne répond à cette demande.');
  });
});
