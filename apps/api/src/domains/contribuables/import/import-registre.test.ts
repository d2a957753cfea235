import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp, YEAR } from '#src/testing/app.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { type Commune, type GeneratedRow, generateRegistre, HEADS } from '#src/testing/files/registre.ts';
import { csvOf, importDesk } from '#src/testing/imports.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';

const LINES = 2000;
const SEED = 20_261_127;
const octroi = await testApp({ thresholds: { pas: 500 } });
const desk = await enrolmentDesk(octroi);
const { query } = octroi;
const { pool } = openPool(octroi.url, () => undefined, 2);
afterAll(() => pool.end());
const imports = importDesk(desk.by('niamey'));
const LAST = YEAR - 1;
const heads = HEADS.map((head) => (head === 'Impayé' ? `Impayé ${LAST}` : head));

let rows: GeneratedRow[];
beforeAll(async () => {
  const nameOf = async (id: number) =>
    (await query<{ nom: string }>('select nom from type_equipement where id = $1', [id]))[0]?.nom ?? '';
  const [elsewhere] = await query<{ nom: string }>(
    'select nom from ramification where entite_id = 2 and nom not in (select nom from ramification where entite_id = 1) limit 1',
  );
  const connus: Commune['connus'] = Array.from({ length: 10 }, (_, rank) => ({
    nom: `Qwxyzu${rank}`,
    prenom: `Vutsro${rank}`,
    telephone: `7700000${rank}`,
  }));
  for (const connu of connus) await desk.enrolled(connu);
  const { nom } = desk.haut;
  rows = generateRegistre(SEED, LINES, {
    places: [nom, nom.toUpperCase(), `  ${nom.replaceAll(' ', '\u00a0')} `, nom.toLowerCase()],
    ailleurs: elsewhere?.nom ?? '',
    base: await nameOf(desk.kiosque),
    basePrecisee: await nameOf(desk.enseigne),
    precision: 'Petite',
    connus,
  });
});

const fileOf = (cells: readonly (readonly string[])[]): string => csvOf(heads, cells);
const counted = (sorts: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const sort of sorts) counts[sort] = (counts[sort] ?? 0) + 1;
  return counts;
};
const enrolled = async (): Promise<number> =>
  (
    await query<{ n: number }>(
      "select count(*)::int as n from contribuable where cle_idempotence like 'import:%'",
    )
  )[0]?.n ?? 0;
const owed = async (): Promise<number> =>
  (
    await query<{ n: number }>(
      "select coalesce(sum(montant), 0)::int as n from echeance where annee = $1 and origine = 'reprise'",
      [LAST],
    )
  )[0]?.n ?? 0;
/** Rows whose fate is not the expected one, with what was told. */
const wrong = async (id: string, expected: readonly string[]) =>
  (await imports.lignes(id)).flatMap(({ rang, sort, details }) =>
    sort === expected[rang - 2] ? [] : [{ rang, kind: rows[rang - 2]?.kind, sort, details }],
  );

describe('a register with every kind of fault at once', () => {
  it('has 25 kinds of fault and more', () =>
    expect(
      new Set(rows.filter(({ sort }) => sort !== 'nouvelle').map(({ kind }) => kind)).size,
    ).toBeGreaterThanOrEqual(25));

  it('gets the right fate for each row, twice nothing twice, and what is put right is taken', async () => {
    const before = { people: await enrolled(), owed: await owed() };
    const first = rows.map(({ sort }) => sort);
    const fresh = rows.filter(({ sort }) => sort === 'nouvelle');
    const sent = await imports.send(fileOf(rows.map(({ cells }) => cells)));

    expect((await imports.run(sent, true)).sorts).toEqual(counted(first));
    expect(await wrong(sent.id, first)).toEqual([]);
    expect(await enrolled()).toBe(before.people);

    expect((await imports.run(sent, false)).sorts).toEqual(counted(first));
    expect(await wrong(sent.id, first)).toEqual([]);
    expect(await enrolled()).toBe(before.people + fresh.length);
    expect(await owed()).toBe(before.owed + fresh.reduce((sum, { impaye }) => sum + impaye, 0));

    const again = await imports.send(fileOf(rows.map(({ cells }) => cells)));
    const second = first.map((sort) => (sort === 'nouvelle' ? 'identique' : sort));
    await imports.run(again, false);
    expect(await wrong(again.id, second)).toEqual([]);
    expect(await enrolled()).toBe(before.people + fresh.length);

    const corrected = await imports.send(fileOf(rows.map(({ cells, corrected: right }) => right ?? cells)));
    const third = rows.map(({ corrected: right, kind }, rank) =>
      !right ? second[rank] : kind === 'the same person with another amount' ? 'répétée' : 'nouvelle',
    ) as string[];
    await imports.run(corrected, false);
    expect(await wrong(corrected.id, third)).toEqual([]);
    const all = fresh.length + third.filter((sort) => sort === 'nouvelle').length;
    expect(await enrolled()).toBe(before.people + all);
    expect(await owed()).toBe(before.owed + all * 12_500);
    expect(await drift(pool)).toEqual([]);
  }, 300_000);
});
