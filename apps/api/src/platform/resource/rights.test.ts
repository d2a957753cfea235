import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, type Caller, testApp } from '#src/testing/app.ts';
import { CATEGORIE_MARADI, CATEGORIE_NIAMEY, SAMPLES } from '#src/testing/resources.ts';

const { signIn, nobody, query, callerWith } = await testApp();
const callers = new Map<Account, Caller>();
const by = (account: Account): Caller => callers.get(account) as Caller;
beforeAll(async () => {
  for (const account of ['superadmin', 'admin.nta', 'niamey', 'maradi', 'plateau', 'lecture'] as const)
    callers.set(account, await signIn(account));
});

type Row = Record<string, unknown> & { id: number };
let made = 0;
const nom = (): string => `Droit ${++made}`;

/** Grants a group every right of a navigation entry. */
async function grantAll(groupe: string): Promise<void> {
  await query(
    `insert into permission (groupe_id, navigation_id, nom) select g.id, n.id, unnest(n.permissions)
     from groupe g, navigation n where g.nom = $1 on conflict do nothing`,
    [groupe],
  );
}

describe.each(SAMPLES)('$path', ({ path, table, fields, local, writer }) => {
  const record = async (): Promise<number> => {
    const { status, body } = await by(writer).send<Row>('POST', path, { ...fields, nom: nom() });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  };
  const stored = async (id: number) => (await query(`select * from ${table} where id = $1`, [id]))[0];
  /** Statuses of a creation, a change, a removal and two bulk removals by an account. */
  async function writes(caller: Caller, id: number): Promise<number[]> {
    const replies = [
      await caller.send('POST', path, { ...fields, nom: nom() }),
      await caller.send('PATCH', `${path}/${id}`, { description: 'autre' }),
      await caller.send('DELETE', `${path}/${id}`),
      await caller.send('POST', `${path}/suppression`, { ids: [id] }),
      await caller.send('POST', `${path}/suppression`, { selection: 'x' }),
    ];
    return replies.map(({ status }) => status);
  }

  it('is closed without a session', async () => {
    const id = await record();
    expect((await nobody.get(path)).status).toBe(401);
    expect((await nobody.get(`${path}/${id}`)).status).toBe(401);
    expect(await writes(nobody, id)).toEqual([401, 401, 401, 401, 401]);
  });

  it('may be read, not written, with the right to consult', async () => {
    const id = await record();
    const before = await stored(id);
    // permissions of groups may be read by those who may see groups or people
    const read = path === '/v2/groups' ? 403 : 200;
    expect((await by('lecture').get(path)).status).toBe(read);
    expect((await by('lecture').get(`${path}/${id}`)).status).toBe(read);
    expect(await writes(by('lecture'), id)).toEqual([
      403,
      403,
      403,
      403,
      expect.toSatisfy((status: number) => status === 403 || status === 400),
    ]);
    expect(await stored(id)).toEqual(before);
  });

  it('may not be written by a person of a single sub-entity, even with every right', async () => {
    const id = await record();
    const before = await stored(id);
    await grantAll('Gestionnaire');
    const count = await query(`select count(*)::int as n from ${table}`);
    expect((await by('plateau').get(`${path}/${id}`)).status).toBe(200);
    expect((await writes(by('plateau'), id)).slice(0, 3)).toEqual([403, 403, 403]);
    expect(await stored(id)).toEqual(before);
    expect(await query(`select count(*)::int as n from ${table}`)).toEqual(count);
  });

  if (local) {
    it('does not exist for another collectivité', async () => {
      const id = await record();
      const before = await stored(id);
      expect((await by('maradi').get(`${path}/${id}`)).status).toBe(404);
      expect((await by('maradi').send('PATCH', `${path}/${id}`, { description: 'autre' })).status).toBe(404);
      expect((await by('maradi').send('DELETE', `${path}/${id}`)).status).toBe(404);
      expect((await by('maradi').send('POST', path, { ...fields, nom: nom() })).status).toBe(404);
      const bulk = await by('maradi').send<{ supprimes: number; refuses: Row[] }>(
        'POST',
        `${path}/suppression`,
        { ids: [id] },
      );
      expect(bulk.body).toMatchObject({ supprimes: 0, refuses: [{ id }] });
      expect(await stored(id)).toEqual(before);
      const { body } = await by('maradi').get<{ data: { entite: { id: number } }[] }>(
        `${path}?itemperpage=5000`,
      );
      expect(new Set(body.data.map(({ entite }) => entite.id))).toEqual(new Set([2]));
    });

    it('gives the same answer for another’s record as for a missing one', async () => {
      const id = await record();
      const without = ({ requestId: _, ...problem }: Record<string, unknown>) => problem;
      for (const verb of ['PATCH', 'DELETE'] as const) {
        const foreign = await by('maradi').send(verb, `${path}/${id}`, verb === 'PATCH' ? {} : undefined);
        const missing = await by('maradi').send(
          verb,
          `${path}/2000000000`,
          verb === 'PATCH' ? {} : undefined,
        );
        expect(without(foreign.body)).toEqual(without(missing.body));
      }
    });

    it('may be written by people of the whole collectivité, and by Super Admin', async () => {
      for (const account of ['niamey', 'admin.nta', 'superadmin'] as const) {
        const id = await record();
        expect((await writes(by(account), id)).slice(0, 3), account).toEqual([201, 200, 204]);
      }
    });
  } else {
    it('belongs to the platform: only Super Admin writes it, whatever rights a group has', async () => {
      await grantAll('Administrateur');
      await grantAll('Admin NTA');
      for (const account of ['niamey', 'maradi', 'admin.nta'] as const) {
        const id = await record();
        const before = await stored(id);
        expect((await by(account).get(`${path}/${id}`)).status).toBe(200);
        expect((await writes(by(account), id)).slice(0, 3), account).toEqual([403, 403, 403]);
        expect(await stored(id)).toEqual(before);
      }
      expect((await writes(by('superadmin'), await record())).slice(0, 3)).toEqual([201, 200, 204]);
    });
  }
});

