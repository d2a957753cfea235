/** A person's own account: identity, password, sessions (specification 1 section 2, Profile). */
import {
  type NewPassword,
  type PasswordChange,
  passwordFaults,
  type PasswordOwner,
  type Profile,
  type ProfilePatch,
  type ProfileSession,
  users,
} from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, duplicateAs, invalid, notFound } from '#src/platform/http/problem.ts';
import { type Acte, type JournalEntry, writeJournal } from '#src/platform/journal/journal.repository.ts';
import type { SecretBox } from '#src/platform/secrets/secret-box.ts';
import { isCommonPassword } from '#src/platform/session/common-passwords.ts';
import { hashPassword, verifyPassword } from '#src/platform/session/password.ts';
import { SESSION_HOURS } from '#src/platform/session/cookies.ts';
import { insertSession } from '#src/platform/session/session.repository.ts';
import type { Notify } from '../accounts/notices.ts';
import {
  deleteOwnSessions,
  entiteOfAccount,
  listSessions,
  lockProfile,
  placeNames,
  readPasswordHash,
  readProfile,
  updateProfile,
} from './profile.repository.ts';
import { demandPresentPassword } from '../second-factor/present-password.service.ts';
import { type Places, updatePassword } from '../accounts/users.repository.ts';
import type { Visitor } from '../sign-in/visitor.ts';

/** Dependencies of acts on accounts: database, notices by mail, encryption of secrets. */
export interface AccountDependencies {
  db: Database;
  notify: Notify;
  secrets: SecretBox;
}

/**
 * Journals an act on an account for its collectivité. The author is the account itself unless `facts` names another.
 */
export async function journalAccount(
  trx: OpenTransaction,
  id: number,
  acte: Acte,
  requestId: string,
  facts: Partial<Pick<JournalEntry, 'utilisateurId' | 'avant' | 'apres'>> = {},
): Promise<void> {
  await writeJournal(trx, {
    entiteId: await entiteOfAccount(trx, id),
    utilisateurId: id,
    acte,
    domaine: 'administration',
    ressource: users.path,
    id,
    requestId,
    ...facts,
  });
}

export async function findProfile(db: Database, person: Person): Promise<Profile> {
  const profile = await readProfile(db, person.id);
  if (!profile) throw notFound();
  return profile;
}

const TAKEN = {
  utilisateur_email_unique: {
    field: 'email',
    message: 'Cette adresse email est déjà celle d’un autre compte.',
  },
};

const NAME = {
  nom: 'votre nom',
  prenom: 'votre prénom',
} as const;

/**
 * Refuses changes of one's own name, which is printed on receipts and reports; an unchanged name is accepted.
 * @throws AppError 403 with each field
 */
export function demandNameKept(
  before: Record<keyof typeof NAME, string>,
  changes: Partial<Record<keyof typeof NAME, string | undefined>>,
): void {
  const changed = (['nom', 'prenom'] as const).filter(
    (name) => changes[name] !== undefined && changes[name] !== before[name],
  );
  if (changed.length > 0)
    throw new AppError(
      'acces.refuse',
      'Votre nom figure sur les reçus et les procès-verbaux : demandez à votre administrateur de le changer.',
      changed.map((field) => ({ field, message: `Un administrateur peut changer ${NAME[field]}` })),
    );
}

/**
 * Changes one's own telephone and address, not the name. A new address requires the present password, since reset links
 * go there.
 * @param version answers 412 if the account has another version; null: the last writer wins
 */
export async function patchProfile(
  { db, notify }: AccountDependencies,
  person: Person,
  { actuel, ...values }: ProfilePatch,
  version: number | null,
  visitor: Visitor,
): Promise<Profile> {
  const present = await findProfile(db, person);
  demandNameKept(present, values);
  if (values.email !== undefined && values.email !== present.email) {
    if (!actuel)
      throw invalid('actuel', 'Entrez votre mot de passe actuel pour changer votre adresse email.');
    await demandPresentPassword(db, person, actuel, visitor);
  }
  const { from, after } = await duplicateAs(TAKEN, () =>
    db.transaction().execute(async (trx) => {
      const before = await lockProfile(trx, person.id);
      if (!before) throw notFound();
      if (version !== null && version !== before.version)
        throw new AppError(
          'version.perimee',
          'Votre compte a été modifié entre-temps. Rechargez-le pour voir ces changements, puis refaites les vôtres.',
        );
      const after = await updateProfile(trx, { ...before, ...values });
      if (after.version !== before.version)
        await journalAccount(trx, person.id, 'modifier', visitor.requestId, { avant: before, apres: after });
      return { from: before.email, after };
    }),
  );
  if (from !== after.email) await notify(person.id, 'email', visitor, { from, to: after.email });
  return after;
}

/** The owner of the password, and where they work. */
type PasswordHolder = Omit<PasswordOwner, 'lieux'> & Partial<Places>;

/**
 * @param present hash of the present password, if the owner chooses the new one. Another person must not learn whether
 * it is the same.
 * @throws AppError 400 with each fault at its field (the policy of the contract)
 */
export async function demandGoodPassword(
  queries: Queries,
  password: NewPassword,
  { entites = [], ramifications = [], ...owner }: PasswordHolder,
  present?: string,
): Promise<void> {
  const lieux = await placeNames(queries, { entites, ramifications });
  const faults = passwordFaults(password, { ...owner, lieux }, isCommonPassword);
  if (faults.length === 0 && present !== undefined && (await verifyPassword(present, password.password)))
    faults.push({ field: 'password', message: 'Choisissez un autre mot de passe que le présent' });
  if (faults[0]) throw new AppError('requete.invalide', faults[0].message, faults);
}

/**
 * Replaces one's own password. All sessions of the account end; the caller continues with a new one.
 * @returns the new session's token
 */
export async function changePassword(
  { db, notify }: AccountDependencies,
  person: Person,
  { actuel, ...password }: PasswordChange,
  visitor: Visitor,
): Promise<string> {
  await demandPresentPassword(db, person, actuel, visitor);
  await demandGoodPassword(db, password, person, await readPasswordHash(db, person.id));
  const passwordHash = await hashPassword(password.password);
  const token = await db.transaction().execute(async (trx) => {
    await updatePassword(trx, person.id, passwordHash, false);
    await journalAccount(trx, person.id, 'changer de mot de passe', visitor.requestId);
    return insertSession(trx, {
      utilisateurId: person.id,
      kind: person.session.kind,
      hours: SESSION_HOURS,
      ...visitor,
    });
  });
  await notify(person.id, 'mot de passe', visitor);
  return token;
}

export const ownSessions = (db: Database, person: Person): Promise<ProfileSession[]> =>
  listSessions(db, person.id, person.session.id);

/** Ends one of the person's sessions. @throws AppError 404 if it is another person's, or has ended */
export async function closeSession(
  db: Database,
  person: Person,
  id: number,
  requestId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if ((await deleteOwnSessions(trx, person.id, { id })) === 0) throw notFound();
    await journalAccount(trx, person.id, 'fermer une session', requestId, { avant: { session: id } });
  });
}

/** Ends the person's sessions except the present one. */
export async function closeOtherSessions(db: Database, person: Person, requestId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const closed = await deleteOwnSessions(trx, person.id, { except: person.session.id });
    if (closed > 0)
      await journalAccount(trx, person.id, 'fermer les autres sessions', requestId, {
        avant: { sessions: closed },
      });
  });
}
