/** Advances identity columns after rows were inserted with given ids. */
import type pg from 'pg';

/** Sets each sequence to the highest id in use. */
export async function advanceSequences(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  await client.query(
    tables
      .map(
        (table) =>
          `select setval(pg_get_serial_sequence('${table}', 'id'), coalesce(max(id), 1), max(id) is not null) from ${table}`,
      )
      .join(';'),
  );
}
