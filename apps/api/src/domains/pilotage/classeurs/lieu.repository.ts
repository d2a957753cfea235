/** Names of the place of a table of figures. */
import type { Lieu } from '@octroi/contract';
import { sql } from 'kysely';
import { entiteCondition, oneOf, type Scope } from '#src/platform/access/person.ts';
import { placeConditions, type PlaceQuery, subtreesOf } from '#src/platform/access/place.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';

/** The names of a place from the collectivité down, as far as they are in scope. */
export async function readLieu(queries: Queries, scope: Scope, query: PlaceQuery): Promise<Lieu> {
  const nodes = [...new Set(subtreesOf(query).flat())];
  const [node] = nodes;
  const chain = node !== undefined && nodes.length === 1 ? await readChain(queries, scope, node) : [];
  const entites = await queries
    .selectFrom('entite as e')
    .select(['e.id', 'e.nom'])
    .where((eb) => entiteCondition(scope, eb.ref('e.id')))
    .where('e.id', '=', anyOf(chain[0] ? [chain[0].entite] : (query.entite ?? scopeEntites(scope))))
    .orderBy('e.nom')
    .execute();
  const [entite, ...more] = entites;
  return {
    noms: [
      ...(entite ? [more.length > 0 ? `${entites.length} collectivités` : entite.nom] : []),
      ...(nodes.length > 1 ? [`${nodes.length} sous-entités`] : chain.map(({ nom }) => nom)),
    ],
    partout: scope.kind === 'ramifications' ? 'Toutes les sous-entités' : 'Toutes les collectivités',
    dessous: dessousOf(scope, nodes, chain.at(-1)?.niveau),
  };
}

/** The collectivités whose figures a place may count. */
export async function readEntites(queries: Queries, scope: Scope, query: PlaceQuery): Promise<number[]> {
  const entite = sql.ref('e.id');
  const conditions = [
    entiteCondition(scope, entite),
    ...(query.entite?.length ? [oneOf(entite, query.entite)] : []),
    ...subtreesOf(query).map(
      (ids) =>
        sql<boolean>`exists (select from ramification r where r.entite_id = e.id and r.id = any(${ids}::int[]))`,
    ),
  ];
  const { rows } = await sql<{ id: number }>`
    select e.id from entite e where ${sql.join(conditions, sql` and `)} order by 1`.execute(queries);
  return rows.map(({ id }) => id);
}

/** Collectivités to name if none is chosen: the person's only one, otherwise none. */
const scopeEntites = (scope: Scope): number[] =>
  scope.kind === 'entites' && scope.entites.length === 1 ? scope.entites : [];

/** @param niveau level of the single chosen place */
function dessousOf(
  scope: Scope,
  { length }: readonly number[],
  niveau: number | undefined,
): number | undefined {
  if (length > 0) return niveau;
  return scope.kind === 'ramifications' ? undefined : 0;
}

interface Step {
  nom: string;
  entite: number;
  /** 1 is the highest (type_ramification). */
  niveau: number;
}

/** A sub-entity and those above it, the highest first. */
async function readChain(queries: Queries, scope: Scope, node: number): Promise<Step[]> {
  const inScope = placeConditions(scope, {}, sql.ref('r.entite_id'), sql.ref('r.id'));
  const { rows } = await sql<Step>`
    select r.nom, r.entite_id as entite, t.niveau
    from ramification_descendance d join ramification r on r.id = d.ancetre_id
    join type_ramification t on t.id = r.type_id
    where d.descendant_id = ${node}::int and ${sql.join(inScope, sql` and `)}
    order by d.distance desc`.execute(queries);
  return rows;
}

export async function readAgentName(queries: Queries, agent: number): Promise<string | undefined> {
  const { rows } = await sql<{ fullName: string }>`
    select btrim(prenom || ' ' || nom) as "fullName" from utilisateur where id = ${agent}::int`.execute(
    queries,
  );
  return rows[0]?.fullName;
}
