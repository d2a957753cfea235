/** Which totals the database keeps, as it lists them itself (`database/functions/totaux/tous.sql`). */
import type pg from 'pg';

/** The table `total_<name>`, and the view `calcul_<name>` that says what it must be worth. */
export interface StoredTotal {
  name: string;
  /** What it is read through: it has several rows of a key where movements wait to be carried into the total. */
  read: string;
  /** Columns that say what a row is of. */
  keys: string[];
  /** Columns that are summed. */
  sums: string[];
}

export async function listTotals(client: pg.ClientBase): Promise<StoredTotal[]> {
  const { rows } = await client.query<StoredTotal>(
    'select nom as name, lecture as read, cles as keys, sommes as sums from totaux_tenus()',
  );
  return rows;
}
