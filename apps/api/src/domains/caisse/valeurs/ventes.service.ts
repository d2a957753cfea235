/** Sales of tickets: cash that goes into the seller's till and is due from nobody (ADR 0038). */
import {
  type MesValeurs,
  VALEUR_MESSAGES,
  type ValeurTotals,
  type VenteBody,
  venteList,
  type VenteQuery,
  type VenteRow,
} from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import {
  type Database,
  inTransaction,
  type OpenTransaction,
  type Queries,
} from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { type Acte, writeJournal } from '#src/platform/journal/journal.repository.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { narrowingOf, findRow, sumRows } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { till, tillAt } from '../sessions/till.service.ts';
import { findCategorie, readMine } from './valeurs.repository.ts';
import {
  cancelVente,
  insertVente,
  isMarket,
  regiesOf,
  venteConditions,
  venteSource,
} from './ventes.repository.ts';

const refuse = (message: string): AppError => new AppError('conflit.regle', message);

/** Journals an act on a sale. */
const journal = (
  trx: OpenTransaction,
  person: Person,
  { id, entiteId }: { id: number; entiteId: number },
  acte: Acte,
  { requestId, ...documents }: { avant?: unknown; apres?: unknown; requestId: string },
): Promise<void> =>
  writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    acte,
    domaine: 'caisse',
    ressource: 'ventes_valeurs',
    id,
    ...documents,
    requestId,
  });

async function readVente(queries: Queries, person: Person, id: number): Promise<VenteRow> {
  const row = await findRow(queries, venteSource, id, { conditions: venteConditions(scopeOf(person), {}) });
  if (!row) throw notFound();
  return row;
}

/**
 * Sells numbers held by the person, today, for cash into the person's till: in its own transaction or in the caller's.
 * @param le instant of the sale, if the request arrives later: then no till is required
 * @throws AppError 400; 409 `caisse.session_absente`, or if the person does not hold a number, with these numbers
 */
export async function sellValeurs(
  db: Database | OpenTransaction,
  today: string,
  person: Person,
  body: VenteBody,
  { requestId, le }: { requestId: string; le?: string },
): Promise<VenteRow> {
  demand(person, 'ventes-valeurs', 'Créer');
  const { categorie, de, a, ramification, jour } = body;
  if (jour !== undefined && jour !== today) throw invalid('jour', VALEUR_MESSAGES.jour);
  const chosen = await findCategorie(db, person, categorie);
  if (!chosen) throw invalid('categorie', VALEUR_MESSAGES.categorie);
  const { entiteId } = chosen;
  if (!(await isMarket(db, scopeOf(person), entiteId, ramification)))
    throw invalid('ramification', VALEUR_MESSAGES.marche);
  const id = await inTransaction(db, async (trx) => {
    const session = await (le === undefined ? till : tillAt(new Date(le))).sessionFor(trx, {
      entite: entiteId,
      person: person.id,
      nature: 'espèces',
      at: new Date(),
    });
    const [regie, other] = await regiesOf(trx, person.id, body);
    if (regie === undefined) throw refuse(VALEUR_MESSAGES.rienDetenu);
    if (other !== undefined) throw refuse(VALEUR_MESSAGES.plusieursRegies);
    const sold = await insertVente(trx, { entiteId, regie, agent: person.id, session, body, le });
    const apres = { categorie, de, a, montant: sold.montant, ramification, regie, session };
    await journal(trx, person, { id: sold.id, entiteId }, 'créer', { apres, requestId });
    return sold.id;
  });
  return readVente(db, person, id);
}

export function venteService(db: Database, today: () => string) {
  function narrow(person: Person, query: VenteQuery) {
    demand(person, 'ventes-valeurs', 'Lister');
    const conditions = venteConditions(scopeOf(person), query);
    return { source: keptTo(venteSource, query), conditions, ...narrowingOf(query) };
  }

  return {
    ...readerOf(db, narrow),
    totals(person: Person, query: VenteQuery): Promise<ValeurTotals> {
      const narrowed = narrow(person, query);
      return sumRows(db, narrowed.source, narrowed, venteList);
    },
    find(person: Person, id: number): Promise<VenteRow> {
      demand(person, 'ventes-valeurs', 'Voir');
      return readVente(db, person, id);
    },
    async mine(person: Person): Promise<MesValeurs> {
      demand(person, 'ventes-valeurs', 'Créer');
      return { data: await readMine(db, person.id) };
    },

    sell: (person: Person, body: VenteBody, requestId: string): Promise<VenteRow> =>
      sellValeurs(db, today(), person, body, { requestId }),

    /**
     * Cancels one's own sale of the same day, while its till is open.
     * @throws AppError 404; 409 for another person's sale, of another day, of a counted till, or cancelled before
     */
    async cancel(person: Person, id: number, body: { motif: string }, requestId: string): Promise<VenteRow> {
      demand(person, 'ventes-valeurs', 'Créer');
      const { motif } = body;
      const row = await readVente(db, person, id);
      if (row.agent.id !== person.id) throw refuse(VALEUR_MESSAGES.dUnAutre);
      const entiteId = row.entite.id;
      await db.transaction().execute(async (trx) => {
        await cancelVente(trx, entiteId, id, motif);
        const { montant, de, a } = row;
        await journal(trx, person, { id, entiteId }, 'extourner', {
          avant: { montant },
          apres: { de, a, montant: 0, motif },
          requestId,
        });
      });
      return readVente(db, person, id);
    },
  };
}
