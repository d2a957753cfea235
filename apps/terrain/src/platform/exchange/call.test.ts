import { afterEach, expect, it, vi } from 'vitest';
import { call } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

/** A network connection without answers. */
const silent = (_address: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

it('a browser without AbortSignal.timeout calls, and times out on a silent server', async () => {
  vi.stubGlobal('AbortSignal', class {});
  vi.stubGlobal('fetch', async () => new Response('{"heure":"10:00"}'));
  expect(await call('/v2/heure')).toEqual({ heure: '10:00' });
  vi.stubGlobal('fetch', silent);
  await expect(call('/v2/heure', { patience: 1 })).rejects.toMatchObject({ status: 0, isPassing: true });
});
