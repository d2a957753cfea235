/** « Recettes à classer »: where money is booked whose payer is not known, until somebody gives it to whom it belongs. */
import { RECETTES_A_CLASSER } from '@octroi/contract';
import { systemeOf } from '#src/domains/contribuables/index.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';

/** The id under which such money is booked in a collectivité. @param utilisateurId author of the record, where it must be made */
export async function recettesAClasser(
  trx: OpenTransaction,
  { entiteId, utilisateurId, requestId }: { entiteId: number; utilisateurId: number; requestId: string },
): Promise<number> {
  const { id, nouveau } = await systemeOf(trx, entiteId, utilisateurId);
  if (nouveau)
    await writeJournal(trx, {
      entiteId,
      utilisateurId,
      acte: 'créer',
      domaine: 'paiements',
      ressource: 'contribuables',
      id,
      apres: { nom: RECETTES_A_CLASSER },
      requestId,
    });
  return id;
}
