/** Lists and finds till sessions (ADR 0034). */
import {
  type CaisseListQuery,
  type DetentionsQuery,
  type MaCaisse,
  may,
  type SessionCaisse,
  type SessionCaisseRow,
} from '@octroi/contract';
import { demand, demandOne, type Person } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { narrowingOf, findRow } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { readWaiting } from '../versements/versements.repository.ts';
import { readDetentions } from '../detentions.repository.ts';
import {
  listConditions,
  ofEntite,
  ownHolding,
  visibleRows,
  SESSION_DAY,
  visibleHolding,
  entitesOf,
} from '../place.repository.ts';
import { openRegies, openSession, readCounts, sessionSource } from './sessions.repository.ts';

/** Finds a session by id, inside or outside a transaction. */
export function sessionFinder(queries: Queries) {
  /** The person's own session, or any with the right to see it. @throws AppError 403, 404 */
  async function find(person: Person, id: number): Promise<SessionCaisseRow> {
    demandOne(person, [
      ['ma-caisse', 'Voir'],
      ['sessions-caisse', 'Voir'],
    ]);
    const row = await findRow(queries, sessionSource, id, {
      conditions: [visibleRows(person, 'sc', 'titulaire_id')],
    });
    // a holder without the right sees only their own session
    if (!row || (row.titulaire.id !== person.id && !may(person.grants, 'sessions-caisse', 'Voir')))
      throw notFound();
    return row;
  }

  async function show(person: Person, id: number): Promise<SessionCaisse> {
    const row = await find(person, id);
    return { ...row, ...(await readCounts(queries, row.entite.id, id)) };
  }

  return { find, show };
}

export function sessionService(db: Database) {
  function narrow(person: Person, query: CaisseListQuery) {
    demand(person, 'sessions-caisse', 'Lister');
    const conditions = [
      visibleRows(person, 'sc', 'titulaire_id'),
      ...listConditions(query, 'sc', SESSION_DAY),
    ];
    return { source: sessionSource, conditions, ...narrowingOf(query) };
  }

  const { find, show } = sessionFinder(db);

  return {
    ...readerOf(db, narrow),
    find,
    show,

    async courante(person: Person): Promise<MaCaisse> {
      demand(person, 'ma-caisse', 'Voir');
      const open = await openSession(db, person.id);
      const regies = await openRegies(db, entitesOf(person));
      return {
        session: open ? await find(person, open.id) : null,
        aCompter: open?.aCompter ?? false,
        regies: regies.map(({ entiteId: _entite, ...regie }) => regie),
        detentions: await readDetentions(db, [ownHolding(person)]),
        versements: await readWaiting(db, person),
      };
    },

    async detentions(person: Person, { entite }: DetentionsQuery) {
      demand(person, 'sessions-caisse', 'Lister');
      return { data: await readDetentions(db, [visibleHolding(person), ...ofEntite(entite, 'd')]) };
    },
  };
}
