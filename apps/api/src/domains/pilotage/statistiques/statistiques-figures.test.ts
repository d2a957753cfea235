import {
  type Agents,
  type EnrolementsParAgent,
  type EnrolementsParDate,
  type EnrolementsParTaxe,
  filterQuery,
  type FilterRow,
  MOYEN_KEYS,
  MOYENS,
  PAS,
  type RecettesParDate,
  type RecettesParLieu,
  type RecettesParMoyen,
  type RecettesParTaxe,
} from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import { queryRows } from '#src/testing/books.ts';
import { addressOf, type FigureWorld, figureWorld, selectionOf } from '#src/testing/figures/figure-world.ts';
import { type Choice, isInScope } from '#src/testing/figures/figures.ts';
import { type FigureRequest, CONFIRMED, statistiqueLists } from '#src/testing/figures/statistique-lists.ts';

/*
 * One figure, however it is asked: a row of a statistic, the total of the list that it opens, and the same computed from
 * base rows; and the sum of the rows is the total of the whole.
 */
const { signIn, url } = await testApp();
const { pool } = openPool(url, () => undefined, 2);
afterAll(() => pool.end());
let world: FigureWorld;
beforeAll(async () => {
  world = await figureWorld(pool, signIn);
});

const { call, read, listed, paid, linesListed, imputed, recount } = statistiqueLists(pool, () => world);

const total = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);
/** Some rows of a table, with something in them and without. */
const some = <Row extends { total: number }>(rows: readonly Row[]): Row[] => [
  ...rows.filter((row) => row.total !== 0).slice(-2),
  ...rows.filter((row) => row.total === 0).slice(0, 1),
];

async function agreeOnEnrolments(query: FigureRequest): Promise<void> {
  const { enrolled, lines, quantites, received } = await recount(query);
  const path = query.agent ? 'par-agent' : 'par-entite';
  const { data, totaux } = await read<EnrolementsParDate>(query, `statistiques/enrollement/${path}`);
  expect(totaux).toMatchObject(enrolled);
  for (const name of ['total', 'corrige', 'valide'] as const)
    expect(total(data, (row) => row[name])).toBe(totaux[name]);
  expect(await listed(query, query)).toBe(totaux.total);
  expect(await listed(query, query, 'Validé')).toBe(totaux.valide);
  for (const row of some(data)) {
    expect(await listed(query, row)).toBe(row.total);
    expect(await listed(query, row, 'Corrigé')).toBe(row.corrige);
  }
  const agents = await read<EnrolementsParAgent>(query, 'statistiques/enrollement/par-agent');
  expect(agents.totaux).toEqual({ ...enrolled, encaisse: received.total });
  if (query.agent) return;
  const bases = await read<EnrolementsParTaxe>(query, 'statistiques/enrollement/par-taxe');
  expect(bases.totaux).toEqual(lines);
  expect(total(bases.data, (row) => row.valide)).toBe(lines.valide);
  expect(bases.quantites ?? []).toEqual(quantites);
  expect(
    total(
      bases.data.flatMap((row) => row.quantites ?? []),
      ({ somme }) => somme,
    ),
  ).toBeCloseTo(total(quantites, ({ somme }) => somme));
  const uncounted: FilterRow = { column: 'enrollement.sansQuantite', operator: 'eq', x: '1' };
  expect(await linesListed(query, [uncounted])).toBe(total(quantites, ({ sans }) => sans));
  expect(await linesListed(query)).toBe(lines.total);
  expect(await linesListed(query, [], 'Corrigé')).toBe(lines.corrige);
  for (const row of some(bases.data)) {
    const column = row.type === 'activite' ? 'na.id' : 'teq.id';
    const base: FilterRow = { column, operator: 'in', x: row.ids.map(String) };
    expect(await linesListed(query, [base])).toBe(row.total);
    const sans = total(row.quantites ?? [], (sum) => sum.sans);
    expect(await linesListed(query, [base, uncounted])).toBe(sans);
    // with a statut, the list counts its rows
    const byStatut = await Promise.all(
      (['Enrolé', 'Corrigé', 'Validé'] as const).map((statut) =>
        linesListed(query, [base, uncounted], statut),
      ),
    );
    expect(total(byStatut, (number) => number)).toBe(sans);
    expect(await linesListed(query, [base], 'Validé')).toBe(row.valide);
    // a filter that leaves nothing out makes the list count its rows
    const [type, ids] = row.type === 'activite' ? ['na', row.ids] : ['teq', row.ids];
    const each = ids.map((id): FilterRow => ({
      column: `${type}.id`,
      operator: 'eq',
      x: String(id),
      connector: 'or',
    }));
    const open: FilterRow = { column: 'enrollement.closedAt', operator: 'is null' };
    expect(
      await linesListed(
        query,
        each.flatMap((one): FilterRow[] => [one, { ...open, connector: 'and' }]),
      ),
    ).toBe(row.total);
  }
}

