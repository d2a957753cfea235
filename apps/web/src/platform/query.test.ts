import { noop, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { failureOf, queryClient, readAnew } from './query.ts';

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

describe('what was being read when an act ended is read again', () => {
  /** A read whose answers come in the order of their numbers, when they are asked for. */
  function readings() {
    const answers: ((text: string) => void)[] = [];
    const read = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)));
    return { read, answer: (reading: number, text: string) => answers[reading]?.(text) };
  }
  const watch = (options: { queryKey: string[]; queryFn: () => Promise<string> }) =>
    new QueryObserver(queryClient, { ...options, retry: false }).subscribe(() => undefined);

  it.each([
    ['the first reading of a screen', { onScreen: true, before: undefined }],
    ['a later reading of a screen', { onScreen: true, before: 'old' }],
    ['the first reading ahead of a screen', { onScreen: false, before: undefined }],
    ['a later reading ahead of a screen', { onScreen: false, before: 'old' }],
  ])('%s', async (name, { onScreen, before }) => {
    const { read, answer } = readings();
    const options = { queryKey: [name], queryFn: read };
    if (before !== undefined) queryClient.setQueryData(options.queryKey, before, { updatedAt: 1 });
    const leave = onScreen ? watch(options) : noop;
    const awaited = queryClient.fetchQuery(options);
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
    void queryClient.invalidateQueries({ queryKey: options.queryKey });
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    answer(0, 'before the act');
    answer(1, 'after the act');
    await expect(awaited).resolves.toBe('after the act');
    expect(queryClient.getQueryState(options.queryKey)).toMatchObject({
      data: 'after the act',
      isInvalidated: false,
    });
    expect(read).toHaveBeenCalledTimes(2);
    leave();
  });

  it.each([
    ['before it was ever read', undefined],
    ['while it was read once more', 'old'],
  ])('an answer of an act that is shown %s', async (name, before) => {
    const { read, answer } = readings();
    const options = { queryKey: [name], queryFn: read };
    if (before !== undefined) queryClient.setQueryData(options.queryKey, before, { updatedAt: 1 });
    const leave = watch(options);
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
    queryClient.setQueryData<string>(options.queryKey, (now) => `${now ?? 'nothing'}, changed`);
    expect(queryClient.getQueryData(options.queryKey)).toBe(`${before ?? 'nothing'}, changed`);
    answer(0, 'before the act');
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    answer(1, 'after the act');
    await vi.waitFor(() => expect(queryClient.getQueryData(options.queryKey)).toBe('after the act'));
    leave();
  });

  it('what is not being read waits until it is shown', async () => {
    const { read } = readings();
    queryClient.setQueryData(['kept'], 'old');
    queryClient.setQueryDefaults(['kept'], { queryFn: read });
    await queryClient.invalidateQueries({ queryKey: ['kept'] });
    expect(read).not.toHaveBeenCalled();
    expect(queryClient.getQueryState(['kept'])).toMatchObject({ data: 'old', isInvalidated: true });
  });
});

it.each([
  ['what is shown', {}, 2],
  ['what a form edits', { refetchOnWindowFocus: false }, 1],
  ['what is kept until it is asked for again', { staleTime: Infinity }, 1],
])('%s, read anew after an act whose answer was lost', async (name, options, reads) => {
  const read = vi.fn(() => Promise.resolve('read'));
  const leave = new QueryObserver(queryClient, { queryKey: [name], queryFn: read, ...options }).subscribe(
    noop,
  );
  await vi.waitFor(() => expect(queryClient.getQueryData([name])).toBe('read'));
  await readAnew();
  expect(read).toHaveBeenCalledTimes(reads);
  leave();
});

it('a reading that itself asks to read anew as it fails is sent no more than its repetition', async () => {
  const read = vi.fn(() => {
    void readAnew();
    return Promise.reject(down);
  });
  queryClient.setQueryData(['endless'], 'before', { updatedAt: 1 });
  const leave = new QueryObserver(queryClient, {
    queryKey: ['endless'],
    queryFn: read,
    retryDelay: 0,
  }).subscribe(noop);
  await vi.waitFor(() => expect(queryClient.getQueryState(['endless'])?.status).toBe('error'));
  await readAnew();
  expect(read.mock.calls.length).toBeLessThan(7);
  leave();
});
