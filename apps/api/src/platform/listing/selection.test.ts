import { MESSAGES, type Problem } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '#src/platform/access/person.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import { MAX_SELECTION, saveSelection, type Selectables } from './selection.ts';

const { db, signIn, nobody, query } = await testApp();
let superadmin: Caller;
let niamey: Caller;
let maradi: Caller;
let lecture: Caller;
beforeAll(async () => {
  [superadmin, niamey, maradi, lecture] = await Promise.all([
    signIn('superadmin'),
    signIn('niamey'),
    signIn('maradi'),
    signIn('lecture'),
  ]);
});

const PATH = '/v2/categorie_activites';
interface Outcome {
  total: number;
  supprimes: number;
  refuses: { id: number; message: string; errors?: Problem['errors'] }[];
}
interface Saved {
  token: string;
  count: number;
}
let made = 0;

/** Categories of Niamey's under a description of their own. */
async function categories(count: number): Promise<{ ids: number[]; mark: string }> {
  const mark = `lot ${++made}`;
  const rows = await query<{ id: number }>(
    'insert into categorie_activite (entite_id, nom, description) select 1, $1 || n, $1 from generate_series(1, $2) n returning id',
    [mark, count],
  );
  return { ids: rows.map(({ id }) => id), mark };
}
const left = async (mark: string): Promise<number[]> =>
  (
    await query<{ id: number }>('select id from categorie_activite where description = $1 order by id', [
      mark,
    ])
  ).map(({ id }) => id);
const select = (caller: Caller, mark: string, more: Record<string, unknown> = {}) =>
  caller.send<Saved>('POST', '/v2/selections', {
    resource: 'categorie_activites',
    query: `filter[ca.description]=${encodeURIComponent(mark)}&itemperpage=2&page=1`,
    ...more,
  });
const remove = (caller: Caller, targets: unknown, path = PATH) =>
  caller.send<Outcome>('POST', `${path}/suppression`, targets);

describe('a bulk removal by ids', () => {
  it('removes each removable record once, and says why the others stay', async () => {
    const { ids, mark } = await categories(3);
    const [linked] = await query<{ id: number }>(
      'select min(categorie_id) as id from nature_activite where entite_id = 1',
    );
    const [foreign] = await query<{ id: number }>(
      'select min(id) as id from categorie_activite where entite_id = 2',
    );
    const asked = [ids[0], ids[0], String(ids[1]), { id: ids[2] }, linked?.id, foreign?.id, 2_000_000_000];
    const { status, body } = await remove(niamey, { ids: asked });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 6, supprimes: 3 });
    expect(body.refuses.map(({ id }) => id)).toEqual([linked?.id, foreign?.id, 2_000_000_000]);
    expect(body.refuses[0]?.message).toBe(MESSAGES.suppressionImpossible);
    const single = await niamey.send<Problem>('DELETE', `${PATH}/${linked?.id}`);
    expect(body.refuses[0]?.errors).toEqual(single.body.errors);
    expect(single.body.errors?.[0]?.message).toMatch(/^Lié à : \d+ /);
    expect(body.refuses[1]?.message).toBe(body.refuses[2]?.message);
    expect(await left(mark)).toEqual([]);
    expect(
      await query('select from categorie_activite where id = any($1)', [[linked?.id, foreign?.id]]),
    ).toHaveLength(2);
  });

  it.each([
    {},
    { ids: [] },
    { ids: 'tous' },
    { ids: [0] },
    { ids: ['x'] },
    { ids: [true] },
    { ids: [null] },
    { ids: [[1]] },
    { ids: Array.from({ length: 5001 }, (_, n) => n + 1) },
    { selection: 5 },
    { selection: 'x'.repeat(65) },
    [],
    null,
  ])('is refused without a list of ids (case %#)', async (targets) => {
    expect((await remove(niamey, JSON.stringify(targets))).status).toBe(415);
    expect(
      (
        await niamey.send('POST', `${PATH}/suppression`, JSON.stringify(targets), {
          'content-type': 'application/json',
        })
      ).status,
    ).toBe(400);
  });

  it('needs the right to remove', async () => {
    const { ids } = await categories(1);
    expect((await remove(nobody, { ids })).status).toBe(401);
    expect((await remove(lecture, { ids })).status).toBe(403);
    expect((await remove(maradi, { ids })).body).toMatchObject({ supprimes: 0 });
  });
});

