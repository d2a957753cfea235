/* What is owed on a day, as it is stored and as the échéances say it. */
import { addDays, type Day, impayeList, type ImpayeRow, type ImpayeTotals } from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { startFolding } from '#src/platform/database/folding.ts';
import { readKeys, readRows } from '#src/platform/listing/listing.ts';
import { ACT_NAMES, ACTS, type Draw } from '#src/testing/figures/acts.ts';
import { testApp, TODAY } from '#src/testing/app.ts';
import { createTown, outcomeOf } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { areDuesStored, type DueSource, impayeSource, sumStored } from './impayes.repository.ts';

const octroi = await testApp();
const { url, query } = octroi;
const { db, pool } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());

/** Sets the clock of the database, which a test cannot set otherwise. */
async function setDay(jour: Day): Promise<void> {
  await query(
    `create or replace function aujourdhui() returns date language sql stable return date '${jour}'`,
  );
}

const carry = async (): Promise<void> => {
  while ((await query<{ n: number }>('select porter_dus_du_jour() as n'))[0]?.n);
};

async function owed(entite: number, jour: Day, dues: DueSource): Promise<ImpayeRow[]> {
  // from a day before all: of each taxpayer the échéances are read, whoever is stored to owe
  const query = { page: 1, entite: [entite], ...(dues === 'days' ? { from: '2000-01-01' } : {}) };
  const source = impayeSource({ kind: 'all' }, query, jour, dues);
  const keys = await readKeys(db, source, { conditions: [], filters: [] }, [], 1000);
  return readRows(db, source, keys);
}

const draw: fc.Arbitrary<Draw> = fc.record({
  who: fc.nat(200),
  where: fc.nat(200),
  amount: fc.integer({ min: 1, max: 40_000 }),
  day: fc.nat(1200),
  flag: fc.boolean(),
});
/** People, and what they owe of several years. */
const BEGINNING = [
  { name: 'enrole', who: 2, where: 3, amount: 7, day: 366 },
  ...[0, 1, 2, 3, 4, 5].map((n) => ({ name: 'exige', who: n, where: n, amount: 900, day: 200 * n }) as const),
] as const;
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ name: fc.constantFrom(...ACT_NAMES), draw }) },
  // days go by, with their years; the clock is also put back
  {
    weight: 2,
    arbitrary: fc.record({
      days: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: -5, max: -1 })),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ carry: true }) },
);

it('what is stored to be owed equals what the échéances say, after any acts and on any day', async () => {
  let compared = 0;
  const compareOn = async (entite: number, jour: Day, dues: DueSource): Promise<void> => {
    const workedOut = await owed(entite, jour, 'days');
    compared += workedOut.length;
    expect(await owed(entite, jour, dues), jour).toEqual(workedOut);
    const sum = (of: (row: ImpayeRow) => number): number =>
      workedOut.reduce((total, row) => total + of(row), 0);
    expect(await sumStored(db, { kind: 'all' }, { page: 1, entite: [entite] }, jour), jour).toEqual({
      total_records: workedOut.length,
      arrieres: sum((row) => row.arrieres),
      exercice: sum((row) => row.exercice),
      exigible: sum((row) => row.exigible),
      aEchoir: sum((row) => row.aEchoir),
    });
  };
  const compare = async (entite: number, jour: Day): Promise<void> => {
    for (const days of [-400, -1, 0, 1, 400]) await compareOn(entite, addDays(jour, days), 'day');
    if (await areDuesStored(db, jour)) await compareOn(entite, jour, 'stored');
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30, size: 'max' }), async (steps) => {
      let jour: Day = TODAY;
      await setDay(jour);
      await carry();
      const town = await createTown(pool);
      for (const { name, ...numbers } of BEGINNING)
        await outcomeOf(pool, (client) => ACTS[name](client, town, { ...numbers, flag: true }));
      await compare(town.entite, jour);
      for (const one of steps) {
        if ('carry' in one) await carry();
        else if ('days' in one) await setDay((jour = addDays(jour, one.days)));
        else await outcomeOf(pool, (client) => ACTS[one.name](client, town, one.draw));
        await compare(town.entite, jour);
      }
      expect(await drift(pool, [town.entite])).toEqual([]);
      // the next history begins today, as if the clock had never been elsewhere
      await setDay(TODAY);
      await query('select refaire_dus()');
    }),
    { numRuns: 8 },
  );
  expect(compared).toBeGreaterThan(8);
});

