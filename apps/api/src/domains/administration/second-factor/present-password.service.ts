/** Asks for the present password again before sensitive acts, in case somebody else sits at the screen. */
import { besideAct } from '#src/platform/act.ts';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { verifyPassword } from '#src/platform/session/password.ts';
import { forgetFailures } from '../sign-in/attempts.repository.ts';
import { noteEchec } from '../sign-in/echecs.service.ts';
import { readPasswordHash } from '../profile/profile.repository.ts';
import { demandAttempts, LIMITS } from '../sign-in/sign-in-attempts.service.ts';
import type { Visitor } from '../sign-in/visitor.ts';

/**
 * Checks the password of field `actuel`. A wrong one is recorded like a refused sign-in.
 * @throws AppError 400 at the field, 429 after too many wrong ones
 */
export async function demandPresentPassword(
  db: Database,
  { id, username }: Person,
  actuel: string,
  { address, requestId }: Visitor,
): Promise<void> {
  const note = (raison: 'limite' | 'mot de passe') =>
    noteEchec(db, { nom: username, adresse: address, raison, utilisateurId: id }, requestId);
  const key = `actuel:${id}`;
  try {
    await demandAttempts(db, { [key]: LIMITS.account });
  } catch (error) {
    if (error instanceof AppError && error.code === 'connexion.limitee') await note('limite');
    throw error;
  }
  if (!(await verifyPassword(await readPasswordHash(db, id), actuel))) {
    await note('mot de passe');
    throw invalid('actuel', 'Le mot de passe actuel est incorrect.');
  }
  await besideAct(() => db.transaction().execute((trx) => forgetFailures(trx, key)));
}
