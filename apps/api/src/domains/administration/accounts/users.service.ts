/** Acts on accounts (specification 1 sections 2, 3 and 5): right, scope, rules, write and journal in one transaction. */
import {
  idSchema,
  inDigits,
  isSuperAdmin,
  type ListQuery,
  may,
  MESSAGES,
  type NewPassword,
  type User,
  users,
} from '@octroi/contract';
import { z } from 'zod';
import { demand, demandUtilisateur, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { refuseLinked } from '#src/platform/database/links.repository.ts';
import { AppError, duplicateAs, invalid, notFound, refused } from '#src/platform/http/problem.ts';
import { type Acte, writeJournal } from '#src/platform/journal/journal.repository.ts';
import { narrowingOf, findRow } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { removeAll } from '#src/platform/resource/removal.ts';
import { demandVersion, type ResourceService } from '#src/platform/resource/resource.service.ts';
import { hashPassword } from '#src/platform/session/password.ts';
import { type Actor, type Notify } from './notices.ts';
import { ofType, peopleList, type Readable, userVisible } from './people.repository.ts';
import { demandGoodPassword, demandNameKept } from '../profile/profile.service.ts';
import { changedAccount, demandGivable, newAccount, type UserValues } from './user-changes.service.ts';
import { demandNotAbove, demandOwnRightsKept, keptTo, letInFault, screenOf } from './user-rights.ts';
import {
  deleteAccount,
  deleteSessionsOf,
  entiteOf,
  findGroup,
  insertAccount,
  lockAccount,
  placesWithin,
  type StoredAccount,
  updateAccount,
  updatePassword,
} from './users.repository.ts';

/** Readers of people: the screens about people and about their acts, in the back office only. */
const READERS = ['users', 'agents', 'contribuables', 'transactions'] as const;
const SCREENS = ['users', 'agents'] as const;
type Act = 'Créer' | 'Modifier' | 'Supprimer';

const DUPLICATES = {
  utilisateur_email_unique: { field: 'email', message: 'Cette adresse email est déjà celle d’un compte.' },
  utilisateur_username_unique: { field: 'username', message: 'Ce pseudo est déjà celui d’un compte.' },
};

interface UserService extends ResourceService {
  /** Like `patch`, for a whole record. */
  replace: (...parameters: Parameters<ResourceService['patch']>) => Promise<User>;
  /** Why the person may not set another person's password and must send a link; null if they may. */
  passwordRefusal: (person: Person, id: number) => Promise<string | null>;
  /** Sets another person's password, which ends their sessions; they must choose a new one at the next sign-in. */
  setPassword: (person: Person, id: number, password: NewPassword, requestId: string) => Promise<void>;
  endSessions: (person: Person, id: number, requestId: string) => Promise<void>;
}

function demandReader(person: Person): void {
  demandUtilisateur(person);
  if (!READERS.some((screen) => may(person.grants, screen, 'Lister'))) throw refused();
}

/** Whose full records the person may read: with a right on accounts, those; otherwise only names. */
function readableBy(person: Person): Readable {
  const [users, agents] = SCREENS.map((screen) => may(person.grants, screen, 'Lister'));
  if (users) return agents ? 'all' : 'users';
  return agents ? 'agents' : 'none';
}

/** Requires the grant on accounts of at least one type. */
function demandSome(person: Person, act: Act): void {
  if (!SCREENS.some((screen) => may(person.grants, screen, act))) throw refused();
}

/** One's own password and address are changed in the profile, which asks for the present password. */
function ofProfile(field: 'password' | 'email', what: string): AppError {
  const message = `Changez ${what} depuis votre profil.`;
  return new AppError('acces.refuse', message, [{ field, message }]);
}
function demandOther(person: Person, id: number): void {
  if (id === person.id) throw ofProfile('password', 'votre propre mot de passe');
}

/**
 * Why the person may not set somebody's password or address; undefined if they may. The address counts, since reset
 * links go there.
 */
async function faultToLetIn(trx: OpenTransaction, person: Person, { groupe }: StoredAccount) {
  return letInFault(person, groupe === null ? undefined : await findGroup(trx, groupe));
}

async function demandToLetIn(
  trx: OpenTransaction,
  person: Person,
  account: StoredAccount,
  field: 'password' | 'email',
): Promise<void> {
  const message = await faultToLetIn(trx, person, account);
  if (message) throw new AppError('acces.refuse', message, [{ field, message }]);
}

/** The author of a change, as named in the notice to the owner. */
export const actorOf = ({ prenom, nom }: Person): Actor => ({ by: `${prenom} ${nom}`.trim() });

/** The list of one type, a parameter apart from the person's filter and its connectors. */
const typeQuery = z.looseObject({ type: inDigits(idSchema).optional() });

async function read(db: Database, person: Person, id: number) {
  const scope = scopeOf(person);
  const row = await findRow(db, peopleList(scope, readableBy(person)), id, {
    conditions: [userVisible(scope)],
  });
  if (!row) throw notFound();
  return row;
}

async function journal(
  trx: OpenTransaction,
  person: Person,
  requestId: string,
  acte: Acte,
  { avant, apres }: { avant?: StoredAccount; apres?: StoredAccount | undefined },
): Promise<void> {
  const account = (apres ?? avant) as StoredAccount;
  await writeJournal(trx, {
    entiteId: await entiteOf(trx, account),
    utilisateurId: person.id,
    acte,
    domaine: 'administration',
    ressource: users.path,
    id: account.id,
    avant,
    apres,
    requestId,
  });
}

/**
 * Runs an act on an account that the person sees, has the grant for, and is not below.
 * @throws AppError 403, 404
 */
export async function onAccount<Result>(
  db: Database,
  person: Person,
  id: number,
  act: Act,
  work: (trx: OpenTransaction, before: StoredAccount) => Promise<Result>,
): Promise<Result> {
  demandSome(person, act);
  await read(db, person, id);
  return db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, id);
    if (!before) throw notFound();
    demand(person, screenOf(before.type), act);
    if (id !== person.id)
      demandNotAbove(
        person,
        before,
        before.groupe === null ? undefined : await findGroup(trx, before.groupe),
        await placesWithin(trx, scopeOf(person), before),
      );
    return work(trx, before);
  });
}

