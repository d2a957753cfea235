/** Notes and tasks: read by who sees the taxpayer, written by who may edit it. */
import {
  ANNULATION_TACHE,
  type FaitBody,
  formatDay,
  type Note,
  type NoteBody,
  type Taches,
  type TachesQuery,
} from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { keyOf, once } from '#src/platform/once.ts';
import { findAbsent, withoutSession } from '#src/platform/session/session.repository.ts';
import type { contribuableService } from '../contribuables.service.ts';
import { taxpayersOf } from '../systeme/systeme.service.ts';
import {
  deleteNote,
  findByKey,
  insertNote,
  isJustDone,
  listNotes,
  listTaches,
  lockNote,
  markNote,
} from './notes.repository.ts';

type Subject = { entiteId: number; id: number };

type Taxpayers = Pick<ReturnType<typeof contribuableService>, 'find'>;

/** A task is for somebody who sees its taxpayer. @throws AppError 400 */
async function demandSeen(db: Database, taxpayers: Taxpayers, pour: number, id: number): Promise<void> {
  const absent = await findAbsent(db, pour);
  const sees =
    absent !== undefined &&
    (await taxpayers.find(withoutSession(absent), id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    ));
  if (!sees) throw invalid('pour', 'Cette personne ne voit pas ce contribuable : choisissez-en une autre.');
}

const journal = (
  trx: OpenTransaction,
  person: Person,
  { entiteId, id }: Subject,
  entry: { acte: 'créer' | 'modifier' | 'supprimer'; avant?: unknown; apres?: unknown },
  requestId: string,
): Promise<void> =>
  writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    domaine: 'contribuables',
    ressource: 'notes',
    id,
    requestId,
    ...entry,
  });

/** Writes a note, once for each key. */
async function storeNote(
  trx: OpenTransaction,
  person: Person,
  subject: Subject,
  content: { texte: string; jour: string | null; pourId: number | null; contribuable: number },
  { cle, requestId }: { cle: string | null; requestId: string },
): Promise<Note> {
  const { id: note, isNew } = await once(trx, person, {
    cle,
    content,
    find: (one) => findByKey(trx, subject.entiteId, one),
    create: () => insertNote(trx, subject, { ...content, auteurId: person.id, cle }),
  });
  const created = await lockNote(trx, subject, note);
  if (!created) throw notFound();
  if (isNew) await journal(trx, person, subject, { acte: 'créer', apres: created }, requestId);
  return created;
}

/** @param taxpayers finds a taxpayer within the person's rights and scope */
export function noteService(db: Database, taxpayers: Taxpayers, today: () => string) {
  /** @throws AppError 403, 404, and 409 for « Recettes à classer » */
  async function demandWriting(person: Person, id: number): Promise<Subject> {
    demand(person, 'contribuables', 'Lister');
    demand(person, 'contribuables', 'Modifier');
    const [found] = await taxpayersOf(db, scopeOf(person), [id]);
    if (!found) throw notFound();
    return { entiteId: found.entite, id };
  }

  return {
    async list(person: Person, id: number): Promise<Note[]> {
      const { ramification } = await taxpayers.find(person, id);
      return listNotes(db, { entiteId: ramification.entite.id, id });
    },

    /** The person's own tasks that are due. */
    taches(person: Person, query: TachesQuery): Promise<Taches> {
      demand(person, 'contribuables', 'Lister');
      return listTaches(db, scopeOf(person), query, { personId: person.id, today: today() });
    },

    async create(
      person: Person,
      id: number,
      body: NoteBody,
      { key, requestId }: { key: string | undefined; requestId: string },
    ): Promise<Note> {
      const subject = await demandWriting(person, id);
      const { texte, jour } = body;
      const pourId = jour === undefined ? null : (body.pour ?? person.id);
      if (pourId !== null && pourId !== person.id) await demandSeen(db, taxpayers, pourId, id);
      const content = { texte, jour: jour ?? null, pourId, contribuable: id };
      return db
        .transaction()
        .execute((trx) => storeNote(trx, person, subject, content, { cle: keyOf(person, key), requestId }));
    },

    /** @throws AppError 409 if it is done already, or if a tick may not be taken back any more */
    async mark(
      person: Person,
      [id, note]: [number, number],
      body: FaitBody,
      requestId: string,
    ): Promise<Note> {
      const subject = await demandWriting(person, id);
      const { fait } = body;
      return db.transaction().execute(async (trx) => {
        const avant = await lockNote(trx, subject, note);
        if (!avant || avant.jour === null) throw notFound();
        if (fait && avant.faitPar)
          throw new AppError(
            'conflit.regle',
            `Cette tâche est déjà faite, par ${avant.faitPar.nom}, le ${formatDay(avant.faitLe ?? '')}.`,
          );
        const isOwn =
          avant.faitPar?.id === person.id && (await isJustDone(trx, note, ANNULATION_TACHE.serveur));
        if (!fait && !isOwn)
          throw new AppError(
            'conflit.regle',
            'Cette tâche ne peut plus être rouverte : écrivez-en une autre.',
          );
        await markNote(trx, note, fait ? person.id : null);
        const apres = await lockNote(trx, subject, note);
        if (!apres) throw notFound();
        await journal(trx, person, subject, { acte: 'modifier', avant, apres }, requestId);
        return apres;
      });
    },

    async remove(person: Person, [id, note]: [number, number], requestId: string): Promise<void> {
      const subject = await demandWriting(person, id);
      await db.transaction().execute(async (trx) => {
        const avant = await lockNote(trx, subject, note);
        if (!avant) throw notFound();
        await deleteNote(trx, note);
        await journal(trx, person, subject, { acte: 'supprimer', avant }, requestId);
      });
    },
  };
}
