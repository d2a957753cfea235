/** The outline of a sub-entity: seen by whoever sees it, changed by whoever has the whole collectivité. */
import type { ContourImporte, Forme } from '@octroi/contract';
import { demand, demandEntite, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import { deleteContour, lockRamification, readContour, saveContour } from './contour.repository.ts';
import { entiteOfPlace } from './place.repository.ts';

export function contourService(db: Database) {
  async function entiteSeen(person: Person, id: number): Promise<number> {
    const entiteId = await entiteOfPlace(db, scopeOf(person), id);
    if (entiteId === undefined) throw notFound();
    return entiteId;
  }

  async function change(
    person: Person,
    id: number,
    requestId: string,
    version: number | null,
    write: (trx: OpenTransaction) => Promise<void>,
  ): Promise<ContourImporte> {
    demand(person, 'ramifications', 'Modifier');
    const entiteId = await entiteSeen(person, id);
    demandEntite(person, entiteId);
    return db.transaction().execute(async (trx) => {
      await lockRamification(trx, id);
      const before = await readContour(trx, id);
      demandVersion(version, before);
      await write(trx);
      const after = await readContour(trx, id);
      if (after.version !== before.version)
        await writeJournal(trx, {
          entiteId,
          utilisateurId: person.id,
          acte: 'modifier',
          domaine: 'territoire',
          ressource: 'ramifications',
          id,
          // thousands of positions would tell whoever reads the journal no more than how many they are
          avant: { contour: before.points },
          apres: { contour: after.points },
          requestId,
        });
      return after;
    });
  }

  return {
    async find(person: Person, id: number): Promise<ContourImporte> {
      demand(person, 'ramifications', 'Voir');
      await entiteSeen(person, id);
      return readContour(db, id);
    },
    /** @param version refuses with 412 where it is another by now; null: the last writer wins */
    save: (person: Person, id: number, forme: Forme, version: number | null, requestId: string) =>
      change(person, id, requestId, version, (trx) => saveContour(trx, id, forme)),
    remove: (person: Person, id: number, version: number | null, requestId: string) =>
      change(person, id, requestId, version, (trx) => deleteContour(trx, id)),
  };
}
