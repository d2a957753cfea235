/**
 * Data for the property tests of figures: users of every kind of scope, unusual days and places, and random
 * selections.
 */
import fc from 'fast-check';
import type pg from 'pg';
import type { Account, Caller } from '../app.ts';
import { queryRow, bill, book, enrol, imputeOldestFirst, refund, outcomeOf } from '../books.ts';
import { type Attached, type Choice, lineage, type Node, readNodes } from './figures.ts';

export const ACCOUNTS = ['superadmin', 'niamey', 'plateau', 'lecture'] as const;

export interface FigureWorld {
  nodes: Node[];
  /** Scope of each account. */
  scopes: Map<Account, Attached>;
  callers: Map<Account, Caller>;
}

/** Gives two bases of a collectivité a unit, and most of their lines a quantity. */
async function countBases(pool: pg.Pool, entite: number): Promise<void> {
  for (const [table, unite] of [
    ['type_equipement', 'm²'],
    ['nature_activite', 'place'],
  ] as const)
    await pool.query(
      `update ${table} set unite = $2, unite_decimales = 2 where id = (select min(id) from ${table} where entite_id = $1)`,
      [entite, unite],
    );
  await pool.query(
    `update enrollement l set quantite = (1 + l.id % 997)::numeric / 100
     where l.entite_id = $1 and l.id % 5 <> 0 and (
       l.nature_activite_id in (select id from nature_activite where unite is not null)
       or l.equipement_id in (select q.id from equipement q join type_equipement te on te.id = q.type_equipement_id
         where q.entite_id = l.entite_id and te.unite is not null))`,
    [entite],
  );
}

/**
 * Limits accounts to places, sets commissions and units, and adds taxpayers with dues, payments, refunds and a
 * move.
 */
export async function figureWorld(
  pool: pg.Pool,
  signIn: (account: Account) => Promise<Caller>,
): Promise<FigureWorld> {
  const scopes = new Map<Account, Attached>();
  const callers = new Map<Account, Caller>();
  const nodes = await readNodes(pool);
  const of = (entite: number, niveau: number): Node[] =>
    nodes.filter((node) => node.entite_id === entite && node.niveau === niveau);
  const at = (entite: number, niveau: number, rank: number): number => of(entite, niveau)[rank]?.id ?? 0;

  // an account tied to a zone, to a secteur inside it, and to a quartier of another collectivité
  const zone = at(1, 3, 5);
  const deep = [zone, nodes.find((node) => node.parent_id === zone)?.id ?? 0, at(2, 2, 1)];
  await pool.query(
    "delete from utilisateur_entite where utilisateur_id = (select id from utilisateur where username = 'lecture')",
  );
  await pool.query(
    "insert into utilisateur_ramification select u.id, unnest($1::int[]) from utilisateur u where username = 'lecture'",
    [deep],
  );
  scopes
    .set('superadmin', {})
    .set('niamey', { entites: [1] })
    .set('plateau', { ramifications: [at(1, 1, 0)] })
    .set('lecture', { ramifications: deep });

  // separate percentages, one of them with a fraction
  await pool.query('update entite set commission = case id when 1 then 12.5 when 2 then 0 end where id <= 3');

  for (const entite of [1, 2]) await countBases(pool, entite);

  // taxpayers above the secteurs and around the turn of the year, with dues, payments, refunds and a move afterwards
  for (const entite of [1, 2])
    for (const [rank, niveau] of [1, 2, 3, 3, 4, 1].entries()) {
      const { id: nature } = await queryRow<{ id: number }>(
        pool,
        'select min(id) as id from nature_activite where entite_id = $1',
        [entite],
      );
      const { id: taxe } = await queryRow<{ id: number }>(
        pool,
        'select min(id) as id from taxe where entite_id = $1',
        [entite],
      );
      const town = {
        entite,
        nature,
        agents: [8 - entite, 7] as [number, number],
        taxes: [taxe, taxe] as [number, number],
        moyens: [1, 2] as [number, number],
      };
      const outcome = await outcomeOf(pool, async (client) => {
        const { id } = await enrol(client, town, {
          node: rank === 2 ? (entite === 1 ? zone : (deep[2] ?? 0)) : at(entite, niveau, rank % 2),
          at: `202${4 + (rank % 2)}-12-31T${rank % 3 === 0 ? 22 : 23}:30:00Z`,
          betail: rank === 5 ? 12 : null,
        });
        for (const annee of [2024, 2025, 2026, 2027])
          await bill(client, town, id, { annee, montant: 1001 + rank, periode: 1 + rank });
        await imputeOldestFirst(
          client,
          town,
          await book(client, town, id, {
            montant: 2500 + rank * 999,
            at: `2025-12-31T2${2 + (rank % 2)}:30:00Z`,
          }),
        );
        await refund(client, town, id, 100 + rank);
        if (rank === 3)
          await client.query('update contribuable set ramification_id = $2 where id = $1', [
            id,
            at(entite, 4, 7),
          ]);
      });
      if (outcome !== 'done') throw new Error(outcome);
    }
  for (const account of ACCOUNTS) callers.set(account, await signIn(account));
  return { nodes, scopes, callers };
}

