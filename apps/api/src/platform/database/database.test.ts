import { expect, it } from 'vitest';
import { lockPerson } from '#src/platform/access/person.repository.ts';
import { testApp } from '#src/testing/app.ts';
import {
  inSnapshot,
  type Database,
  inSavepoint,
  inTransaction,
  type OpenTransaction,
  type Queries,
} from './database.ts';
import { now } from './expressions.ts';

const { db, query } = await testApp();

const takesDatabase = (_db: Database): void => undefined;
const takesQueries = (_queries: Queries): void => undefined;

/** Never called: only for the compiler. */
const rejectedByCompiler = (trx: OpenTransaction, queries: Queries): unknown[] => [
  // @ts-expect-error a transaction cannot open another
  () => trx.transaction(),
  // @ts-expect-error nor one that the caller must end
  () => trx.startTransaction(),
  // @ts-expect-error nor through the helper for snapshots
  () => inSnapshot(trx, async () => undefined),
  // @ts-expect-error a service that opens transactions does not accept one
  () => takesDatabase(trx),
  // @ts-expect-error nor one that was opened by hand
  async () => takesDatabase(await db.startTransaction().execute()),
  () =>
    db.transaction().execute(async (open) => {
      // @ts-expect-error a service called inside a transaction would open another one
      takesDatabase(open);
      // @ts-expect-error a transaction inside a transaction
      await open.transaction().execute(async () => undefined);
    }),
  // @ts-expect-error a lock on the database itself would end at once
  () => lockPerson(db, 1),
  // @ts-expect-error a lock on what may be the database itself
  () => lockPerson(queries, 1),
  // @ts-expect-error a write outside a transaction
  () => db.insertInto('sign_in_failure'),
  // @ts-expect-error an insert through queries that only read
  () => queries.insertInto('sign_in_failure'),
  // @ts-expect-error an update through queries that only read
  () => queries.updateTable('sign_in_failure'),
  // @ts-expect-error a deletion through queries that only read
  () => queries.deleteFrom('sign_in_failure'),
  // @ts-expect-error a transaction opened on what may be one
  () => queries.transaction(),
  // @ts-expect-error a part without a transaction
  () => inSavepoint(db, async () => undefined),
];

/** Never called either: this compiles. */
const acceptedByCompiler = (trx: OpenTransaction): unknown[] => [
  () => takesQueries(db),
  () => takesQueries(trx),
  () => lockPerson(trx, 1),
  () => inTransaction(db, async (open) => lockPerson(open, 1)),
  () => inTransaction(trx, async (open) => lockPerson(open, 1)),
];

it('a transaction inside a transaction, and a lock outside one, do not compile', () => {
  expect(rejectedByCompiler).toBeInstanceOf(Function);
  expect(acceptedByCompiler).toBeInstanceOf(Function);
});

const insertKey = (trx: OpenTransaction, key: string) =>
  trx.insertInto('sign_in_failure').values({ key, failed_at: now }).execute();
const storedKeys = async () =>
  (await query<{ key: string }>('select key from sign_in_failure order by key')).map(({ key }) => key);

it('a failed part of a transaction is rolled back alone', async () => {
  await db.transaction().execute(async (trx) => {
    await insertKey(trx, 'avant');
    const part = inTransaction(trx, async (same) => {
      expect(same).toBe(trx);
      await insertKey(same, 'perdu');
      throw new Error('non');
    });
    await expect(part).rejects.toThrow('non');
    await inTransaction(trx, (same) => insertKey(same, 'après'));
  });
  expect(await storedKeys()).toEqual(['après', 'avant']);
});

it('a failed transaction rolls back all its parts', async () => {
  const transaction = inTransaction(db, async (trx) => {
    await inTransaction(trx, (same) => insertKey(same, 'partie'));
    throw new Error('non');
  });
  await expect(transaction).rejects.toThrow('non');
  expect(await storedKeys()).not.toContain('partie');
});
