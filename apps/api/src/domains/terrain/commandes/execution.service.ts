/** Carries out a command that was put aside after server errors, when the office asks for it. */
import { contribuablePatch, CORPS, TERRAIN_MESSAGES } from '@octroi/contract';
import { changesOf, edit, taxpayersOf } from '#src/domains/contribuables/index.ts';
import { type Person, scopeOf } from '#src/platform/access/person.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { lockSender } from './commandes.repository.ts';
import type { Contexte, Services } from './contexte.ts';
import { contextesAt, lockPayersOf } from './contextes.service.ts';
import { findCommande, findConflict, storeReprise } from './execution.repository.ts';
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

/**
 * Writes what a correction of the field said against the office's newer value.
 * @param person who resolves the conflict, and may edit the record
 * @throws AppError 403, 404
 */
export async function takeCorrection(
  trx: OpenTransaction,
  { enrolling }: Services,
  person: Person,
  { entiteId, id }: { entiteId: number; id: number },
  requestId: string,
): Promise<void> {
  const { commande, contribuable, conflits } = await findConflict(trx, entiteId, id);
  const { champs } = CORPS.correction.parse(commande.corps);
  const [place] = contribuable === null ? [] : await taxpayersOf(trx, scopeOf(person), [contribuable]);
  if (!place) throw new AppError('introuvable', TERRAIN_MESSAGES.contribuable);
  const changes = changesOf(contribuablePatch.parse(champs), conflits, true);
  await edit(trx, enrolling, { person, entiteId, id: place.id, version: null, requestId }, changes);
}
