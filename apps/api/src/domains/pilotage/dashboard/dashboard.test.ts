import type { Dashboard } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';

const { signIn, query, nobody } = await testApp();
const PATH = '/v2/dashboard/by-entite';
let superadmin: Caller;
let niamey: Caller;
let plateau: Caller;
let lecture: Caller;
beforeAll(async () => {
  [superadmin, niamey, plateau, lecture] = await Promise.all([
    signIn('superadmin'),
    signIn('niamey'),
    signIn('plateau'),
    signIn('lecture'),
  ]);
});

const read = async (caller: Caller, path: string): Promise<Dashboard> => {
  const { status, body } = await caller.get<Dashboard>(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const NOTHING = { contribuables: 0, prevu: 0, paiement: 0, restant: 0, agents: 0, partNta: 0 };

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id).toSorted((a, b) => a - b);

describe('the dashboard', () => {
  it('has a row for each collectivité that the person sees when there are several', async () => {
    const { details } = await read(superadmin, PATH);
    const towns = await query<{ id: number; nom: string }>('select id, nom from entite order by nom');
    expect(details.map(({ id, type, nom }) => ({ id, type, nom }))).toEqual(
      towns.map(({ id, nom }) => ({ id, type: 'entite', nom })),
    );
  });

  it('marks the inactive places, collectivités and sub-entities', async () => {
    const [root] = await query<{ id: number }>(
      'select id from ramification where entite_id = 1 and parent_id is null order by id limit 1',
    );
    for (const [table, id, path] of [
      ['entite', 2, PATH],
      ['ramification', root?.id ?? 0, `${PATH}?entite=1`],
    ] as const) {
      await query(`update ${table} set enabled = false where id = $1`, [id]);
      const { details } = await read(superadmin, path);
      expect(details.filter(({ enabled }) => !enabled).map((each) => each.id)).toContain(id);
      await query(`update ${table} set enabled = true where id = $1`, [id]);
      const again = await read(superadmin, path);
      expect(again.details.find((each) => each.id === id)?.enabled).toBe(true);
    }
  });

  it('has a row for each département of a single collectivité, and for each quartier of a single département', async () => {
    const roots = await query<{ id: number }>(
      'select id from ramification where entite_id = 1 and parent_id is null',
    );
    const { details } = await read(niamey, PATH);
    expect(idsOf(details)).toEqual(idsOf(roots));
    const root = roots[0]?.id ?? 0;
    const beneath = await query<{ id: number }>(
      'select id from ramification where parent_id = $1 or id = $1',
      [root],
    );
    const { details: quartiers } = await read(niamey, `${PATH}?ms=[${root}]`);
    expect(idsOf(quartiers)).toEqual(idsOf(beneath));
  });

  it('gives the same answer at its other three addresses as by parameters', async () => {
    const [annee, from, to] = [YEAR - 1, `${YEAR - 1}-01-01`, `${YEAR}-06-30`];
    const period = `annee=${annee}&from=${from}&to=${to}`;
    const range = `annee=${annee}&daterange=${encodeURIComponent(`${from} au ${to}`)}`;
    expect(await read(niamey, `/v2/dashboard/entite-details/1?${range}`)).toEqual(
      await read(niamey, `${PATH}?entite=1&${period}`),
    );
    const one = await read(niamey, `${PATH}?ramification=1&${period}`);
    expect(await read(niamey, `/v2/dashboard/ramification-details/1?${range}`)).toEqual(one);
    expect(await read(niamey, `/v2/dashboard/ramification/1?${range}`)).toEqual(one);
    expect(one.stats.contribuables).toBeGreaterThan(0);
  });

  it('takes ids as a JSON list, a comma list, one id, or given several times', async () => {
    const expected = await read(superadmin, `${PATH}?entite=[1,2]`);
    for (const written of [
      'entite=1,2',
      'entite=1&entite=2',
      'entite=[%221%22,%222%22]',
      'entite=%5B1%2C+2%5D',
    ])
      expect(await read(superadmin, `${PATH}?${written}`)).toEqual(expected);
    expect(expected.details).toHaveLength(2);
  });

  it('takes entite, ramification and ms together as an intersection', async () => {
    expect((await read(superadmin, `${PATH}?entite=2&ms=1`)).stats).toEqual(NOTHING);
    const [other] = await query<{ id: number }>(
      'select id from ramification where entite_id = 1 and parent_id is null and id <> 1',
    );
    expect((await read(superadmin, `${PATH}?ramification=1&ms=${other?.id}`)).stats).toEqual(NOTHING);
    expect((await read(superadmin, `${PATH}?entite=1&ramification=1&ms=1`)).stats).toEqual(
      (await read(superadmin, `${PATH}?ms=1`)).stats,
    );
  });

  it('answers a place outside the scope like an unknown one', async () => {
    const foreign = await query<{ id: number }>('select id from ramification where entite_id = 2');
    const [neighbour] = await query<{ id: number }>(
      'select id from ramification where entite_id = 1 and parent_id is null and id <> 1',
    );
    const absent = (await niamey.get<{ message: string }>(`${PATH}?entite=424242`)).body.message;
    for (const [caller, place] of [
      [niamey, 'by-entite?entite=424242'],
      [niamey, 'by-entite?entite=2'],
      [niamey, 'by-entite?entite=[1,2]'],
      [niamey, `by-entite?ms=${foreign[0]?.id}`],
      [niamey, `ramification/${foreign[1]?.id}`],
      [niamey, 'ramification-details/424242'],
      [niamey, 'entite-details/2'],
      [plateau, `by-entite?ms=${neighbour?.id}`],
    ] as const) {
      const { status, body } = await caller.get<{ message: string }>(`/v2/dashboard/${place}`);
      expect(status, place).toBe(404);
      expect(body.message).toBe(absent);
    }
  });

  it('counts taxpayers directly at a sub-entity in a row of their own, which opens the same list', async () => {
    const { details, stats } = await read(niamey, `${PATH}?ms=1`);
    expect(details.filter(({ direct }) => direct).map(({ id }) => id)).toEqual([1]);
    expect((await read(superadmin, PATH)).details.some(({ direct }) => direct)).toBe(false);
    const { body } = await niamey.get<{ total_records: number }>(
      '/v2/contribuables/totaux?ms=1&direct=1&betail=0',
    );
    expect(body.total_records).toBe(details.find(({ direct }) => direct)?.contribuables);
    expect(body.total_records).toBeLessThan(stats.contribuables);
    expect((await niamey.get('/v2/contribuables?ms=1&direct=oui')).status).toBe(400);
  });

  it('has one row for a sub-entity chosen together with its descendants', async () => {
    const [child] = await query<{ id: number }>('select min(id) as id from ramification where parent_id = 1');
    const { details, stats } = await read(niamey, `${PATH}?ms=[1,${child?.id}]`);
    expect(details.map(({ id }) => id)).toEqual([1]);
    expect(details[0]?.contribuables).toBe(stats.contribuables);
  });

  it('is limited to the département of a user tied to one', async () => {
    expect((await read(plateau, PATH)).stats).toEqual((await read(niamey, `${PATH}?ms=1`)).stats);
    expect((await read(plateau, `${PATH}?entite=1`)).stats).toEqual((await read(plateau, PATH)).stats);
  });

  it('rounds NTA’s share once for each collectivité, by its own percentage if it has one', async () => {
    const { details } = await read(superadmin, `${PATH}?annee=${YEAR - 1}`);
    const quarter = details.reduce((sum, line) => sum + Math.floor(line.paiement / 4 + 0.5), 0);
    expect((await read(superadmin, `${PATH}?annee=${YEAR - 1}`)).stats.partNta).toBe(quarter);
    expect((await read(niamey, `${PATH}?annee=${YEAR - 1}`)).stats.partNta).toBe(
      Math.floor((details.find(({ id }) => id === 1)?.paiement ?? 0) / 4 + 0.5),
    );
  });

  it('gives the rate of that share only if it is the same for all payments', async () => {
    const tauxOf = async (who: Caller) => (await read(who, `${PATH}?annee=${YEAR - 1}`)).tauxNta;
    expect(await tauxOf(superadmin)).toBe(25);
    await query('update entite set commission = 12.5 where id = 2');
    expect(await tauxOf(superadmin)).toBeNull();
    expect(await tauxOf(niamey)).toBe(25);
    // where nothing was paid, the rate that would count
    const empty = 'from=2001-01-01&to=2001-01-02';
    expect((await read(niamey, `${PATH}?${empty}`)).tauxNta).toBe(25);
    expect((await read(superadmin, `${PATH}?${empty}`)).tauxNta).toBeNull();
    await query('update entite set commission = null where id = 2');
  });

  it.each([
    ['annee=1999', 'annee'],
    ['annee=deux', 'annee'],
    ['from=2026-02-30', 'from'],
    ['from=0000-01-01', 'from'],
    ['to=21/11/2026', 'to'],
    ['from=2026-02-02&to=2026-02-01', 'from'],
    ['base=autre', 'base'],
    ['betail=2', 'betail'],
    ['entite=abc', 'entite'],
    ['ms=[1,{}]', 'ms'],
    ['ms=-1', 'ms'],
    ['ms=1.5', 'ms'],
    ['from=2026-01-01&from=2026-01-02', 'from'],
  ])('refuses %s and names it', async (given, field) => {
    const { status, body } = await niamey.get<{ errors: { field: string }[] }>(`${PATH}?${given}`);
    expect(status).toBe(400);
    expect(body.errors[0]?.field).toBe(field);
  });

  it('accepts the first and the last day of the calendar, and ids beyond any table', async () => {
    const { stats } = await read(niamey, PATH);
    expect((await read(niamey, `${PATH}?from=0001-01-01&to=9999-12-31`)).stats).toEqual(stats);
    expect((await niamey.get(`${PATH}?ms=9007199254740991`)).status).toBeLessThan(500);
  });

  it.each(['2026-01-01 au 2025-01-01', '2026-13-01', 'hier', '2026-01-01 et 2026-02-01'])(
    'refuses the period « %s »',
    async (daterange) => {
      const { status } = await niamey.get(
        `/v2/dashboard/entite-details/1?daterange=${encodeURIComponent(daterange)}`,
      );
      expect(status).toBe(400);
    },
  );

  it('needs the right to see it', async () => {
    expect((await nobody.get(PATH)).status).toBe(401);
    expect((await lecture.get(PATH)).status).toBe(200);
    await query(
      "delete from permission where groupe_id = 5 and navigation_id = (select id from navigation where cle = 'tableau-de-bord')",
    );
    const again = await signIn('lecture');
    expect((await again.get(PATH)).status).toBe(403);
    expect((await again.get('/v2/dashboard/ramification/1')).status).toBe(403);
  });

  it('follows a write at once', async () => {
    const { body } = await niamey.get<{ data: { id: number; situation: { payer: number } }[] }>(
      '/v2/contribuables?itemperpage=5000&betail=0',
    );
    const bare = await query<{ id: number }>(
      'select id from contribuable c where entite_id = 1 and not betail and not exists (select from transaction t where t.contribuable_id = c.id) limit 1',
    );
    const before = await read(niamey, PATH);
    expect(before.stats.contribuables).toBe(body.data.length);
    expect((await niamey.send('DELETE', `/v2/contribuables/${bare[0]?.id}`)).status).toBe(204);
    expect((await read(niamey, PATH)).stats.contribuables).toBe(before.stats.contribuables - 1);
  });
});
