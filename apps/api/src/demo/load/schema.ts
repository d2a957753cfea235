/** Schema operations of the load: disabling triggers, removing indexes, advancing sequences. */
import type pg from 'pg';

/** The tables that grow with the taxpayers, parents before children. */
export const GROWING = [
  'contribuable',
  'equipement',
  'enrollement',
  'echeance',
  'transaction',
  'imputation',
] as const;

/**
 * Disables triggers and foreign-key checks until the transaction ends: generated data obey them, and totals are
 * computed at the end. Without the right, foreign keys stay and only the other triggers are disabled.
 * @returns must be called before the commit
 */
export async function switchTriggersOff(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ may: boolean }>(
    "select has_parameter_privilege('session_replication_role', 'set') as may",
  );
  if (rows[0]?.may) {
    await client.query('set local session_replication_role = replica');
    return async () => undefined;
  }
  const alter = (clause: string) =>
    GROWING.map((table) => `alter table ${table} ${clause} trigger user`).join(';');
  await client.query(alter('disable'));
  return async () => void (await client.query(alter('enable')));
}

interface Definition {
  drop: string;
  create: string;
}

/** Indexes and keys that no foreign key points at. */
const REMOVABLE = `
  select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
              else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
         case when c.oid is null then pg_get_indexdef(i.indexrelid)
              else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as create
  from pg_index i
  left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')
  where i.indrelid = any ($1::regclass[])
    and not exists (select from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')
  order by i.indrelid, i.indexrelid`;

/**
 * Drops indexes and keys for a large load: creating them once is several times cheaper than maintaining them.
 * @returns creates them again
 */
export async function setIndexesAside(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<Definition>(REMOVABLE, [tables]);
  for (const { drop } of rows) await client.query(drop);
  return async () => {
    for (const { create } of rows) await client.query(create);
  };
}
