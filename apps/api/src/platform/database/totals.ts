/** The stored totals, as listed by the database itself (`database/functions/totaux/tous.sql`). */
import type pg from 'pg';

/** The table `total_<name>`, and the view `calcul_<name>` with the value that it must have. */
export interface StoredTotal {
  name: string;
  /** Relation to read: a key has several rows while movements wait to be added to the total. */
  read: string;
  /** Columns of the key. */
  keys: string[];
  /** Columns of sums. */
  sums: string[];
}

export async function listTotals(client: pg.ClientBase): Promise<StoredTotal[]> {
  const { rows } = await client.query<StoredTotal>(
    'select nom as name, lecture as read, cles as keys, sommes as sums from totaux_tenus()',
  );
  return rows;
}
