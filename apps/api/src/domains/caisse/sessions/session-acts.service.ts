/** Opens, closes and controls tills (ADR 0034). */
import {
  CAISSE_MESSAGES,
  type ClotureBody,
  type ControleBody,
  type ControleCaisse,
  type OuvertureBody,
  type SessionCaisse,
} from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import { type Database, inTransaction, type OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, duplicateAs, invalid } from '#src/platform/http/problem.ts';
import { type JournalEntry, writeJournal } from '#src/platform/journal/journal.repository.ts';
import { keyOf, once } from '#src/platform/once.ts';
import { entitesOf } from '../place.repository.ts';
import {
  closeSession,
  lockSession,
  findControle,
  insertControle,
  readControle,
  insertSession,
  openRegies,
} from './sessions.repository.ts';
import { sessionFinder } from './sessions.service.ts';

const RESOURCE = 'sessions_caisse';

const entry = (
  entiteId: number,
  person: Person,
  requestId: string,
): Pick<JournalEntry, 'entiteId' | 'utilisateurId' | 'domaine' | 'ressource' | 'requestId'> => ({
  entiteId,
  utilisateurId: person.id,
  domaine: 'caisse',
  ressource: RESOURCE,
  requestId,
});

/** A count. */
type Closing = ClotureBody & {
  /** Its instant, if the request arrives later. */
  compteeLe?: string;
};

/** Stores a count by surprise, once for each key. @throws AppError 409 if the till is closed */
async function storeControle(
  trx: OpenTransaction,
  person: Person,
  {
    entiteId,
    session,
    body: { billets, procesVerbal },
    key,
  }: { entiteId: number; session: number; body: ControleBody; key: string | undefined },
): Promise<{ id: number; isNew: boolean }> {
  const locked = await lockSession(trx, session);
  const cle = keyOf(person, key);
  return once(trx, person, {
    cle,
    content: { session, billets, procesVerbal },
    find: (one) => findControle(trx, entiteId, one),
    create: () => {
      if (!locked || locked.fermee) throw new AppError('conflit.regle', CAISSE_MESSAGES.dejaFermee);
      return insertControle(trx, entiteId, session, { par: person.id, billets, procesVerbal, cle });
    },
  });
}

/** @param db or a transaction that each act then joins */
export function sessionActs(db: Database | OpenTransaction) {
  const { find, show } = sessionFinder(db);
  return {
    /**
     * @param le instant of the opening, if the request arrives later
     * @throws AppError 400 without the count that the régie asks for, 404 for a régie out of scope, 409 if the person's till is open
     */
    async open(person: Person, body: OuvertureBody, requestId: string, le?: string): Promise<SessionCaisse> {
      demand(person, 'ma-caisse', 'Créer');
      const { regie, fonds, billets } = body;
      const chosen = (await openRegies(db, entitesOf(person))).find(({ id }) => id === regie);
      if (!chosen) throw invalid('regie', CAISSE_MESSAGES.regie);
      // a phone opens a till without network, and cannot be refused later
      if (chosen.comptageOuverture && !billets && le === undefined)
        throw invalid('billets', CAISSE_MESSAGES.ouvertureACompter);
      const { entiteId } = chosen;
      const id = await inTransaction(db, async (trx) => {
        const opened = await duplicateAs(
          { session_caisse_ouverte: { field: 'regie', message: CAISSE_MESSAGES.dejaOuverte } },
          () => insertSession(trx, { entiteId, regie, titulaire: person.id, fonds, billets, le }),
        );
        await writeJournal(trx, {
          ...entry(entiteId, person, requestId),
          acte: 'créer',
          id: opened.id,
          apres: {
            regie,
            fonds,
            ...(opened.compteOuverture === null ? {} : { compteOuverture: opened.compteOuverture }),
          },
        });
        return opened.id;
      });
      return show(person, id);
    },

    /**
     * Closes a session with the counted amount; a difference is recorded, not refused.
     * @throws AppError 400 if another person than the holder closes it without a procès-verbal, 409 if it is closed
     */
    async close(person: Person, id: number, body: Closing, requestId: string): Promise<SessionCaisse> {
      const { titulaire, entite } = await find(person, id);
      const own = titulaire.id === person.id;
      if (own) demand(person, 'ma-caisse', 'Créer');
      else demand(person, 'sessions-caisse', 'Valider');
      const { billets, procesVerbal, compteeLe } = body;
      if (!own && !procesVerbal) throw invalid('procesVerbal', CAISSE_MESSAGES.procesVerbal);
      await inTransaction(db, async (trx) => {
        const locked = await lockSession(trx, id);
        if (!locked || locked.fermee) throw new AppError('conflit.regle', CAISSE_MESSAGES.dejaFermee);
        const pv = procesVerbal || null;
        const counted = await closeSession(trx, id, { par: person.id, billets, procesVerbal: pv, compteeLe });
        await writeJournal(trx, {
          ...entry(entite.id, person, requestId),
          acte: 'clôturer',
          id,
          apres: { ...counted, procesVerbal: pv, ...(compteeLe && { compteeLe }) },
        });
      });
      return show(person, id);
    },

    /**
     * Counts an open till by surprise; the session continues. @throws AppError 409 for its holder, or if it is closed
     */
    async control(
      person: Person,
      id: number,
      body: ControleBody,
      { key, requestId }: { key: string | undefined; requestId: string },
    ): Promise<ControleCaisse> {
      demand(person, 'sessions-caisse', 'Valider');
      const { titulaire, entite } = await find(person, id);
      if (titulaire.id === person.id) throw new AppError('conflit.regle', CAISSE_MESSAGES.autrePersonne);
      return inTransaction(db, async (trx) => {
        const { id: controle, isNew } = await storeControle(trx, person, {
          entiteId: entite.id,
          session: id,
          body,
          key,
        });
        const made = await readControle(trx, entite.id, controle);
        if (!isNew) return made;
        await writeJournal(trx, {
          ...entry(entite.id, person, requestId),
          acte: 'contrôler',
          id,
          apres: { compte: made.compte, attendu: made.attendu, procesVerbal: body.procesVerbal },
        });
        return made;
      });
    },
  };
}
