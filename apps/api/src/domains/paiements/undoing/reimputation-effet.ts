/** What a réimputation changes, as the person who approves it reads it. */
import { formatFrancs, type PaiementVise } from '@octroi/contract';
import type { Effet } from '#src/platform/approbation/approbation.service.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { readMoyen } from '../booking/encaissements.repository.ts';
import { readSolde } from './vises.repository.ts';

/** The payment to book again. */
export interface Wrong {
  id: number;
  entiteId: number;
  noTransaction: string;
  montant: number;
  contribuable: { id: number; fullName: string };
  moyenPaiement: { id: number; nom: string };
}

/** What the taxpayer who loses the payment has paid, keeps and owes, and the same of another taxpayer who gains it. */
export async function soldesOf(
  trx: OpenTransaction,
  { entiteId, contribuable: loses }: Wrong,
  gains: { id: number },
): Promise<Record<string, number>> {
  const own = await readSolde(trx, entiteId, loses.id);
  if (gains.id === loses.id) return { ...own };
  const { paye, avance, restant } = await readSolde(trx, entiteId, gains.id);
  return { ...own, nouveauPaye: paye, nouvelleAvance: avance, nouveauRestant: restant };
}

/**
 * @param apres taxpayer and method that it is booked for
 * @param before the two taxpayers' sums before, and the payments that were taken back
 */
export async function effetOf(
  trx: OpenTransaction,
  wrong: Wrong,
  apres: { contribuable: { id: number; nom: string }; moyenPaiement: number },
  before: { soldes: Record<string, number>; vise: PaiementVise[] },
): Promise<Effet> {
  const { id, entiteId, montant, contribuable, moyenPaiement } = wrong;
  return {
    entiteId,
    objet: `Réimputer ${wrong.noTransaction}, ${formatFrancs(montant)} de ${contribuable.fullName}`,
    montant,
    parts: [{ contribuable: contribuable.id, montant }],
    ressource: 'transactions',
    enregistrement: id,
    avant: { montant },
    apres: { montant },
    vise: before.vise,
    contexte: {
      avant: { contribuable: contribuable.fullName, moyenPaiement: moyenPaiement.nom, ...before.soldes },
      apres: {
        contribuable: apres.contribuable.nom,
        moyenPaiement: await readMoyen(trx, apres.moyenPaiement),
        ...(await soldesOf(trx, wrong, apres.contribuable)),
      },
    },
  };
}
