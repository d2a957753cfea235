import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { openPool } from './database.ts';

const { url } = await testApp();
const reports: { text: string; milliseconds: number }[] = [];
const { db, pool } = openPool(url, () => undefined, 1, 10_000, {
  slow: { threshold: 200, report: (text, milliseconds) => reports.push({ text, milliseconds }) },
});
afterAll(() => pool.end());

it('a slow statement is reported without its values, a quick one is not reported', async () => {
  await sql`select ${'Moussa Adamou'}::text`.execute(db);
  await sql`select pg_sleep(${0.3}), ${'Moussa Adamou'}::text`.execute(db);
  expect(reports.map(({ text }) => text)).toEqual(['select pg_sleep($1), $2::text']);
  expect(reports[0]?.milliseconds).toBeGreaterThanOrEqual(200);
});
