/** A forgotten password: a link by mail, then a new one (specification 1 section 2, Mot de passe oublié ?). */
import type { NewPassword } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import type { SendMail } from '#src/platform/mail/mail.ts';
import { hashPassword } from '#src/platform/session/password.ts';
import { forgetFailures } from './attempts.repository.ts';
import type { Notify } from '../accounts/notices.ts';
import { findAccount } from '../accounts/people.repository.ts';
import { readPasswordHash } from '../profile/profile.repository.ts';
import { demandGoodPassword, journalAccount } from '../profile/profile.service.ts';
import { resetMail } from './reset-mail.ts';
import { findOwner, findReset, insertReset, takeReset } from './reset.repository.ts';
import { takeAttempts } from './sign-in-attempts.service.ts';
import { accountKeys } from './sign-in.service.ts';
import { readAccount, updatePassword } from '../accounts/users.repository.ts';
import { onAccount } from '../accounts/users.service.ts';
import type { Visitor } from './visitor.ts';

const LINK_MINUTES = 60;

/** Maximum requests in fifteen minutes, for one account and from one address. */
const REQUESTS = { account: 3, address: 20 } as const;

export interface ResetOptions {
  db: Database;
  sendMail: SendMail;
  publicUrl: string;
  timeZone: string;
}

/**
 * Mails a link to the enabled account of a pseudo or an address. Runs after the reply, and reports neither an unknown
 * account nor a reached limit.
 */
export async function requestReset(
  { db, sendMail, ...frame }: ResetOptions,
  login: string,
  { address, requestId }: Visitor,
): Promise<void> {
  if (!(await takeAttempts(db, { [`oubli:adresse:${address}`]: REQUESTS.address }))) return;
  const account = await findAccount(db, login);
  const owner = account && (await findOwner(db, account.id));
  if (!owner) return;
  if (!(await takeAttempts(db, { [`oubli:compte:${owner.id}`]: REQUESTS.account }))) return;
  const link = await db.transaction().execute(async (trx) => {
    await journalAccount(trx, owner.id, 'demander un nouveau mot de passe', requestId, {
      // the visitor is not authenticated
      utilisateurId: null,
      apres: { adresse: address },
    });
    return insertReset(trx, owner.id, LINK_MINUTES);
  });
  await sendMail(resetMail({ owner, link, address, ...frame }));
}

/**
 * Mails another person a link to choose a new password.
 * @returns a function that sends the mail; the caller does not wait for it
 * @throws AppError 403 or 404 if the person may not change the account, 409 if it is disabled, 429 after several
 * requests
 */
export async function sendReset(
  { db, sendMail, ...frame }: ResetOptions,
  person: Person,
  id: number,
  { address, requestId }: Visitor,
): Promise<() => Promise<void>> {
  if (id === person.id)
    throw new AppError('acces.refuse', 'Changez votre propre mot de passe depuis votre profil.');
  const found = await onAccount(db, person, id, 'Modifier', async (trx) => {
    const owner = await findOwner(trx, id);
    if (!owner) throw new AppError('conflit.regle', 'Ce compte n’est pas actif : activez-le d’abord.');
    await journalAccount(trx, id, 'envoyer un lien', requestId, { utilisateurId: person.id });
    return { owner, link: await insertReset(trx, id, LINK_MINUTES) };
  });
  if (!(await takeAttempts(db, { [`oubli:compte:${id}`]: REQUESTS.account })))
    throw new AppError(
      'demandes.trop',
      'Plusieurs liens viennent d’être envoyés à cette personne. Attendez un quart d’heure.',
    );
  return async () => {
    await sendMail(resetMail({ ...found, address, by: `${person.prenom} ${person.nom}`.trim(), ...frame }));
  };
}

const dead = (): AppError =>
  new AppError(
    'lien.perime',
    'Ce lien n’est plus valable : il a expiré, il a déjà servi, ou un lien plus récent l’a remplacé. Demandez-en un nouveau.',
  );

/**
 * Sets the password of a link's account and ends its sessions.
 * @throws AppError 410 if the link is invalid or expired, 400 if the password is refused (the link stays valid)
 */
export async function resetPassword(
  db: Database,
  notify: Notify,
  { token, ...password }: NewPassword & { token: string },
  { address, requestId }: Visitor,
): Promise<void> {
  const owner = await findReset(db, token);
  if (!owner) throw dead();
  const account = await readAccount(db, owner.id);
  await demandGoodPassword(db, password, account ?? owner, await readPasswordHash(db, owner.id));
  const passwordHash = await hashPassword(password.password);
  await db.transaction().execute(async (trx) => {
    if (!(await takeReset(trx, token))) throw dead();
    await updatePassword(trx, owner.id, passwordHash, false);
    await journalAccount(trx, owner.id, 'choisir un nouveau mot de passe', requestId);
  });
  await notify(owner.id, 'mot de passe', { address });
  // clears the failures: a person who forgot the password has probably tried a few
  for (const key of Object.values(accountKeys(owner.id, address)))
    await db.transaction().execute((trx) => forgetFailures(trx, key));
}
