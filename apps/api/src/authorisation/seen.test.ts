import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { idFrom, newName } from './testing/expectation.ts';
import { COLLECTIVITES, gather, type Kind } from './testing/people.ts';
import { DEPARTEMENT, NIAMEY } from './testing/resources.ts';

const world = await gather(await testApp());
const { by, query } = world;

interface Page {
  data: Record<string, unknown>[];
  meta: { total_records: number };
}
const page = async (kind: Kind, url: string, caller: Caller = by(kind)): Promise<Page> => {
  const { status, body } = await caller.get<Page>(url);
  expect(status, `${kind} ${url}`).toBe(200);
  return body;
};
const count = async (kind: Kind, url: string): Promise<number> => (await page(kind, url)).meta.total_records;
const read = async <Body>(kind: Kind, url: string): Promise<Body> => (await by(kind).get<Body>(url)).body;

/** Sub-entities of the département of `plateau`, and another département of Niamey. */
const beneath = new Set<number>();
let elsewhere = 0;

beforeAll(async () => {
  const nodes = await query<{ id: number }>(
    'select descendant_id as id from ramification_descendance where ancetre_id = $1',
    [DEPARTEMENT],
  );
  for (const { id } of nodes) beneath.add(id);
  elsewhere = await idFrom(
    world,
    'select max(id) as id from ramification where entite_id = $1 and parent_id is null',
    [NIAMEY],
  );
});

describe('a list', () => {
  const OF_COLLECTIVITES = [
    'entites',
    'ramifications',
    'categorie_activites',
    'nature_activites',
    'type_equipements',
    'categorietaxes',
    'entite_taxes',
    'applications',
    'users',
    'contribuables',
    'transactions',
    'journal',
  ];

  beforeAll(() => world.make('categorietaxes', { nom: newName(), entite: NIAMEY }));

  it.each(OF_COLLECTIVITES)('of %s shows Maradi no record of Niamey, with any parameters', async (path) => {
    const attempts = [
      `filter[ent.id]=${NIAMEY}`,
      `filter[ent.id][type]=in&filter[ent.id][x]=${NIAMEY},${NIAMEY}`,
      `filter[ent.id][type]=not eq&filter[ent.id][x]=${COLLECTIVITES.maradi}`,
    ];
    expect(await count('niamey', `/v2/${path}?${attempts[0]}`)).toBeGreaterThan(0);
    for (const attempt of path === 'users' ? attempts.slice(0, 2) : attempts)
      expect(await count('maradi', `/v2/${path}?${attempt}`), attempt).toBe(0);
  });

  it('of précisions shows only those of one’s own collectivité', async () => {
    const [all, niamey, maradi] = await Promise.all(
      (['superadmin', 'niamey', 'maradi'] as const).map((kind) => count(kind, '/v2/precisions')),
    );
    expect(niamey).toBeGreaterThan(0);
    expect(maradi).toBeGreaterThan(0);
    expect((niamey ?? 0) + (maradi ?? 0)).toBeLessThan(all ?? 0);
    const foreign = await query<{ id: number }>(
      `select distinct precision_id as id from application_precision join application a on a.id = application_id
       where a.entite_id = $1 limit 20`,
      [NIAMEY],
    );
    for (const { id } of foreign) expect(await count('maradi', `/v2/precisions?filter[pr.id]=${id}`)).toBe(0);
  });

  it('of people shows only the shared places of a colleague', async () => {
    const { data } = await page('maradi', '/v2/users?filter[user.username]=admin.nta');
    expect(data.map(({ entites }) => (entites as { id: number }[]).map(({ id }) => id))).toEqual([
      [COLLECTIVITES.maradi],
    ]);
    expect(await count('maradi', `/v2/users?filter[ram.id]=${DEPARTEMENT}`)).toBe(0);
  });
});

