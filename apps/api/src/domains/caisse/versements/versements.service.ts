/** Cash on its way: declared, then received, received short, or refused (ADR 0034). */
import {
  CAISSE_MESSAGES,
  type CaisseListQuery,
  may,
  type VersementBody,
  type VersementRow,
  type VersementTotals,
  versementList,
} from '@octroi/contract';
import { demand, demandOne, type Person } from '#src/platform/access/person.ts';
import {
  type Database,
  inTransaction,
  type OpenTransaction,
  type Queries,
} from '#src/platform/database/database.ts';
import { invalid, notFound } from '#src/platform/http/problem.ts';
import { type Acte, writeJournal } from '#src/platform/journal/journal.repository.ts';
import { keyOf, once } from '#src/platform/once.ts';
import { narrowingOf, findRow, sumRows } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { anyOfThese, dayOf, listConditions, visibleRows, entitesOf } from '../place.repository.ts';
import { openRegies } from '../sessions/sessions.repository.ts';
import {
  findByKey,
  isParty,
  insertVersement,
  listSuccessors,
  versementSource,
} from './versements.repository.ts';

/** Journals an act on a versement. */
export const journalVersement = (
  trx: OpenTransaction,
  { id, entite }: Pick<VersementRow, 'id' | 'entite'>,
  person: Person,
  acte: Acte,
  apres: unknown,
  requestId: string,
): Promise<void> =>
  writeJournal(trx, {
    entiteId: entite.id,
    utilisateurId: person.id,
    acte,
    domaine: 'caisse',
    ressource: 'versements',
    id,
    apres,
    requestId,
  });

const visible = (person: Person) => anyOfThese([visibleRows(person, 've', 'declarant_id'), isParty(person)]);

/** A versement that the person declared or is to receive, or any with the right to see it. @throws AppError 403, 404 */
async function findVersement(queries: Queries, person: Person, id: number): Promise<VersementRow> {
  demandOne(person, [
    ['ma-caisse', 'Voir'],
    ['versements', 'Voir'],
  ]);
  const conditions = may(person.grants, 'versements', 'Voir') ? [visible(person)] : [isParty(person)];
  const row = await findRow(queries, versementSource, id, { conditions });
  if (!row) throw notFound();
  return row;
}

interface Act {
  /** The caller's Idempotency-Key. */
  key?: string | undefined;
  requestId: string;
}

/**
 * Declares a versement, in its own transaction or in the caller's.
 * @param key a repeated call with the same key declares nothing more
 * @throws AppError 409 if it exceeds the cash held
 */
export async function declareVersement(
  db: Database | OpenTransaction,
  person: Person,
  body: VersementBody,
  { key, requestId }: Act,
): Promise<VersementRow> {
  demand(person, 'ma-caisse', 'Créer');
  const regie = (await openRegies(db, entitesOf(person))).find(({ id }) => id === body.regie);
  if (!regie) throw invalid('regie', CAISSE_MESSAGES.regie);
  const { destination, destinataire, montant, reference } = body;
  if (destination === 'détenteur') {
    if (destinataire === person.id) throw invalid('destinataire', CAISSE_MESSAGES.soiMeme);
    const successors = await listSuccessors(db, regie.entiteId, person.id);
    if (!successors.some(({ id }) => id === destinataire))
      throw invalid('destinataire', CAISSE_MESSAGES.destinataire);
  }
  const to = destination === 'détenteur' ? destinataire : undefined;
  const id = await inTransaction(db, async (trx) => {
    const cle = keyOf(person, key);
    const content = {
      regie: regie.id,
      destination,
      destinataire: to ?? null,
      montant,
      reference: reference || null,
    };
    const { id: declared, isNew } = await once(trx, person, {
      cle,
      content,
      find: (one) => findByKey(trx, regie.entiteId, one),
      create: () => insertVersement(trx, regie.entiteId, person.id, { ...content, cle }),
    });
    const row = { id: declared, entite: { id: regie.entiteId, nom: '' } };
    if (isNew) await journalVersement(trx, row, person, 'créer', content, requestId);
    return declared;
  });
  return findVersement(db, person, id);
}

export function versementService(db: Database) {
  function narrow(person: Person, query: CaisseListQuery) {
    demand(person, 'versements', 'Lister');
    const conditions = [visible(person), ...listConditions(query, 've', dayOf('ve.created_at'))];
    return { source: versementSource, conditions, ...narrowingOf(query) };
  }

  return {
    ...readerOf(db, narrow),
    totals(person: Person, query: CaisseListQuery): Promise<VersementTotals> {
      const narrowed = narrow(person, query);
      return sumRows(db, narrowed.source, narrowed, versementList);
    },
    find: (person: Person, id: number): Promise<VersementRow> => findVersement(db, person, id),

    async successors(person: Person, query: { regie: number }) {
      demand(person, 'ma-caisse', 'Voir');
      const { regie } = query;
      const chosen = (await openRegies(db, entitesOf(person))).find(({ id }) => id === regie);
      if (!chosen) throw notFound();
      return { data: await listSuccessors(db, chosen.entiteId, person.id) };
    },

    declare: (person: Person, body: VersementBody, act: Act): Promise<VersementRow> =>
      declareVersement(db, person, body, act),
  };
}
