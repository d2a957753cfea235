/** Secrets of second factors and the recovery codes that are left. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SecondFactor } from '@octroi/contract';
import type { Queries } from '#src/platform/database/database.ts';

/** A recovery code holds 80 random bits: a plain hash is enough, nobody can try them all. */
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

export async function readSecondFactor(queries: Queries, id: number): Promise<SecondFactor> {
  const { rows } = await sql<SecondFactor>`
    select f.actif_depuis is not null as actif, coalesce(g.second_facteur, false) as exige,
      (select count(*)::int from code_secours where utilisateur_id = u.id) as "codesRestants"
    from utilisateur u
    left join groupe g on g.id = u.groupe_id
    left join second_facteur f on f.utilisateur_id = u.id
    where u.id = ${id}`.execute(queries);
  return rows[0] as SecondFactor;
}

export async function hasSecondFactor(queries: Queries, id: number): Promise<boolean> {
  const { rows } =
    await sql`select from second_facteur where utilisateur_id = ${id} and actif_depuis is not null`.execute(
      queries,
    );
  return rows.length > 0;
}

export interface SecretRow {
  secret: string;
  actif: boolean;
}

/** Held until the transaction ends: codes of one account are tried one after the other. */
export async function lockSecret(queries: Queries, id: number): Promise<SecretRow | undefined> {
  const { rows } = await sql<SecretRow>`
    select secret, actif_depuis is not null as actif from second_facteur
    where utilisateur_id = ${id} for update`.execute(queries);
  return rows[0];
}

/** Keeps a secret that no code has proved yet. @returns false where a second factor is active already */
export async function saveSecret(queries: Queries, id: number, secret: string): Promise<boolean> {
  const { rows } = await sql`
    insert into second_facteur (utilisateur_id, secret) values (${id}, ${secret})
    on conflict (utilisateur_id) do update set secret = excluded.secret, created_at = now()
      where second_facteur.actif_depuis is null
    returning utilisateur_id`.execute(queries);
  return rows.length > 0;
}

export async function activate(queries: Queries, id: number): Promise<void> {
  await sql`update second_facteur set actif_depuis = now() where utilisateur_id = ${id}`.execute(queries);
}

/** Accepts a code by its time step. @returns false where that step, or a later one, was accepted before */
export async function takeStep(queries: Queries, id: number, step: number): Promise<boolean> {
  const { rows } = await sql`
    update second_facteur set dernier_pas = ${step}::bigint
    where utilisateur_id = ${id} and (dernier_pas is null or dernier_pas < ${step}::bigint)
    returning utilisateur_id`.execute(queries);
  return rows.length > 0;
}

/** @returns false where there is no such code, or no longer */
export async function takeRecoveryCode(queries: Queries, id: number, code: string): Promise<boolean> {
  const { rows } = await sql`
    delete from code_secours where utilisateur_id = ${id} and code_hash = ${hashOf(code)}
    returning utilisateur_id`.execute(queries);
  return rows.length > 0;
}

export async function replaceRecoveryCodes(
  queries: Queries,
  id: number,
  codes: readonly string[],
): Promise<void> {
  await sql`delete from code_secours where utilisateur_id = ${id}`.execute(queries);
  await sql`insert into code_secours (utilisateur_id, code_hash)
    select ${id}::int, unnest(${codes.map(hashOf)}::bytea[])`.execute(queries);
}

/** @returns false where there was none */
export async function deleteSecondFactor(queries: Queries, id: number): Promise<boolean> {
  const { rows } =
    await sql`delete from second_facteur where utilisateur_id = ${id} returning actif_depuis`.execute(
      queries,
    );
  return rows.length > 0;
}
