import { API, type Endpoint } from '@octroi/contract';
import { CHAMPS, champOf } from '@octroi/contract/administration/journal/journal-words';
import { afterAll, describe, expect, it } from 'vitest';
import { type Reply, testApp } from '#src/testing/app.ts';
import { type RouteRequest, newName, type Route } from './testing/expectation.ts';
import { COLLECTIVITES, gather, type Kind, KINDS, routesOf } from './testing/people.ts';
import { TABLE } from './testing/table.ts';

const READING = '-c role=octroi_app -c timezone=UTC -c default_transaction_read_only=on';
const octroi = await testApp({
  // one person starts more jobs here than allowed
  thresholds: { ouverts: 1000 },
  // replaces a standby: it refuses any write of a route that says it only reads
  servers: { standbyOf: (url) => `${url}?options=${encodeURIComponent(READING)}` },
});
const world = await gather(octroi);

const ROUTES = await routesOf(octroi);
const SENSITIVE = Object.entries<Endpoint>(API)
  .filter(([, { sensitive }]) => sensitive)
  .map(([address]) => address.replace(' ', ' /v2'));

/** Sends the request of the table as one kind of person. */
function call(
  name: string,
  kind: Kind,
  { id, params, search, body, headers, as = world.by(kind) }: RouteRequest,
): Promise<Reply<unknown>> {
  const [method, path = ''] = name.split(' ');
  const url =
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params?.[name] ?? id)) +
    (search ? `?${search}` : '');
  return method === 'GET' ? as.get(url) : as.send(method as 'POST', url, body, headers);
}

/** Collectivités in a reply, at any depth. */
function collectivitesIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(collectivitesIn);
  return Object.entries(value).flatMap(([key, value]) =>
    ['entite', 'entites', 'collectivites'].includes(key)
      ? [value].flat().flatMap((one: { id?: number } | null) => one?.id ?? [])
      : collectivitesIn(value),
  );
}

/** Number of journal entries of a request. */
const actsOf = async (requestId: unknown): Promise<number> =>
  (await world.query('select from journal where request_id = $1', [requestId])).length;

/** Statuses that reveal nothing about the request. */
const REFUSALS: readonly number[] = [401, 403, 404];
const parameters = (name: string): { name: string; in: string }[] => {
  const [method = '', path = ''] = name.split(' ');
  const operation = octroi.app.swagger().paths?.[path]?.[method.toLowerCase() as 'get'];
  return (operation?.parameters ?? []) as { name: string; in: string }[];
};

/** Malformed requests: each part and each field in turn. */
function malformed(
  name: string,
  { body, search }: RouteRequest,
): [what: string, changed: Partial<RouteRequest>][] {
  const named = parameters(name);
  const inPath = named.filter((one) => one.in === 'path').map((one) => one.name);
  const inQuery = named.filter((one) => one.in === 'query').map((one) => one.name);
  const nonsense = { rien: ['~'] };
  const withInvalid = new URLSearchParams(search);
  for (const one of inQuery) withInvalid.set(one, '~');
  const fields = body && !Buffer.isBuffer(body) ? Object.keys(body) : [];
  const json = { headers: { 'content-type': 'application/json' } };
  return [
    ...(name.startsWith('GET') || body === undefined
      ? []
      : ([
          ['an empty body', { body: {}, ...json }],
          ['a body that is a list', { body: ['~'], ...json }],
          [
            'a body of other types',
            { body: Object.fromEntries(fields.map((field) => [field, nonsense])), ...json },
          ],
        ] satisfies [string, Partial<RouteRequest>][])),
    ...(inQuery.length > 0
      ? ([['a query', { search: withInvalid.toString() }]] satisfies [string, Partial<RouteRequest>][])
      : []),
    ...(inPath.length > 0
      ? ([
          ['an address', { id: '~', params: Object.fromEntries(inPath.map((one) => [one, '~'])) }],
        ] satisfies [string, Partial<RouteRequest>][])
      : []),
  ];
}

/**
 * Sends a route's request as each kind of person in turn. A refused request, or a read, is repeated with the same
 * records for the next person: had it changed any, the next would get another status.
 */
async function asEach(
  name: string,
  { ask }: Route,
  send: (kind: Kind, request: RouteRequest) => Promise<Pick<Reply<unknown>, 'status' | 'headers'>>,
): Promise<void> {
  let unchanged: RouteRequest | undefined;
  for (const kind of KINDS) {
    const request = unchanged ?? (await ask(world, kind));
    const { status, headers } = await send(kind, request);
    const keeps = status >= 400 || (name.startsWith('GET ') && (await actsOf(headers['x-request-id'])) === 0);
    // an `ask` with the kind as parameter makes new records for the next person
    unchanged = keeps && ask.length < 2 ? request : undefined;
  }
}

let cells = 0;

/**
 * Result of one kind of person, with all its faults; a refusal must leave no journal entry.
 * @param refusals statuses of the kinds before: the first refused person sends every malformed request, the next ones
 * the one that lacks most
 */
