/** Writes records of declared resources: column names come from the declaration, values are parameters. */
import { sql } from 'kysely';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { tableOf } from '#src/platform/database/tables.ts';
import { columnName, type ResourceDeclaration } from './resource.ts';

type Values = Record<string, unknown>;
export type StoredRow = Record<string, unknown> & { id: number; version: number };

const columnsFor = (declaration: ResourceDeclaration, values: Values): [string, unknown][] =>
  Object.entries(values).flatMap(([name, value]) =>
    name in declaration.resource.fields && value !== undefined
      ? [[columnName(declaration, name), value] as [string, unknown]]
      : [],
  );

export async function insertRecord(
  trx: OpenTransaction,
  declaration: ResourceDeclaration,
  values: Values,
): Promise<StoredRow> {
  const columns = columnsFor(declaration, values);
  const { rows } = await sql<StoredRow>`
    insert into ${sql.table(tableOf(declaration.resource.path))} (${sql.join(columns.map(([name]) => sql.id(name)))})
    values (${sql.join(columns.map(([, value]) => value))}) returning *`.execute(trx);
  return rows[0] as StoredRow;
}

/** The stored row, locked until the transaction ends. */
export async function lockRecord(
  trx: OpenTransaction,
  declaration: ResourceDeclaration,
  id: number,
): Promise<StoredRow | undefined> {
  const { rows } = await sql<StoredRow>`
    select * from ${sql.table(tableOf(declaration.resource.path))} where id = ${id} for update`.execute(trx);
  return rows[0];
}

export async function updateRecord(
  trx: OpenTransaction,
  declaration: ResourceDeclaration,
  id: number,
  values: Values,
): Promise<StoredRow> {
  const assignments = columnsFor(declaration, values).map(([name, value]) => sql`${sql.id(name)} = ${value}`);
  const { rows } = await sql<StoredRow>`
    update ${sql.table(tableOf(declaration.resource.path))} set ${sql.join(assignments)} where id = ${id} returning *`.execute(
    trx,
  );
  return rows[0] as StoredRow;
}

export async function deleteRecord(
  trx: OpenTransaction,
  declaration: ResourceDeclaration,
  id: number,
): Promise<void> {
  await sql`delete from ${sql.table(tableOf(declaration.resource.path))} where id = ${id}`.execute(trx);
}
