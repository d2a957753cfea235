/** Cases: what came from the field that somebody in the office must look at (ADR 0040). */
import {
  type AClasser,
  casList,
  type CasQuery,
  type CasRow,
  type CasTotals,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { AppError, notFound } from '#src/platform/http/problem.ts';
import { askedOf, findRow, sumRows } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { visibleAppareils } from './appareils.repository.ts';
import { casSource, keptCas, readAClasser, settleCas } from './cas.repository.ts';

export function casReader(db: Database) {
  function ask(person: Person, query: CasQuery) {
    demand(person, 'terrain', 'Lister');
    const conditions = [visibleAppareils(scopeOf(person)), ...keptCas(query)];
    return { source: casSource, conditions, ...askedOf(query) };
  }
  function totals(person: Person, query: CasQuery): Promise<CasTotals> {
    const asked = ask(person, query);
    return sumRows(db, asked.source, asked, casList);
  }
  return { ...readerOf(db, ask), totals };
}

export function casService(db: Database) {
  return {
    ...casReader(db),

    async aClasser(person: Person, { entite }: Pick<CasQuery, 'entite'>): Promise<{ data: AClasser[] }> {
      demand(person, 'terrain', 'Lister');
      const kept = keptCas({ page: 1, etat: 'ouverts', entite });
      return { data: await readAClasser(db, [visibleAppareils(scopeOf(person)), ...kept]) };
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
      const seen = { conditions: [visibleAppareils(scopeOf(person)), ...keptCas({ page: 1, etat: 'tous' })] };
      const row = await findRow(db, casSource, id, seen);
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
      return (await findRow(db, casSource, id, seen)) as CasRow;
    },
  };
}
