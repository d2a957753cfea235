/** Links to a new password: one an account, only their hash kept. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whom a link is for. */
export interface ResetOwner {
  id: number;
  fullName: string;
  username: string;
  email: string;
}

const owner = sql`u.id, btrim(u.prenom || ' ' || u.nom) as "fullName", u.username, u.email`;

export async function findOwner(queries: Queries, id: number): Promise<ResetOwner | undefined> {
  const { rows } =
    await sql<ResetOwner>`select ${owner} from utilisateur u where id = ${id} and enabled`.execute(queries);
  return rows[0];
}

export interface ResetLink {
  token: string;
  /** Instant, ISO text. */
  expiresAt: string;
}

/** Makes a link in place of the account's former one; its token is kept nowhere else. */
export async function insertReset(queries: Queries, id: number, minutes: number): Promise<ResetLink> {
  const token = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ expiresAt: string }>`
    insert into reinitialisation (utilisateur_id, token_hash, expires_at)
    values (${id}, ${hashOf(token)}, now() + make_interval(mins => ${minutes}))
    on conflict (utilisateur_id) do update
      set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at
    returning expires_at as "expiresAt"`.execute(queries);
  return { token, expiresAt: rows[0]?.expiresAt ?? '' };
}

/** The enabled account that a living link is for. */
export async function findReset(queries: Queries, token: string): Promise<ResetOwner | undefined> {
  const { rows } = await sql<ResetOwner>`
    select ${owner} from reinitialisation r join utilisateur u on u.id = r.utilisateur_id
    where r.token_hash = ${hashOf(token)} and r.expires_at > now() and u.enabled`.execute(queries);
  return rows[0];
}

/** Uses a link up. @returns false where somebody did meanwhile, or it has ended */
export async function takeReset(queries: Queries, token: string): Promise<boolean> {
  const { rows } = await sql`
    delete from reinitialisation where token_hash = ${hashOf(token)} and expires_at > now()
    returning utilisateur_id`.execute(queries);
  return rows.length > 0;
}
