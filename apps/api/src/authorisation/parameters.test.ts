/** Each parameter that narrows lists and figures is sent to every endpoint that accepts it, alone. */
import { API, type Endpoint, formatMaille, SANS_POSITION } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testApp } from '#src/testing/app.ts';

const { signIn, query } = await testApp();
const superadmin = await signIn('superadmin');
const [place] = await query<{ id: number; entite_id: number }>(
  'select id, entite_id from ramification where parent_id is not null order by id limit 1',
);
const [agent] = await query<{ id: number }>(
  'select id from utilisateur where type_id = 2 order by id limit 1',
);

const SAMPLES: Readonly<Record<string, string>> = {
  entite: String(place?.entite_id),
  ramification: String(place?.id),
  ms: JSON.stringify([place?.id]),
  from: '2026-01-01',
  to: '2026-12-31',
  betail: '0',
  statut: 'Validé',
  annee: '2026',
  base: 'encaissement',
  direct: '1',
  agent: String(agent?.id),
  q: 'moussa 24',
};

const sampled = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, SAMPLES[name] ?? '']));
const accepts = ({ query: schema }: Endpoint, names: readonly string[]): boolean =>
  schema !== undefined && z.safeParse(schema, sampled(names)).success;

/** Acts that the specification defines as GET: they need a record. */
const ACTS = new Set(['/echeances/generate-by-ramification', '/contribuables/enrollement/change-secteur']);

/** Endpoints without other required parameters, with the narrowing parameters that each accepts. */
const calls = Object.entries<Endpoint>(API).flatMap(([address, endpoint]) => {
  const [method, path = ''] = address.split(' ');
  const shape =
    endpoint.query && 'shape' in endpoint.query ? Object.keys(endpoint.query.shape as object) : [];
  const accepted = shape.filter((name) => name in SAMPLES);
  const requiresMore =
    method === 'GET' &&
    !path.includes('{') &&
    !ACTS.has(path) &&
    accepted.length > 0 &&
    accepts(endpoint, accepted);
  return requiresMore ? [{ path, endpoint, taken: accepted }] : [];
});

describe('a call that is narrowed', () => {
  it.each(calls)('$path', async ({ path, endpoint, taken: accepted }) => {
    for (const names of [...accepted.map((name) => [name]), accepted]) {
      const { status } = await superadmin.get(`/v2${path}?${new URLSearchParams(sampled(names)).toString()}`);
      expect(status, names.join(', ')).toBe(accepts(endpoint, names) ? 200 : 400);
    }
  });

  /** Parameters not implemented as a plain comparison, or figures not counted by rows. */
  it.each([
    ['users', 'filter[ent.id][type]=not eq&filter[ent.id][x]=1'],
    ['users', 'filter[ent.id][type]=is null'],
    ['enrollements', 'filter[enrollement.closedAt][type]=is null&filter[teq.id]=1'],
    ['enrollements', 'filter[enrollement.closedAt][type]=is null&filter[na.id]=1'],
    ['contribuables', `maille=${SANS_POSITION}`],
    ['contribuables', `maille=${formatMaille({ zoom: 12, x: 1024, y: 1024 })}`],
    ...[6, 9, 16].flatMap((zoom) =>
      ['', '&from=2026-01-01&to=2026-12-31', '&betail=0&annee=2026', '&base=encaissement'].map(
        (more): [string, string] => [
          'statistiques/carte/mailles',
          `zoom=${zoom}&cadre=2.1,13.5,2.15,13.55${more}`,
        ],
      ),
    ),
  ])('is called on %s by %s', async (list, asked) => {
    expect((await superadmin.get(`/v2/${list}?${asked}`)).status).toBe(200);
  });

  it('is tested for many paths', () => expect(calls.length).toBeGreaterThan(20));
});
