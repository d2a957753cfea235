/** Second factor: set-up, check at sign-in, removal. */
import type { RecoveryCodes, SecondFactor, SecondFactorSetup } from '@octroi/contract';
import { toString as drawQr } from 'qrcode';
import type { Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import type { SecretBox } from '#src/platform/secrets/secret-box.ts';
import { deleteOwnSessions } from '../profile/profile.repository.ts';
import { journalAccount, type AccountDependencies } from '../profile/profile.service.ts';
import {
  activate,
  deleteSecondFactor,
  hasSecondFactor,
  lockSecret,
  readSecondFactor,
  replaceRecoveryCodes,
  saveSecret,
  type SecretRow,
  takeRecoveryCode,
  takeStep,
} from './second-factor.repository.ts';
import { ownerOf } from './second-factor-secrets.repository.ts';
import { addressOf, newRecoveryCodes, newSecret, readCode, spelled, stepOf } from './second-factor-codes.ts';
import { demandPresentPassword } from './present-password.service.ts';
import {
  demandAttempts,
  forgiveAttempts,
  forgiveNow,
  forgiveServerErrors,
  LIMITS,
} from '../sign-in/sign-in-attempts.service.ts';
import { deleteSessionsOf } from '../accounts/users.repository.ts';
import { actorOf, onAccount } from '../accounts/users.service.ts';
import type { Visitor } from '../sign-in/visitor.ts';

const WRONG = 'Ce code n’est pas le bon, ou il a déjà servi. Entrez le code affiché en ce moment.';

/** The message tells how to restore the key; recovery codes work without it. */
const unreadable = (): AppError =>
  new AppError(
    'second-facteur.illisible',
    'Votre code ne peut pas être vérifié : le serveur n’a plus la clé qui protège les seconds facteurs. Entrez un code de ' +
      'secours, ou prévenez votre administrateur ; l’exploitant doit remettre cette clé.',
  );

/**
 * Uses up a code; returns whether it was valid.
 * @throws AppError 503 if the key of the secret is missing
 */
async function accept(
  trx: OpenTransaction,
  secrets: SecretBox,
  id: number,
  { cle, chiffre }: SecretRow,
  typed: string,
  requestId: string,
): Promise<boolean> {
  const code = readCode(typed);
  if (code?.kind === 'totp') {
    const secret = cle && chiffre ? secrets.open({ cle, chiffre }, ownerOf(id)) : undefined;
    if (secret === undefined) throw unreadable();
    const step = stepOf(secret, code.text);
    return step !== undefined && (await takeStep(trx, id, step));
  }
  if (!code || !(await takeRecoveryCode(trx, id, code.text))) return false;
  await journalAccount(trx, id, 'utiliser un code de secours', requestId);
  return true;
}

export const asksForCode = hasSecondFactor;

export const codeMissing = (): AppError =>
  new AppError(
    'connexion.second-facteur',
    'Entrez le code de vérification affiché par votre application, ou un code de secours.',
  );

/**
 * Requires a code if the account has a second factor. Wrong codes count under `key`.
 * @throws AppError 401 `connexion.second-facteur` for a wrong code, 429 after too many, 503 if the key of the secret is
 * missing
 */
export async function demandCode(
  { db, secrets }: AccountDependencies,
  id: number,
  typed: string,
  key: string,
  requestId: string,
): Promise<void> {
  const attempts = await demandAttempts(db, { [key]: LIMITS.code });
  const accepted = await forgiveServerErrors(db, attempts, () =>
    db.transaction().execute(async (trx) => {
      const row = await lockSecret(trx, id);
      return !row?.actif || accept(trx, secrets, id, row, typed, requestId);
    }),
  );
  if (!accepted) throw new AppError('connexion.second-facteur', WRONG);
  await forgiveNow(db, attempts);
}

export const secondFactorOf = (db: Database, person: Person): Promise<SecondFactor> =>
  readSecondFactor(db, person.id);

const active = (): AppError =>
  new AppError('conflit.regle', 'La vérification en deux étapes est déjà activée pour votre compte.');

/**
 * Starts the set-up with a new secret. It is active only after a code has proved that the device has it.
 * @throws AppError 400 at `actuel`, 409 if one is already active
 */
export async function beginSetup(
  { db, secrets }: AccountDependencies,
  person: Person,
  actuel: string,
  visitor: Visitor,
): Promise<SecondFactorSetup> {
  await demandPresentPassword(db, person, actuel, visitor);
  const secret = newSecret();
  if (
    !(await db
      .transaction()
      .execute((trx) => saveSecret(trx, person.id, secrets.seal(secret, ownerOf(person.id)))))
  )
    throw active();
  const qr = await drawQr(addressOf(secret, person.username), { type: 'svg', margin: 2 });
  return { secret, qr };
}

async function giveRecoveryCodes(trx: OpenTransaction, id: number): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(trx, id, codes);
  return { codes: codes.map(spelled) };
}