async function cell(
  name: string,
  { outcome }: Route,
  kind: Kind,
  request: RouteRequest,
  refusals: Set<number>,
): Promise<{ reply: Reply<unknown>; found: string }> {
  const reply = await call(name, kind, request);
  const { status, body, headers } = reply;
  const wrong: string[] = [];
  if (status >= 400 && (await actsOf(headers['x-request-id'])) > 0) wrong.push('and yet wrote');
  const own = COLLECTIVITES[kind];
  if (own !== undefined && outcome.nobody === 401 && collectivitesIn(body).some((id) => id !== own))
    wrong.push('and shows another collectivité');
  if (name.endsWith('/suppression') && status === 200) {
    const removal = TABLE[name.replace('POST', 'DELETE').replace('suppression', '{id}')];
    const expected = removal?.outcome[kind] === 204 ? 1 : 0;
    const { supprimes } = body as { supprimes: number };
    if (supprimes !== expected) wrong.push(`and removed ${supprimes}`);
  }
  // a person without the right must not learn what a request lacks
  if (outcome.nobody === 401 && [401, 403].includes(status)) {
    const requests = malformed(name, request);
    for (const [part, changed] of refusals.has(status) ? requests.slice(0, 1) : requests) {
      const told = await call(name, kind, { ...request, ...changed });
      // an incomplete request may need a lesser right
      if (told.status >= 400 && !REFUSALS.includes(told.status))
        wrong.push(`but is told ${told.status} of ${part}`);
    }
    refusals.add(status);
  }
  if (status === outcome[kind] && wrong.length === 0) cells += 1;
  return { reply, found: [status, ...wrong].join(' ') };
}

describe('the authorisation matrix', () => {
  it('has an expectation for exactly the routes that exist', () => {
    const expected = Object.keys(TABLE);
    expect({
      routesWithoutExpectation: ROUTES.filter((name) => !expected.includes(name)),
      expectationsWithoutRoute: expected.filter((name) => !ROUTES.includes(name)),
    }).toEqual({ routesWithoutExpectation: [], expectationsWithoutRoute: [] });
  });

  it('detects an act and a leaked collectivité in a reply', async () => {
    const { headers } = await call('POST /v2/villes', 'superadmin', { body: { nom: newName() } });
    expect(await actsOf(headers['x-request-id'])).toBe(1);
    const { body } = await call('GET /v2/contribuables', 'superadmin', { search: 'itemperpage=500' });
    expect(new Set(collectivitesIn(body)).size).toBe(12);
  });

  it.each(Object.keys(TABLE))('%s', async (name) => {
    const route = TABLE[name] as Route;
    const found: Record<string, string> = {};
    // the others may have taken long: nobody must need to enter the password again
    await world.query('update session set confirmed_at = now()');
    const refusals = new Set<number>();
    await asEach(name, route, async (kind, request) => {
      const answered = await cell(name, route, kind, request, refusals);
      found[kind] = answered.found;
      return answered.reply;
    });
    const expected = Object.entries(route.outcome).map(([kind, status]) => [kind, String(status)]);
    expect(found).toEqual(Object.fromEntries(expected));
  });

  // from the contract, so that a request declared sensitive must be refused without a list here
  it.each(SENSITIVE)('%s is refused when the password was entered too long ago', async (name) => {
    await asEach(name, TABLE[name] as Route, async (kind, request) => {
      await world.query("update session set confirmed_at = now() - interval '601 seconds'");
      const reply = await call(name, kind, request);
      const { status, body, headers } = reply;
      await world.query('update session set confirmed_at = now()');
      const signedIn = kind !== 'nobody' && kind !== 'disabled';
      expect([kind, status, (body as { code: string }).code]).toEqual(
        signedIn ? [kind, 403, 'confirmation.requise'] : [kind, 401, 'session.absente'],
      );
      expect(await actsOf(headers['x-request-id'])).toBe(0);
      return reply;
    });
  });

  it('gives every field of the journal a French label', async () => {
    const fields = await world.query<{ ressource: string; champ: string }>(
      `select distinct ressource, champ from journal,
         lateral (select jsonb_object_keys(avant) as champ where jsonb_typeof(avant) = 'object'
           union select jsonb_object_keys(apres) where jsonb_typeof(apres) = 'object') k order by 1, 2`,
    );
    expect(new Set(fields.map(({ ressource }) => ressource)).size).toBeGreaterThan(20);
    expect(fields.filter(({ champ }) => !Object.hasOwn(CHAMPS, champOf(champ)))).toEqual([]);
  });

  afterAll(() => {
    const all = Object.keys(TABLE).length * KINDS.length;
    const outcome = cells === all ? 'all as expected' : `${all - cells} not asked, or not as expected`;
    process.stdout.write(
      `${Object.keys(TABLE).length} routes × ${KINDS.length} kinds of person = ${all} cells, ${outcome}\n`,
    );
  });
});
