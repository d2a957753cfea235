import { expect, it } from 'vitest';
import { gateOf } from './gate.ts';

const opened = () => {
  let open: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, over };
};

it('lets so many in, the others in the order in which they came', async () => {
  const gate = gateOf(2, 60_000);
  const began: number[] = [];
  const doors = [0, 1, 2, 3].map(opened);
  const works = doors.map(({ over }, n) =>
    gate.through(async () => {
      began.push(n);
      await over;
      return n;
    }),
  );
  await Promise.resolve();
  expect(began).toEqual([0, 1]);
  doors[1]?.open();
  await works[1];
  expect(began).toEqual([0, 1, 2]);
  for (const { open } of doors) open();
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3]);
});

it('refuses who waits too long, and gives its place to nobody else', async () => {
  const gate = gateOf(1, 10);
  const { open, over } = opened();
  const first = gate.through(() => over);
  await expect(gate.through(() => Promise.resolve())).rejects.toMatchObject({
    code: 'base.occupee',
    status: 503,
  });
  open();
  await first;
  await expect(gate.through(() => Promise.reject(new Error('faute')))).rejects.toThrow('faute');
  expect(await gate.through(() => Promise.resolve(1))).toBe(1);
});
