/** The file that a requester attaches to an approval, for the person who decides: a photo, drawn anew, or a PDF. */
import { type Approbation, APPROBATION_MESSAGES } from '@octroi/contract';
import { demandUtilisateur, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openDocument, storeDocument } from '#src/platform/files/document.ts';
import type { SpooledFile } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { AppError, refused } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { attachPiece, lockApprobation, pieceOf } from './approbation.repository.ts';
import type { ApprobationService } from './approbation.service.ts';

export function pieceService(db: Database, approbations: Pick<ApprobationService, 'find'>, files: FileStore) {
  return {
    /** @throws AppError 403 for another than its requester, 409 once it is decided or has one, 413, 415 */
    async add(
      person: Person,
      id: number,
      read: () => Promise<SpooledFile>,
      requestId: string,
    ): Promise<Approbation> {
      demandUtilisateur(person);
      const { demandeur } = await approbations.find(person, id);
      if (demandeur.id !== person.id) throw refused();
      await storeDocument(files, read, (nom) =>
        db.transaction().execute(async (trx) => {
          const stored = await lockApprobation(trx, id);
          if (stored?.statut !== 'attente')
            throw new AppError('approbation.decidee', APPROBATION_MESSAGES.decidee);
          if (stored.piece !== null) throw new AppError('conflit.regle', APPROBATION_MESSAGES.piece);
          await attachPiece(trx, stored, nom);
          await writeJournal(trx, {
            entiteId: stored.entiteId,
            utilisateurId: person.id,
            acte: 'modifier',
            domaine: 'administration',
            ressource: 'approbations',
            id,
            apres: { piece: nom },
            requestId,
          });
        }),
      );
      return approbations.find(person, id);
    },

    /** For everybody who sees the approval. @throws AppError 404 */
    async open(person: Person, id: number) {
      demandUtilisateur(person);
      await approbations.find(person, id);
      return openDocument(files, await pieceOf(db, id));
    },
  };
}
