/* « Recettes à classer » and its technical node, sent in every write of the API that names a taxpayer or a place. */
import { SYSTEME_MESSAGE, type Problem } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { recettesAClasser } from '#src/domains/paiements/index.ts';
import { type Reply, testApp } from '#src/testing/app.ts';
import type { RouteRequest, Route } from './testing/expectation.ts';
import { gather, type Kind, KINDS } from './testing/people.ts';
import { NIAMEY } from './testing/resources.ts';
import { TABLE } from './testing/table.ts';

const octroi = await testApp({ thresholds: { ouverts: 1000 } });
const world = await gather(octroi);

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
/** Names of all properties of a body, at any depth. */
const membersOf = (schema: Schema | undefined): string[] => [
  ...Object.entries(schema?.properties ?? {}).flatMap(([name, member]) => [name, ...membersOf(member)]),
  ...[schema?.items, ...(schema?.anyOf ?? []), ...(schema?.oneOf ?? []), ...(schema?.allOf ?? [])].flatMap(
    (part) => (part ? membersOf(part) : []),
  ),
];

await octroi.app.ready();
const OPERATIONS = Object.entries(octroi.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(
    (methods ?? {}) as Record<string, { requestBody?: { content: Record<string, { schema?: Schema }> } }>,
  ).map(([method, { requestBody }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    members: new Set(Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => membersOf(schema))),
    reads: method === 'get',
  })),
);

/** GET requests of the specification that change something. */
const ACTING = /\/validate\/|\/correct$|\/change-secteur$/;
const ofTaxpayers = /^\/v2\/(contribuables|tournees)\b/;
const isWrite = ({ reads, path }: (typeof OPERATIONS)[number]): boolean => !reads || ACTING.test(path);

const NAMING = OPERATIONS.filter(
  (operation) =>
    isWrite(operation) &&
    (/\/contribuables\/\{id\}/.test(operation.path) ||
      ['contribuable', 'contrib'].some((name) => operation.members.has(name)) ||
      (ofTaxpayers.test(operation.path) && (operation.members.has('ids') || ACTING.test(operation.path)))),
).map(({ name }) => name);
const PLACING = OPERATIONS.filter(
  (operation) =>
    isWrite(operation) &&
    (/\/ramifications\/\{id\}/.test(operation.path) ||
      ['ramification', 'ramifications', 'parent'].some((name) => operation.members.has(name))),
).map(({ name }) => name);

let systeme = 0;
let noeud = 0;
beforeAll(async () => {
  systeme = await octroi.db
    .transaction()
    .execute((trx) => recettesAClasser(trx, { entiteId: NIAMEY, utilisateurId: 1, requestId: 'essai' }));
  const [node] = await world.query<{ id: number }>(
    'select ramification_id as id from contribuable where id = $1',
    [systeme],
  );
  noeud = node?.id ?? 0;
});

/** A value with the properties of these names replaced. */
function replaced(
  value: unknown,
  names: readonly string[],
  replacement: unknown,
  lists: readonly string[] = [],
): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, names, replacement, lists));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, value]) => [
      name,
      names.includes(name)
        ? replacement
        : lists.includes(name)
          ? [replacement]
          : replaced(value, names, replacement, lists),
    ]),
  );
}

async function send(
  name: string,
  kind: Kind,
  request: RouteRequest,
): Promise<Reply<Problem & Record<string, unknown>>> {
  const [method, path = ''] = name.split(' ');
  const { id, params, search, body, headers, as = world.by(kind) } = request;
  const url =
    path.replaceAll(/\{(\w+)\}/g, (_, part: string) => String(params?.[part] ?? id)) +
    (search ? `?${search}` : '');
  return method === 'GET' ? as.get(url) : as.send(method as 'POST', url, body, headers);
}

/** Adds the taxpayer to a body that may name one and does not. */
const withPayer = (name: string, body: unknown): unknown =>
  OPERATIONS.find((operation) => operation.name === name)?.members.has('contribuable') &&
  !JSON.stringify(body).includes('"contribuable"')
    ? { ...(body as object), contribuable: systeme }
    : body;

/** The matrix's request with the taxpayer replaced. */
async function named(name: string, kind: Kind, { ask }: Route) {
  const request = await ask(world, kind);
  const path = name.split(' ')[1] ?? '';
  const lists = ofTaxpayers.test(path) ? ['ids'] : [];
  return send(name, kind, {
    ...request,
    ...(/\/contribuables\/\{id\}/.test(path)
      ? { id: systeme, params: { ...request.params, id: systeme } }
      : {}),
    body: withPayer(name, replaced(request.body, ['contribuable', 'contrib'], systeme, lists)),
    search: request.search?.replace(/ids=\[\d+\]/, `ids=[${systeme}]`) ?? '',
  });
}

const money = async (): Promise<unknown> =>
  world.query(
    `select (select count(*) from transaction where contribuable_id = $1) as transactions,
      (select count(*) from enrollement where contribuable_id = $1) as lignes,
      (select to_jsonb(c) from contribuable c where id = $1) as fiche`,
    [systeme],
  );

