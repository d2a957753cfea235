/** Rules of taxpayer lists, totals and removals. */
import {
  type Contribuable,
  contribuableList,
  type ContribuableQuery,
  type ContribuableRow,
  type ContribuableTotals,
  type FilterRow,
  mayActInBulk,
  type Suppression,
} from '@octroi/contract';
import { sumAmounts, sumEnrolled } from '#src/domains/pilotage/index.ts';
import { demand, type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { refuseLinked } from '#src/platform/database/links.repository.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { notFound, refused } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { absorb } from '#src/platform/listing/absorb.ts';
import {
  columnOf,
  narrowingOf,
  countRows,
  type ListRows,
  type Narrowed,
  sumRows,
} from '#src/platform/listing/listing.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { removeAll, type TargetsOf } from '#src/platform/resource/removal.ts';
import {
  contribuableConditions,
  contribuableSource,
  deleteContribuable,
  leavesOutNonPayers,
  mouvementSource,
  MOUVEMENTS,
  totalSource,
} from './contribuables.repository.ts';
import { readContribuable } from './fiche/fiche.repository.ts';
import { isOfPayers, readTaxpayers, sumPayersOf } from './payeurs.service.ts';
import { taxpayersOf } from './systeme/systeme.service.ts';

const PARAMETERS = { day: 'contrib.createdAt', betail: 'contrib.nbreBetail' };

type Statut = NonNullable<ContribuableQuery['statut']>;
const isStatut = (text: unknown): text is Statut =>
  text === 'Enrolé' || text === 'Corrigé' || text === 'Validé';

/**
 * Turns filter rows that equal a parameter into that parameter. A list whose filters are all parameters is counted from
 * stored totals instead of row by row.
 */
function absorbStatut(
  source: ListRows,
  given: ContribuableQuery,
  rows: FilterRow[],
): { query: ContribuableQuery; filters: FilterRow[] } {
  if (given.base !== 'enrolement') return { query: given, filters: rows };
  const { query, filters } = absorb(source, given, rows, PARAMETERS);
  if (filters.some(({ connector }) => connector === 'or')) return { query, filters };
  const rest = filters.filter(({ column, operator, x }) => {
    const [name] = columnOf(source, column);
    if (name !== 'contrib.statut' || operator !== 'eq' || query.statut) return true;
    if (!isStatut(x)) return true;
    query.statut = x;
    return false;
  });
  return { query, filters: rest };
}

/** The statuts that filter rows keep, where they filter by nothing else: `in` some. */
function statutsOf(source: ListRows, rows: readonly FilterRow[]): Statut[] | undefined {
  const [row, ...more] = rows;
  if (!row || more.length > 0 || row.operator !== 'in') return undefined;
  const [name] = columnOf(source, row.column);
  const given = [row.x ?? []].flat();
  return name === 'contrib.statut' && given.every(isStatut) ? [...new Set(given)] : undefined;
}

interface ContribuableList extends NarrowedList<ContribuableRow> {
  scope: Scope;
  query: ContribuableQuery;
  annee: number;
  /** Whether the number and the sums come from stored totals by place and day. */
  stored: boolean;
  /** Source of number and sums otherwise: it may be quicker to read than the rows. */
  summed: Narrowed & { source: ListRows };
}

/** @param statuts only taxpayers with one of these; absent: of any statut */
async function countStored(
  db: Database,
  scope: Scope,
  query: ContribuableQuery,
  statuts: readonly Statut[] | undefined = query.statut && [query.statut],
): Promise<number> {
  const { total, corrige, valide } = await sumEnrolled(db, scope, { ...query, betail: betailOf(query) });
  const counts = { Enrolé: total - corrige - valide, Corrigé: corrige, Validé: valide };
  return statuts ? statuts.reduce((sum, statut) => sum + counts[statut], 0) : total;
}

async function readTotals(db: Database, list: ContribuableList): Promise<ContribuableTotals> {
  const { scope, query, annee } = list;
  if (isOfPayers(list)) return sumPayersOf(db, list);
  if (!list.stored || query.statut) return sumRows(db, list.summed.source, list.summed, summedOf(query));
  const place = { ...query, betail: betailOf(query) };
  const [total_records, amounts] = await Promise.all([
    countStored(db, scope, query),
    sumAmounts(db, scope, place, annee),
  ]);
  return { total_records, ...amounts, restant: amounts.prevu - amounts.paye };
}

export function contribuableService(db: Database, today: () => string) {
  const totals = freshCache<ContribuableTotals>(500);

  function narrow(person: Person, given: ContribuableQuery): ContribuableList {
    demand(person, 'contribuables', 'Lister');
    const scope = scopeOf(person);
    const { filters: rows, words } = narrowingOf(given);
    const annee = given.annee ?? Number(today().slice(0, 4));
    const ofYear = contribuableSource(annee);
    const { query, filters } = absorbStatut(ofYear, given, rows);
    const unscoped =
      query.base === 'enrolement'
        ? ofYear
        : mouvementSource(scope, query, annee, leavesOutNonPayers(filters));
    const source = keptTo(unscoped, query);
    const plain = query.base === 'enrolement' && words === undefined;
    const stored = plain && filters.length === 0 && !query.maille;
    const total = plain ? totalSource(annee, scope, query, filters) : undefined;
    const list = { source, conditions: contribuableConditions(scope, query), filters, words };
    const own = { scope, query, annee, stored };
    if (!total) {
      const statuts = query.statut || !plain || query.maille ? undefined : statutsOf(ofYear, filters);
      const count = stored || statuts ? () => countStored(db, scope, query, statuts) : undefined;
      return { ...list, ...own, summed: list, count };
    }
    const summed = { ...list, source: total };
    const conditions = contribuableConditions(scope, query, 'tc');
    return { ...list, ...own, conditions, joins: ['tc'], summed, count: () => countRows(db, total, summed) };
  }

  async function remove(person: Person, id: number, requestId: string): Promise<void> {
    demand(person, 'contribuables', 'Supprimer');
    const row = await find(person, id);
    const entiteId = row.ramification.entite.id;
    await refuseLinked(db, 'contribuable', id, () =>
      db.transaction().execute(async (trx) => {
        await deleteContribuable(trx, entiteId, id);
        await writeJournal(trx, {
          entiteId,
          utilisateurId: person.id,
          acte: 'supprimer',
          domaine: 'contribuables',
          ressource: 'contribuables',
          id,
          avant: row,
          requestId,
        });
      }),
    );
  }

  async function find(person: Person, id: number): Promise<Contribuable> {
    demand(person, 'contribuables', 'Voir');
    const [place] = await taxpayersOf(db, scopeOf(person), [id]);
    if (!place) throw notFound();
    return readContribuable(db, place.entite, id, Number(today().slice(0, 4)));
  }

  return {
    find,
    remove,
    ...readerOf(db, narrow),
    list: (person: Person, query: ContribuableQuery) => readTaxpayers(db, narrow(person, query), query),
    totals(person: Person, query: ContribuableQuery): Promise<ContribuableTotals> {
      const list = narrow(person, query);
      const { page: _page, itemperpage: _size, orderBy: _order, sortOrder: _direction, ...rest } = query;
      return totals.get(db, JSON.stringify([list.scope, list.annee, rest]), () => readTotals(db, list));
    },
    /** Those of the given ids that the person sees. */
    visible: async (person: Person, ids: readonly number[]): Promise<number[]> =>
      (await taxpayersOf(db, scopeOf(person), ids)).map(({ id }) => id),
    /** Bulk removal is kept for Super Admin and Admin NTA; what is paid on stays, with the reason. */
    async removeMany(person: Person, targets: TargetsOf, requestId: string): Promise<Suppression> {
      if (!mayActInBulk(person)) throw refused();
      return removeAll(targets, (id) => remove(person, id, requestId));
    },
  };
}

/** By encaissement what was received is summed by the years that it paid, too. */
const summedOf = ({ base }: ContribuableQuery) => (base === 'encaissement' ? MOUVEMENTS : contribuableList);

const betailOf = (query: ContribuableQuery): boolean | undefined =>
  query.betail === undefined ? undefined : query.betail === '1';
