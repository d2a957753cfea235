/** The statistics: rights and scope, rows by date with the empty ones, sums over them (specification 2 section 2.15). */
import {
  type Agents,
  type EnrolementsParAgent,
  type EnrolementsParDate,
  type EnrolementsParTaxe,
  type FigureScreen,
  may,
  MOYEN_KEYS,
  MOYENS,
  pasOf,
  pasOffered,
  type RecettesParDate,
  type RecettesParLieu,
  type RecettesParMoyen,
  type RecettesParTaxe,
  startOf,
  type StatistiqueQuery,
  type Tranche,
} from '@octroi/contract';
import { type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database, DB } from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { notFound, refused } from '#src/platform/http/problem.ts';
import { readerByPlace } from './dashboard.repository.ts';
import { readPlace } from './place.repository.ts';
import { demandPlace } from './place.service.ts';
import {
  type AgentName,
  isAgentSeen,
  readAgents,
  readBases,
  readTaxes,
  SUMS,
  sumByDate,
  sumOver,
  yearsOf,
} from './statistiques.repository.ts';
import {
  type Cut,
  cutInto,
  MONEY,
  mostFirst,
  noMoney,
  numbered,
  RECETTES,
  STATUTS,
  sumsOf,
  table,
} from './statistiques.rows.ts';

/** Statistics by activity stand by name (specification 2 section 9). */
const byName = new Intl.Collator('fr');

