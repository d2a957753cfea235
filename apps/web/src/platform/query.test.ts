import { expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { failureOf, queryClient } from './query.ts';

const down = new ApiError(503, 'indisponible', 'Le serveur ne répond pas');
const refused = new ApiError(403, 'acces.refuse', 'Refusé');
const reading = (data: unknown, error: Error | null = null) => ({ data, error, refetch: vi.fn() });

it('a failed first reading is shown, a failed later one only if it is refused', () => {
  expect(failureOf(reading(undefined))).toBeUndefined();
  expect(failureOf(reading(undefined, down))?.error).toBe(down);
  expect(failureOf(reading('shown', down))).toBeUndefined();
  expect(failureOf(reading('shown', refused))?.error).toBe(refused);
});

it('of several readings the first failure is shown, and its retry reads again only those that failed', () => {
  const [read, first, second] = [
    reading('shown'),
    reading(undefined, down),
    reading(undefined, refused),
  ] as const;
  const failure = failureOf(read, first, second);
  expect(failure?.error).toBe(down);
  failure?.retry();
  expect([read, first, second].map(({ refetch }) => refetch.mock.calls.length)).toEqual([0, 1, 1]);
});

it.each([
  [1, 'that is refused', refused],
  [2, 'that the server does not answer', down],
  [1, 'sent too often', new ApiError(429, 'demandes.trop', 'Trop de demandes')],
  [1, 'that takes too long', new ApiError(503, 'demande.trop-longue', 'La demande a pris trop de temps.')],
])('%i calls are sent for a read %s', async (calls, _kind, error) => {
  const read = vi.fn(() => Promise.reject(error));
  const { retry } = queryClient.getDefaultOptions().queries!;
  await expect(
    queryClient.fetchQuery({ queryKey: [error.code], queryFn: read, retry: retry!, retryDelay: 0 }),
  ).rejects.toBe(error);
  expect(read).toHaveBeenCalledTimes(calls);
});
