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

/** Of a row that an insert returns: whether it is new, and not one that was there. */
export const INSERTED = sql<boolean>`xmax = 0`;
