/** What counts found too much or too little: explained, then settled by somebody else (ADR 0034). */
import {
  CAISSE_MESSAGES,
  type CaisseListQuery,
  type EcartRow,
  may,
  type ReglementBody,
  reglementsOf,
} from '@octroi/contract';
import { demand, demandOne, type Person } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { askedOf, findRow } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { ecartSource, explainEcart, holdEcart, settleEcart } from './ecarts.repository.ts';
import { dayOf, kept, seen } from './place.repository.ts';

export function ecartService(db: Database) {
  function ask(person: Person, query: CaisseListQuery) {
    demand(person, 'ecarts', 'Lister');
    const conditions = [seen(person, 'ec', 'titulaire_id'), ...kept(query, 'ec', dayOf('ec.created_at'))];
    return { source: ecartSource, conditions, ...askedOf(query) };
  }
  async function find(person: Person, id: number): Promise<EcartRow> {
    const row = await findRow(db, ecartSource, id, { conditions: [seen(person, 'ec', 'titulaire_id')] });
    if (!row || (row.titulaire.id !== person.id && !may(person.grants, 'ecarts', 'Voir'))) throw notFound();
    return row;
  }
  /** Writes an act on an écart that is not settled. @throws AppError 409 */
  async function change(
    person: Person,
    { id, entite, statut }: EcartRow,
    write: (trx: Queries) => Promise<object>,
    requestId: string,
  ): Promise<EcartRow> {
    await db.transaction().execute(async (trx) => {
      const held = await holdEcart(trx, id);
      if (!held || held.regle) throw new AppError('conflit.regle', CAISSE_MESSAGES.regle);
      const apres = await write(trx);
      await writeJournal(trx, {
        entiteId: entite.id,
        utilisateurId: person.id,
        acte: 'modifier',
        domaine: 'caisse',
        ressource: 'ecarts',
        id,
        avant: { statut },
        apres,
        requestId,
      });
    });
    return find(person, id);
  }

  return {
    ...readerOf(db, ask),

    /** The holder explains the own écart; whoever may change écarts explains any. */
    async explain(
      person: Person,
      id: number,
      body: { explication: string },
      requestId: string,
    ): Promise<EcartRow> {
      demandOne(person, [
        ['ma-caisse', 'Créer'],
        ['ecarts', 'Modifier'],
      ]);
      const row = await find(person, id);
      if (row.titulaire.id !== person.id) demand(person, 'ecarts', 'Modifier');
      const { explication } = body;
      return change(
        person,
        row,
        async (trx) => {
          await explainEcart(trx, id, { par: person.id, explication });
          return { statut: 'expliqué', explication };
        },
        requestId,
      );
    },

    /** @throws AppError 409 for its holder, or where it is settled; 400 where it does not end so */
    async settle(person: Person, id: number, body: ReglementBody, requestId: string): Promise<EcartRow> {
      demand(person, 'ecarts', 'Valider');
      const row = await find(person, id);
      const { reglement, motif } = body;
      if (row.titulaire.id === person.id) throw new AppError('conflit.regle', CAISSE_MESSAGES.propreEcart);
      if (!reglementsOf(row.montant).includes(reglement))
        throw invalid('reglement', CAISSE_MESSAGES.reglement);
      return change(
        person,
        row,
        async (trx) => {
          await settleEcart(trx, id, { par: person.id, reglement, motif });
          return { statut: 'réglé', montant: row.montant, reglement, motif };
        },
        requestId,
      );
    },
  };
}