describe('a selection of all matching rows', () => {
  it('counts all rows, on any page, and removes all but the excluded ones', async () => {
    const { ids, mark } = await categories(5);
    const { status, body } = await select(niamey, mark, { except: [ids[3], String(ids[4])] });
    expect(status).toBe(201);
    expect(body).toEqual({ token: expect.stringMatching(/^[\w-]{24}$/), count: 3 });
    expect((await remove(niamey, { selection: body.token })).body).toEqual({
      total: 3,
      supprimes: 3,
      refuses: [],
    });
    expect(await left(mark)).toEqual(ids.slice(3));
  });

  it('contains only rows that the person sees', async () => {
    const { mark } = await categories(2);
    expect((await select(niamey, mark)).body.count).toBe(2);
    expect((await select(superadmin, mark)).body.count).toBe(2);
    expect((await select(maradi, mark)).body.count).toBe(0);
    const everything = await maradi.send<Saved>('POST', '/v2/selections', {
      resource: 'categorie_activites',
      query:
        'filter[0][column]=ent.id&filter[0][x]=1&filter[1][column]=ent.id&filter[1][type]=is%20not%20null&filter[1][connector]=or',
    });
    const [own] = await query<{ n: number }>(
      'select count(*)::int as n from categorie_activite where entite_id = 2',
    );
    expect(everything.body.count).toBe(own?.n);
  });

  it('belongs to one person: the token of another is answered like an invented one', async () => {
    const { ids, mark } = await categories(2);
    const { token } = (await select(niamey, mark)).body;
    for (const [caller, selection] of [
      [superadmin, token],
      [maradi, token],
      [niamey, 'inconnu'],
      [niamey, ''],
    ] as const)
      expect((await remove(caller, { selection })).status).toBe(400);
    expect(await left(mark)).toEqual(ids);
  });

  it('expires', async () => {
    const { ids, mark } = await categories(2);
    const { token } = (await select(niamey, mark)).body;
    await query("update selection set expires_at = now() - interval '1 second' where token = $1", [token]);
    const { status, body } = await remove(niamey, { selection: token });
    expect([status, body]).toMatchObject([400, { message: expect.stringContaining('expiré') }]);
    expect(await left(mark)).toEqual(ids);
  });

  it('is kept while it is among the person’s fifty latest', async () => {
    const { mark } = await categories(2);
    const earlier = (await select(niamey, mark)).body.token;
    const other = (await select(superadmin, mark)).body.token;
    await query(
      `insert into selection (token, utilisateur_id, resource, query, count, fait_avec, expires_at)
       select 'autre ' || n, utilisateur_id, resource, query, count, fait_avec, expires_at + interval '1 ms'
       from selection, generate_series(1, 50) n where token = $1`,
      [earlier],
    );
    const { token } = (await select(niamey, mark)).body;
    expect((await remove(niamey, { selection: earlier })).status).toBe(400);
    expect(
      await query(
        'select from selection where utilisateur_id = (select utilisateur_id from selection where token = $1)',
        [token],
      ),
    ).toHaveLength(50);
    expect(await query('select from selection where token = $1', [other])).toHaveLength(1);
    expect((await remove(niamey, { selection: token })).body).toMatchObject({ supprimes: 2 });
  });

  it('works only for the list that it was made on', async () => {
    const { ids, mark } = await categories(2);
    const { token } = (await select(niamey, mark)).body;
    for (const path of ['/v2/nature_activites', '/v2/type_equipements'])
      expect((await remove(niamey, { selection: token }, path)).status).toBe(400);
    expect((await remove(await signIn('admin.nta'), { selection: token }, '/v2/contribuables')).status).toBe(
      400,
    );
    expect(await left(mark)).toEqual(ids);
  });

  it('is refused completely if the person no longer sees all its rows', async () => {
    const { ids, mark } = await categories(2);
    const { token } = (await select(niamey, mark)).body;
    const moveTo = (entite: number) =>
      query(
        'update utilisateur_entite set entite_id = $1 where utilisateur_id = (select id from utilisateur where username = $2)',
        [entite, 'niamey'],
      );
    await moveTo(3);
    const { status, body } = await remove(niamey, { selection: token });
    await moveTo(1);
    expect([status, body]).toMatchObject([
      404,
      { message: expect.stringContaining('plus toutes les lignes') },
    ]);
    expect(await left(mark)).toEqual(ids);
  });

  it.each([
    ['an unknown list', { resource: 'vues', query: '' }],
    ['a property of every object', { resource: 'constructor', query: '' }],
    ['an unknown column', { resource: 'categorie_activites', query: 'filter[ca.rien]=1' }],
    ['a broken filter', { resource: 'categorie_activites', query: 'filter[ca.nom' }],
    ['a page that is none', { resource: 'categorie_activites', query: 'page=zero' }],
    ['a day that is none', { resource: 'contribuables', query: 'from=2026-02-31' }],
    [
      'a period that ends before it begins',
      { resource: 'contribuables', query: 'from=2026-02-02&to=2026-02-01' },
    ],
    ['ids that are none', { resource: 'contribuables', query: 'ms=[x]' }],
    ['a query too long', { resource: 'categorie_activites', query: 'x'.repeat(20_001) }],
    ['exceptions that are no ids', { resource: 'categorie_activites', query: '', except: ['x'] }],
    ['no query', { resource: 'categorie_activites' }],
  ])('is refused with %s', async (_, body) => {
    const { status, body: problem } = await superadmin.send('POST', '/v2/selections', body);
    expect(status, JSON.stringify(problem)).toBe(400);
  });

  it('with more rows than the limit of a bulk act is refused, not cut', async () => {
    const person = { id: 1, grants: {}, groupe: null, entites: [], ramifications: [] } as unknown as Person;
    const asked = { resource: 'x', query: '', except: [] };
    const of = (count: number): Selectables =>
      new Map([['x', async () => Array.from({ length: count }, () => 1)]]);
    await expect(saveSelection(db, of(MAX_SELECTION + 1), person, asked)).rejects.toMatchObject({
      status: 400,
    });
    expect(await saveSelection(db, of(MAX_SELECTION), person, asked)).toMatchObject({ count: MAX_SELECTION });
  });

  it('needs a session', async () => {
    expect((await select(nobody, 'x')).status).toBe(401);
  });
});