describe('« Recettes à classer » named in a write', () => {
  it('is tested for every call that names a taxpayer', () => {
    expect(NAMING.length).toBeGreaterThan(20);
    expect(NAMING.filter((name) => !TABLE[name])).toEqual([]);
  });

  it.each(NAMING)(
    '%s answers 409 contribuable.systeme to a user who sees the whole collectivité',
    async (name) => {
      const route = TABLE[name] as Route;
      const before = await money();
      for (const kind of ['superadmin', 'niamey'] as const) {
        const { status, body } = await named(name, kind, route);
        if (route.outcome[kind] === 403) {
          expect(status, `${kind}: ${JSON.stringify(body)}`).toBe(403);
          continue;
        }
        // a bulk removal gives a reason for each one that stays
        const several = name.endsWith('/contribuables/suppression');
        // at the counter only the person who took a payment may move it
        if (kind === 'niamey' && name === 'POST /v2/encaissements/{id}/reimputation') continue;
        expect(
          [status, several ? JSON.stringify(body) : body.message],
          `${kind}: ${JSON.stringify(body)}`,
        ).toEqual(several ? [200, expect.stringContaining(SYSTEME_MESSAGE)] : [409, SYSTEME_MESSAGE]);
        if (status === 409) expect(body.code).toBe('contribuable.systeme');
      }
      expect(await money()).toEqual(before);
    },
  );

  it.each(NAMING)('%s does not reveal its existence to other users', async (name) => {
    const route = TABLE[name] as Route;
    const before = await money();
    for (const kind of KINDS.filter((one) => ['maradi', 'plateau', 'nobody', 'disabled'].includes(one))) {
      const { status, body } = await named(name, kind, route);
      expect(JSON.stringify(body ?? ''), `${kind} ${status}`).not.toContain('contribuable.systeme');
    }
    expect(await money()).toEqual(before);
  });
});

describe('the technical node', () => {
  it.each(PLACING.filter((name) => TABLE[name]))('is not accepted as a place in %s', async (name) => {
    const route = TABLE[name] as Route;
    const request = await route.ask(world, 'superadmin');
    const path = name.split(' ')[1] ?? '';
    const body = replaced(request.body, ['ramification', 'parent'], noeud, ['ramifications']);
    const own = /\/ramifications\/\{id\}/.test(path);
    // does not apply to a request without a place
    if (!own && JSON.stringify(body) === JSON.stringify(request.body)) return;
    const { status, body: reply } = await send(name, 'superadmin', {
      ...request,
      ...(own ? { id: noeud } : {}),
      body,
    });
    expect([status >= 400 && status < 500, status], JSON.stringify(reply)).toEqual([true, status]);
  });

  it('is in no tree, list, search or subtree', async () => {
    const superadmin = world.by('superadmin');
    const read = async (url: string): Promise<string> => JSON.stringify((await superadmin.get(url)).body);
    for (const url of [
      '/v2/ramifications?itemperpage=5000',
      `/v2/entites/${NIAMEY}/arbre`,
      '/v2/recherche?q=classer',
      `/v2/dashboard/by-entite?entite=${NIAMEY}`,
      `/v2/contribuables?itemperpage=5000&filter[ent.id]=${NIAMEY}`,
      '/v2/contribuables?q=Recettes',
    ])
      expect(await read(url), url).not.toMatch(/classer/i);
    expect((await superadmin.get(`/v2/ramifications/${noeud}`)).status).toBe(404);
    expect((await superadmin.get(`/v2/dashboard/by-entite?ms=${noeud}`)).status).toBe(404);
    expect(
      await world.query('select from ramification_descendance where $1 in (ancetre_id, descendant_id)', [
        noeud,
      ]),
    ).toEqual([]);
  });

  it('exists once per collectivité, has no descendants and contains no taxpayer', async () => {
    const refused = (text: string, values: unknown[]) =>
      world.query(text, values).then(
        () => 'written',
        (error: { constraint?: string }) => error.constraint,
      );
    expect(
      await refused(
        "insert into ramification (entite_id, nom, code, technique) values ($1, 'x', 'x', true)",
        [NIAMEY],
      ),
    ).toBe('ramification_technique_unique');
    expect(
      await refused(
        "insert into ramification (entite_id, parent_id, type_id, nom, code) select $1, $2, max(id), 'x', 'x' from type_ramification",
        [NIAMEY, noeud],
      ),
    ).toBe('ramification_niveau');
    expect(
      await refused(
        'update contribuable set ramification_id = $1 where id = (select min(id) from contribuable where entite_id = $2)',
        [noeud, NIAMEY],
      ),
    ).toBe('contribuable_lieu');
    expect(await refused("update contribuable set nom = 'x' where id = $1", [systeme])).toBe(
      'contribuable_systeme',
    );
    expect(await refused('delete from contribuable where id = $1', [systeme])).toBe('contribuable_systeme');
    expect(
      await refused(
        `insert into enrollement (entite_id, contribuable_id, nature_activite_id, created_by_id)
         select entite_id, $1, id, 1 from nature_activite where entite_id = $2 order by id limit 1`,
        [systeme, NIAMEY],
      ),
    ).toBe('contribuable_systeme');
  });
});
