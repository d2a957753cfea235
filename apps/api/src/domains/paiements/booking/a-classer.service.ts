/** « Recettes à classer »: the record for which money is booked until its payer is known (ADR 0060). */
import { RECETTES_A_CLASSER } from '@octroi/contract';
import { systemeOf } from '#src/domains/contribuables/index.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';

/** The id of that record in a collectivité, which is created if needed. @param utilisateurId author of a new record */
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