describe('a bulk removal of taxpayers', () => {
  const PEOPLE = '/v2/contribuables';
  const of = async (entite: number, paid: boolean): Promise<number> =>
    Number(
      (
        await query<{ id: string }>(
          `select max(id) as id from contribuable c where entite_id = $1 and exists (select from transaction t where t.contribuable_id = c.id) = $2`,
          [entite, paid],
        )
      )[0]?.id,
    );

  it('is reserved for Super Admin and Admin NTA', async () => {
    const ids = [await of(1, false)];
    for (const caller of [niamey, lecture]) expect((await remove(caller, { ids }, PEOPLE)).status).toBe(403);
    expect((await remove(await signIn('admin.nta'), { ids }, PEOPLE)).body).toMatchObject({ supprimes: 1 });
  });

  it('keeps taxpayers who paid, with all their records', async () => {
    const id = await of(1, true);
    const hanging = `select (select count(*) from echeance where contribuable_id = $1) as dues, (select count(*) from enrollement where contribuable_id = $1) as lignes,
      (select sum(montant) from imputation where contribuable_id = $1) as paye`;
    const before = await query(hanging, [id]);
    const { body } = await remove(superadmin, { ids: [id] }, PEOPLE);
    expect(body).toEqual({
      total: 1,
      supprimes: 0,
      refuses: [{ id, message: MESSAGES.suppressionImpossible, errors: expect.any(Array) }],
    });
    expect(await query(hanging, [id])).toEqual(before);
    expect((await niamey.send('DELETE', `${PEOPLE}/${id}`)).status).toBe(409);
    expect(await query(hanging, [id])).toEqual(before);
  });

  it('includes the list’s own parameters in the selection', async () => {
    const [expected] = await query<{ n: number }>(
      "select count(*)::int as n from contribuable where entite_id = 2 and not betail and statut = 'Validé' and jour >= '2026-01-01'",
    );
    const { body } = await superadmin.send<Saved>('POST', '/v2/selections', {
      resource: 'contribuables',
      query: 'entite=[2]&betail=0&statut=Valid%C3%A9&from=2026-01-01&page=3&itemperpage=5',
    });
    expect(body.count).toBe(expected?.n);
  });
});
