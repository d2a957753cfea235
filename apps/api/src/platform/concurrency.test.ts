import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { placesFor } from './concurrency.ts';

const opened = () => {
  let open: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, over };
};

it('running work is limited, and waiting work starts in order of arrival', async () => {
  const places = placesFor(2);
  const began: number[] = [];
  const doors = [0, 1, 2, 3].map(opened);
  const works = doors.map(({ over }, n) =>
    places.run(
      async () => {
        began.push(n);
        await over;
        return n;
      },
      60_000,
      'Réessayez.',
    ),
  );
  await setImmediate();
  expect(began).toEqual([0, 1]);
  doors[1]?.open();
  await works[1];
  await setImmediate();
  expect(began).toEqual([0, 1, 2]);
  for (const { open } of doors) open();
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3]);
});

it('work that waits too long is refused, and keeps no place', async () => {
  const places = placesFor(1);
  const run = <Result>(work: () => Promise<Result>) => places.run(work, 10, 'Réessayez.');
  const { open, over } = opened();
  const first = run(() => over);
  await expect(run(() => Promise.resolve())).rejects.toMatchObject({
    code: 'base.occupee',
    message: 'Réessayez.',
    status: 503,
  });
  open();
  await first;
  await expect(run(() => Promise.reject(new Error('faute')))).rejects.toThrow('faute');
  expect(await run(() => Promise.resolve(1))).toBe(1);
});

describe('places shared by several persons', () => {
  /** The order in which `entrants` enter when they ask one after another, and each leaves at once. */
  async function order(entrants: (number | undefined)[]): Promise<string[]> {
    const { enter } = placesFor(1);
    const came: string[] = [];
    const asked = entrants.map(async (person, index) => {
      const leave = await enter({ person });
      came.push(`${person}.${index}`);
      await setImmediate();
      leave();
    });
    await Promise.all(asked);
    return came;
  }

  it('everybody’s first work starts before anybody’s second', async () => {
    expect(await order([1, 1, 1, 2, 2, 3])).toEqual(['1.0', '2.3', '3.5', '1.1', '2.4', '1.2']);
    expect(await order([undefined, undefined, undefined])).toEqual([
      'undefined.0',
      'undefined.1',
      'undefined.2',
    ]);
  });

  it('aborted work is not counted', async () => {
    const { enter } = placesFor(1);
    const leave = await enter({ person: 1 });
    for (let times = 0; times < 3; times += 1) {
      const leaving = new AbortController();
      const gone = enter({ person: 1, signal: leaving.signal });
      leaving.abort(new Error('gone'));
      await expect(gone).rejects.toThrow('gone');
    }
    const came: string[] = [];
    const all = [
      enter({ person: 2 }).then((out) => (came.push('2'), out())),
      enter({ person: 1 }).then((out) => (came.push('1'), out())),
      enter({ person: 2 }).then((out) => (came.push('2'), out())),
    ];
    leave();
    await Promise.all(all);
    expect(came).toEqual(['2', '1', '2']);
    (await enter())();
  });
});
