/** Names for the head of a document: of the place, and of the records that filters refer to. */
import type { NamedPath } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';
import { tableOf } from '#src/platform/database/tables.ts';

type Named = (scope: Scope) => RawBuilder<unknown>;

/** References whose name is not `nom`, or whose scope is not that of the collectivité; null if they have no name. */
const NAMED: Partial<Record<NamedPath, Named | null>> = {
  entites: (scope) => sql`select id, nom from entite where ${entiteCondition(scope, sql.ref('id'))}`,
  precisions: null,
  users: (scope) => sql`
    select id, btrim(prenom || ' ' || nom) as nom from utilisateur
    where ${
      scope.kind === 'all'
        ? sql`true`
        : sql`exists (select from utilisateur_entite l
      where l.utilisateur_id = utilisateur.id and ${entiteCondition(scope, sql.ref('l.entite_id'))})`
    }`,
};

/** Records of the collectivités in scope, and records common to all. */
const named = (path: NamedPath, scope: Scope): RawBuilder<unknown> => sql`
  select id, nom from (
    select id, nom, (to_jsonb(t) ->> 'entite_id')::int as entite_id from ${sql.table(tableOf(path))} t) as nomme
  where entite_id is null or ${entiteCondition(scope, sql.ref('entite_id'))}`;

/** Names of the records in scope; other ids are shown as numbers. */
export async function readNames(
  queries: Queries,
  scope: Scope,
  path: NamedPath,
  ids: readonly number[],
): Promise<string[]> {
  const own = NAMED[path];
  if (own === null || ids.length === 0) return ids.map((id) => `identifiant ${id}`);
  const condition = own?.(scope) ?? named(path, scope);
  const { rows } = await sql<{ id: number; nom: string }>`
    select id, nom from (${condition}) as connu where id = any(${ids}::bigint[])`.execute(queries);
  const names = new Map(rows.map(({ id, nom }) => [id, nom]));
  return ids.map((id) => names.get(id) ?? `identifiant ${id}`);
}

/** Names of the collectivités of sub-entities, within the scope. */
export async function readEntitesOf(
  queries: Queries,
  scope: Scope,
  ramifications: readonly number[],
): Promise<string[]> {
  const rows = await queries
    .selectFrom('ramification as r')
    .innerJoin('entite as e', 'e.id', 'r.entite_id')
    .select('e.nom')
    .distinct()
    .where('r.id', '=', anyOf(ramifications))
    .where((eb) => entiteCondition(scope, eb.ref('r.entite_id')))
    .orderBy('e.nom')
    .execute();
  return rows.map(({ nom }) => nom);
}

/** A sub-entity with all above it, from its collectivité down; empty if out of scope. */
export async function readPath(queries: Queries, scope: Scope, ramification: number): Promise<string[]> {
  const { rows } = await sql<{ nom: string }>`
    select nom from (
      select e.nom, 1000 as distance from ramification r join entite e on e.id = r.entite_id
      where r.id = ${ramification} and ${entiteCondition(scope, sql.ref('r.entite_id'))}
      union all
      select a.nom, d.distance from ramification_descendance d join ramification a on a.id = d.ancetre_id
      where d.descendant_id = ${ramification} and ${entiteCondition(scope, sql.ref('d.entite_id'))}) as chemin
    order by distance desc`.execute(queries);
  return rows.map(({ nom }) => nom);
}