async function patch(
  db: Database,
  notify: Notify,
  person: Person,
  id: number,
  values: UserValues,
  version: number | null,
  requestId: string,
) {
  demandSome(person, 'Modifier');
  const { password, passwordConfirm = '' } = values;
  if (password !== undefined) demandOther(person, id);
  const email = await onAccount(db, person, id, 'Modifier', async (trx, before) => {
    demandVersion(version, before);
    const after = await changedAccount(trx, person, before, values);
    demand(person, screenOf(after.type), 'Modifier');
    if (id === person.id) {
      demandOwnRightsKept(before, after);
      // Super Admin may change even their own name: nobody else could
      if (!isSuperAdmin(person)) demandNameKept(before, after);
      if (after.email !== before.email) throw ofProfile('email', 'votre propre adresse email');
    } else {
      if (after.email !== before.email) await demandToLetIn(trx, person, before, 'email');
      if (password !== undefined) await demandToLetIn(trx, person, before, 'password');
      await demandGivable(trx, person, after, before);
    }
    await duplicateAs(DUPLICATES, () => updateAccount(trx, id, after));
    if (password !== undefined) {
      await demandGoodPassword(trx, { password, passwordConfirm }, after);
      await updatePassword(trx, id, await hashPassword(password), true);
    }
    const apres = (await lockAccount(trx, id)) as StoredAccount;
    const moved = { from: before.email, to: after.email };
    if (apres.version === before.version) return moved;
    await journal(trx, person, requestId, 'modifier', { avant: before, apres });
    if (password !== undefined) await journal(trx, person, requestId, 'donner un mot de passe', { apres });
    return moved;
  });
  if (email.from !== email.to) await notify(id, 'email', actorOf(person), email);
  if (password !== undefined) await notify(id, 'mot de passe donné', actorOf(person));
  return read(db, person, id);
}

