/** An agent's device enrols by a code (ADR 0039). */
import { createHash, createPublicKey } from 'node:crypto';
import {
  type ClePublique,
  codeAppareil,
  type InscriptionAppareil,
  type InscriptionBody,
  normaliserCode,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import { forgiveAttempts, takeAttempts } from '#src/domains/administration/index.ts';
import { isAgent, type Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { now } from '#src/platform/database/expressions.ts';
import { AppError, invalid, refused } from '#src/platform/http/problem.ts';
import { type Acte, writeJournal } from '#src/platform/journal/journal.repository.ts';
import {
  findAppareil,
  holdByCode,
  readInscription,
  type StoredAppareil,
  updateAppareil,
} from './appareils.repository.ts';

/** Codes that are not good, in a quarter of an hour: of one person, and from one address. */
const FAILURES = { personne: 10, adresse: 60 };

/** As codes are kept. */
export const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Notes an act on a device. */
export const journal = (
  trx: OpenTransaction,
  person: Person,
  { entiteId, id }: Pick<StoredAppareil, 'entiteId' | 'id'>,
  acte: Acte,
  entry: { avant?: unknown; apres?: unknown; requestId: string },
): Promise<void> =>
  writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    acte,
    domaine: 'terrain',
    ressource: 'appareils',
    id,
    ...entry,
  });

/** @throws AppError 400 where it is no point of the curve */
function demandKey(clePublique: InscriptionBody['clePublique']): void {
  try {
    createPublicKey({ key: { ...clePublique }, format: 'jwk' });
  } catch {
    throw invalid('clePublique', TERRAIN_MESSAGES.cle);
  }
}

/**
 * A phone that holds acts goes on with its log only as the device of these acts, and if no other phone was enrolled as
 * this device since: two phones would use the same sequences and receipt numbers.
 * @throws AppError 400
 */
async function demandSamePhone(
  trx: OpenTransaction,
  { id, clePrecedente }: StoredAppareil,
  { appareil, clePublique }: InscriptionBody,
): Promise<void> {
  if (appareil === undefined) return;
  const holder = await findAppareil(trx, appareil);
  const code = holder ? codeAppareil(holder.numero) : 'cet appareil';
  if (appareil !== id) throw invalid('code', TERRAIN_MESSAGES.autreAppareil(code));
  if (clePrecedente && !isSameKey(clePrecedente, clePublique))
    throw invalid('code', TERRAIN_MESSAGES.autreTelephone(code));
}

const isSameKey = (held: ClePublique | null, given: ClePublique): boolean =>
  held?.x === given.x && held.y === given.y;

/**
 * The device takes its name, its number and its places, and leaves the key that it signs with.
 * @param given read once the person is known to be an agent
 * @throws AppError 400 for a code or a key that is not good, 403 for whoever is no agent, 429 after too many codes
 */
export async function enrolAppareil(
  db: Database,
  person: Person,
  given: () => InscriptionBody,
  { address, requestId }: { address: string; requestId: string },
): Promise<InscriptionAppareil> {
  if (!isAgent(person)) throw refused();
  const body = { ...given() };
  const { code, clePublique, plateforme, version } = body;
  demandKey(clePublique);
  const attempts = await takeAttempts(db, {
    [`inscription:${person.id}`]: FAILURES.personne,
    [`inscription:${address}`]: FAILURES.adresse,
  });
  if (!attempts) throw new AppError('demandes.trop', TERRAIN_MESSAGES.tropDeCodes);
  return db.transaction().execute(async (trx) => {
    const found = await holdByCode(trx, hashOf(normaliserCode(code)));
    // an answer that was lost on its way costs no new code
    if (
      found?.statut === 'actif' &&
      found.agentId === person.id &&
      isSameKey(found.clePublique, clePublique)
    ) {
      await forgiveAttempts(trx, attempts);
      return readInscription(trx, found.id);
    }
    if (found?.statut !== 'attendu' || found.codePerime) throw invalid('code', TERRAIN_MESSAGES.code);
    if (found.agentId !== person.id) throw invalid('code', TERRAIN_MESSAGES.autreAgent);
    await demandSamePhone(trx, found, body);
    await forgiveAttempts(trx, attempts);
    await updateAppareil(trx, found.id, {
      statut: 'actif',
      cle_publique: JSON.stringify(clePublique),
      plateforme,
      logiciel: version,
      inscrit_le: now,
      dernier_contact: now,
    });
    await journal(trx, person, found, 'modifier', {
      avant: { statut: found.statut },
      apres: { statut: 'actif', plateforme, logiciel: version },
      requestId,
    });
    return readInscription(trx, found.id);
  });
}
