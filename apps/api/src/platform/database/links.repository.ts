/** What forbids the removal of a record: the records of other tables that point at it. */
import { MESSAGES } from '@octroi/contract';
import { sql } from 'kysely';
import { AppError, isForeignKeyRefusal } from '#src/platform/http/problem.ts';
import type { DB, Queries } from './database.ts';
import { called } from './tables.ts';

/** Counted at most: beyond, the number no longer helps and counting costs. */
const COUNTED = 1000;

const AFFECTES = 'utilisateur(s) affecté(s)';
/** What a person calls the rows that only tie two records together. */
const TIES: Partial<Record<keyof DB, string>> = {
  application_precision: called('application'),
  utilisateur_entite: AFFECTES,
  utilisateur_moyen_paiement: AFFECTES,
  utilisateur_ramification: AFFECTES,
};
const nameOf = (table: string): string =>
  called(table) ?? TIES[table as keyof DB] ?? table.replaceAll('_', ' ');

interface Link {
  child: keyof DB;
  columns: string[];
  targets: string[];
}

/** Foreign keys that point at a table and do not go with its rows. */
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
        limit ${COUNTED + 1}) comptes`.execute(queries);
    const n = rows[0]?.n ?? 0;
    if (n > 0) counts.set(child, n);
  }
  return counts;
}

/**
 * Does a removal; where linked records forbid it, says which and how many (specification 1 section 8).
 * @param queries still alive once the removal is refused: not its transaction, unless it is a part of it (`inPart`)
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
        message: `Lié à : ${n > COUNTED ? `plus de ${COUNTED}` : n} ${nameOf(child)}`,
      })),
    );
  }
}
