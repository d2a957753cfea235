/** Removal of a transaction, one that may wait for a second person where it was confirmed. */
import { formatFrancs, mayActInBulk } from '@octroi/contract';
import { demand } from '#src/platform/access/person.ts';
import type { Commande } from '#src/platform/approbation/approbation.service.ts';
import { readSolde } from './reprises.repository.ts';
import { repriseOf } from './reprises.service.ts';
import { type Removed, removeTransaction } from './transaction-changes.service.ts';
import { findTransaction } from '../lists/transactions.service.ts';

/** What is frozen of a removal. */
export interface Suppression {
  id: number;
  motif: string | null;
}

/** @throws AppError 403, 404, 409 where it was taken back or refunded before, 400 without a reason where it was confirmed */
export const extourne: Commande<Suppression, Removed> = {
  nom: 'paiements.extourne',
  nature: 'extourne',
  domaine: 'paiements',
  async execute(trx, person, { id, motif }, requestId, approved) {
    const row = await findTransaction(trx, person, id);
    demand(person, 'transactions', 'Supprimer');
    const author = { utilisateurId: person.id, requestId };
    const mayReverse = mayActInBulk(person);
    const entiteId = row.ramification.entite.id;
    const before = await readSolde(trx, entiteId, row.contrib.id);
    const reprise = repriseOf(approved);
    const { removed, vise } = await removeTransaction(trx, row, motif ?? undefined, {
      author,
      mayReverse,
      reprise,
    });
    if (removed === 'supprimée') return { result: removed, effet: null };
    const montant = Math.abs(row.montant);
    return {
      result: removed,
      effet: {
        entiteId,
        objet: `Extourner ${row.noTransaction}, ${formatFrancs(row.montant)} de ${row.contrib.fullName}`,
        montant,
        parts: [{ contribuable: row.contrib.id, montant }],
        motif,
        ressource: 'transactions',
        enregistrement: id,
        avant: { noTransaction: row.noTransaction, montant: row.montant, statut: 'Confirmé' },
        apres: { noTransaction: row.noTransaction, montant: 0, statut: 'Extourné' },
        vise,
        contexte: { avant: before, apres: await readSolde(trx, entiteId, row.contrib.id) },
      },
    };
  },
};
