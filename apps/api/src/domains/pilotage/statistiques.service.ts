/** The statistics: rights and scope, rows by date with the empty ones, sums over them (specification 2 section 2.15). */
import {
  type Agents,
  type EnrolementsParAgent,
  type EnrolementsParDate,
  MAX_LIGNES_PERIODE,
  MOYEN_KEYS,
  MOYENS,
  type Pas,
  pasOf,
  pasOffered,
  PAS_LABELS,
  type RecettesParDate,
  type RecettesParLieu,
  type RecettesParMoyen,
  type RecettesParTaxe,
  type StatistiqueQuery,
  type Tranche,
  tranchesOf,
} from '@octroi/contract';
import { may, type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { AppError, notFound, refused } from '#src/platform/http/problem.ts';
import { readerByPlace } from './dashboard.repository.ts';
import { readPlace } from './place.repository.ts';
import {
  type AgentName,
  ALWAYS,
  readAgents,
  readTaxes,
  SUMS,
  sumByTranche,
  unseen,
  yearsOf,
} from './statistiques.repository.ts';

type Table<Row, Sums> = { data: Row[]; totaux: Sums; pas: Pas | null; meta: { total_records: number } };

/** Adds up the named figures of all rows. */
const sumsOf = <Name extends string>(
  rows: readonly Record<Name, number>[],
  names: readonly Name[],
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Record<
    Name,
    number
  >;

const table = <Row extends Record<Name, number>, Name extends string>(
  data: Row[],
  names: readonly Name[],
  pas: Pas | null = null,
): Table<Row, Record<Name, number>> => ({
  data,
  totaux: sumsOf(data, names),
  pas,
  meta: { total_records: data.length },
});

const mostFirst =
  <Name extends string>(name: Name) =>
  (one: Record<Name, number>, other: Record<Name, number>): number =>
    other[name] - one[name];

export function statistiqueService(db: Database) {
  const replies = freshCache<unknown>(500);

  /**
   * Answers within the rights and the scope of the person, from what is kept while nothing is written.
   * @param navigations screens that show the figures: `Voir` on one of them is enough
   * @throws AppError 403 without the right, 404 where an asked place or agent is out of sight
   */
  function answer<Reply>(
    person: Person,
    navigations: readonly string[],
    name: string,
    query: StatistiqueQuery,
    read: (scope: Scope) => Promise<Reply>,
  ): Promise<Reply> {
    if (!navigations.some((navigation) => may(person, navigation, 'Voir'))) throw refused();
    const scope = scopeOf(person);
    return replies.get(db, JSON.stringify([name, scope, query]), async () => {
      const { places, agents } = await unseen(db, scope, query);
      if (places > 0 || agents > 0) throw notFound();
      return read(scope);
    }) as Promise<Reply>;
  }

  /** How the period is cut; an open one begins and ends with what the total holds. */
  async function cut(
    scope: Scope,
    query: StatistiqueQuery,
    table: string,
  ): Promise<{ tranches: Tranche[]; pas: Pas }> {
    const { from, to, pas } = query;
    const asked = from && to ? { from, to } : undefined;
    if (asked && pasOffered(asked).length > 1) return cutInto(asked, pas ?? pasOf(asked));
    // Of an open period, and of one that no life is as long as, only the years that hold something are shown.
    const years = await yearsOf(db, scope, query, table);
    const bounds = {
      from: from && (!years || from > years.from) ? from : years?.from,
      to: to && (!years || to < years.to) ? to : years?.to,
    };
    if (!bounds.from || !bounds.to || bounds.from > bounds.to) return { tranches: [], pas: 'annee' };
    return cutInto({ from: bounds.from, to: bounds.to }, pas ?? 'annee');
  }

  /** Rows by date: sums where there are some, zeros elsewhere. */
  async function byDate<Name extends string>(
    scope: Scope,
    query: StatistiqueQuery,
    summed: Parameters<typeof sumByTranche<Name>>[4],
  ): Promise<{ rows: (Tranche & Record<Name, number>)[]; pas: Pas }> {
    const { tranches, pas } = await cut(scope, query, summed.table);
    const found = new Map(
      (await sumByTranche<Name>(db, scope, query, tranches, summed)).map((row) => [row.rang, row]),
    );
    const names = Object.keys(summed.figures) as Name[];
    const rows = tranches.map((tranche, rang) => ({
      ...tranche,
      ...(Object.fromEntries(names.map((name) => [name, found.get(rang)?.[name] ?? 0])) as Record<
        Name,
        number
      >),
    }));
    return { rows, pas };
  }

  return {
    enrolementsParEntite: (person: Person, query: StatistiqueQuery): Promise<EnrolementsParDate> =>
      answer(person, ['recensement-sous-entite'], 'enrolements', query, async (scope) => {
        const { rows, pas } = await byDate(scope, query, SUMS.enrolements);
        return table(rows, STATUTS, pas);
      }),

    enrolementsParAgent: (person: Person, query: StatistiqueQuery): Promise<EnrolementsParAgent> =>
      answer(person, ['recensement-agent'], 'enrolements par agent', query, async (scope) => {
        const { rows, pas } = await byDate(scope, query, SUMS.enrolementsDAgent);
        const collected = await sumByTranche(db, scope, query, rows, SUMS.recettesDAgent);
        const found = new Map(collected.map(({ rang, total }) => [rang, total]));
        const both = rows.map((row, rang) => ({ ...row, encaisse: found.get(rang) ?? 0 }));
        return table(both, [...STATUTS, 'encaisse'] as const, pas);
      }),

    recettesParEntite: (person: Person, query: StatistiqueQuery): Promise<RecettesParDate> =>
      answer(person, ['recouvrement-sous-entite'], 'recettes', query, async (scope) =>
        numbered(await byDate(scope, query, SUMS.recettes)),
      ),

    recettesParAgent: (person: Person, query: StatistiqueQuery): Promise<RecettesParDate> =>
      answer(
        person,
        ['recouvrement-agent', 'recensement-agent'],
        'recettes par agent',
        query,
        async (scope) => numbered(await byDate(scope, query, SUMS.recettesDAgent)),
      ),

    recettesParMoyen: (person: Person, query: StatistiqueQuery): Promise<RecettesParMoyen> =>
      answer(person, ['recouvrement-moyen-paiement'], 'recettes par moyen', query, async (scope) => {
        const { tranches, pas } = await cut(scope, query, 'total_encaissement');
        const sums = await sumByTranche(db, scope, query, tranches, SUMS.recettesParMoyen);
        const rows = tranches.map((tranche) => ({ ...tranche, ...noMoney() }));
        for (const { rang, moyen, recu, rembourse } of sums) {
          const row = rows[rang];
          if (!row) continue;
          const own = MOYEN_KEYS.find((key) => MOYENS[key].id === moyen);
          row[own ?? 'autres'] += recu;
          row.remboursements -= rembourse;
          row.total += recu - rembourse;
        }
        return table(rows, MONEY, pas);
      }),

    recettesParTaxe: (person: Person, query: StatistiqueQuery): Promise<RecettesParTaxe> =>
      answer(person, ['recouvrement-activite'], 'recettes par taxe', query, async (scope) => {
        const sums = await sumByTranche(db, scope, query, [query], SUMS.recettesParTaxe);
        const names = await readTaxes(
          db,
          sums.map(({ taxe }) => taxe),
        );
        const rows = new Map<string, { ids: number[]; taxe: string; total: number }>();
        for (const { taxe, total } of sums) {
          const nom = taxe === 0 ? 'Avances' : (names.get(taxe) ?? `Taxe n° ${taxe}`);
          const row = rows.get(nom) ?? { ids: [], taxe: nom, total: 0 };
          if (taxe !== 0) row.ids.push(taxe);
          rows.set(nom, { ...row, total: row.total + total });
        }
        return table([...rows.values()].sort(mostFirst('total')), ['total'] as const);
      }),

    recettesParLieu: (person: Person, query: StatistiqueQuery): Promise<RecettesParLieu> =>
      answer(person, ['recouvrement-sous-entite'], 'recettes par lieu', query, async (scope) => {
        const place = await readPlace(db, scope, query);
        const sums = await readerByPlace(db, scope, place, query).sums<{
          ligne: number;
          total: number;
          nombre: number;
        }>(SUMS.recettes);
        const { type, rows } = place.lines;
        const data = rows.map(({ id, nom }) => ({
          id,
          type,
          nom,
          ...sumsOf(
            sums.filter(({ ligne }) => ligne === id),
            RECETTES,
          ),
        }));
        return table(data.sort(mostFirst('total')), RECETTES);
      }),

    agents: (person: Person, query: StatistiqueQuery): Promise<Agents> =>
      answer(person, ['recensement-agent', 'recouvrement-agent'], 'agents', query, async (scope) => {
        const days = query.from || query.to ? [query] : ALWAYS;
        const [enrolled, collected] = await Promise.all([
          sumByTranche(db, scope, query, days, SUMS.enrolementsParAgent),
          sumByTranche(db, scope, query, days, SUMS.recettesParAgent),
        ]);
        const enrolments = new Map(enrolled.map(({ agent, total }) => [agent, total]));
        const receipts = new Map(collected.map((row) => [row.agent, row]));
        const active = [...new Set([...enrolments.keys(), ...receipts.keys()])];
        const people = await readAgents(db, scope, query, active);
        const nobody = { id: 0, username: '', fullName: 'Sans agent' };
        const row = ({ id, ...name }: AgentName) => ({
          id: id === 0 ? null : id,
          ...name,
          nbreEnrollements: enrolments.get(id) ?? 0,
          nbreTransactions: receipts.get(id)?.nombre ?? 0,
          totalTransactions: receipts.get(id)?.total ?? 0,
        });
        const names = ['nbreEnrollements', 'nbreTransactions', 'totalTransactions'] as const;
        const data = people.map(row).sort(mostFirst('totalTransactions'));
        return table(receipts.has(0) ? [...data, row(nobody)] : data, names);
      }),
  };
}

const STATUTS = ['total', 'corrige', 'valide'] as const;
const RECETTES = ['total', 'nombre'] as const;

/** @throws AppError 400 where the cut would make more rows than anybody reads */
function cutInto(range: { from: string; to: string }, pas: Pas): { tranches: Tranche[]; pas: Pas } {
  if (!pasOffered(range).includes(pas))
    throw new AppError(
      'requete.invalide',
      `Cette période fait plus de ${MAX_LIGNES_PERIODE} lignes ${PAS_LABELS[pas].toLowerCase()}.`,
    );
  return { tranches: tranchesOf(range, pas), pas };
}

const MONEY = [...MOYEN_KEYS, 'autres', 'remboursements', 'total'] as const;
const noMoney = (): Record<(typeof MONEY)[number], number> =>
  Object.fromEntries(MONEY.map((name) => [name, 0])) as Record<(typeof MONEY)[number], number>;

const numbered = ({
  rows,
  pas,
}: {
  rows: (Tranche & { total: number; nombre: number })[];
  pas: Pas;
}): RecettesParDate =>
  table(
    rows.map((row, index) => ({ id: index + 1, ...row })),
    RECETTES,
    pas,
  );
