/** A person's own account and sessions. */
import type { ExpressionBuilder } from 'kysely';
import type { Profile, ProfileSession } from '@octroi/contract';
import type { DB, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf, fullName, now } from '#src/platform/database/expressions.ts';
import type { Places } from '../accounts/users.repository.ts';

const columns = (eb: ExpressionBuilder<DB, 'utilisateur'>) =>
  [
    'id',
    'nom',
    'prenom',
    fullName(eb.ref('prenom'), eb.ref('nom')).as('fullName'),
    'username',
    'email',
    'telephone',
    'version',
  ] as const;

const profile = (queries: Queries, id: number) =>
  queries.selectFrom('utilisateur').select(columns).where('id', '=', id);

export const readProfile = (queries: Queries, id: number): Promise<Profile | undefined> =>
  profile(queries, id).executeTakeFirst();

export const lockProfile = (trx: OpenTransaction, id: number): Promise<Profile | undefined> =>
  profile(trx, id).forUpdate().executeTakeFirst();

export const updateProfile = (
  trx: OpenTransaction,
  { id, nom, prenom, email, telephone }: Omit<Profile, 'fullName'>,
): Promise<Profile> =>
  trx
    .updateTable('utilisateur')
    .set({ nom, prenom, email, telephone })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** The only collectivité of an account; null if there is none or several. */
export async function entiteOfAccount(queries: Queries, id: number): Promise<number | null> {
  const rows = await queries
    .selectFrom('utilisateur_entite')
    .select('entite_id')
    .where('utilisateur_id', '=', id)
    .union((eb) =>
      eb
        .selectFrom('utilisateur_ramification as ur')
        .innerJoin('ramification as r', 'r.id', 'ur.ramification_id')
        .select('r.entite_id')
        .where('ur.utilisateur_id', '=', id),
    )
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0]?.entite_id ?? null) : null;
}

/** Names of the collectivités of these places. */
export async function placeNames(queries: Queries, { entites, ramifications }: Places): Promise<string[]> {
  const rows = await queries
    .selectFrom('entite')
    .select('nom')
    .where((eb) =>
      eb.or([
        eb('id', '=', anyOf(entites)),
        eb(
          'id',
          'in',
          eb.selectFrom('ramification').select('entite_id').where('id', '=', anyOf(ramifications)),
        ),
      ]),
    )
    .execute();
  return rows.map(({ nom }) => nom);
}

export async function readPasswordHash(queries: Queries, id: number): Promise<string | undefined> {
  const account = await queries
    .selectFrom('utilisateur')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  return account?.password_hash;
}

export const listSessions = (
  queries: Queries,
  utilisateurId: number,
  present: number,
): Promise<ProfileSession[]> =>
  queries
    .selectFrom('session')
    .select((eb) => [
      'id',
      'kind',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'address',
      'user_agent as userAgent',
      eb('id', '=', present).$castTo<boolean>().as('courante'),
    ])
    .where('utilisateur_id', '=', utilisateurId)
    .where('expires_at', '>', now)
    .orderBy('courante', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** @returns how many sessions were open */
export async function deleteOwnSessions(
  trx: OpenTransaction,
  utilisateurId: number,
  which: { id: number } | { except: number },
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('session')
    .where('utilisateur_id', '=', utilisateurId)
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('id', '<>', which.except)))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