describe('taxpayers and payments', () => {
  const LISTS = ['contribuables', 'transactions'];

  it.each(LISTS)('%s: a manager sees some rows, the collectivité more, the platform all', async (path) => {
    const total = async (kind: Kind): Promise<number> => {
      const totals = await read<{ total_records: number }>(kind, `/v2/${path}/totaux`);
      expect(totals.total_records, `${kind}: list and totals`).toBe(await count(kind, `/v2/${path}`));
      return totals.total_records;
    };
    const [plateau, niamey, platform] = [
      await total('plateau'),
      await total('niamey'),
      await total('superadmin'),
    ];
    expect(plateau).toBeGreaterThan(0);
    expect(niamey).toBeGreaterThan(plateau);
    expect(platform).toBeGreaterThan(niamey);
    expect(await total('lecture')).toBe(niamey);
    expect(await total('agent.terrain')).toBe(niamey);
    expect(await total('admin.nta')).toBe(platform);
  });

  it.each(LISTS)('%s: every row that a manager sees is in the manager’s département', async (path) => {
    const { data } = await page('plateau', `/v2/${path}?itemperpage=500`);
    const places = data.map(({ ramification }) => (ramification as { id: number }).id);
    expect(places.filter((id) => !beneath.has(id))).toEqual([]);
  });

  it.each(LISTS)('%s: a place outside the scope has no rows and no sums', async (path) => {
    const places: [Kind, string][] = [
      ['maradi', `entite=${NIAMEY}`],
      ['maradi', `ramification=${DEPARTEMENT}`],
      ['maradi', `ms=${DEPARTEMENT}`],
      ['plateau', `ramification=${elsewhere}`],
      ['plateau', `ms=${elsewhere}`],
      ['plateau', `entite=${COLLECTIVITES.maradi}`],
    ];
    for (const [kind, place] of places) {
      expect(await count(kind, `/v2/${path}?${place}`), `${kind} ${place}`).toBe(0);
      const totals = Object.values(await read<Record<string, number>>(kind, `/v2/${path}/totaux?${place}`));
      expect(
        totals.every((total) => total === 0),
        `${kind} ${place}: ${totals.join()}`,
      ).toBe(true);
    }
  });

  it('sums by money received are limited to the same place', async () => {
    const prevu = async (kind: Kind, place: string): Promise<number> =>
      (await read<{ prevu: number }>(kind, `/v2/contribuables/totaux?base=encaissement&${place}`)).prevu;
    const total = await prevu('niamey', `entite=${NIAMEY}`);
    expect(await prevu('maradi', `entite=${NIAMEY}`)).toBe(0);
    expect(await prevu('plateau', `entite=${NIAMEY}`)).toBeGreaterThan(0);
    expect(await prevu('plateau', `entite=${NIAMEY}`)).toBeLessThan(total);
  });

  it('of another département do not exist for a manager, by id either', async () => {
    for (const table of ['contribuable', 'transaction']) {
      const id = await idFrom(
        world,
        `select min(id) as id from ${table} where ramification_id in (
           select descendant_id from ramification_descendance where ancetre_id = $1)`,
        [elsewhere],
      );
      expect((await by('niamey').get(`/v2/${table}s/${id}`)).status).toBe(200);
      expect((await by('plateau').get(`/v2/${table}s/${id}`)).status).toBe(404);
    }
  });

  it('without a rate are reported only for one’s own place', async () => {
    const nature = await world.make('nature_activites', {
      nom: newName(),
      entite: NIAMEY,
      categorie: await world.make('categorie_activites', { nom: newName(), entite: NIAMEY }),
    });
    for (const place of [DEPARTEMENT, elsewhere])
      await query(
        `with c as (insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id)
           values ($1, $2, $3, 'Essai', 1) returning id)
         insert into enrollement (entite_id, contribuable_id, nature_activite_id, created_by_id) select $1, id, $4, 1 from c`,
        [NIAMEY, place, newName(), nature],
      );
    const url = `/v2/echeances/sans-tarif?filter[na.id]=${nature}`;
    expect([await count('niamey', url), await count('plateau', url), await count('maradi', url)]).toEqual([
      2, 1, 0,
    ]);
    expect(await count('maradi', `${url}&entite=${NIAMEY}`)).toBe(0);
    expect(await count('plateau', `${url}&ramification=${elsewhere}`)).toBe(0);
  });
});

