/** The bank's word that a cheque, confirmed before, was not paid: a fact, which the accountant states with its notice (ADR 0037). */
import { ENCAISSEMENT_MESSAGES, type Transaction } from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { prepareDocument, typeOfDocument } from '#src/platform/files/document.ts';
import type { SpooledFile } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { AppError, notFound } from '#src/platform/http/problem.ts';
import { avisRejetOf } from './transaction-changes.repository.ts';
import { holdWithPayer, reverse } from './transaction-changes.service.ts';
import { transactionService } from '../lists/transactions.service.ts';

export function rejetService(db: Database, files: FileStore) {
  const transactions = transactionService(db);
  return {
    /**
     * Takes a cheque back without any till, at once: its dues are open again and its receipt says so.
     * @throws AppError 403, 404; 409 for what is no confirmed cheque, was taken back or was refunded; 413, 415
     */
    async reject(
      person: Person,
      id: number,
      asked: () => { motif: string },
      read: () => Promise<SpooledFile>,
      requestId: string,
    ): Promise<Transaction> {
      demand(person, 'transactions', 'Rejeter');
      const { statut, montant, extourne, nature, contrib, ramification } = await transactions.show(
        person,
        id,
      );
      if (statut !== 'Confirmé' || montant <= 0 || extourne || nature !== 'chèque')
        throw new AppError('conflit.regle', ENCAISSEMENT_MESSAGES.pasRejetable);
      const { motif } = asked();
      await using given = await read();
      const { nom, content } = await prepareDocument(given.path);
      await files.write(nom, content);
      try {
        await db.transaction().execute(async (trx) => {
          const held = await holdWithPayer(trx, ramification.entite.id, id, [contrib.id]);
          await reverse(trx, held, motif, { utilisateurId: person.id, requestId, avisRejet: nom });
        });
      } catch (error) {
        await files.remove([nom]);
        throw error;
      }
      return transactions.show(person, id);
    },

    /** The bank's notice, for whoever sees the payment. @throws AppError 403, 404 */
    async open(person: Person, id: number) {
      const { ramification } = await transactions.find(person, id);
      const nom = await avisRejetOf(db, ramification.entite.id, id);
      const file = nom === null ? undefined : await files.read(nom);
      if (!file || nom === null) throw notFound();
      return { ...file, type: typeOfDocument(nom), nom };
    },
  };
}
