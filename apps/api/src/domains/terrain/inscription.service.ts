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
  insertSuccessor,
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

/**
 * The device that an empty phone becomes: the one of the code if no phone was it before, else a new one. What the phone
 * before printed and never sent is unknown, so its numbers must not be given again (ADR 0093).
 * @throws AppError 400 for the code of a device that is replaced already
 */
async function deviceOfEmptyPhone(
  trx: OpenTransaction,
  person: Person,
  found: StoredAppareil,
  requestId: string,
): Promise<number> {
  if (!found.dejaInscrit) return found.id;
  const code = codeAppareil(found.numero);
  const successor = found.remplaceParId === null ? undefined : await findAppareil(trx, found.remplaceParId);
  if (successor) throw invalid('code', TERRAIN_MESSAGES.remplace(code, codeAppareil(successor.numero)));
  const id = await insertSuccessor(trx, found);
  const { numero } = (await findAppareil(trx, id))!;
  await updateAppareil(trx, found.id, {
    statut: 'bloqué',
    code_hash: null,
    code_expire_le: null,
    remplace_par_id: id,
  });
  const { nom, agentId: agent, plafond } = found;
  await journal(trx, person, found, 'modifier', {
    avant: { statut: found.statut },
    apres: { statut: 'bloqué', remplacePar: codeAppareil(numero) },
    requestId,
  });
  const apres = { nom, agent, plafond, remplace: code };
  await journal(trx, person, { entiteId: found.entiteId, id }, 'créer', { apres, requestId });
  return id;
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
    if (found && found.agentId === person.id && isSameKey(found.clePublique, clePublique)) {
      await forgiveAttempts(trx, attempts);
      return readInscription(trx, found.id);
    }
    if (found?.statut !== 'attendu' || found.codePerime) throw invalid('code', TERRAIN_MESSAGES.code);
    if (found.agentId !== person.id) throw invalid('code', TERRAIN_MESSAGES.autreAgent);
    await demandSamePhone(trx, found, body);
    await forgiveAttempts(trx, attempts);
    const goesOn = body.appareil !== undefined;
    const id = goesOn ? found.id : await deviceOfEmptyPhone(trx, person, found, requestId);
    const statut = goesOn && found.remplaceParId !== null ? 'bloqué' : 'actif';
    await updateAppareil(trx, id, {
      statut,
      // a phone that comes back ends what was declared of its loss
      ...(goesOn ? { motif: null, proces_verbal: null, recus_declares: null } : {}),
      // kept, so that an answer that was lost is given again
      code_hash: hashOf(normaliserCode(code)),
      cle_publique: JSON.stringify(clePublique),
      plateforme,
      logiciel: version,
      inscrit_le: now,
      dernier_contact: now,
    });
    await journal(trx, person, { entiteId: found.entiteId, id }, 'modifier', {
      avant: { statut: 'attendu' },
      apres: { statut, plateforme, logiciel: version },
      requestId,
    });
    return readInscription(trx, id);
  });
}
