/** Rejection of a confirmed cheque that its bank did not pay: the accountant states it with the bank's notice (ADR 0037). */
import { ENCAISSEMENT_MESSAGES, type Transaction } from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openDocument, storeDocument } from '#src/platform/files/document.ts';
import type { SpooledFile } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { transactionService } from '../lists/transactions.service.ts';
import { findAvisRejet } from './reversal.repository.ts';
import { undoPayments } from './reversal.service.ts';

export function rejetService(db: Database, files: FileStore) {
  const transactions = transactionService(db);
  return {
    /**
     * Takes a cheque back at once and from no till: its dues are open again and its receipt says so.
     * @throws AppError 403, 404; 409 if it is no confirmed cheque, or was undone or refunded before; 413, 415
     */
    async reject(
      person: Person,
      id: number,
      readQuery: () => { motif: string },
      readFile: () => Promise<SpooledFile>,
      requestId: string,
    ): Promise<Transaction> {
      demand(person, 'transactions', 'Rejeter');
      const { statut, montant, extourne, nature, contrib, ramification } = await transactions.show(
        person,
        id,
      );
      if (statut !== 'Confirmé' || montant <= 0 || extourne || nature !== 'chèque')
        throw new AppError('conflit.regle', ENCAISSEMENT_MESSAGES.pasRejetable);
      const { motif } = readQuery();
      const payments = [{ id, contribuable: contrib.id }];
      const author = { utilisateurId: person.id, requestId };
      await storeDocument(files, readFile, (avis) => {
        const reason = { nature: 'rejet', avis } as const;
        return db
          .transaction()
          .execute((trx) => undoPayments(trx, ramification.entite.id, payments, { reason, motif, author }));
      });
      return transactions.show(person, id);
    },

    /** The bank's notice, for a person who sees the payment. @throws AppError 403, 404 */
    async open(person: Person, id: number) {
      const { ramification } = await transactions.find(person, id);
      return openDocument(files, await findAvisRejet(db, ramification.entite.id, id));
    },
  };
}
