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
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, notFound } from '#src/platform/http/problem.ts';
import { narrowingOf, findRow, sumRows } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { visibleAppareils } from './appareils.repository.ts';
import { executeCommande, takeCorrection } from './commandes/execution.service.ts';
import type { Services } from './commandes/contexte.ts';
import { casSource, keptCas, readAClasser, settleCas } from './cas.repository.ts';

export function casReader(db: Database) {
  function narrow(person: Person, query: CasQuery) {
    demand(person, 'terrain', 'Lister');
    const conditions = [visibleAppareils(scopeOf(person)), ...keptCas(query)];
    return { source: casSource, conditions, ...narrowingOf(query) };
  }
  function totals(person: Person, query: CasQuery): Promise<CasTotals> {
    const narrowed = narrow(person, query);
    return sumRows(db, narrowed.source, narrowed, casList);
  }
  return { ...readerOf(db, narrow), totals };
}

export function casService(db: Database, services: Services) {
  /** Those that somebody sees, whatever became of them. */
  const seenBy = (person: Person) => ({
    conditions: [visibleAppareils(scopeOf(person)), ...keptCas({ page: 1, etat: 'tous' })],
  });
  /** Settles a case with what is done about it, in one transaction. @throws AppError 409 where somebody settled it before */
  async function close(
    person: Person,
    row: CasRow,
    note: string,
    requestId: string,
    act: (trx: OpenTransaction) => Promise<void>,
  ): Promise<CasRow> {
    const { id, message } = row;
    const entiteId = row.entite.id;
    await db.transaction().execute(async (trx) => {
      if (!(await settleCas(trx, { entiteId, id, par: person.id, note })))
        throw new AppError('conflit.regle', TERRAIN_MESSAGES.dejaRegle);
      await act(trx);
      await writeJournal(trx, {
        entiteId,
        utilisateurId: person.id,
        acte: 'modifier',
        domaine: 'terrain',
        ressource: 'cas_terrain',
        id,
        avant: { motif: message },
        apres: { note },
        requestId,
      });
    });
    return (await findRow(db, casSource, id, seenBy(person))) as CasRow;
  }
  /** @throws AppError 403, 404 */
  async function open(person: Person, id: number): Promise<CasRow> {
    demand(person, 'terrain', 'Modifier');
    const row = await findRow(db, casSource, id, seenBy(person));
    if (!row) throw notFound();
    return row;
  }

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
      const row = await open(person, id);
      return close(person, row, given().note, requestId, async () => undefined);
    },

    /**
     * Carries out what a fault of the server kept from being done, as its agent, or writes the field's value of a
     * correction in conflict, as the person; and settles the case.
     * @throws AppError 404; 409 for another case, or a settled one; as the act is refused
     */
    async carryOut(person: Person, id: number, requestId: string): Promise<CasRow> {
      const row = await open(person, id);
      const key = { entiteId: row.entite.id, id };
      if (row.motif === 'conflit')
        return close(person, row, TERRAIN_MESSAGES.terrainRepris, requestId, (trx) =>
          takeCorrection(trx, services, person, key, requestId),
        );
      if (row.motif !== 'panne') throw new AppError('conflit.regle', TERRAIN_MESSAGES.pasEnPanne);
      return close(person, row, TERRAIN_MESSAGES.executee, requestId, (trx) =>
        executeCommande(trx, services, key, requestId),
      );
    },
  };
}
