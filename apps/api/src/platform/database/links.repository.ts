/** Finds the records of other tables that prevent the removal of a record. */
import { MESSAGES } from '@octroi/contract';
import { sql } from 'kysely';
import { AppError, isForeignKeyRefusal } from '#src/platform/http/problem.ts';
import type { DB, Queries } from './database.ts';
import { countableName } from './tables.ts';

/** Counting stops here: a higher number helps nobody, and costs time. */
const COUNT_LIMIT = 1000;

const AFFECTES = 'utilisateur(s) affecté(s)';
/** Names, for people, of the rows that only link two records. */
const LINK_TABLE_NAMES: Partial<Record<keyof DB, string>> = {
  application_precision: countableName('application'),
  utilisateur_entite: AFFECTES,
  utilisateur_moyen_paiement: AFFECTES,
  utilisateur_ramification: AFFECTES,
};
const nameOf = (table: string): string =>
  countableName(table) ?? LINK_TABLE_NAMES[table as keyof DB] ?? table.replaceAll('_', ' ');

interface Link {
  child: keyof DB;
  columns: string[];
  targets: string[];
}

/** Foreign keys to a table, except those that delete in cascade. */
async function linksTo(queries: Queries, table: keyof DB): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select c.conrelid::regclass::text as child,
      array(select attname::text from unnest(c.conkey) with ordinality k (num, rang)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num order by rang) as columns,
      array(select attname::text from unnest(c.confkey) with ordinality k (num, rang)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num order by rang) as targets
    from pg_constraint c
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype in ('a', 'r') and c.conparentid = 0
    order by 1`.execute(queries);
  return rows;
}

async function countLinked(queries: Queries, table: keyof DB, id: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { child, columns, targets } of await linksTo(queries, table)) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (
        select from ${sql.table(child)} lie
        where (${sql.join(columns.map((name) => sql.ref(`lie.${name}`)))}) =
          (select ${sql.join(targets.map((name) => sql.ref(`cible.${name}`)))} from ${sql.table(table)} cible where cible.id = ${id})
        limit ${COUNT_LIMIT + 1}) comptes`.execute(queries);
    const n = rows[0]?.n ?? 0;
    if (n > 0) counts.set(child, n);
  }
  return counts;
}

/**
 * Runs a removal; if linked records prevent it, tells which and how many (specification 1 section 8).
 * @param queries must still work after the removal fails: not its transaction, unless the removal is a part of it
 * (`inSavepoint`)
 * @throws AppError 409 `conflit.lie`, one entry of `errors` for each kind of linked record
 */
export async function refuseLinked<Result>(
  queries: Queries,
  table: keyof DB,
  id: number,
  removal: () => Promise<Result>,
): Promise<Result> {
  try {
    return await removal();
  } catch (error) {
    if (!isForeignKeyRefusal(error)) throw error;
    const counts = await countLinked(queries, table, id);
    throw new AppError(
      'conflit.lie',
      MESSAGES.suppressionImpossible,
      [...counts].map(([child, n]) => ({
        field: child,
        message: `Lié à : ${n > COUNT_LIMIT ? `plus de ${COUNT_LIMIT}` : n} ${nameOf(child)}`,
      })),
    );
  }
}