/** Query string of a selection. */
export const addressOf = ({ account: _, entite, ramification, ms, ...rest }: Choice): string => {
  const given = Object.entries({ ...rest }).filter(([, value]) => value !== undefined);
  const lists = Object.entries({ entite, ramification, ms }).filter(([, ids]) => ids !== undefined);
  return new URLSearchParams([
    ...given.map(([name, value]): [string, string] => [name, String(value)]),
    ...lists.map(([name, ids]): [string, string] => [name, JSON.stringify(ids)]),
  ]).toString();
};

const idsOf = (from: () => number[]) =>
  fc.option(
    fc
      .array(fc.nat(10_000), { minLength: 1, maxLength: 3 })
      .map((picks) => picks.map((n) => from()[n % from().length] ?? 0)),
    { nil: undefined },
  );
/** Sub-entities with data, their parents, those of the scopes, and sometimes one that does not exist. */
const places = ({ nodes, scopes }: FigureWorld): number[] => [
  ...nodes.filter(({ niveau }) => niveau <= 2).map(({ id }) => id),
  ...[...scopes.values()].flatMap(({ ramifications = [] }) =>
    ramifications.flatMap((id) => lineage(nodes, id)),
  ),
  999_999,
];
const day = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '2024-01-01',
      '2024-12-31',
      '2025-01-01',
      '2025-12-31',
      '2026-01-01',
      '2026-02-28',
      '2026-11-30',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0, max: 1095 })
      .map((n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10)),
  },
);
/** @param world read when a selection is drawn: it is created after the test is declared */
export const selectionOf = (world: () => FigureWorld): fc.Arbitrary<Choice> =>
  fc
    .record({
      account: fc.constantFrom(...ACCOUNTS),
      entite: fc.option(fc.constantFrom<number[]>([1], [2], [1, 2], [3, 1, 2], [77]), {
        nil: undefined,
        freq: 2,
      }),
      ramification: fc.oneof(
        { weight: 3, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: idsOf(() => places(world())) },
      ),
      ms: idsOf(() => places(world())),
      from: fc.option(day, { nil: undefined, freq: 2 }),
      to: fc.option(day, { nil: undefined, freq: 2 }),
      annee: fc.option(fc.integer({ min: 2024, max: 2027 }), { nil: undefined }),
      base: fc.constantFrom('enrolement' as const, 'enrolement' as const, 'encaissement' as const),
      betail: fc.constantFrom('0' as const, '0' as const, '1' as const),
    })
    .map((choice) =>
      choice.from && choice.to && choice.from > choice.to
        ? { ...choice, from: choice.to, to: choice.from }
        : choice,
    );