it('the dues of a taxpayer are computed once when several years are written together', async () => {
  await query(`insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id)
    select l.entite_id, l.contribuable_id, l.id, t.id, annee, 12, 700, make_date(annee, 12, 1), c.ramification_id
    from (select * from enrollement where entite_id = 1 and closed_at is null order by id limit 1) l
    join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id
    join (select min(id) as id from taxe where entite_id = 1) t on true, generate_series(2001, 2003) annee`);
  expect(await drift(pool)).toEqual([]);
});

it('the server updates stored dues to a new day, and then reads them again', async () => {
  const tomorrow = addDays(TODAY, 400);
  await setDay(tomorrow);
  expect(await areDuesStored(db, tomorrow)).toBe(false);
  const errors: unknown[] = [];
  const folding = startFolding(db, { error: ({ err }) => errors.push(err) }, 10);
  await expect.poll(() => areDuesStored(db, tomorrow)).toBe(true);
  await folding.stop();
  expect(errors).toEqual([]);
  expect(await drift(pool)).toEqual([]);
  await setDay(TODAY);
  await query('select refaire_dus()');
});

/** Today, a day before it and one after, as parameters of a list. */
const DAYS = ['', `&to=${addDays(TODAY, -60)}`, `&to=${addDays(TODAY, 60)}`];

it('stored and computed dues list the same debtors in the same order, by every field', async () => {
  const superadmin = await octroi.signIn('superadmin');
  const list = async (orderBy: string, dates: string): Promise<number[]> => {
    const address = `/v2/impayes?itemperpage=100&orderBy=${orderBy}&sortOrder=desc${dates}`;
    const { status, body } = await superadmin.get<{ data: { id: number }[] }>(address);
    expect(status, address).toBe(200);
    return body.data.map(({ id }) => id);
  };
  expect(await areDuesStored(db, TODAY)).toBe(true);
  for (const day of DAYS)
    for (const field of Object.keys(impayeList.fields)) {
      const stored = await list(field, day);
      expect(stored.length).toBeGreaterThan(10);
      // from a day before all: what is owed is worked out of the échéances
      expect(await list(field, `&from=2000-01-01${day}`), field).toEqual(stored);
    }
});

it('totals of what is owed equal the sums of their list, for any place, search or filter', async () => {
  const [superadmin, plateau] = [await octroi.signIn('superadmin'), await octroi.signIn('plateau')];
  const [place] = await query<{ id: number }>(
    `select ramification_id as id from du_contribuable where entite_id = 1 and exercice > 0 group by 1 order by count(*) desc limit 1`,
  );
  const narrowings = ['', 'entite=1', 'entite=1&entite=2', `ms=${place!.id}`, `ms=${place!.id}&direct=1`, 'betail=0', 'betail=1',
    'q=ama', 'filter[0][column]=contrib.exigible&filter[0][type]=gt&filter[0][x]=20000']; // prettier-ignore
  for (const person of [superadmin, plateau])
    for (const narrowing of DAYS.flatMap((day) => narrowings.map((one) => `${one}${day}`))) {
      const totals = await person.get<ImpayeTotals>(`/v2/impayes/totaux?${narrowing}`);
      // from a day before all: what is owed is worked out of the échéances
      const workedOut = await person.get<ImpayeTotals>(`/v2/impayes/totaux?from=2000-01-01&${narrowing}`);
      expect(totals, narrowing).toMatchObject({ status: 200, body: workedOut.body });
      const list = await person.get<{ meta: { total_records: number } }>(`/v2/impayes?${narrowing}`);
      expect(list.body.meta.total_records, narrowing).toBe(totals.body.total_records);
    }
});
