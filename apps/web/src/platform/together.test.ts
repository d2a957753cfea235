import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, setUnauthorizedHandler } from './api.ts';
import { callKey } from './call.ts';
import { callTogether, queryTogether } from './together.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers each request by some lines, one piece of text at a time. */
function answerBy(...pieces: string[]) {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
            controller.close();
          },
        }),
      ),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

describe('readings of one moment', () => {
  it('are one request, and each gets its own reply whatever their order', async () => {
    const fetch = answerBy(
      '{"rang":1,"statut":200,"reponse":{"nombre":2}}\n{"rang":0,"sta',
      'tut":200,"reponse":{"total_records":1}}\n',
    );
    const replies = await Promise.all([
      callTogether('GET /transactions/totaux', { query: { aClasser: 'ouverts', ms: [3, 4] } }),
      callTogether('GET /approbations/attente'),
    ]);
    expect(replies).toEqual([{ total_records: 1 }, { nombre: 2 }]);
    expect(fetch).toHaveBeenCalledTimes(1);
    const [url, init] = fetch.mock.calls[0]!;
    expect(url).toBe('/v2/lectures');
    expect(JSON.parse(init.body as string)).toEqual({
      lectures: [
        { appel: 'GET /transactions/totaux', query: 'aClasser=ouverts&ms=%5B3%2C4%5D' },
        { appel: 'GET /approbations/attente', query: '' },
      ],
    });
  });

  it('a single one is an ordinary call', async () => {
    const fetch = answerBy('{"nombre":3}');
    expect(await callTogether('GET /approbations/attente')).toEqual({ nombre: 3 });
    expect(fetch.mock.calls[0]?.[0]).toBe('/v2/approbations/attente');
  });

  it('one that is refused fails alone, like a single call', async () => {
    const left = vi.fn();
    setUnauthorizedHandler(left);
    answerBy(
      '{"rang":0,"statut":403,"reponse":{"code":"droit","message":"Non"}}\n',
      '{"rang":1,"statut":401,"reponse":{"code":"session.absente","message":"Fini"}}\n',
      '{"rang":2,"statut":200,"reponse":{"nombre":1}}\n',
    );
    const [refused, ended, read] = await Promise.allSettled([
      callTogether('GET /detentions'),
      callTogether('GET /appareils'),
      callTogether('GET /approbations/attente'),
    ]);
    expect(refused).toMatchObject({ reason: { status: 403, code: 'droit', message: 'Non' } });
    expect(ended).toMatchObject({ reason: { status: 401 } });
    expect(left).toHaveBeenCalledTimes(1);
    expect(read).toMatchObject({ value: { nombre: 1 } });
    setUnauthorizedHandler(() => undefined);
  });

  it('those without a line in a reply that is cut off fail as without an answer', async () => {
    answerBy('{"rang":0,"statut":200,"reponse":{"nombre":1}}\n{"rang":1,"sta');
    const [read, cut] = await Promise.allSettled([
      callTogether('GET /approbations/attente'),
      callTogether('GET /detentions'),
    ]);
    expect(read).toMatchObject({ value: { nombre: 1 } });
    expect(cut).toMatchObject({ reason: { status: 0, code: 'reseau' } });
    expect((cut as PromiseRejectedResult).reason).toBeInstanceOf(ApiError);
  });

  it('are more than one request above what the server takes at once', async () => {
    const fetch = answerBy();
    await Promise.allSettled(Array.from({ length: 50 }, () => callTogether('GET /approbations/attente')));
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('share their cache with the single call', () => {
    expect(queryTogether('GET /notes/a-faire', { query: { entite: 1 } }).queryKey).toEqual(
      callKey('GET /notes/a-faire', { query: { entite: 1 } }),
    );
  });
});
