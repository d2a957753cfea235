/** A person's own account and sessions. */
import { sql } from 'kysely';
import type { Profile, ProfileSession } from '@octroi/contract';
import type { Queries } from '#src/platform/database/database.ts';

const columns = sql`id, nom, prenom, btrim(prenom || ' ' || nom) as "fullName", username, email, telephone, version`;

export async function readProfile(queries: Queries, id: number): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`select ${columns} from utilisateur where id = ${id}`.execute(queries);
  return rows[0];
}

export async function lockProfile(queries: Queries, id: number): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`select ${columns} from utilisateur where id = ${id} for update`.execute(
    queries,
  );
  return rows[0];
}

export async function updateProfile(queries: Queries, profile: Omit<Profile, 'fullName'>): Promise<Profile> {
  const { rows } = await sql<Profile>`
    update utilisateur set nom = ${profile.nom}, prenom = ${profile.prenom}, email = ${profile.email},
      telephone = ${profile.telephone}
    where id = ${profile.id} returning ${columns}`.execute(queries);
  return rows[0] as Profile;
}

/** The one collectivité that an account belongs to; null where it belongs to none or to several. */
export async function entiteOfAccount(queries: Queries, id: number): Promise<number | null> {
  const { rows } = await sql<{ entite_id: number }>`
    select entite_id from utilisateur_entite where utilisateur_id = ${id}
    union select r.entite_id from utilisateur_ramification ur join ramification r on r.id = ur.ramification_id
      where ur.utilisateur_id = ${id}
    limit 2`.execute(queries);
  return rows.length === 1 ? (rows[0]?.entite_id ?? null) : null;
}

export async function readPasswordHash(queries: Queries, id: number): Promise<string | undefined> {
  const { rows } = await sql<{
    password_hash: string;
  }>`select password_hash from utilisateur where id = ${id}`.execute(queries);
  return rows[0]?.password_hash;
}

export async function listSessions(
  queries: Queries,
  utilisateurId: number,
  present: number,
): Promise<ProfileSession[]> {
  const { rows } = await sql<ProfileSession>`
    select id, kind, created_at as "createdAt", expires_at as "expiresAt", address, user_agent as "userAgent",
      id = ${present} as courante
    from session where utilisateur_id = ${utilisateurId} and expires_at > now()
    order by courante desc, created_at desc, id desc`.execute(queries);
  return rows;
}

/** @returns how many were living */
export async function deleteOwnSessions(
  queries: Queries,
  utilisateurId: number,
  which: { id: number } | { except: number },
): Promise<number> {
  const condition = 'id' in which ? sql`id = ${which.id}` : sql`id <> ${which.except}`;
  const { rows } = await sql`
    delete from session where utilisateur_id = ${utilisateurId} and ${condition} and expires_at > now()
    returning id`.execute(queries);
  return rows.length;
}
