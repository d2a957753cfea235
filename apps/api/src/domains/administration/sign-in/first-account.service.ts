/** Creates the first account of a production installation, for whoever has its one-time address. */
import { type FirstAccount, TYPE_UTILISATEUR } from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { hashPassword } from '#src/platform/session/password.ts';
import { isFirstAccess, lockAccounts, superAdminGroup } from './first-account.repository.ts';
import { demandGoodPassword, journalAccount } from '../profile/profile.service.ts';
import { insertAccount } from '../accounts/users.repository.ts';

const dead = (): AppError =>
  new AppError(
    'lien.perime',
    'Cette adresse n’est plus valable : elle a expiré, ou elle a déjà servi. Sur la machine d’Octroi, ' +
      '« npm run premier-acces » en donne une nouvelle tant que personne n’a de compte.',
  );

/**
 * Creates the Super Admin, who sets up a second factor at the first sign-in if the group requires one. Works only once.
 * @throws AppError 410 if the address is invalid or expired, 400 if the password is refused (the address stays valid)
 */
export async function makeFirstAccount(
  db: Database,
  { token, password, passwordConfirm, ...person }: FirstAccount,
  requestId: string,
): Promise<void> {
  if (!(await isFirstAccess(db, token))) throw dead();
  await demandGoodPassword(db, { password, passwordConfirm }, person);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await lockAccounts(trx);
    if (!(await isFirstAccess(trx, token))) throw dead();
    const account = {
      ...person,
      telephone: null,
      enabled: true,
      type: TYPE_UTILISATEUR.utilisateur,
      groupe: await superAdminGroup(trx),
      entites: [],
      ramifications: [],
      moyenPaiements: [],
    };
    const id = await insertAccount(trx, account, passwordHash, false);
    await journalAccount(trx, id, 'créer', requestId, { apres: { id, ...account } });
  });
}