export function statistiqueService(db: Database) {
  const replies = freshCache<unknown>(500);

  /**
   * Answers within the rights and the scope of the person, from what is kept while nothing is written.
   * @param screens that show the figures: `Voir` on one of them is enough
   * @throws AppError 403 without the right, 404 where an asked place or agent is out of sight
   */
  function answer<Reply>(
    person: Person,
    screens: readonly FigureScreen[],
    name: string,
    query: StatistiqueQuery,
    read: (scope: Scope) => Promise<Reply>,
  ): Promise<Reply> {
    if (!screens.some((screen) => may(person.grants, screen, 'Voir'))) throw refused();
    const scope = scopeOf(person);
    return replies.get(db, JSON.stringify([name, scope, query]), async () => {
      await demandPlace(db, scope, query);
      if (query.agent && !(await isAgentSeen(db, scope, query.agent))) throw notFound();
      return read(scope);
    }) as Promise<Reply>;
  }

  /** How the period is cut; an open one begins and ends with what the totals hold. */
  async function cut(scope: Scope, query: StatistiqueQuery, tables: readonly (keyof DB)[]): Promise<Cut> {
    const { from, to, pas } = query;
    const asked = from && to ? { from, to } : undefined;
    if (asked && pasOffered(asked).length > 1) return cutInto(asked, pas ?? pasOf(asked));
    // Of an open period, and of one that no life is as long as, only the years that hold something are shown.
    const years = await yearsOf(db, scope, query, tables);
    const bounds = years && {
      from: from && from > years.from ? from : years.from,
      to: to && to < years.to ? to : years.to,
    };
    if (!bounds || bounds.from > bounds.to) return { tranches: [], pas: 'annee', range: undefined };
    return cutInto(bounds, pas ?? 'annee');
  }

  /** Rows by date: sums where there are some, zeros elsewhere. */
  async function byDate<Name extends string>(
    scope: Scope,
    query: StatistiqueQuery,
    { tranches, pas, range }: Cut,
    summed: Parameters<typeof sumByDate<Name>>[5],
  ): Promise<(Tranche & Record<Name, number>)[]> {
    const sums = range ? await sumByDate<Name>(db, scope, query, range, pas, summed) : [];
    const found = new Map(sums.map((row) => [row.debut, row]));
    const names = Object.keys(summed.figures) as Name[];
    return tranches.map((tranche) => {
      const row = found.get(startOf(tranche.from, pas));
      const figures = Object.fromEntries(names.map((name) => [name, row?.[name] ?? 0]));
      return { ...tranche, ...(figures as Record<Name, number>) };
    });
  }

  /** Payments by date, of all agents or of one. */
  async function recettes(scope: Scope, query: StatistiqueQuery): Promise<RecettesParDate> {
    const summed = query.agent ? SUMS.recettesDAgent : SUMS.recettes;
    const days = await cut(scope, query, [summed.table]);
    return numbered(await byDate(scope, query, days, summed), days.pas);
  }

  return {
    enrolementsParEntite: (person: Person, query: StatistiqueQuery): Promise<EnrolementsParDate> =>
      answer(person, ['recensement-sous-entite'], 'enrolements', query, async (scope) => {
        const days = await cut(scope, query, [SUMS.enrolements.table]);
        return table(await byDate(scope, query, days, SUMS.enrolements), STATUTS, days.pas);
      }),

    enrolementsParAgent: (person: Person, query: StatistiqueQuery): Promise<EnrolementsParAgent> =>
      answer(person, ['recensement-agent'], 'enrolements par agent', query, async (scope) => {
        // all agents together are all enrolments, and those totals are smaller
        const sums = query.agent
          ? ([SUMS.enrolementsDAgent, SUMS.recettesDAgent] as const)
          : ([SUMS.enrolements, SUMS.recettes] as const);
        const days = await cut(
          scope,
          query,
          sums.map((each) => each.table),
        );
        const [enrolled, collected] = await Promise.all([
          byDate(scope, query, days, sums[0]),
          byDate(scope, query, days, sums[1]),
        ]);
        const both = enrolled.map((row, rang) => ({ ...row, encaisse: collected[rang]?.total ?? 0 }));
        return table(both, [...STATUTS, 'encaisse'] as const, days.pas);
      }),

    enrolementsParBase: (person: Person, query: StatistiqueQuery): Promise<EnrolementsParTaxe> =>
      answer(person, ['recensement-activite'], 'enrolements par base', query, async (scope) => {
        const sums = await sumOver(db, scope, query, query, SUMS.enrolementsParBase);
        const idsOf = (activite: number) =>
          sums.filter((row) => row.activite === activite).map(({ base }) => base);
        const names = await readBases(db, idsOf(0), idsOf(1));
        const rows = new Map<string, EnrolementsParTaxe['data'][number]>();
        for (const { activite, base, total, corrige, valide } of sums) {
          if (total === 0) continue;
          const type = activite ? 'activite' : 'equipement';
          const taxe = (activite ? names.natures : names.types).get(base) ?? `n° ${base}`;
          const row = rows.get(`${type} ${taxe}`) ?? { type, ids: [], taxe, total: 0, corrige: 0, valide: 0 };
          rows.set(`${type} ${taxe}`, {
            ...row,
            ids: [...row.ids, base],
            total: row.total + total,
            corrige: row.corrige + corrige,
            valide: row.valide + valide,
          });
        }
        const data = [...rows.values()].sort((one, other) => byName.compare(one.taxe, other.taxe));
        return table(data, STATUTS);
      }),

    recettesParEntite: (person: Person, query: StatistiqueQuery): Promise<RecettesParDate> =>
      answer(person, ['recouvrement-sous-entite'], 'recettes', query, (scope) => recettes(scope, query)),

    recettesParAgent: (person: Person, query: StatistiqueQuery): Promise<RecettesParDate> =>
      answer(person, ['recouvrement-agent', 'recensement-agent'], 'recettes par agent', query, (scope) =>
        recettes(scope, query),
      ),

    recettesParMoyen: (person: Person, query: StatistiqueQuery): Promise<RecettesParMoyen> =>
      answer(person, ['recouvrement-moyen-paiement'], 'recettes par moyen', query, async (scope) => {
        const { tranches, pas, range } = await cut(scope, query, [SUMS.recettesParMoyen.table]);
        const sums = range ? await sumByDate(db, scope, query, range, pas, SUMS.recettesParMoyen) : [];
        const rows = tranches.map((tranche) => ({ ...tranche, ...noMoney() }));
        const byStart = new Map(rows.map((row) => [startOf(row.from, pas), row]));
        for (const { debut, moyen, recu, rembourse } of sums) {
          const row = byStart.get(debut);
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
        const sums = await sumOver(db, scope, query, query, SUMS.recettesParTaxe);
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
        const data = [...rows.values()].sort((one, other) => byName.compare(one.taxe, other.taxe));
        return table(data, ['total'] as const);
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
        const data = rows.map(({ id, nom, direct }) => ({
          id,
          type,
          nom,
          direct,
          ...sumsOf(
            sums.filter(({ ligne }) => ligne === id),
            RECETTES,
          ),
        }));
        return table(data.sort(mostFirst('total')), RECETTES);
      }),

    agents: (person: Person, query: StatistiqueQuery): Promise<Agents> =>
      answer(person, ['recensement-agent', 'recouvrement-agent'], 'agents', query, async (scope) => {
        const [enrolled, collected] = await Promise.all([
          sumOver(db, scope, query, query, SUMS.enrolementsParAgent),
          sumOver(db, scope, query, query, SUMS.recettesParAgent),
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
        const asked = people.filter(({ id }) => query.agent === undefined || id === query.agent);
        const data = asked.map(row).sort(mostFirst('totalTransactions'));
        return table(receipts.has(0) ? [...data, row(nobody)] : data, names);
      }),
  };
}
