/** What is in use in a person's collectivités, so that the menu leaves out the rest. */
import { type Fact, type Facts, followsWork } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import type { Person } from './person.ts';

/** A condition without a table of its own; it may stop at the first row that it finds. */
export type FactCondition = (person: Person) => RawBuilder<boolean>;
/** The facts that rows answer, each by its domain; the others follow from the rights. */
export type FactConditions = Readonly<Record<Exclude<Fact, 'suivi'>, FactCondition>>;

/** All facts about a person, in one query. */
export async function readFacts(
  queries: Queries,
  person: Person,
  conditions: FactConditions,
): Promise<Facts> {
  const columns = Object.entries(conditions).map(
    ([fact, condition]) => sql`${condition(person)} as ${sql.id(fact)}`,
  );
  const { rows } = await sql<Omit<Facts, 'suivi'>>`select ${sql.join(columns)}`.execute(queries);
  return { ...(rows[0] as Omit<Facts, 'suivi'>), suivi: followsWork(person.grants) };
}
