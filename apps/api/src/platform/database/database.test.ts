import { expect, it } from 'vitest';
import { lockPerson } from '#src/platform/access/person.repository.ts';
import { testApp } from '#src/testing/app.ts';
import {
  atOnce,
  type Database,
  inPart,
  inTransaction,
  type OpenTransaction,
  type Queries,
} from './database.ts';
import { now } from './expressions.ts';

const { db, query } = await testApp();

const byService = (_db: Database): void => undefined;
const byRepository = (_queries: Queries): void => undefined;

/** Not called: what stands here is for the compiler. */
const refused = (trx: OpenTransaction, queries: Queries): unknown[] => [
  // @ts-expect-error a transaction opens no other one
  () => trx.transaction(),
  // @ts-expect-error nor one that its caller ends
  () => trx.startTransaction(),
  // @ts-expect-error nor through the helper that makes reads agree
  () => atOnce(trx, async () => undefined),
  // @ts-expect-error a service that opens transactions is not given one
  () => byService(trx),
  // @ts-expect-error nor is it given one that was opened by hand
  async () => byService(await db.startTransaction().execute()),
  () =>
    db.transaction().execute(async (open) => {
      // @ts-expect-error a service called inside a transaction would open another one
      byService(open);
      // @ts-expect-error a transaction inside a transaction
      await open.transaction().execute(async () => undefined);
    }),
  // @ts-expect-error a lock on the database itself would end at once
  () => lockPerson(db, 1),
  // @ts-expect-error what may be the database itself locks nothing either
  () => lockPerson(queries, 1),
  // @ts-expect-error what is written is written in a transaction
  () => db.insertInto('sign_in_failure'),
  // @ts-expect-error what reads does not write
  () => queries.insertInto('sign_in_failure'),
  // @ts-expect-error what reads does not change
  () => queries.updateTable('sign_in_failure'),
  // @ts-expect-error what reads does not delete
  () => queries.deleteFrom('sign_in_failure'),
  // @ts-expect-error what may be a transaction opens none
  () => queries.transaction(),
  // @ts-expect-error there is no part of what is no transaction
  () => inPart(db, async () => undefined),
];

/** Not called either: what the compiler takes. */
const taken = (trx: OpenTransaction): unknown[] => [
  () => byRepository(db),
  () => byRepository(trx),
  () => lockPerson(trx, 1),
  () => inTransaction(db, async (open) => lockPerson(open, 1)),
  () => inTransaction(trx, async (open) => lockPerson(open, 1)),
];

it('a transaction inside a transaction, and a lock outside one, do not compile', () => {
  expect(refused).toBeInstanceOf(Function);
  expect(taken).toBeInstanceOf(Function);
});

const put = (trx: OpenTransaction, key: string) =>
  trx.insertInto('sign_in_failure').values({ key, failed_at: now }).execute();
const stored = async () =>
  (await query<{ key: string }>('select key from sign_in_failure order by key')).map(({ key }) => key);

it('a part that fails is undone alone: what the transaction did before and after it stays', async () => {
  await db.transaction().execute(async (trx) => {
    await put(trx, 'avant');
    const part = inTransaction(trx, async (same) => {
      expect(same).toBe(trx);
      await put(same, 'perdu');
      throw new Error('non');
    });
    await expect(part).rejects.toThrow('non');
    await inTransaction(trx, (same) => put(same, 'après'));
  });
  expect(await stored()).toEqual(['après', 'avant']);
});

it('where the transaction fails, no part of it stays', async () => {
  const whole = inTransaction(db, async (trx) => {
    await inTransaction(trx, (same) => put(same, 'partie'));
    throw new Error('non');
  });
  await expect(whole).rejects.toThrow('non');
  expect(await stored()).not.toContain('partie');
});
