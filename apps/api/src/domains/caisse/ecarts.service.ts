/** Écarts of counts: explained, then settled by another person (ADR 0034). */
import {
  CAISSE_MESSAGES,
  type CaisseListQuery,
  ecartList,
  type EcartRow,
  type EcartTotals,
  formatFrancs,
  may,
  type Reglement,
  type ReglementBody,
  reglementsOf,
} from '@octroi/contract';
import { demand, demandOne, type Person } from '#src/platform/access/person.ts';
import type { Approbations, Approved, Commande } from '#src/platform/approbation/approbation.service.ts';
import {
  type Database,
  inTransaction,
  type OpenTransaction,
  type Queries,
} from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { narrowingOf, findRow, sumRows } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { ecartSource, explainEcart, lockEcart, settleEcart } from './ecarts.repository.ts';
import { dayOf, listConditions, visibleRows } from './place.repository.ts';

/** The facts stored with a request for a loss. */
interface Perte {
  id: number;
  motif: string;
}

/** One's own écart, or any for a person with the right. @throws AppError 404 */
async function findEcart(queries: Queries, person: Person, id: number): Promise<EcartRow> {
  const row = await findRow(queries, ecartSource, id, {
    conditions: [visibleRows(person, 'ec', 'titulaire_id')],
  });
  if (!row || (row.titulaire.id !== person.id && !may(person.grants, 'ecarts', 'Voir'))) throw notFound();
  return row;
}

/** Changes an unsettled écart. @throws AppError 409 */
async function change(
  db: Database | OpenTransaction,
  person: Person,
  { id, entite, statut }: EcartRow,
  write: (trx: OpenTransaction) => Promise<object>,
  requestId: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const locked = await lockEcart(trx, id);
    if (!locked || locked.regle) throw new AppError('conflit.regle', CAISSE_MESSAGES.regle);
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
}

/**
 * The écart, if the person may settle it this way. @throws AppError 403, 404, 409 for its holder, 400 if this
 * settlement does not suit it
 */
async function settleable(
  queries: Queries,
  person: Person,
  id: number,
  reglement: Reglement,
): Promise<EcartRow> {
  demand(person, 'ecarts', 'Valider');
  const row = await findEcart(queries, person, id);
  if (row.titulaire.id === person.id) throw new AppError('conflit.regle', CAISSE_MESSAGES.propreEcart);
  if (!reglementsOf(row.montant).includes(reglement)) throw invalid('reglement', CAISSE_MESSAGES.reglement);
  return row;
}

/** @throws AppError 409 if the écart was explained or settled after the loss was requested */
function demandAsShown({ statut, reglement, explication }: EcartRow, { avant }: Approved): void {
  if (statut === 'réglé')
    throw new AppError('conflit.regle', CAISSE_MESSAGES.regleDepuis(reglement ?? 'réglé'));
  const before = (avant ?? {}) as { explication?: string | null };
  if (explication !== null && explication !== before.explication)
    throw new AppError('conflit.regle', CAISSE_MESSAGES.expliqueDepuis(explication));
}

/** A loss for the collectivité: it may need a second person's approval. */
const perte: Commande<Perte, number> = {
  nom: 'caisse.perte',
  nature: 'écart',
  domaine: 'caisse',
  async execute(trx, person, { id, motif }, requestId, approved) {
    const row = await settleable(trx, person, id, 'perte');
    if (approved) demandAsShown(row, approved);
    const { entite, titulaire, regie, statut, explication } = row;
    const montant = Math.abs(row.montant);
    const write = async (): Promise<object> => {
      await settleEcart(trx, id, { par: person.id, reglement: 'perte', motif });
      return { statut: 'réglé', montant: row.montant, reglement: 'perte', motif };
    };
    await change(trx, person, row, write, requestId);
    return {
      result: id,
      effet: {
        entiteId: entite.id,
        objet: `Passer en perte l’écart de ${titulaire.nom}, ${formatFrancs(montant)} (${regie.nom})`,
        montant,
        motif,
        ressource: 'ecarts',
        enregistrement: id,
        avant: { montant: row.montant, statut, explication },
        apres: { montant: row.montant, statut: 'réglé', explication, reglement: 'perte' },
        contexte: { avant: { titulaire: titulaire.nom }, apres: { titulaire: titulaire.nom } },
      },
    };
  },
};

/** Écarts within the person's scope. */
export function ecartReader(db: Database) {
  function narrow(person: Person, query: CaisseListQuery) {
    demand(person, 'ecarts', 'Lister');
    const conditions = [
      visibleRows(person, 'ec', 'titulaire_id'),
      ...listConditions(query, 'ec', dayOf('ec.created_at')),
    ];
    return { source: ecartSource, conditions, ...narrowingOf(query) };
  }
  const find = (person: Person, id: number): Promise<EcartRow> => findEcart(db, person, id);
  function totals(person: Person, query: CaisseListQuery): Promise<EcartTotals> {
    const narrowed = narrow(person, query);
    return sumRows(db, narrowed.source, narrowed, ecartList);
  }
  return { ...readerOf(db, narrow), totals, find };
}

export function ecartService(db: Database, approbations: Pick<Approbations, 'define'>) {
  const reader = ecartReader(db);
  const { find } = reader;
  const lose = approbations.define(perte);
  return {
    ...reader,

    /** The holder explains their own écart; a person with the right to modify écarts explains any. */
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
      await change(
        db,
        person,
        row,
        async (trx) => {
          await explainEcart(trx, id, { par: person.id, explication });
          return { statut: 'expliqué', explication };
        },
        requestId,
      );
      return find(person, id);
    },

    /**
     * @throws AppError 409 for its holder, or if settled; 400 if this settlement does not suit it; EnAttente for a loss
     */
    async settle(person: Person, id: number, body: ReglementBody, requestId: string): Promise<EcartRow> {
      demand(person, 'ecarts', 'Valider');
      const { reglement, motif } = body;
      const row = await settleable(db, person, id, reglement);
      if (reglement === 'perte') await lose(person, { id, motif }, requestId);
      else
        await change(
          db,
          person,
          row,
          async (trx) => {
            await settleEcart(trx, id, { par: person.id, reglement, motif });
            return { statut: 'réglé', montant: row.montant, reglement, motif };
          },
          requestId,
        );
      return find(person, id);
    },
  };
}
