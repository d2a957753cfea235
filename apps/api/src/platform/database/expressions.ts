/** SQL expressions that the query builder lacks. */
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { JsonValue } from './schema.generated.ts';

/** The start time of the transaction. */
export const now = sql<string>`now()`;

/** One parameter for any number of values, so that the statement's text stays the same. */
export const anyOf = <Value>(values: readonly Value[]): RawBuilder<Value> => sql`any(${sql.val(values)})`;

/** Sent as text: the driver would turn a list into a PostgreSQL array. */
export const jsonb = (value: unknown): RawBuilder<JsonValue> => sql`${JSON.stringify(value)}::jsonb`;

/** The results of a one-column query, as a list. */
export const listOf = <Value>(query: Expression<Record<string, Value>>): RawBuilder<Value[]> =>
  sql`array(${query})`;

/** The display name of a person: `prenom nom`. */
export const fullName = (prenom: Expression<string>, nom: Expression<string>): RawBuilder<string> =>
  sql`btrim(${prenom} || ' ' || ${nom})`;

/** A user's name at an instant. @param present the name of today */
export const nameAt = (
  id: Expression<unknown>,
  at: Expression<unknown>,
  present: Expression<unknown>,
): RawBuilder<string> => sql`nom_du_jour(${id}, ${at}, ${present})`;

/**
 * The user of an act as JSON, with the name on the day of the act; null without a user.
 * @param alias alias of `utilisateur`
 * @param at time of the act
 */
export const agentAt = (alias: string, at: Expression<unknown>): RawBuilder<unknown> => {
  const columnOf = (column: string) => sql<string>`${sql.ref(`${alias}.${column}`)}`;
  return sql`case when ${columnOf('id')} is not null then json_build_object('id', ${columnOf('id')}, 'username', ${columnOf('username')},
    'fullName', ${nameAt(columnOf('id'), at, fullName(columnOf('prenom'), columnOf('nom')))}) end`;
};

/** For the row returned by an upsert: whether it was inserted, not updated. */
export const INSERTED = sql<boolean>`xmax = 0`;
