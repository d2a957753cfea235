/** Carries out a command that was put aside after server errors, when the office asks for it. */
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { lockSender } from './commandes.repository.ts';
import type { Contexte, Services } from './contexte.ts';
import { contextesAt, lockPayersOf } from './contextes.service.ts';
import { findCommande, storeReprise } from './execution.repository.ts';
import { outcomeOf } from './fait.service.ts';

/**
 * Carries out a command as its agent and for its own instant, even if the device is blocked or erased by now.
 * @param id of the command
 * @throws AppError if it is refused; the caller's transaction is rolled back
 */
export async function executeCommande(
  trx: OpenTransaction,
  services: Services,
  { entiteId, id }: { entiteId: number; id: number },
  requestId: string,
): Promise<void> {
  const { appareil: device, compteLe, commande } = await findCommande(trx, entiteId, id);
  const appareil = { ...(await lockSender(trx, device)), statut: 'actif' as const };
  await lockPayersOf(trx, entiteId, [commande]);
  const dated = [{ sequence: commande.sequence, compteLe }];
  const [contexte] = await contextesAt(trx, services, appareil, dated, { requestId, panne: false });
  const outcome = await outcomeOf(contexte as Contexte, commande);
  if (outcome instanceof AppError) throw outcome;
  await storeReprise(trx, entiteId, id, outcome);
}
