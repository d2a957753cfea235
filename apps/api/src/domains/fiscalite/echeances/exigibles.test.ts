/** The day on which a tax falls due: what is billed takes it, and what is billed already follows a change of it. */
import { jourExigible, type Problem, type Simulation, type Terme } from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import { billing, placeOf } from '#src/testing/billing.ts';
import { queryRows, type Town } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn } = await testApp();
const { pool } = openPool(url, () => undefined, 6);
afterAll(() => pool.end());

let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
const { townWith, enrolAt, generate, dues, pay } = billing(pool, () => superadmin);

afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
});

const change = (town: Town, terme: Record<string, unknown>) =>
  superadmin.send<Problem & Partial<Terme>>('PATCH', `/v2/entite_taxes/${town.taxes[0]}`, terme);
const days = async (id: number, annee: number) => (await dues(id, annee)).map(({ le }) => le);

/** What saving the tax with another day would move, by year. */
async function announced(town: Town, terme: Record<string, unknown>): Promise<[number, number][]> {
  const { body: taxe } = await superadmin.get<Record<string, unknown>>(`/v2/entite_taxes/${town.taxes[0]}`);
  const id = (value: unknown) => (value as { id: number } | null)?.id ?? null;
  const applications = taxe['applications'] as { ramification: unknown; annee: string; tarif: number }[];
  const { status, body } = await superadmin.send<Simulation>('POST', '/v2/entite_taxes/simulation', {
    id: taxe['id'],
    nom: taxe['nom'],
    entite: id(taxe['entite']),
    categorie: id(taxe['categorie']),
    frequence: id(taxe['frequence']),
    natureActivite: id(taxe['natureActivite']),
    typeEquipement: id(taxe['typeEquipement']),
    ...terme,
    applications: applications.map(({ ramification, annee, tarif }) => ({
      ramification: id(ramification),
      annee: Number(annee),
      tarif,
    })),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.changements ?? []).map(({ annee, deplacees }) => [annee, deplacees]);
}

describe('the day of a tax', () => {
  it('is that of a yearly tax in every year, leap years too, unless the line’s own day is later', async () => {
    const town = await townWith(
      1,
      [2024, 2025, 2026, 2027].map((annee) => ['departement', annee, 12_000]),
    );
    expect((await change(town, { limite: '31/03' })).body).toMatchObject({ limite: '31/03', delai: null });
    await pool.query('update entite set delai_nouveau = 30 where id = $1', [town.entite]);
    const old = await enrolAt(town, 'secteur', '2023-05-02');
    const fresh = await enrolAt(town, 'secteur', '2026-11-26');
    for (const annee of [2024, 2025, 2026, 2027]) await generate(town, annee);
    for (const annee of [2024, 2025, 2026]) expect(await days(old.id, annee)).toEqual([`${annee}-03-31`]);
    expect(await days(fresh.id, 2026)).toEqual(['2026-12-26']);
    expect(await days(fresh.id, 2027)).toEqual(['2027-03-31']);
  });

  it('is 28 February where 29 February does not exist', async () => {
    const town = await townWith(1, [
      ['departement', 2024, 12_000],
      ['departement', 2025, 12_000],
    ]);
    await change(town, { limite: '29/02' });
    const { id } = await enrolAt(town, 'secteur', '2023-05-02');
    for (const annee of [2024, 2025]) await generate(town, annee);
    expect([await days(id, 2024), await days(id, 2025)]).toEqual([['2024-02-29'], ['2025-02-28']]);
  });

  it('comes some days after each period begins, for a tax that is not yearly', async () => {
    const town = await townWith(4, [['departement', 2026, 1_000]]);
    await change(town, { delai: 15 });
    const { id } = await enrolAt(town, 'secteur', '2025-05-02');
    const fresh = await enrolAt(town, 'secteur', '2026-04-20');
    await generate(town, 2026);
    expect(await days(id, 2026)).toEqual(['2026-01-16', '2026-04-16', '2026-07-16', '2026-10-16']);
    expect(await days(fresh.id, 2026)).toEqual(['2026-04-20', '2026-07-16', '2026-10-16']);
  });

  it('is reckoned by the contract as by the database, for any period', async () => {
    const day = fc
      .integer({ min: 0, max: 365 })
      .map((n) =>
        new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(5, 10).split('-').reverse().join('/'),
      );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2000, max: 2100 }),
        fc.integer({ min: 1, max: 12 }),
        fc.option(day),
        fc.option(fc.integer({ min: 0, max: 90 })),
        async (annee, mois, limite, delai) => {
          const debut = `${annee}-${String(mois).padStart(2, '0')}-01`;
          const [row] = await queryRows<{ jour: string }>(
            pool,
            'select jour_exigible($1, $2, $3)::text as jour',
            [debut, limite, delai],
          );
          expect(row?.jour).toBe(jourExigible(debut, { limite, delai }));
        },
      ),
    );
  });

  it.each<[string, number, Record<string, unknown>, string]>([
    ['a day of the year of a monthly tax', 12, { limite: '31/03' }, 'limite'],
    ['a delay of a yearly tax', 1, { delai: 10 }, 'delai'],
    ['a day that does not exist', 1, { limite: '31/04' }, 'limite'],
    ['a day in another writing', 1, { limite: '2026-03-31' }, 'limite'],
    ['a delay of more than 90 days', 12, { delai: 91 }, 'delai'],
    ['a negative delay', 12, { delai: -1 }, 'delai'],
    ['a delay in letters', 12, { delai: 'dix' }, 'delai'],
  ])('is refused: %s', async (_what, occurrences, terme, field) => {
    const town = await townWith(occurrences, [['departement', 2026, 1_000]]);
    const { status, body } = await change(town, terme);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('goes with the frequency: another one clears it', async () => {
    const town = await townWith(1, [['departement', 2026, 1_000]]);
    const monthly = await townWith(12, []);
    await change(town, { limite: '31/03' });
    const [frequence] = await queryRows<{ id: number }>(
      pool,
      'select frequence_id as id from taxe where id = $1',
      [monthly.taxes[0]],
    );
    expect((await change(town, { frequence: frequence?.id })).body).toMatchObject({ limite: null });
  });
});

