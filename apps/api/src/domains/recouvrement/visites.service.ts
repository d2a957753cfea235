/** The visits of a tour, and what came of each. */
import {
  formatDay,
  isThere,
  type VisitePatch,
  visiteList,
  type VisiteQuery,
  type VisiteRow,
  type VisiteTotals,
} from '@octroi/contract';
import { demand, type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import {
  type Database,
  inTransaction,
  type OpenTransaction,
  type Queries,
} from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { narrowingOf, findRow, sumRows } from '#src/platform/listing/listing.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import { lockVisite, visiteConditions, visiteSource, writeIssue } from './visites.repository.ts';

async function read(queries: Queries, today: string, scope: Scope, id: number): Promise<VisiteRow> {
  const row = await findRow(queries, visiteSource(scope, today), id, { conditions: visiteConditions(scope) });
  if (!row) throw notFound();
  return row;
}

/** @throws AppError 400, 409 */
function demandNotable(
  { presence }: VisiteRow,
  { jour, today }: { jour: string; today: string },
  { promisLe }: VisitePatch,
): void {
  if (!isThere(presence))
    throw new AppError(
      'conflit.regle',
      presence === 'supprimé'
        ? 'Ce contribuable a été supprimé depuis : il n’y a plus de visite à noter.'
        : 'Ce contribuable n’est plus dans votre périmètre : sa visite se note là où il est.',
    );
  if (jour > today)
    throw new AppError(
      'conflit.regle',
      `Cette tournée est prévue le ${formatDay(jour)} : rien n’en est venu encore.`,
    );
  if (promisLe !== null && promisLe < jour)
    throw invalid(
      'promisLe',
      `Une promesse est pour le jour de la visite (${formatDay(jour)}) ou pour plus tard.`,
    );
}

/**
 * Notes what came of a visit, or takes it back: in a transaction of its own or as a part of the caller's.
 * @param patched read once the person is known to have the right
 * @throws AppError 400, 403, 404, 409; 412 where somebody else noted it meanwhile
 */
export async function noteVisite(
  db: Database | OpenTransaction,
  today: string,
  person: Person,
  id: number,
  patched: () => VisitePatch,
  { version, requestId }: { version: number | null; requestId: string },
): Promise<VisiteRow> {
  demand(person, 'tournees', 'Modifier');
  const patch = { ...patched() };
  const scope = scopeOf(person);
  const row = await read(db, today, scope, id);
  await inTransaction(db, async (trx) => {
    const stored = await lockVisite(trx, id);
    if (!stored) throw notFound();
    demandVersion(version, stored);
    demandNotable(row, { jour: stored.jour, today }, patch);
    const { entiteId, contribuable, jour, version: _version, ...avant } = stored;
    await writeIssue(trx, entiteId, id, patch, person.id);
    await writeJournal(trx, {
      entiteId,
      utilisateurId: person.id,
      acte: 'modifier',
      domaine: 'recouvrement',
      ressource: 'visites',
      id,
      avant,
      apres: { ...patch, contribuable, jour },
      requestId,
    });
  });
  return read(db, today, scope, id);
}

export function visiteService(db: Database, today: () => string) {
  function narrow(person: Person, query: VisiteQuery): NarrowedList<VisiteRow> {
    demand(person, 'tournees', 'Voir');
    const scope = scopeOf(person);
    return {
      source: visiteSource(scope, today()),
      conditions: visiteConditions(scope, query.tournee),
      ...narrowingOf(query),
    };
  }

  return {
    ...readerOf(db, narrow),
    totals(person: Person, query: VisiteQuery): Promise<VisiteTotals> {
      const narrowed = narrow(person, query);
      return sumRows(db, narrowed.source, narrowed, visiteList);
    },

    note: (
      person: Person,
      id: number,
      patched: () => VisitePatch,
      sent: { version: number | null; requestId: string },
    ): Promise<VisiteRow> => noteVisite(db, today(), person, id, patched, sent),
  };
}
