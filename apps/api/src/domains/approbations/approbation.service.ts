/** What waits for a second person: who sees it, who decides it, and what people are told of it. */
import {
  type Approbation,
  type ApprobationRow,
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
import { askedOf, findRow, type ListReply } from '#src/platform/listing/listing.ts';
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

/** Why it is not this person who decides. @throws AppError 403, 409 */
function demandDecidable(person: Person, held: StoredApprobation): void {
  if (!may(person.grants, NATURES_APPROBATION[held.nature].screen, 'Approuver')) throw refused();
  if (held.demandeurId === person.id)
    throw new AppError(
      'approbation.demandeur',
      'Vous avez demandé cela : une autre personne doit le décider.',
    );
  if (held.statut !== 'attente')
    throw new AppError('approbation.decidee', `Cette demande est déjà ${held.statut}.`);
  if (held.expired)
    throw new AppError(
      'approbation.expiree',
      'Cette demande a expiré : la personne qui l’a faite peut la refaire.',
    );
}

export interface ApprobationService {
  /** @throws AppError 403, 404 */
  approve: (person: Person, id: number, requestId: string) => Promise<Approbation>;
  /** @param body read once the person is known to have the right */
  refuse: (person: Person, id: number, body: { motif: string }, requestId: string) => Promise<Approbation>;
  list: (person: Person, query: ListQuery) => Promise<WrittenJson<ListReply<ApprobationRow>>>;
  find: (person: Person, id: number) => Promise<Approbation>;
  /** How many wait for this person. */
  count: (person: Person) => Promise<number>;
}

/** Holds an approval that the person decides. @throws AppError 403, 404, 409 */
async function hold(trx: OpenTransaction, person: Person, id: number): Promise<StoredApprobation> {
  demandUtilisateur(person);
  const held = await lockApprobation(trx, id);
  if (!held) throw notFound();
  demandEntite(person, held.entiteId);
  demandDecidable(person, held);
  return held;
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

/** Writes a decision, and who took it on whose command. */
async function decide(
  trx: OpenTransaction,
  held: StoredApprobation,
  decision: Pick<Decision, 'statut' | 'reponse' | 'laisses'>,
  { person, requestId, domaine }: { person: Person; requestId: string; domaine: string },
): Promise<void> {
  const { statut, reponse } = decision;
  const { id, entiteId, nature, objet, montant, demandeur } = held;
  await writeDecision(trx, held, { ...decision, decideurId: person.id });
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

  const by = (person: Person, requestId: string, held: StoredApprobation) => ({
    person,
    requestId,
    domaine: domaineOf(held.commande) ?? 'administration',
  });
  const reader = readerOf(db, (person, query: ListQuery) => ({ ...sourceOf(person), ...askedOf(query) }));

  return {
    async approve(person, id, requestId) {
      const done = await db.transaction().execute(async (trx) => {
        const held = await hold(trx, person, id);
        const replayed = await replay(trx, held, requestId);
        const reponse = reasonOf(held, replayed);
        const statut = reponse === null ? 'approuvée' : 'échouée';
        const laisses = replayed.state === 'done' ? replayed.laisses : [];
        await decide(trx, held, { statut, reponse, laisses }, by(person, requestId, held));
        return replayed;
      });
      if (done.state === 'done') await done.after?.();
      return find(person, id);
    },

    async refuse(person, id, body, requestId) {
      await db.transaction().execute(async (trx) => {
        const held = await hold(trx, person, id);
        const decision = { statut: 'refusée', reponse: body.motif } as const;
        await decide(trx, held, decision, by(person, requestId, held));
      });
      return find(person, id);
    },

    list: (person, query) => reader.list(person, query),
    find,
    count: (person) => countToDecide(db, person),
  };
}
