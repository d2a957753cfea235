/* Batched requests: in order if they share a key, independent errors, one answer each. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Act, asAct, recordCommit } from './act.ts';
import { batches } from './batch.ts';

interface Item {
  rank: number;
  keys: number[];
  fails: boolean;
}

const items = fc
  .array(
    fc.record({
      keys: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3 }),
      fails: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((rows) => rows.map((row, rank): Item => ({ ...row, rank })));

describe('concurrent requests', () => {
  it('each get their own answer or error; those that share a key run in order, one at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        items,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        async (all, max, together) => {
          const under: (readonly Item[])[] = [];
          const done: Item[] = [];
          const queue = batches<Item, number>({
            max,
            together,
            keysOf: ({ keys }) => keys,
            async run(batch) {
              under.push(batch);
              expect(under.length).toBeLessThanOrEqual(together);
              expect(batch.length).toBeLessThanOrEqual(max);
              const keys = under.flatMap((rows) => rows.flatMap((row) => row.keys));
              expect(new Set(keys).size).toBe(keys.length);
              await new Promise((resolve) => setImmediate(resolve));
              under.splice(under.indexOf(batch), 1);
              if (batch.some(({ fails }) => fails)) throw new Error(`of ${batch.length}`);
              done.push(...batch);
              return batch.map(({ rank }) => rank);
            },
          });
          const answers = await Promise.allSettled(all.map((item) => queue.add(item)));
          expect(answers).toEqual(
            all.map(({ rank, fails }) =>
              fails
                ? { status: 'rejected', reason: new Error('of 1') }
                : { status: 'fulfilled', value: rank },
            ),
          );
          for (const key of [0, 1, 2, 3, 4, 5]) {
            const ranks = done.filter(({ keys }) => keys.includes(key)).map(({ rank }) => rank);
            expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
          }
        },
      ),
    );
  });

  it('are not tried again once their batch has stored something', async () => {
    const ran: number[][] = [];
    const queue = batches<number, number>({
      max: 10,
      together: 1,
      keysOf: (item) => [item],
      async run(batch) {
        ran.push([...batch]);
        recordCommit();
        throw new Error('the database is lost');
      },
    });
    const acts = [1, 2, 3].map((): Act => ({ hasStored: false }));
    const answers = await Promise.allSettled(acts.map((act, item) => asAct(act, () => queue.add(item))));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(ran).toEqual([[0, 1, 2]]);
    expect(acts.map(({ hasStored }) => hasStored)).toEqual([true, true, true]);
  });
});
