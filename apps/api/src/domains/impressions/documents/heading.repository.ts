/** Names that the head of a document tells of a call: of the place, and of what filters refer to. */
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import type { DB, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';

type Named = (scope: Scope) => RawBuilder<unknown>;
/** Records of a collectivité, and those of none. */
const owned =
  (table: keyof DB): Named =>
  (scope) =>
    sql`select id, nom from ${sql.table(table)} where ${entiteCondition(scope, sql.ref('entite_id'))}`;
const common = (table: keyof DB): Named => {
  return () => sql`select id, nom from ${sql.table(table)}`;
};

/** Names of records that a person may know of; whatever else was asked for keeps its number. */
const NAMES: Record<string, Named> = {
  entites: (scope) => sql`select id, nom from entite where ${entiteCondition(scope, sql.ref('id'))}`,
  ramifications: owned('ramification'),
  type_equipements: owned('type_equipement'),
  categorie_activites: owned('categorie_activite'),
  nature_activites: owned('nature_activite'),
  categorietaxes: owned('categorie_taxe'),
  entite_taxes: owned('taxe'),
  frequences: common('frequence'),
  groups: common('groupe'),
  moyen_paiements: common('moyen_paiement'),
  type_ramifications: common('type_ramification'),
  villes: common('ville'),
  users: (scope) => sql`
    select id, btrim(prenom || ' ' || nom) as nom from utilisateur
    where ${
      scope.kind === 'all'
        ? sql`true`
        : sql`exists (select from utilisateur_entite l
      where l.utilisateur_id = utilisateur.id and ${entiteCondition(scope, sql.ref('l.entite_id'))})`
    }`,
};

export async function readNames(
  queries: Queries,
  scope: Scope,
  resource: string,
  ids: readonly number[],
): Promise<string[]> {
  const named = NAMES[resource];
  if (!named || ids.length === 0) return ids.map((id) => `n° ${id}`);
  const { rows } = await sql<{ id: number; nom: string }>`
    select id, nom from (${named(scope)}) as connu where id = any(${ids}::bigint[])`.execute(queries);
  const names = new Map(rows.map(({ id, nom }) => [id, nom]));
  return ids.map((id) => names.get(id) ?? `n° ${id}`);
}

/** Names of the collectivités that sub-entities lie in, of those that the person sees. */
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

/** A sub-entity with all above it, from its collectivité down; empty where the person sees no such thing. */
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
