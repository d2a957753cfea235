import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { csvStream } from './csv.ts';
import { openRows } from './rows.repository.ts';

const { db, query } = await testApp();

interface Row {
  n: number;
  texte: string | null;
}
const COLUMNS = [
  { header: 'N°', value: ({ n }: Row) => n },
  { header: 'Texte', value: ({ texte }: Row) => texte },
];
const fileOf = (rows: Row[]): Promise<string> => text(csvStream(Readable.from([rows]), COLUMNS));
const cursors = async (): Promise<number> =>
  (
    await query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    )
  )[0]?.n ?? -1;
const many = sql<Record<string, unknown>>`select n, 'x' as texte from generate_series(1, 100000) n`;

describe('a CSV file', () => {
  it('is what a French spreadsheet opens', async () => {
    expect([...(await buffer(csvStream(Readable.from([]), COLUMNS)))].slice(0, 3)).toEqual([
      0xef, 0xbb, 0xbf,
    ]);
    expect(
      await fileOf([
        { n: 1, texte: 'Ville de Niamey' },
        { n: -2, texte: null },
        { n: 3, texte: 'a;b "c"\nd' },
      ]),
    ).toBe('N°;Texte\r\n1;Ville de Niamey\r\n-2;\r\n3;"a;b ""c""\nd"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])('runs no formula: %j', async (texte) => {
    const [, line] = (await fileOf([{ n: 1, texte }])).split('\r\n');
    expect(line?.replaceAll('"', '')).toBe(`1;'${texte}`);
  });
});

describe('rows read as they are asked for', () => {
  it('come whole and in order', async () => {
    const file = await text(csvStream<Row>(await openRows(db, many), COLUMNS));
    const lines = file.trimEnd().split('\r\n').slice(1);
    expect(lines).toHaveLength(100_000);
    expect(lines.at(-1)).toBe('100000;x');
    await expect.poll(cursors).toBe(0);
  });

  it('are not read ahead of a slow reader, and give their connection back when it leaves', async () => {
    let read = 0;
    const file = csvStream<Row>(await openRows(db, many), [
      { header: 'N°', value: ({ n }) => (read += 1) && n },
    ]);
    const reader = file.pipe(new PassThrough({ highWaterMark: 1024 }));
    await new Promise((resolve) => reader.once('readable', resolve));
    await expect.poll(cursors).toBe(1);
    file.destroy();
    await expect.poll(cursors).toBe(0);
    expect(read).toBeLessThan(20_000);
  });

  it('are refused at once where the query is wrong, and in the middle where a row is', async () => {
    await expect(openRows(db, sql`select rien from rien`)).rejects.toThrow('rien');
    const broken = sql<Record<string, unknown>>`select 1 / (2000 - n) as n from generate_series(1, 100000) n`;
    await expect(text(csvStream<Row>(await openRows(db, broken), COLUMNS))).rejects.toThrow('division');
    await expect.poll(cursors).toBe(0);
  });

  it('are for a few at a time: another is asked to wait', async () => {
    const open = await Promise.all(Array.from({ length: 4 }, () => openRows(db, many)));
    await expect(openRows(db, many)).rejects.toMatchObject({ status: 503 });
    for (const rows of open) rows.destroy();
    await expect.poll(cursors).toBe(0);
    (await openRows(db, many)).destroy();
  });
});
