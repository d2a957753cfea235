import { MESSAGES } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type Reply, testApp } from '#src/testing/app.ts';
import { SAMPLES } from '#src/testing/resources.ts';

const { signIn, query } = await testApp();
const callers = new Map<string, Caller>();
beforeAll(async () => {
  for (const account of ['superadmin', 'niamey'] as const) callers.set(account, await signIn(account));
});

type Row = Record<string, unknown> & { id: number; version: number; nom: string };
interface Problem {
  code: string;
  message: string;
  errors?: { field: string; message: string }[];
}
let made = 0;

describe.each(SAMPLES)('$path', ({ resource, path, table, writer, local, fields, linked }) => {
  const by = (): Caller => callers.get(writer) as Caller;
  const body = (more: Record<string, unknown> = {}) => ({ nom: `Essai ${++made}`, ...fields, ...more });
  const create = async (more: Record<string, unknown> = {}): Promise<Row> => {
    const { status, body: row } = await by().send<Row>('POST', path, body(more));
    expect(status, JSON.stringify(row)).toBe(201);
    return row;
  };
  const patch = <Body = Row>(id: number, change: unknown, headers = {}) =>
    by().send<Body>('PATCH', `${path}/${id}`, change, headers);
  const read = async (id: number): Promise<Row> => (await by().get<Row>(`${path}/${id}`)).body;
  const expectProblem = ({ status, body: problem }: Reply<Problem>, expected: number, code: string): void => {
    expect({ status, code: problem.code }, JSON.stringify(problem)).toEqual({ status: expected, code });
  };

  it('is listed, with the total number', async () => {
    const { status, body: list } = await by().get<{ data: Row[]; meta: { total_records: number } }>(
      `${path}?itemperpage=5000`,
    );
    expect(status).toBe(200);
    expect(list.data.length).toBeGreaterThan(0);
    expect(list.meta.total_records).toBe(list.data.length);
  });

  it('can be found and listed at once after its creation', async () => {
    const row = await create({ description: ' décrit ' });
    expect(row).toMatchObject({
      ...(local ? { entite: { id: 1, nom: 'Ville de Niamey' } } : {}),
      description: 'décrit',
      version: 1,
    });
    const found = await by().get<Row>(`${path}/${row.id}`);
    expect(found.body).toEqual(row);
    expect(found.headers['etag']).toBe('"1"');
    const { body: list } = await by().get<{ data: Row[] }>(
      `${path}?filter[nom]=${encodeURIComponent(row.nom)}`,
    );
    expect(list.data).toEqual([row]);
  });

  it('gets defaults for missing fields, and trimmed texts', async () => {
    const { status, body: row } = await by().send<Row>('POST', path, { ...fields, nom: `  Net ${++made}  ` });
    expect(status).toBe(201);
    const flag = resource.fields['enabled'];
    expect(row).toMatchObject({
      nom: `Net ${made}`,
      description: null,
      enabled: flag?.kind === 'flag' ? flag.default : undefined,
    });
  });

  it.each(['application/json', 'application/merge-patch+json'])(
    'changes what a %s body names, and nothing else',
    async (type) => {
      const before = await create({ description: 'avant' });
      const { status, body: after } = await patch(
        before.id,
        JSON.stringify({ description: 'après', enabled: false }),
        { 'content-type': type },
      );
      expect(status).toBe(200);
      expect({ ...after, updatedAt: '' }).toEqual({
        ...before,
        description: 'après',
        enabled: false,
        version: 2,
        updatedAt: '',
      });
      expect(await read(before.id)).toEqual(after);
    },
  );

  it('accepts a record as it was replied: derived and unknown fields are ignored, and nothing changes', async () => {
    const row = await create();
    const { status, body: again } = await patch(row.id, {
      ...row,
      id: 999_999,
      version: 42,
      createdAt: 'hier',
      updatedAt: null,
      inconnu: { a: 1 },
    });
    expect(status, JSON.stringify(again)).toBe(200);
    expect(again).toEqual(row);
    const { status: created, body: copy } = await by().send<Row>('POST', path, {
      ...row,
      nom: `Copie ${++made}`,
      version: 42,
      createdAt: null,
    });
    expect(created).toBe(201);
    expect(copy).toMatchObject({ version: 1 });
    expect(copy.id).not.toBe(row.id);
  });

  it('can have optional fields emptied, but not required ones', async () => {
    const row = await create({ description: 'x' });
    expect((await patch(row.id, { description: '' })).body['description']).toBeNull();
    for (const nothing of ['', '   ', null]) {
      const reply = await patch<Problem>(row.id, { nom: nothing });
      expectProblem(reply, 400, 'requete.invalide');
      expect(reply.body.errors).toEqual([{ field: 'nom', message: resource.fields['nom']?.hint }]);
    }
    expect((await read(row.id)).nom).toBe(row.nom);
  });

  it('refuses a change based on an older version; without a version the last writer wins', async () => {
    const row = await create();
    expect((await patch(row.id, { description: 'première' }, { 'if-match': '"1"' })).status).toBe(200);
    expectProblem(
      await patch<Problem>(row.id, { description: 'seconde' }, { 'if-match': '"1"' }),
      412,
      'version.perimee',
    );
    expect((await read(row.id))['description']).toBe('première');
    expect((await patch(row.id, { description: 'seconde' }, { 'if-match': 'W/"2"' })).status).toBe(200);
    expect((await patch(row.id, { description: 'dernière' })).body['description']).toBe('dernière');
    expect((await patch(row.id, { description: 'toujours' }, { 'if-match': '*' })).status).toBe(200);
    expectProblem(
      await patch<Problem>(row.id, {}, { 'if-match': 'n’importe quoi' }),
      400,
      'requete.invalide',
    );
  });

  it('accepts one of two concurrent changes or creations', async () => {
    const row = await create();
    const saves = ['un', 'deux'].map((description) => patch(row.id, { description }, { 'if-match': '"1"' }));
    expect((await Promise.all(saves)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 412,
    ]);
    const twin = body();
    const twins = await Promise.all([by().send('POST', path, twin), by().send('POST', path, twin)]);
    expect(twins.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it('names every missing required field, with its hint', async () => {
    const reply = await by().send<Problem>('POST', path, {});
    expectProblem(reply, 400, 'requete.invalide');
    const required = Object.entries(resource.fields).filter(
      ([, field]) => field.required && !('default' in field),
    );
    expect(reply.body.errors).toEqual(required.map(([field, { hint }]) => ({ field, message: hint })));
  });

  it.each([
    ['nom', 5],
    ['nom', ['x']],
    ['nom', { a: 1 }],
    ['nom', 'x'.repeat(256)],
    ['nom', 'a\0b'],
    ['enabled', 'oui'],
    ['enabled', null],
    ['enabled', 1],
    ['description', 7],
    ['description', 'x'.repeat(4001)],
  ])('refuses %s = %j, and stores nothing', async (field, value) => {
    const row = await create();
    for (const reply of [
      await patch<Problem>(row.id, { [field]: value }),
      await by().send<Problem>('POST', path, body({ [field]: value })),
    ]) {
      expect(reply.status, JSON.stringify(reply.body)).toBe(400);
      if (value !== 'a\0b') expect(reply.body.errors?.[0]?.field).toBe(field);
    }
    expect(await read(row.id)).toEqual(row);
  });

  it('refuses a second record of the same name, ignoring case and accents', async () => {
    const first = await create({ nom: `Pêche ${++made}` });
    for (const nom of [first.nom, first.nom.replace('ê', 'E').toUpperCase()])
      expectProblem(await by().send<Problem>('POST', path, body({ nom })), 409, 'conflit.doublon');
    const second = await create();
    expectProblem(await patch<Problem>(second.id, { nom: first.nom }), 409, 'conflit.doublon');
    expect(await read(second.id)).toEqual(second);
  });

  it('can be deleted once', async () => {
    const { id } = await create();
    const { status, body: nothing } = await by().send('DELETE', `${path}/${id}`);
    expect({ status, nothing }).toEqual({ status: 204, nothing: '' });
    for (const reply of [
      await by().get<Problem>(`${path}/${id}`),
      await by().send<Problem>('DELETE', `${path}/${id}`),
      await patch<Problem>(id, { nom: 'x' }),
    ])
      expectProblem(reply, 404, 'introuvable');
  });

  it('is not deleted while others refer to it, and names them', async () => {
    const [{ id } = { id: 0 }] = await query<{ id: number }>(linked);
    const count = `select (select count(*) from ${table}) as n, (select count(*) from taxe) as taxes, (select count(*) from enrollement) as lignes`;
    const before = await query(count);
    const reply = await by().send<Problem>('DELETE', `${path}/${id}`);
    expectProblem(reply, 409, 'conflit.lie');
    expect(reply.body.message).toBe(MESSAGES.suppressionImpossible);
    expect(reply.body.errors?.[0]?.message).toMatch(/^Lié à : \d+ \p{Letter}/u);
    expect(await query(count)).toEqual(before);
  });

  it.each([
    '0',
    '-1',
    'abc',
    '1.5',
    '2147483648',
    '9007199254740991',
    '99999999999999999999',
    '%00',
    "1'--",
    'null',
  ])('has no record « %s »', async (id) => {
    for (const reply of [
      await by().get(`${path}/${id}`),
      await by().send('DELETE', `${path}/${id}`),
      await by().send('PATCH', `${path}/${id}`, {}),
    ])
      expect(reply.status).toBe(404);
  });

  it('refuses a body that is not JSON, not a record, too large or of another type', async () => {
    const row = await create();
    const address = `${path}/${row.id}`;
    for (const [method, url] of [
      ['POST', path],
      ['PATCH', address],
    ] as const) {
      const send = (payload: unknown, type = 'application/json') =>
        by().send<Problem>(method, url, payload, { 'content-type': type });
      for (const broken of ['{', '', '{"nom":}', '{"__proto__":{"nom":"x"}}'])
        expectProblem(await send(broken), 400, 'requete.json');
      for (const shape of ['[]', '"x"', 'null', '3', '[{"nom":"x"}]'])
        expectProblem(await send(shape), 400, 'requete.invalide');
      expectProblem(
        await send(JSON.stringify(body({ description: 'x'.repeat(1024 * 1024) }))),
        413,
        'corps.trop-grand',
      );
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/xml',
        'multipart/form-data',
      ])
        expectProblem(await send(JSON.stringify(body()), type), 415, 'media.inconnu');
      expectProblem(await by().send<Problem>(method, url), 400, 'requete.invalide');
    }
    expect(await read(row.id)).toEqual(row);
  });
});