describe('figures', () => {
  interface Figures {
    stats: Record<string, number>;
    details: { id: number }[];
  }
  it.each([
    ['maradi', `by-entite?entite=${NIAMEY}`],
    ['maradi', `by-entite?ramification=${DEPARTEMENT}`],
    ['maradi', `by-entite?ms=${DEPARTEMENT}&base=encaissement`],
    ['maradi', `entite-details/${NIAMEY}`],
    ['maradi', `ramification-details/${DEPARTEMENT}`],
    ['maradi', `ramification/${DEPARTEMENT}`],
    ['plateau', 'by-entite?entite=2'],
    ['plateau', 'entite-details/2'],
  ] as const)('do not exist for %s in %s', async (kind, place) => {
    expect((await by(kind).get(`/v2/dashboard/${place}`)).status).toBe(404);
  });

  it('of another département do not exist for a manager', async () => {
    for (const place of [
      `by-entite?ramification=${elsewhere}`,
      `ramification-details/${elsewhere}`,
      `ramification/${elsewhere}`,
    ]) {
      expect(
        (await read<Figures>('niamey', `/v2/dashboard/${place}`)).stats['contribuables'],
      ).toBeGreaterThan(0);
      expect((await by('plateau').get(`/v2/dashboard/${place}`)).status).toBe(404);
    }
  });

  it.each(['by-entite', `entite-details/${NIAMEY}`])(
    '%s: a manager’s are part of the collectivité’s',
    async (path) => {
      const plateau = await read<Figures>('plateau', `/v2/dashboard/${path}`);
      const niamey = await read<Figures>('niamey', `/v2/dashboard/${path}`);
      for (const name of ['contribuables', 'prevu', 'paiement']) {
        expect(plateau.stats[name], name).toBeGreaterThan(0);
        expect(plateau.stats[name], name).toBeLessThan(niamey.stats[name] as number);
      }
      expect(plateau.details.filter(({ id }) => !beneath.has(id))).toEqual([]);
    },
  );
});

describe('the territory', () => {
  it('as a tree has only one’s own places', async () => {
    const tree = (kind: Kind) =>
      read<{ data: { id: number; parent: number | null }[] }>(
        kind,
        `/v2/ramifications/arbre?entite=${NIAMEY}`,
      );
    expect(await tree('maradi')).toEqual({ data: [] });
    const { data } = await tree('plateau');
    expect(new Set(data.map(({ id }) => id))).toEqual(beneath);
    expect((await tree('niamey')).data.length).toBeGreaterThan(data.length);
  });

  it('outside a manager’s département does not exist, nor do its users', async () => {
    expect(await count('plateau', '/v2/ramifications')).toBe(beneath.size);
    expect((await by('plateau').get(`/v2/ramifications/${elsewhere}`)).status).toBe(404);
    expect((await by('plateau').get(`/v2/ramifications/${elsewhere}/acces`)).status).toBe(404);
  });
});

describe('the journal', () => {
  it('of Maradi shows and exports no act of Niamey or of the platform', async () => {
    const { data } = await page('maradi', '/v2/journal?itemperpage=500');
    expect(data.filter(({ entite }) => (entite as { id: number } | null)?.id !== 2)).toEqual([]);
    const nom = newName();
    await world.make('categorietaxes', { nom, entite: NIAMEY });
    const body = { resource: 'journal', format: 'csv' };
    const file = async (kind: Kind): Promise<string> =>
      (await by(kind).send<string>('POST', '/v2/exports', body)).body;
    expect(await file('niamey')).toContain(nom);
    expect(await file('maradi')).not.toContain(nom);
    expect(await count('niamey', '/v2/journal?filter[journal.ressource]=groups')).toBe(0);
  });
});

describe('long works', () => {
  it('can be followed only by their author and by Super Admin', async () => {
    const body = { ramifications: [DEPARTEMENT], annee: YEAR, aBlanc: true };
    expect((await by('niamey').send('POST', '/v2/echeances/generation', body)).status).toBe(200);
    const works = async (kind: Kind): Promise<number> =>
      (await read<{ data: unknown[] }>(kind, '/v2/travaux')).data.length;
    expect([await works('niamey'), await works('superadmin')]).toEqual([1, 1]);
    for (const kind of ['admin.nta', 'maradi', 'plateau', 'lecture', 'agent.terrain'] as const)
      expect(await works(kind), kind).toBe(0);
  });
});
