/** Words of PostgreSQL that the query builder has none for. */
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { JsonValue } from './schema.generated.ts';

/** The instant at which the transaction began. */
export const now = sql<string>`now()`;

/** One parameter for any number of values, so that the statement's text stays the same. */
export const anyOf = <Value>(values: readonly Value[]): RawBuilder<Value> => sql`any(${sql.val(values)})`;

/** Written as text: the driver would take a list for an array of the database's. */
export const jsonb = (value: unknown): RawBuilder<JsonValue> => sql`${JSON.stringify(value)}::jsonb`;

/** What a query of one column finds, as a list. */
export const listOf = <Value>(query: Expression<Record<string, Value>>): RawBuilder<Value[]> =>
  sql`array(${query})`;

/** A person as lists and papers call it: `prenom nom`. */
export const fullName = (prenom: Expression<string>, nom: Expression<string>): RawBuilder<string> =>
  sql`btrim(${prenom} || ' ' || ${nom})`;

/** What somebody was called at an instant. @param present the name of today */
export const nameAt = (
  id: Expression<unknown>,
  at: Expression<unknown>,
  present: Expression<unknown>,
): RawBuilder<string> => sql`nom_du_jour(${id}, ${at}, ${present})`;

/**
 * The user of an act as JSON, by the name of the day of the act; null where there is none.
 * @param alias of `utilisateur`
 * @param at when the act was done
 */
export const agentAt = (alias: string, at: Expression<unknown>): RawBuilder<unknown> => {
  const of = (column: string) => sql<string>`${sql.ref(`${alias}.${column}`)}`;
  return sql`case when ${of('id')} is not null then json_build_object('id', ${of('id')}, 'username', ${of('username')},
    'fullName', ${nameAt(of('id'), at, fullName(of('prenom'), of('nom')))}) end`;
};

/** Of a row that an insert returns: whether it is new, and not one that was there. */
export const INSERTED = sql<boolean>`xmax = 0`;
