import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { TableColumn } from '@octroi/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Queries } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import { csvStream } from './csv.ts';
import { AT_ONCE, openRows, type ReadRows } from './rows.repository.ts';

const { db, query } = await testApp();

interface Row {
  n: number;
  texte: string | null;
}
const COLUMNS: TableColumn<Row>[] = [
  { id: 'n', header: 'N°', kind: 'number', value: ({ n }) => n },
  { id: 'texte', header: 'Texte', kind: 'text', value: ({ texte }) => texte },
];
const sheetOf = <Each>(columns: TableColumn<Each>[]) => ({
  title: 'Essai',
  columns,
  timeZone: 'Africa/Niamey',
});
const fileOf = (rows: Row[]): Promise<string> => text(csvStream(Readable.from([rows]), sheetOf(COLUMNS)));
const readRows: ReadRows<Row> = (_queries, raws) => raws as unknown as Row[];
const cursors = async (): Promise<number> =>
  (
    await query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    )
  )[0]?.n ?? -1;
const many = sql<Record<string, unknown>>`select n, 'x' as texte from generate_series(1, 100000) n`;

describe('a CSV file', () => {
  it('opens in a French spreadsheet', async () => {
    expect([...(await buffer(csvStream(Readable.from([]), sheetOf(COLUMNS))))].slice(0, 3)).toEqual([
      0xef, 0xbb, 0xbf,
    ]);
    expect(
      await fileOf([
        { n: 1, texte: 'Ville de Niamey' },
        { n: -2.5, texte: null },
        { n: 3, texte: 'a;b "c"\nd' },
      ]),
    ).toBe('N°;Texte\r\n1;Ville de Niamey\r\n-2,5;\r\n3;"a;b ""c""\nd"\r\n');
  });

  it('has local days and hours, amounts as plain numbers, states in words', async () => {
    const at = '2026-03-09T23:30:05.120Z';
    const columns: TableColumn<string>[] = [
      { id: 'jour', header: 'Jour', kind: 'day', value: (row) => row },
      { id: 'heure', header: 'Heure', kind: 'time', value: (row) => row },
      { id: 'moment', header: 'Moment', kind: 'instant', value: (row) => row },
      { id: 'exigible', header: 'Exigible', kind: 'day', value: () => '2026-03-09' },
      { id: 'montant', header: 'Montant', kind: 'amount', value: () => -1_234_567 },
      { id: 'statut', header: 'Statut', kind: 'status', value: () => false },
      { id: 'texte', header: 'Texte', kind: 'text', value: () => '1\u202f500\u00a0F' },
    ];
    const file = await text(csvStream(Readable.from([[at]]), sheetOf(columns)));
    expect(file.split('\r\n')[1]).toBe(
      '10/03/2026;00:30:05;10/03/2026 00:30:05;09/03/2026;-1234567;inactive;1 500 F',
    );
  });

  it.each(['=1+1', '+1', '-1', '@x', '＝1', '＠x', '\tx', '\rx'])(
    'contains no formula that a spreadsheet would run: %j',
    async (texte) => {
      const [, line] = (await fileOf([{ n: 1, texte }])).split('\r\n');
      expect(line?.replaceAll('"', '')).toBe(`1;'${texte}`);
    },
  );

  it('repeats its place, period and filters on each line, and has lines only for rows', async () => {
    const sheet = {
      ...sheetOf(COLUMNS),
      told: [['Lieu', '=Niamey']] as const,
      sums: [{ n: 2, texte: null }],
    };
    expect(await text(csvStream(Readable.from([[{ n: 1, texte: 'a' }]]), sheet))).toBe(
      "N°;Texte;Lieu\r\n1;a;'=Niamey\r\n",
    );
  });

  it('says that it is empty', async () => {
    expect(await text(csvStream(Readable.from([]), sheetOf(COLUMNS)))).toBe('N°;Texte\r\n');
  });
});

describe('rows read on demand', () => {
  it('are complete and in order', async () => {
    const file = await text(csvStream(await openRows(db, many, { readRows }), sheetOf(COLUMNS)));
    const lines = file.trimEnd().split('\r\n').slice(1);
    expect(lines).toHaveLength(100_000);
    expect(lines.at(-1)).toBe('100000;x');
    await expect.poll(cursors).toBe(0);
  });

  it('are not read ahead of a slow reader, and release their connection when it leaves', async () => {
    let read = 0;
    const counted: TableColumn<Row>[] = [
      { id: 'n', header: 'N°', kind: 'number', value: ({ n }) => (read += 1) && n },
    ];
    const file = csvStream(await openRows(db, many, { readRows }), sheetOf(counted));
    const reader = file.pipe(new PassThrough({ highWaterMark: 1024 }));
    await new Promise((resolve) => reader.once('readable', resolve));
    await expect.poll(cursors).toBe(1);
    file.destroy();
    await expect.poll(cursors).toBe(0);
    expect(read).toBeLessThan(20_000);
  });

  it('are of the moment at which their sums were read, whatever is written meanwhile', async () => {
    await query('create table versement_essai (n int, texte text)');
    await query("insert into versement_essai select n, 'avant' from generate_series(1, 450) n");
    await query('grant select on versement_essai to public');
    const all = sql<Record<string, unknown>>`select n, texte from versement_essai order by n`;
    const countIn = async (queries: Queries): Promise<unknown> =>
      (await sql`select count(*)::int as nombre, sum(n)::int as somme from versement_essai`.execute(queries))
        .rows[0];
    const told: unknown[] = [];
    const rows = await openRows(db, all, {
      readRows,
      beside: async (queries) => {
        told.push(await countIn(queries));
        await query("insert into versement_essai select n, 'pendant' from generate_series(1, 100) n");
        await query('delete from versement_essai where n % 50 = 0');
        told.push(await countIn(queries));
      },
    });
    const read: Row[] = [];
    for await (const batch of rows as AsyncIterable<Row[]>) {
      read.push(...batch);
      await query("insert into versement_essai values (1, 'encore')");
    }
    const of = { nombre: read.length, somme: read.reduce((sum, { n }) => sum + n, 0) };
    expect(told).toEqual([of, of]);
    expect(of.nombre).toBe(450);
  });

  it('fail at once for a wrong query, and in the middle for a wrong row', async () => {
    await expect(openRows(db, sql`select rien from rien`, { readRows })).rejects.toThrow('rien');
    const broken = sql<Record<string, unknown>>`select 1 / (2000 - n) as n from generate_series(1, 100000) n`;
    const file = csvStream(await openRows(db, broken, { readRows }), sheetOf(COLUMNS));
    await expect(text(file)).rejects.toThrow('division');
    await expect.poll(cursors).toBe(0);
  });

  it('survive a database that ends the transaction of an idle reader', async () => {
    const rows = await openRows(db, many, { readRows });
    await query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    await expect(text(csvStream(rows, sheetOf(COLUMNS)))).rejects.toThrow();
    await expect.poll(cursors).toBe(0);
    expect(await text(csvStream(await openRows(db, many, { readRows }), sheetOf(COLUMNS)))).toContain(
      '100000',
    );
  });

  it('are read for a few readers at a time; others wait, or can leave', async () => {
    const open = await Promise.all(Array.from({ length: AT_ONCE }, () => openRows(db, many, { readRows })));
    const leaving = new AbortController();
    const gone = openRows(db, many, { readRows, signal: leaving.signal });
    const waiting = openRows(db, many, { readRows });
    leaving.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    open[0]?.destroy();
    (await waiting).destroy();
    for (const rows of open) rows.destroy();
    await expect.poll(cursors).toBe(0);
  });
});
