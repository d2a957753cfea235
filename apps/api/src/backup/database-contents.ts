/** Tables and sequences of an installation, for backup and restore. */
import pg from 'pg';

/** Filled by the migration runner. */
const MIGRATIONS = 'migration';

export const quoted = pg.escapeIdentifier;

/** Settings under which values have the same text on any server. */
export const PORTABLE = `
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
  set client_encoding = 'UTF8'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** Tables of permanent data, with their stored columns (generated ones are computed again). */
export async function listTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name,
            array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
        and c.relname <> $1
        and not exists (select from pg_depend d
                         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      group by c.relname
      order by c.relname`,
    [MIGRATIONS],
  );
  return rows;
}

/** Values of sequences. They are not part of a snapshot: read after the tables, they are past every id in them. */
export async function listSequences(client: pg.Client) {
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  const sequences: { name: string; value: string; called: boolean }[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from public.${quoted(name)}`,
    );
    sequences.push(...rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

/** Whether data would be lost: one account or collectivité is enough. */
export async function holdsData(client: pg.Client): Promise<boolean> {
  for (const table of ['utilisateur', 'entite', 'contribuable', 'transaction']) {
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass($1) is not null as there`, [
      `public.${quoted(table)}`,
    ]);
    if (!rows[0]?.there) continue;
    const { rowCount } = await client.query(`select from public.${quoted(table)} limit 1`);
    if (rowCount) return true;
  }
  return false;
}

/** Foreign keys and plain indexes, each with the statement that creates it again. */
export async function listRebuilt(client: pg.Client): Promise<{ drop: string; create: string }[]> {
  const { rows: keys } = await client.query<{ drop: string; create: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
       from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
      order by conrelid::regclass::text, conname`,
  );
  const { rows: indexes } = await client.query<{ drop: string; create: string }>(
    `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create
       from pg_index i join pg_class t on t.oid = i.indrelid
      where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
        and not exists (select from pg_constraint where conindid = i.indexrelid)
      order by i.indrelid::regclass::text, 1`,
  );
  // A foreign key may need a unique index: keys are dropped first and created last.
  return [...keys, ...indexes];
}