/**
 * Activates the second factor and ends the account's other sessions, which were opened without it.
 * @throws AppError 400 at `code` if the code is wrong, 409 if no set-up was started or it is already active
 */
export async function confirmSetup(
  { db, notify, secrets }: AccountDependencies,
  person: Person,
  typed: string,
  { address, requestId }: Visitor,
): Promise<RecoveryCodes> {
  const { actif } = await readSecondFactor(db, person.id);
  if (actif) throw active();
  const attempts = await demandAttempts(db, { [`code:${person.id}`]: LIMITS.code });
  const accepted = await forgiveServerErrors(db, attempts, () =>
    db.transaction().execute(async (trx) => {
      const row = await lockSecret(trx, person.id);
      if (row?.actif) throw active();
      if (!row) throw new AppError('conflit.regle', 'Commencez par afficher le code QR.');
      if (!(await accept(trx, secrets, person.id, row, typed, requestId))) return undefined;
      await forgiveAttempts(trx, attempts);
      await activate(trx, person.id);
      await deleteOwnSessions(trx, person.id, { except: person.session.id });
      await journalAccount(trx, person.id, 'activer le second facteur', requestId);
      return giveRecoveryCodes(trx, person.id);
    }),
  );
  if (!accepted) throw invalid('code', WRONG);
  await notify(person.id, 'second facteur activé', { address });
  return accepted;
}

const inactive = (): AppError =>
  new AppError('conflit.regle', 'La vérification en deux étapes n’est pas activée pour votre compte.');

/**
 * Removes one's own second factor and ends the other sessions.
 * @throws AppError 400 at `actuel`, 409 if none is active or the person's group requires one
 */
export async function withdraw(
  { db, notify }: AccountDependencies,
  person: Person,
  actuel: string,
  visitor: Visitor,
): Promise<void> {
  await demandPresentPassword(db, person, actuel, visitor);
  await db.transaction().execute(async (trx) => {
    const { actif, exige } = await readSecondFactor(trx, person.id);
    if (!actif) throw inactive();
    if (exige)
      throw new AppError(
        'conflit.regle',
        'Votre groupe exige la vérification en deux étapes : elle reste activée.',
      );
    await deleteSecondFactor(trx, person.id);
    await deleteOwnSessions(trx, person.id, { except: person.session.id });
    await journalAccount(trx, person.id, 'retirer le second facteur', visitor.requestId);
  });
  await notify(person.id, 'second facteur retiré', visitor);
}

/** Replaces the recovery codes. @throws AppError 400 at `actuel`, 409 if no second factor is active */
export async function renewRecoveryCodes(
  { db, notify }: AccountDependencies,
  person: Person,
  actuel: string,
  visitor: Visitor,
): Promise<RecoveryCodes> {
  await demandPresentPassword(db, person, actuel, visitor);
  const codes = await db.transaction().execute(async (trx) => {
    const row = await lockSecret(trx, person.id);
    if (!row?.actif) throw inactive();
    await journalAccount(trx, person.id, 'refaire les codes de secours', visitor.requestId);
    return giveRecoveryCodes(trx, person.id);
  });
  await notify(person.id, 'codes de secours', visitor);
  return codes;
}

/**
 * Removes the second factor of somebody who lost device and codes, and ends their sessions, since the lost device may
 * have one open. Allowed for whoever may set that person's password.
 */
export async function withdrawFrom(
  { db, notify }: AccountDependencies,
  person: Person,
  id: number,
  requestId: string,
): Promise<void> {
  if (id === person.id)
    throw new AppError(
      'acces.refuse',
      'Désactivez votre propre vérification en deux étapes depuis votre profil.',
    );
  await onAccount(db, person, id, 'Modifier', async (trx) => {
    if (!(await deleteSecondFactor(trx, id)))
      throw new AppError('conflit.regle', 'Ce compte n’a pas de vérification en deux étapes.');
    await deleteSessionsOf(trx, id);
    await journalAccount(trx, id, 'retirer le second facteur', requestId, { utilisateurId: person.id });
  });
  await notify(id, 'second facteur retiré', actorOf(person));
}
