/** Conditions and columns common to till lists. */
import type { CaisseListQuery } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Person, scopeOf } from '#src/platform/access/person.ts';
import { nested } from '#src/platform/listing/nested.ts';

/**
 * Rows about cash within the person's scope: everybody's for a person with whole collectivités, only one's own for a
 * person with sub-entities, since cash is counted by person and not by place.
 * @param alias of the table, which has `entite_id`
 * @param holder column of the person that a row is about
 */
export function visibleRows(person: Person, alias: string, holder: string): RawBuilder<boolean> {
  const scope = scopeOf(person);
  const entite = entiteCondition(scope, sql.ref(`${alias}.entite_id`));
  return scope.kind === 'ramifications'
    ? sql<boolean>`(${entite} and ${sql.ref(`${alias}.${holder}`)} = ${person.id})`
    : entite;
}

export const ofEntite = (entite: number | undefined, alias: string): RawBuilder<boolean>[] =>
  entite === undefined ? [] : [sql<boolean>`${sql.ref(`${alias}.entite_id`)} = ${entite}`];

/** The filters of a till list, as conditions. @param day column of the row's day */
export function listConditions(
  { entite, from, to }: CaisseListQuery,
  alias: string,
  day: RawBuilder<unknown>,
): RawBuilder<boolean>[] {
  return [
    ...ofEntite(entite, alias),
    ...(from === undefined ? [] : [sql<boolean>`${day} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql<boolean>`${day} <= ${to}::date`]),
  ];
}

/** Joins and columns of régie and collectivité, which every till list has. */
export const PLACE_JOINS = (alias: string) => ({
  ent: { sql: sql`join entite as ent on ent.id = ${sql.ref(`${alias}.entite_id`)}` },
  rg: { sql: sql`join regie as rg on rg.id = ${sql.ref(`${alias}.regie_id`)}` },
});
export const PLACE_COLUMNS = (alias: string) => ({
  'ent.id': { sql: sql.ref(`${alias}.entite_id`) },
  'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
  'rg.id': { sql: sql.ref(`${alias}.regie_id`) },
  'rg.nom': { sql: sql.ref('rg.nom'), join: 'rg' },
});
export const PLACES = { entite: nested('ent'), regie: nested('rg') };

/** The day that a session belongs to. */
export const SESSION_DAY = sql.ref('sc.jour');

/** Only one's own holding. */
export const ownHolding = (person: Person): RawBuilder<boolean> =>
  sql<boolean>`d.utilisateur_id = ${person.id}`;
export const visibleHolding = (person: Person): RawBuilder<boolean> =>
  visibleRows(person, 'd', 'utilisateur_id');
/** The local day of an instant. */
export const dayOf = (column: string): RawBuilder<unknown> => sql`jour_local(${sql.ref(column)})`;
export const anyOfThese = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([...conditions], sql` or `)})`;

/** Collectivités whose régies the person may work in; undefined: all. */
export function entitesOf(person: Person): readonly number[] | undefined {
  const scope = scopeOf(person);
  return scope.kind === 'all' ? undefined : scope.entites;
}
