/** Objects that rows nest, each null where no row stands under the alias. */
import { type RawBuilder, sql } from 'kysely';
import { personName } from './person-name.ts';

const object = (alias: string, fields: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> => {
  const id = sql.ref(`${alias}.id`);
  const parts = Object.entries({ id, ...fields }).flatMap(([name, value]) => [sql.lit(name), value]);
  return sql`case when ${id} is not null then json_build_object(${sql.join(parts)}) end`;
};

export const nested = (alias: string): RawBuilder<unknown> => object(alias, { nom: sql.ref(`${alias}.nom`) });

/** An account by its name alone. */
export const someone = (alias: string): RawBuilder<unknown> => object(alias, { nom: personName(alias) });

/** An account as `agentSchema` tells it. */
export const agent = (alias: string): RawBuilder<unknown> =>
  object(alias, { username: sql.ref(`${alias}.username`), fullName: personName(alias) });

export const taxpayer = (alias: string): RawBuilder<unknown> =>
  object(alias, { numKlis: sql.ref(`${alias}.num_klis`), fullName: sql.ref(`${alias}.nom_complet`) });
