import { afterEach, describe, expect, it, vi } from 'vitest';
import { setConfirmationHandler, setLostAnswerHandler } from './api.ts';
import { queryFor, call, callKey, linkTo, resourceKey } from './call.ts';

/** Type tests, never executed. */
const refused = (): unknown[] => [
  // @ts-expect-error no such address
  () => call('GET /contribuable'),
  // @ts-expect-error the parameter is missing
  () => call('GET /transactions/{id}'),
  // @ts-expect-error the parameter has another name
  () => call('GET /transactions/{id}', { params: { transaction: 1 } }),
  // @ts-expect-error no such statut
  () => call('PATCH /transactions/{id}', { params: { id: 1 }, body: { statut: 'Payé' } }),
  // @ts-expect-error an age is a number
  () => call('PATCH /contribuables/{id}', { params: { id: 1 }, body: { age: 'dix' } }),
  // @ts-expect-error no such parameter of the query
  () => call('GET /dashboard/by-entite', { query: { entites: [1] } }),
  // @ts-expect-error neither a parameter of the list nor a row of its filter
  () => call('GET /transactions', { query: { entites: [1] } }),
  // @ts-expect-error no such field of the reply
  async () => (await call('GET /profil')).pseudo,
];

afterEach(() => vi.unstubAllGlobals());

async function sent(make: () => Promise<unknown>): Promise<[url: string, init: RequestInit]> {
  const answer = vi.fn(async (_url: string, _init: RequestInit) => new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', answer);
  await make();
  return answer.mock.calls[0] ?? ['', {}];
}

describe('a call', () => {
  it('unknown to the contract does not compile', () => {
    expect(refused()).toHaveLength(8);
  });

  it('is serialised as the server parses it', async () => {
    const [url, init] = await sent(() =>
      call('PATCH /transactions/{id}', { params: { id: 7 }, body: { statut: 'Confirmé' }, version: 3 }),
    );
    expect(url).toBe('/v2/transactions/7');
    expect(init).toMatchObject({
      method: 'PATCH',
      body: '{"statut":"Confirmé"}',
      headers: { 'content-type': 'application/merge-patch+json', 'if-match': '"3"' },
    });
  });

  it('writes lists as JSON and leaves out what is empty', async () => {
    const query = { ms: [1, 2], from: '', to: null, 'filter[contrib.id]': 4 };
    const [url] = await sent(() => call('GET /transactions', { query }));
    expect(decodeURIComponent(url)).toBe('/v2/transactions?ms=[1,2]&filter[contrib.id]=4');
  });

  it('escapes values in an address', () => {
    expect(linkTo('GET /verification/{code}', { params: { code: '../session?x' } })).toBe(
      '/v2/verification/..%2Fsession%3Fx',
    );
  });
});

describe('a call that asks for the password again', () => {
  const refusal = { code: 'confirmation.requise', message: 'Entrez votre mot de passe' };
  /** A fake server with these replies; returns the last request. */
  function server(...replies: Response[]): () => string[] {
    const answer = vi.fn(async (_url: string, _init: RequestInit) => replies.shift() ?? new Response(null));
    vi.stubGlobal('fetch', answer);
    return () =>
      answer.mock.calls.map(([url, { method, body }]) => `${method} ${url} ${JSON.stringify(body)}`);
  }
  const asking = () => Response.json(refusal, { status: 403 });
  const make = () => call('DELETE /users/{id}/second-facteur', { params: { id: 7 } });

  it('is repeated unchanged after the confirmation', async () => {
    const sent = server(asking(), new Response(null, { status: 204 }));
    setConfirmationHandler(() => Promise.resolve(true));
    await make();
    expect(sent()).toEqual(Array(2).fill('DELETE /v2/users/7/second-facteur null'));
  });

  it('fails if the person cancels, and says that nothing was done', async () => {
    const sent = server(asking());
    setConfirmationHandler(() => Promise.resolve(false));
    await expect(make()).rejects.toThrow('Rien n’a été fait');
    expect(sent()).toHaveLength(1);
  });

  it('asks once: a second refusal is reported', async () => {
    server(asking(), asking());
    const handler = vi.fn(() => Promise.resolve(true));
    setConfirmationHandler(handler);
    await expect(make()).rejects.toThrow('Entrez votre mot de passe');
    expect(handler).toHaveBeenCalledTimes(1);
  });
});

describe('a call without an answer of the server', () => {
  const proxy = () => new Response('<h1>504</h1>', { status: 504 });
  const refused = () => Response.json({ code: 'occupe', message: 'La base est occupée' }, { status: 503 });
  const stored = () =>
    Response.json({ code: 'acte.sans-reponse', message: 'C’est sans doute fait' }, { status: 500 });
  const act = () => call('POST /vues', { body: { ecran: 'x', nom: 'x', etat: {} } } as never);
  const reading = () => call('GET /vues', { query: { ecran: 'x' } } as never);

  it.each([
    ['an act that nobody answered', act, () => Promise.reject(new TypeError('Failed to fetch')), 1],
    ['an act that a proxy answered', act, () => Promise.resolve(proxy()), 1],
    ['an act that the server stored, and could not answer', act, () => Promise.resolve(stored()), 1],
    ['an act that the server refused', act, () => Promise.resolve(refused()), 0],
    ['a reading', reading, () => Promise.resolve(proxy()), 0],
  ])('%s: whether what is shown is read anew', async (_, make, answer, times) => {
    vi.stubGlobal('fetch', answer);
    const lost = vi.fn();
    setLostAnswerHandler(lost);
    await expect(make()).rejects.toThrow();
    expect(lost).toHaveBeenCalledTimes(times);
  });
});

describe('the cache key of a call', () => {
  it('starts with its resource, and treats a number as its text', () => {
    const { queryKey } = queryFor('GET /transactions/{id}', { params: { id: 7 } });
    expect(queryKey).toEqual(callKey('GET /transactions/{id}', { params: { id: '7' } }));
    expect(queryKey.slice(0, 1)).toEqual(resourceKey('POST /transactions/suppression'));
  });
});
