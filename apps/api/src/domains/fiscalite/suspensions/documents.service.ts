/** The document of a suspension or a moratoire: the decision of the council, as a photo or a PDF. */
import { SUSPENSION_MESSAGES } from '@octroi/contract';
import { demand, demandEntite, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openDocument, storeDocument } from '#src/platform/files/document.ts';
import type { SpooledFile } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { AppError, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { attachDocument, findDocument, lockSuspension } from './suspensions.repository.ts';

export function documentService(db: Database, files: FileStore) {
  return {
    /** @throws AppError 403, 404, 409 if it has one, 413, 415 */
    async attach(
      person: Person,
      id: number,
      read: () => Promise<SpooledFile>,
      requestId: string,
    ): Promise<void> {
      demand(person, 'suspensions', 'Créer');
      await storeDocument(files, read, (nom) =>
        db.transaction().execute(async (trx) => {
          const stored = await lockSuspension(trx, id);
          if (!stored) throw notFound();
          demandEntite(person, stored.entiteId);
          if (stored.document !== null) throw new AppError('conflit.regle', SUSPENSION_MESSAGES.document);
          await attachDocument(trx, stored, nom);
          await writeJournal(trx, {
            entiteId: stored.entiteId,
            utilisateurId: person.id,
            acte: 'modifier',
            domaine: 'fiscalite',
            ressource: 'suspensions',
            id,
            apres: { document: nom },
            requestId,
          });
        }),
      );
    },

    /** @throws AppError 403, 404 */
    async open(person: Person, id: number) {
      demand(person, 'suspensions', 'Lister');
      return openDocument(files, await findDocument(db, scopeOf(person), id));
    },
  };
}