describe('a reference to another collectivité’s record', () => {
  const create = (account: Account, entite: number, categorie: unknown) =>
    by(account).send<Row & { code: string }>('POST', '/v2/nature_activites', {
      nom: nom(),
      entite,
      categorie,
    });

  it('is refused like one to a missing record, in creations and changes', async () => {
    const [{ id: own } = { id: 0 }] = await query<{ id: number }>(CATEGORIE_MARADI);
    const foreign = await create('maradi', 2, CATEGORIE_NIAMEY);
    const missing = await create('maradi', 2, 2_000_000_000);
    expect([foreign.status, foreign.body.code, foreign.body['message']]).toEqual([
      missing.status,
      missing.body.code,
      missing.body['message'],
    ]);
    expect(foreign.status).toBe(400);
    const { body: nature } = await create('maradi', 2, own);
    expect(
      (await by('maradi').send('PATCH', `/v2/nature_activites/${nature.id}`, { categorie: CATEGORIE_NIAMEY }))
        .status,
    ).toBe(400);
    expect((await by('maradi').get(`/v2/nature_activites/${nature.id}`)).body['categorie']).toMatchObject({
      id: own,
    });
  });

  it('is refused to Super Admin too: no record refers to another collectivité', async () => {
    expect((await create('superadmin', 2, CATEGORIE_NIAMEY)).status).toBe(400);
  });

  it('as its collectivité is a 404, as is one that does not exist', async () => {
    expect((await create('maradi', 1, CATEGORIE_NIAMEY)).status).toBe(404);
    expect((await create('maradi', 424_242, CATEGORIE_NIAMEY)).status).toBe(404);
  });
});

describe('the territory may be read within the scope', () => {
  it.each([
    ['superadmin', 12],
    ['niamey', 1],
    ['plateau', 1],
  ] as const)('%s sees %d collectivités', async (account, count) => {
    expect((await by(account).get<{ data: Row[] }>('/v2/entites?itemperpage=100')).body.data).toHaveLength(
      count,
    );
  });

  it('a person of a département sees only its sub-entities', async () => {
    const { body } = await by('plateau').get<{ data: Row[] }>('/v2/ramifications?itemperpage=5000');
    const seen = await query<{ n: number }>(
      'select count(*)::int as n from ramification_descendance where ancetre_id = 1',
    );
    expect(body.data).toHaveLength(seen[0]?.n ?? -1);
    const [other] = await query<Row>(
      'select id from ramification where entite_id = 1 and parent_id is null and id <> 1',
    );
    expect((await by('plateau').get(`/v2/ramifications/${other?.id}`)).status).toBe(404);
    expect((await by('maradi').get('/v2/ramifications/1')).status).toBe(404);
    expect((await by('maradi').get('/v2/entites/1')).status).toBe(404);
  });
});

describe('an agent', () => {
  it('has the rights of the type, not those of a group', async () => {
    await query(
      "update utilisateur set groupe_id = (select id from groupe where nom = 'Super Admin') where username = 'agent.terrain'",
    );
    const { body } = await nobody.send<{ token: string }>('POST', '/login_check', {
      username: 'agent.terrain',
      password: 'Octroi-2026!',
    });
    const agent = callerWith({ authorization: `Bearer ${body.token}` });
    expect((await agent.send('POST', '/v2/villes', { nom: nom() })).status).toBe(403);
    expect((await agent.get<{ data: Row[] }>('/v2/entites')).body.data.map(({ id }) => id)).toEqual([1]);
    expect(
      (await agent.get<{ meta: { total_records: number } }>('/v2/contribuables?entite=2')).body.meta
        .total_records,
    ).toBe(0);
    expect((await agent.get('/v2/dashboard/by-entite')).status).toBe(403);
  });
});
