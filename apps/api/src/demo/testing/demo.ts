/** Databases for the tests of the demonstration, and common queries. */
import pg from 'pg';
import { afterEach, expect, inject } from 'vitest';
import { databaseFromTemplate } from '#src/platform/database/testing/embedded.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { loadContribuables, loadReference, type LoadOptions } from '../load.ts';
import { GROWING } from '../load/schema.ts';

export const TODAY = '2026-11-21';
export const OPTIONS: LoadOptions = { contribuables: 300, seed: 1, today: TODAY };

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

async function database(template: string, prepare: (client: pg.Client) => Promise<void>) {
  const made = await databaseFromTemplate(inject('ownerUrl'), template, async (url) => {
    await migrate(url, { timeZone: 'Africa/Niamey' });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await prepare(client);
    await client.end();
  });
  cleanups.push(() => made.drop());
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  cleanups.push(() => client.end());
  const query = async <Row extends pg.QueryResultRow = Record<string, unknown>>(
    sql: string,
  ): Promise<Row[]> => (await client.query<Row>(sql)).rows;
  return { client, query, url: made.url };
}
export const empty = () => database('demo_empty', async () => undefined);
export const configured = () => database('demo_configured', loadReference);
export const loaded = () =>
  database('demo_loaded', async (client) => {
    await loadReference(client);
    await loadContribuables(client, OPTIONS);
  });
export type Asker = Awaited<ReturnType<typeof loaded>>['query'];

/** A hash of every row of the growing tables, except timestamps. */
export async function prints(query: Asker): Promise<Record<string, unknown>> {
  const print: Record<string, unknown> = {};
  for (const table of [...GROWING, 'compteur', 'total_montant']) {
    [print[table]] = await query(
      `select count(*), md5(string_agg(t::text, '|' order by t::text)) from ${table} t`,
    );
  }
  return print;
}

/** Stored totals that differ from the view of their definition. */
export async function differences(query: Asker): Promise<string[]> {
  const totals = await query<{ nom: string; list: string }>(
    "select nom, array_to_string(cles || sommes, ', ') as list from totaux_tenus()",
  );
  expect(totals.length).toBeGreaterThanOrEqual(8);
  const different: string[] = [];
  for (const { nom, list } of totals) {
    const rows = await query(`
      (select ${list} from total_${nom} except all select ${list} from calcul_${nom})
      union all (select ${list} from calcul_${nom} except all select ${list} from total_${nom})`);
    if (rows.length > 0) different.push(`${nom}: ${rows.length}`);
  }
  return different;
}

/** Collectivités and years whose receipts do not run from 1 to their count, in the order of days. */
export const gaps = (query: Asker) =>
  query(`
    with numbered as (
      select entite_id, extract(year from jour) as annee, jour, split_part(numero_recu, '-', 3)::int as rang
      from transaction where numero_recu is not null)
    select entite_id, annee from numbered group by 1, 2
    having min(rang) <> 1 or max(rang) <> count(*) or count(distinct rang) <> count(*)`);
