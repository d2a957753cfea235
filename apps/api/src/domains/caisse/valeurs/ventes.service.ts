/** Sales of tickets: cash that enters the seller's own till, due from nobody (ADR 0038). */
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

/** Notes an act on a sale. */
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
 * Sells numbers that the person holds, today, for cash that enters the person's own till: in a transaction of its own or
 * as a part of the caller's.
 * @param le when they were sold, where that was before it arrives: then no till is asked for
 * @throws AppError 400; 409 `caisse.session_absente`, or where a number is not the person's, told with the numbers at fault
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
     * Takes back what the person sold, while the till that it went into stands open, the same day.
     * @throws AppError 404; 409 for another's, of another day, of a till that was counted, or taken back before
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