async function remove(db: Database, person: Person, id: number, requestId: string): Promise<void> {
  if (id === person.id)
    throw new AppError(
      'acces.refuse',
      'Vous ne pouvez pas supprimer votre propre compte : demandez à un autre administrateur.',
    );
  const removal = () =>
    onAccount(db, person, id, 'Supprimer', async (trx, avant) => {
      await journal(trx, person, requestId, 'supprimer', { avant });
      await deleteAccount(trx, id);
    });
  try {
    await refuseLinked(db, 'utilisateur', id, removal);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflit.lie') throw error;
    throw new AppError(
      error.code,
      `${MESSAGES.suppressionImpossible} Désactivez plutôt ce compte.`,
      error.errors,
    );
  }
}

async function create(db: Database, person: Person, values: UserValues, requestId: string): Promise<number> {
  demandSome(person, 'Créer');
  const account = newAccount(person, values);
  demand(person, screenOf(account.type), 'Créer');
  const password = values as NewPassword;
  await demandGoodPassword(db, password, account);
  const passwordHash = await hashPassword(password.password);
  return db.transaction().execute(async (trx) => {
    await demandGivable(trx, person, account);
    const created = await duplicateAs(DUPLICATES, () => insertAccount(trx, account, passwordHash, true));
    await journal(trx, person, requestId, 'créer', { apres: await lockAccount(trx, created) });
    return created;
  });
}

async function setPassword(
  db: Database,
  notify: Notify,
  person: Person,
  id: number,
  password: NewPassword,
  requestId: string,
): Promise<void> {
  demandOther(person, id);
  await onAccount(db, person, id, 'Modifier', async (trx, account) => {
    await demandToLetIn(trx, person, account, 'password');
    await demandGoodPassword(trx, password, account);
    await updatePassword(trx, id, await hashPassword(password.password), true);
    await journal(trx, person, requestId, 'donner un mot de passe', { apres: account });
  });
  await notify(id, 'mot de passe donné', actorOf(person));
}

async function endSessions(db: Database, person: Person, id: number, requestId: string): Promise<void> {
  await onAccount(db, person, id, 'Modifier', async (trx, account) => {
    if ((await deleteSessionsOf(trx, id)) > 0)
      await journal(trx, person, requestId, 'fermer les sessions', { apres: account });
  });
}

/** @param notify tells the owner of an account about changes by others */
export function userService(db: Database, notify: Notify): UserService {
  const reader = readerOf(db, (person, query: ListQuery) => {
    demandReader(person);
    const typeFilter = typeQuery.safeParse(query);
    if (!typeFilter.success) throw invalid('type', 'Un type de compte est attendu.');
    const { type } = typeFilter.data;
    const scope = scopeOf(person);
    return {
      source: peopleList(scope, readableBy(person)),
      conditions: [userVisible(scope), ...(type === undefined ? [] : [ofType(type)])],
      ...narrowingOf(query),
    };
  });

  return {
    ...reader,
    async find(person, id) {
      demandReader(person);
      return read(db, person, id);
    },
    async create(person, values, requestId) {
      return read(db, person, await create(db, person, values, requestId));
    },
    patch: (person, id, values, version, requestId) =>
      patch(db, notify, person, id, values, version, requestId),
    replace: async (person, id, values, version, requestId) => {
      demandSome(person, 'Modifier');
      const empty = {
        telephone: null,
        groupe: null,
        entites: [],
        ramifications: [],
        moyenPaiements: keptTo(person),
      };
      return patch(db, notify, person, id, { ...empty, ...values }, version, requestId);
    },
    remove: (person, id, requestId) => remove(db, person, id, requestId),
    async removeMany(person, targets, requestId) {
      demandSome(person, 'Supprimer');
      return removeAll(targets, (id) => remove(db, person, id, requestId));
    },
    passwordRefusal: (person, id) =>
      onAccount(
        db,
        person,
        id,
        'Modifier',
        async (trx, account) => (await faultToLetIn(trx, person, account)) ?? null,
      ),
    setPassword: (person, id, password, requestId) =>
      setPassword(db, notify, person, id, password, requestId),
    endSessions: (person, id, requestId) => endSessions(db, person, id, requestId),
  };
}
