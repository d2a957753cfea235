/** What lists of tills have in common: whose rows a person sees, and how people and places are nested. */
import type { CaisseListQuery } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Person, scopeOf } from '#src/platform/access/person.ts';
import { nested } from '#src/platform/listing/nested.ts';

/**
 * What a person sees of the cash of a collectivité: all of it who has the whole collectivité, what is one's own who has
 * sub-entities alone, since cash is counted by person and by no place.
 * @param alias of the table, which has `entite_id`
 * @param holder the column of the person whom a row is about
 */
export function seen(person: Person, alias: string, holder: string): RawBuilder<boolean> {
  const scope = scopeOf(person);
  const entite = entiteCondition(scope, sql.ref(`${alias}.entite_id`));
  return scope.kind === 'ramifications'
    ? sql<boolean>`(${entite} and ${sql.ref(`${alias}.${holder}`)} = ${person.id})`
    : entite;
}

export const ofEntite = (entite: number | undefined, alias: string): RawBuilder<boolean>[] =>
  entite === undefined ? [] : [sql<boolean>`${sql.ref(`${alias}.entite_id`)} = ${entite}`];

/** What a list is kept to. @param day the column of the day that it is about */
export function kept(
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

/** The places that every row of a list of tills names. */
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

/** Of holdings: one's own. */
export const ownHolding = (person: Person): RawBuilder<boolean> =>
  sql<boolean>`d.utilisateur_id = ${person.id}`;
export const visibleHolding = (person: Person): RawBuilder<boolean> => seen(person, 'd', 'utilisateur_id');
/** The local day of an instant. */
export const dayOf = (column: string): RawBuilder<unknown> => sql`jour_local(${sql.ref(column)})`;
export const anyOfThese = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([...conditions], sql` or `)})`;

/** Collectivités whose régies somebody may work in; undefined: all. */
export function entitesOf(person: Person): readonly number[] | undefined {
  const scope = scopeOf(person);
  return scope.kind === 'all' ? undefined : scope.entites;
}
