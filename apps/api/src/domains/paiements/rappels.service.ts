/** An operator says what became of a payment that waited for it. */
import type { RappelBody, StatutTransaction } from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { findByReference, writeRappel } from './rappels.repository.ts';
import { holdWithPayer, settle } from './transaction-changes.service.ts';

export interface RappelService {
  /**
   * Confirms or fails the payment, once: the same event, and another that says the same, change nothing.
   * @throws AppError 404 for an unknown payment, 409 where the amount differs or the payment ended otherwise
   */
  receive: (
    moyenPaiement: number,
    body: RappelBody,
    requestId: string,
  ) => Promise<{ id: number; statut: StatutTransaction }>;
}

export function rappelService(db: Database): RappelService {
  return {
    async receive(moyenPaiement, { evenement, noTransaction, montant, statut, frais }, requestId) {
      const named = await findByReference(db, moyenPaiement, noTransaction);
      if (!named) throw new AppError('introuvable', 'Aucun paiement ne porte cette référence.');
      if (frais !== undefined && frais > montant) throw invalid('frais', 'La commission dépasse le montant.');
      const { entiteId, id, contribuable } = named;
      return db.transaction().execute(async (trx) => {
        const held = await holdWithPayer(trx, entiteId, id, [contribuable]);
        if (held.montant !== montant)
          throw new AppError(
            'conflit.regle',
            `Ce paiement est de ${held.montant} francs, pas de ${montant}.`,
          );
        const news = await writeRappel(trx, { moyenPaiement, evenement, entiteId, id, statut });
        if (!news || held.statut === statut) return { id, statut: held.statut };
        await settle(trx, held, statut, { utilisateurId: null, requestId }, { frais });
        return { id, statut };
      });
    },
  };
}