async function agreeOnPayments(query: FigureRequest): Promise<void> {
  const { received } = await recount(query);
  const { nombre, total: net } = received;
  expect(await paid(query, query)).toMatchObject({ total_records: nombre, montant: net });
  const dated = await read<RecettesParDate>(query, 'statistiques/transactions/par-agent');
  expect(dated.totaux).toEqual({ nombre, total: net });
  for (const row of some(dated.data))
    expect(await paid(query, row)).toMatchObject({ total_records: row.nombre, montant: row.total });
  if (query.agent) return;

  const { entite, ramification, ...rest } = query;
  const inOddNames = new URLSearchParams(addressOf(rest as Choice));
  if (entite) inOddNames.set('collectivite', JSON.stringify(entite));
  if (ramification) inOddNames.set('entite', JSON.stringify(ramification));
  const places = await read<RecettesParDate>(
    query,
    'statistiques/transactions/par-entite',
    inOddNames.toString(),
  );
  expect(places).toEqual(dated);

  const methods = await read<RecettesParMoyen>(query, 'statistiques/transactions/moyen-par-paiement');
  expect(methods.totaux).toMatchObject({ total: net, remboursements: received.remboursements });
  const { total: grandTotal, ...columns } = methods.totaux;
  expect(total(Object.values(columns), (value) => value)).toBe(grandTotal);
  const positive: FilterRow = { column: 'trans.montant', operator: 'gt', x: '0' };
  for (const row of [...some(methods.data), { ...methods.totaux, from: query.from, to: query.to }]) {
    const moyen = MOYEN_KEYS[row.total % MOYEN_KEYS.length] ?? 'orange';
    const of = await paid(query, row, [
      positive,
      { column: 'mp.id', operator: 'eq', x: String(MOYENS[moyen].id) },
    ]);
    expect(of.montant).toBe(row[moyen]);
    const back = await paid(query, row, [{ column: 'trans.montant', operator: 'lt', x: '0' }]);
    expect(back.montant).toBe(row.remboursements);
  }

  const taxes = await read<RecettesParTaxe>(query, 'statistiques/transactions/par-taxe');
  expect(total(taxes.data, (row) => row.total)).toBe(net);
  expect(taxes.totaux.total).toBe(net);
  expect((await imputed(query)).montant).toBe(net);
  for (const row of [...some(taxes.data), ...taxes.data.filter(({ ids }) => ids.length === 0)]) {
    const paidTo: FilterRow =
      row.ids.length > 0
        ? { column: 'taxe.id', operator: 'in', x: row.ids.map(String) }
        : { column: 'taxe.id', operator: 'is null' };
    const stored = await imputed(query, [paidTo]);
    expect(stored.montant).toBe(row.total);
    // no part is of nothing: the filter makes the list add up its rows
    const any: FilterRow = { column: 'imp.montant', operator: 'not eq', x: '0', connector: 'and' };
    expect(await imputed(query, [paidTo, any])).toEqual(stored);
  }

  const { data, totaux } = await read<RecettesParLieu>(query, 'statistiques/transactions/par-lieu');
  expect(totaux).toEqual({ nombre, total: net });
  expect(total(data, (row) => row.total)).toBe(net);
  // screens ask for sub-entities by `ms` alone
  if (ramification) return;
  for (const row of [...some(data), ...data.filter(({ direct }) => direct)]) {
    const place = row.type === 'entite' ? { entite: [row.id], ms: undefined } : { ms: [row.id] };
    const { pas: _pas, ...uncut } = query;
    const address = `${addressOf({ ...uncut, ...place } as Choice)}${row.direct ? '&direct=1' : ''}`;
    expect(
      await read(
        query,
        'transactions/totaux',
        `${address}&${new URLSearchParams(filterQuery(CONFIRMED)).toString()}`,
      ),
    ).toMatchObject({ total_records: row.nombre, montant: row.total });
  }
}

