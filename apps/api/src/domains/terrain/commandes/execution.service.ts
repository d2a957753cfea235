/** What a fault of the server kept from being done, done by the office once the server can. */
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { holdEmetteur } from './commandes.repository.ts';
import type { Contexte, Moyens } from './contexte.ts';
import { contextesAt, lockNamed } from './contextes.service.ts';
import { findGardee, noteReprise } from './execution.repository.ts';
import { outcomeOf } from './fait.service.ts';

/**
 * Does a command that was put aside: as its agent, for the instant that it counted for, whatever became of the device.
 * @param id of the command
 * @throws AppError where it is refused, and whatever the server fails on again: nothing of it stays
 */
export async function executer(
  trx: OpenTransaction,
  moyens: Moyens,
  { entiteId, id }: { entiteId: number; id: number },
  requestId: string,
): Promise<void> {
  const { appareil: device, compteLe, commande } = await findGardee(trx, entiteId, id);
  const appareil = { ...(await holdEmetteur(trx, device)), statut: 'actif' as const };
  await lockNamed(trx, entiteId, [commande]);
  const given = [{ sequence: commande.sequence, compteLe }];
  const [contexte] = await contextesAt(trx, moyens, appareil, given, { requestId, panne: false });
  const outcome = await outcomeOf(contexte as Contexte, commande);
  if (outcome instanceof AppError) throw outcome;
  await noteReprise(trx, entiteId, id, outcome);
}
