/** Tours as they are listed, read and taken back. */
import type { TourneeQuery, TourneeRow } from '@octroi/contract';
import { demand, type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { AppError, notFound, refused } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { narrowingOf, findRow } from '#src/platform/listing/listing.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { deleteTournee, lockVisites } from './preparation.repository.ts';
import { tourneeConditions, tourneeSource } from './tournees.repository.ts';

/** A tour as far as it is seen. @throws AppError 404 */
export async function readTournee(db: Database, scope: Scope, id: number): Promise<TourneeRow> {
  const row = await findRow(db, tourneeSource(scope), id, { conditions: tourneeConditions(scope, {}) });
  if (!row) throw notFound();
  return row;
}

export function tourneeService(db: Database) {
  function narrow(person: Person, query: TourneeQuery): NarrowedList<TourneeRow> {
    demand(person, 'tournees', 'Lister');
    const scope = scopeOf(person);
    return {
      source: tourneeSource(scope),
      conditions: tourneeConditions(scope, query),
      ...narrowingOf(query),
    };
  }

  const find = (person: Person, id: number): Promise<TourneeRow> => {
    demand(person, 'tournees', 'Voir');
    return readTournee(db, scopeOf(person), id);
  };

  return {
    ...readerOf(db, narrow),
    find,

    /**
     * Takes back a tour of which nothing is noted yet.
     * @throws AppError 403 where the person does not see all its visits, 404; 409 once an outcome is noted
     */
    async remove(person: Person, id: number, requestId: string): Promise<void> {
      demand(person, 'tournees', 'Supprimer');
      const scope = scopeOf(person);
      const avant = await readTournee(db, scope, id);
      const entiteId = avant.entite.id;
      await db.transaction().execute(async (trx) => {
        const { visites, vues, notees } = await lockVisites(trx, scope, entiteId, id);
        if (vues < visites) throw refused();
        if (notees > 0)
          throw new AppError(
            'conflit.regle',
            'Des issues sont déjà saisies : cette tournée ne se supprime plus.',
          );
        await deleteTournee(trx, entiteId, id);
        await writeJournal(trx, {
          entiteId,
          utilisateurId: person.id,
          acte: 'supprimer',
          domaine: 'recouvrement',
          ressource: 'tournees',
          id,
          avant: { agent: avant.agent, jour: avant.jour, contribuables: visites },
          requestId,
        });
      });
    },
  };
}