async function agreeOnAgents(query: FigureRequest): Promise<void> {
  const { enrolled, received } = await recount(query);
  const { data, totaux } = await read<Agents>(query, 'statistiques/agents');
  expect(totaux).toEqual({
    nbreEnrollements: enrolled.total,
    nbreTransactions: received.nombre,
    totalTransactions: received.total,
  });
  const [first] = data.filter(({ id, nbreEnrollements }) => id !== null && nbreEnrollements > 0);
  if (!first?.id) return;
  const own = { ...query, agent: first.id };
  expect(await listed(own, query)).toBe(first.nbreEnrollements);
  expect((await paid(own, query)).montant).toBe(first.totalTransactions);
}

/** Rows by date, methods, taxes, places and agents of a selection, or a refusal where some of it is out of sight. */
async function agree(query: FigureRequest): Promise<void> {
  if (!isInScope(world.nodes, world.scopes.get(query.account) ?? {}, query)) {
    const { status } = await call(query, 'statistiques/agents', addressOf(query as Choice));
    expect(status, JSON.stringify(query)).toBe(404);
    return;
  }
  await agreeOnEnrolments(query);
  await agreeOnPayments(query);
  if (!query.agent) await agreeOnAgents(query);
}

it('a figure equals the list that it opens and the base rows, for every selection', async () => {
  const selection = fc
    .tuple(
      selectionOf(() => world),
      fc.option(fc.constantFrom(...PAS), { nil: undefined, freq: 1 }),
    )
    .map(([{ annee: _annee, base: _base, ...choice }, pas]): FigureRequest => {
      // weeks and days of several years are more rows than are given
      const short =
        choice.from && choice.to && Date.parse(choice.to) - Date.parse(choice.from) < 380 * 86_400_000;
      return { ...choice, ...(pas && (short || pas === 'mois' || pas === 'annee') ? { pas } : {}) };
    });
  await fc.assert(fc.asyncProperty(selection, agree), { numRuns: 25 });
});

it('an agent’s figure equals the list that it opens and the base rows', async () => {
  const [agent] = await queryRows<{ id: number }>(
    pool,
    'select created_by_id as id from contribuable where entite_id = 1 group by 1 order by count(*) desc limit 1',
  );
  await agree({ account: 'niamey', betail: '0', agent: agent?.id ?? 0 });
  await agree({
    account: 'superadmin',
    betail: '0',
    agent: agent?.id ?? 0,
    from: '2025-01-01',
    to: '2026-11-30',
    pas: 'semaine',
  });
});

it('the property is tested with figures other than zero for each person', async () => {
  for (const account of ['superadmin', 'niamey', 'plateau', 'lecture'] as const) {
    await agree({ account, betail: '0' });
    const { enrolled, received, quantites } = await recount({ account, betail: '0' });
    expect(Math.min(enrolled.total, received.nombre), account).toBeGreaterThan(0);
    if (account !== 'lecture')
      expect(
        quantites.map(({ unite }) => unite),
        account,
      ).toEqual(['CV', 'm²', 'personne', 'place']);
  }
});