describe('a change of the day of a tax', () => {
  it('moves what is unpaid in open years, and nothing that is paid, closed, imported or of a closed year', async () => {
    const years = [2024, 2025, 2026] as const;
    const town = await townWith(
      1,
      years.map((annee) => ['departement', annee, 12_000]),
    );
    const unpaid = await enrolAt(town, 'secteur', '2023-05-02');
    const partly = await enrolAt(town, 'quartier', '2023-05-02');
    const paid = await enrolAt(town, 'secteur', '2023-05-02');
    const closed = await enrolAt(town, 'secteur', '2023-05-02');
    const imported = await enrolAt(town, 'secteur', '2023-05-02');
    for (const annee of years)
      await pool.query(
        `insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id, origine)
         select entite_id, contribuable_id, id, $2, $3::smallint, 1, 7000, make_date($3::smallint, 1, 1), $4, 'reprise' from enrollement where id = $1`,
        [imported.ligne, town.taxes[0], annee, placeOf(town, 'secteur')],
      );
    for (const annee of years) await generate(town, annee);
    await pay(town, partly.id, 30_000, '2026-02-01');
    await pay(town, paid.id, 36_000, '2026-02-01');
    await pool.query('update echeance set closed_at = now() where contribuable_id = $1', [closed.id]);
    await pool.query('insert into annee_close (entite_id, annee) values ($1, 2024)', [town.entite]);
    // 2025 of the unpaid one; 2026 of the unpaid and of the partly paid one
    const expected = [
      [2025, 1],
      [2026, 2],
    ];
    expect(await announced(town, { limite: '31/03' })).toEqual(expected);
    expect((await change(town, { limite: '31/03' })).status).toBe(200);
    const [jobs] = await queryRows<{ deplacees: number }>(
      pool,
      `select sum((rapport->>'deplacees')::int)::int as deplacees from travail where entite_id = $1`,
      [town.entite],
    );
    expect(jobs?.deplacees).toBe(3);
    const all = async (id: number) => (await Promise.all(years.map((annee) => days(id, annee)))).flat();
    expect(await all(unpaid.id)).toEqual(['2024-01-01', '2025-03-31', '2026-03-31']);
    expect(await all(partly.id)).toEqual(['2024-01-01', '2025-01-01', '2026-03-31']);
    for (const { id } of [paid, closed, imported])
      expect(await all(id)).toEqual(['2024-01-01', '2025-01-01', '2026-01-01']);
    expect(await drift(pool, [town.entite])).toEqual([]);
    expect(await announced(town, { limite: '31/03' })).toEqual([
      [2025, 0],
      [2026, 0],
    ]);
    // and back
    await change(town, { limite: null });
    expect(await all(unpaid.id)).toEqual(['2024-01-01', '2025-01-01', '2026-01-01']);
  });

  it('moves what is owed on a day, as it is stored for the taxpayer and by day', async () => {
    const town = await townWith(12, [['departement', 2026, 1_000]]);
    const { id } = await enrolAt(town, 'secteur', '2025-05-02');
    await generate(town, 2026);
    const stored = () =>
      queryRows<{ jour: string; prevu: number }>(
        pool,
        `select debut::text as jour, sum(prevu)::int as prevu from total_exigible where entite_id = $1 and grain = 'j'
         group by 1 having sum(prevu) <> 0 order by 1 limit 2`,
        [town.entite],
      );
    expect(await stored()).toEqual([
      { jour: '2026-01-01', prevu: 1_000 },
      { jour: '2026-02-01', prevu: 1_000 },
    ]);
    await change(town, { delai: 20 });
    expect(await stored()).toEqual([
      { jour: '2026-01-21', prevu: 1_000 },
      { jour: '2026-02-21', prevu: 1_000 },
    ]);
    const [due] = await queryRows<{ depuis: string }>(
      pool,
      'select depuis::text from du_contribuable where contribuable_id = $1',
      [id],
    );
    expect(due?.depuis).toBe('2026-01-21');
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('bills nothing and reprices nothing by itself', async () => {
    const town = await townWith(1, [['departement', 2026, 12_000]]);
    const { id } = await enrolAt(town, 'secteur', '2025-05-02');
    await generate(town, 2026);
    await pool.query('update application set tarif = 15000 where taxe_id = $1', [town.taxes[0]]);
    const late = await enrolAt(town, 'secteur', '2025-05-02');
    // the rates that changed beside the product are left to the next generation
    await pool.query('update taxe set limite = $2 where id = $1', [town.taxes[0], '30/04']);
    await change(town, { limite: '31/03' });
    expect(await dues(id, 2026)).toMatchObject([{ le: '2026-03-31' }]);
    expect(await dues(late.id, 2026)).toEqual([]);
  });
});
