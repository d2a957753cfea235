/** Cases: what came from the field that somebody in the office must look at (ADR 0040). */
import { type CasQuery, type CasRow, TERRAIN_MESSAGES } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { AppError, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { visibleAppareils } from './appareils.repository.ts';
import { casOf, countCas, ofCas, ofState, readCas, settleCas } from './cas.repository.ts';

export function casService(db: Database) {
  return {
    async list(person: Person, query: CasQuery) {
      demand(person, 'terrain', 'Lister');
      const conditions = [visibleAppareils(scopeOf(person)), ofState(query.etat), ...casOf(query)];
      const data = await readCas(db, conditions, query);
      return { data, meta: { total_records: await countCas(db, conditions) } };
    },

    /** @throws AppError 404; 409 where somebody settled it before */
    async settle(
      person: Person,
      id: number,
      given: () => { note: string },
      requestId: string,
    ): Promise<CasRow> {
      demand(person, 'terrain', 'Modifier');
      const { note } = given();
      const seen = [visibleAppareils(scopeOf(person)), ofCas(id)];
      const [row] = await readCas(db, seen);
      if (!row) throw notFound();
      const entiteId = row.entite.id;
      await db.transaction().execute(async (trx) => {
        if (!(await settleCas(trx, { entiteId, id, par: person.id, note })))
          throw new AppError('conflit.regle', TERRAIN_MESSAGES.dejaRegle);
        await writeJournal(trx, {
          entiteId,
          utilisateurId: person.id,
          acte: 'modifier',
          domaine: 'terrain',
          ressource: 'cas_terrain',
          id,
          avant: { motif: row.message },
          apres: { note },
          requestId,
        });
      });
      const [after] = await readCas(db, seen);
      return after as CasRow;
    },
  };
}
