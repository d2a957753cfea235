/** What waits for a second person: who sees it, who decides it, and what people are told of it. */
import {
  type Approbation,
  APPROBATION_MESSAGES,
  type ApprobationRow,
  demandePiece,
  type ListQuery,
  may,
  NATURES_APPROBATION,
} from '@octroi/contract';
import { demandEntite, demandUtilisateur, type Person } from '#src/platform/access/person.ts';
import type { Replay, Replays } from '#src/platform/approbation/approbation.service.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, notFound, refused } from '#src/platform/http/problem.ts';
import type { WrittenJson } from '#src/platform/http/written-json.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { narrowingOf, findRow, type ListReply } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import {
  approbationSource,
  approbationVisible,
  countToDecide,
  readChange,
} from './approbation-list.repository.ts';
import {
  type Decision,
  lockApprobation,
  type StoredApprobation,
  writeDecision,
} from './approbation.repository.ts';
import { changedSince } from './changes.ts';
import { entryOf } from './seuils.service.ts';

/** @throws AppError 403 where the person may not decide it, 409 where nobody can any more */
function demandDecidable(person: Person, stored: StoredApprobation): void {
  if (!may(person.grants, NATURES_APPROBATION[stored.nature].screen, 'Approuver')) throw refused();
  if (stored.demandeurId === person.id)
    throw new AppError(
      'approbation.demandeur',
      'Vous avez demandé cela : une autre personne doit le décider.',
    );
  if (stored.statut !== 'attente')
    throw new AppError('approbation.decidee', `Cette demande est déjà ${stored.statut}.`);
  if (stored.expired)
    throw new AppError(
      'approbation.expiree',
      'Cette demande a expiré : la personne qui l’a faite peut la refaire.',
    );
}

export interface ApprobationService {
  /** @throws AppError 403, 404 */
  approve: (person: Person, id: number, requestId: string) => Promise<Approbation>;
  refuse: (person: Person, id: number, body: { motif: string }, requestId: string) => Promise<Approbation>;
  list: (person: Person, query: ListQuery) => Promise<WrittenJson<ListReply<ApprobationRow>>>;
  find: (person: Person, id: number) => Promise<Approbation>;
  /** How many wait for this person. */
  count: (person: Person) => Promise<number>;
}

/** Locks an approval that the person may decide. @throws AppError 403, 404, 409 */
async function lockDecidable(trx: OpenTransaction, person: Person, id: number): Promise<StoredApprobation> {
  demandUtilisateur(person);
  const stored = await lockApprobation(trx, id);
  if (!stored) throw notFound();
  demandEntite(person, stored.entiteId);
  demandDecidable(person, stored);
  return stored;
}

/** Why an approved command was not done; null where it was. */
function reasonOf(stored: StoredApprobation, replay: Replay): string | null {
  switch (replay.state) {
    case 'done':
      return null;
    case 'no requester':
      return 'Le compte de la personne qui a demandé n’est plus actif.';
    case 'unknown':
      return 'Cette version d’Octroi ne connaît plus cette commande.';
    case 'changed':
      return replay.now ? changedSince(stored, replay.now) : 'C’est déjà fait depuis la demande.';
    case 'refused':
      return replay.error.code === 'acces.refuse'
        ? 'La personne qui a demandé n’a plus le droit de le faire.'
        : replay.error.message;
  }
}

/** Writes a decision, and notes in the journal who took it. */
async function decide(
  trx: OpenTransaction,
  stored: StoredApprobation,
  decision: Pick<Decision, 'statut' | 'reponse' | 'laisses'>,
  { person, requestId, domaine }: { person: Person; requestId: string; domaine: string },
): Promise<void> {
  const { statut, reponse } = decision;
  const { id, entiteId, nature, objet, montant, demandeur } = stored;
  await writeDecision(trx, stored, { ...decision, decideurId: person.id });
  const acte = statut === 'refusée' ? 'refuser une approbation' : 'approuver';
  await writeJournal(trx, {
    ...entryOf({ entiteId, domaine, id }, { person, acte, requestId }),
    avant: { statut: 'attente' },
    apres: { statut, nature, objet, montant, demandeur, reponse },
  });
}

export function approbationService(db: Database, { replay, domaineOf }: Replays): ApprobationService {
  const sourceOf = (person: Person) => {
    demandUtilisateur(person);
    return { source: approbationSource(person), conditions: [approbationVisible(person)] };
  };

  async function find(person: Person, id: number): Promise<Approbation> {
    const { source, conditions } = sourceOf(person);
    const row = await findRow(db, source, id, { conditions });
    if (!row) throw notFound();
    return { ...row, ...(await readChange(db, id)) };
  }

  const by = (person: Person, requestId: string, stored: StoredApprobation) => ({
    person,
    requestId,
    domaine: domaineOf(stored.commande) ?? 'administration',
  });
  const reader = readerOf(db, (person, query: ListQuery) => ({ ...sourceOf(person), ...narrowingOf(query) }));

  return {
    async approve(person, id, requestId) {
      const done = await db.transaction().execute(async (trx) => {
        const stored = await lockDecidable(trx, person, id);
        if (demandePiece(stored.nature) && stored.piece === null)
          throw new AppError('approbation.piece', APPROBATION_MESSAGES.sansPiece);
        const replayed = await replay(trx, stored, requestId);
        const reponse = reasonOf(stored, replayed);
        const statut = reponse === null ? 'approuvée' : 'échouée';
        const laisses = replayed.state === 'done' ? replayed.laisses : [];
        await decide(trx, stored, { statut, reponse, laisses }, by(person, requestId, stored));
        return replayed;
      });
      if (done.state === 'done') await done.after?.();
      return find(person, id);
    },

    async refuse(person, id, body, requestId) {
      await db.transaction().execute(async (trx) => {
        const stored = await lockDecidable(trx, person, id);
        const decision = { statut: 'refusée', reponse: body.motif } as const;
        await decide(trx, stored, decision, by(person, requestId, stored));
      });
      return find(person, id);
    },

    list: (person, query) => reader.list(person, query),
    find,
    count: (person) => countToDecide(db, person),
  };
}
