import { tmpdir } from 'node:os';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { buildApp } from '#src/app.ts';
import type { Person } from '#src/platform/access/person.ts';
import { openPool } from '#src/platform/database/database.ts';
import { REDACTED } from '#src/platform/log.ts';
import { PASSWORD, PUBLIC_URL, SECRETS, testApp, TIME_ZONE } from '#src/testing/app.ts';
import { immediateQueue } from '#src/testing/immediate-queue.ts';
import { demandRoom } from '#src/platform/files/room.ts';
import { simulatedGateway } from '#src/platform/sms/sms.ts';
import { healthRoutes, type Checks } from './health.routes.ts';
import { bareHeaders } from './incoming.ts';
import { AppError, refused } from './problem.ts';
import { createServer } from './server.ts';

const { app, call, nobody, signIn, url } = await testApp();
await app.ready();

interface OpenApi {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; name: string; schema: { type?: string } }[];
        responses: Record<string, unknown>;
      }
    >
  >;
}
const document = app.swagger() as unknown as OpenApi;
const pgError = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code, severity: 'FATAL' });
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];
/** Routes that are open without a session on purpose. */
const OPEN = new Set([
  'POST /v2/users/check',
  'POST /login_check',
  'POST /v2/mot-de-passe/oubli',
  'POST /v2/mot-de-passe/nouveau',
  'POST /v2/premier-demarrage',
  // signed by an operator; the code of a paper, for its holder
  'POST /v2/moyen_paiements/{id}/rappel',
  'POST /v2/terrain/commandes',
  'POST /v2/terrain/remises',
  'GET /v2/verification/{code}',
  'GET /health',
  'GET /ready',
]);
const ROUTES = Object.entries(document.paths).flatMap(([path, operations]) =>
  METHODS.filter((method) => operations[method]).map((method) => ({
    method: method.toUpperCase() as Uppercase<Method>,
    path,
    route: `${method.toUpperCase()} ${path}`,
  })),
);
const address = (path: string): string => path.replaceAll(/\{\w+\}/g, '1');
const GUARDED = ROUTES.filter(({ route }) => !OPEN.has(route));

describe('without a session', () => {
  it('only routes declared open answer', () => {
    expect(ROUTES.filter(({ route }) => OPEN.has(route))).toHaveLength(OPEN.size);
    expect(GUARDED.length).toBeGreaterThan(50);
  });

  it.each(GUARDED)('$route answers 401', async ({ method, path }) => {
    for (const headers of [
      {},
      { cookie: 'octroi_session=faux' },
      { authorization: 'Bearer faux' },
      { authorization: 'Bearer ' },
      { authorization: 'Basic YTpi' },
    ]) {
      const reply = await call<Record<string, unknown>>({
        method,
        url: address(path),
        headers,
        ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
      });
      expect(reply.status).toBe(401);
      expect(reply.body).toMatchObject({ code: 'session.absente', status: 401 });
    }
  });

  it.each([
    '/%762/users',
    '/v2/%75sers',
    '/v%32/users',
    '//v2/users',
    '/v2//users',
    '/./v2/users',
    '/v2/../v2/users',
    '/V2/users',
    '/v2/users/',
    '/v2/users;x',
    '/v2%2fusers',
    '/%2e/v2/users',
    '/v2/users%00',
    '/v2/users?x=/health',
    '/v2/users#/health',
    '\\v2\\users',
    '/health/../v2/users',
    '/v2/dashboard/by-entite%3f',
  ])('%s shows nothing', async (path) => {
    const { status, body } = await call<Record<string, unknown>>({ method: 'GET', url: path });
    expect([401, 404, 400]).toContain(status);
    expect(body).not.toHaveProperty('data');
  });

  it('a request from another site changes nothing', async () => {
    const niamey = await signIn('niamey');
    for (const headers of [
      { origin: 'https://ailleurs.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[])
      for (const { method, path } of GUARDED.filter(({ method: verb }) => verb !== 'GET'))
        expect(
          (await niamey.send(method as 'POST', address(path), {}, headers)).status,
          `${method} ${path}`,
        ).toBe(403);
    expect((await niamey.get('/v2/session')).status).toBe(200);
  });
});

describe('a GET', () => {
  /** For monitors; they show nothing. */
  const MONITORED = ['/health', '/ready'];

  it.each(ROUTES.filter(({ method, path }) => method === 'GET' && !MONITORED.includes(path)))(
    '$route has no HEAD twin',
    async ({ path }) => {
      expect((await app.inject({ method: 'HEAD', url: address(path) })).statusCode).toBe(404);
    },
  );

  it.each(MONITORED)('%s answers the HEAD request of a monitor', async (url) => {
    const { statusCode, body } = await app.inject({ method: 'HEAD', url });
    expect([statusCode, body]).toEqual([200, '']);
  });
});

describe('the documentation', () => {
  it('is OpenAPI 3.1, with ids and pages as numbers, and errors described by their schema', async () => {
    const { status, body } = await call<OpenApi>({ method: 'GET', url: '/docs/json' });
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\.1/);
    expect(Object.keys(body.paths)).toEqual(Object.keys(document.paths));
    const parameters = Object.values(body.paths).flatMap((operations) =>
      Object.values(operations).flatMap((operation) => operation.parameters ?? []),
    );
    for (const name of ['id', 'page', 'itemperpage']) {
      const types = new Set(
        parameters.filter((parameter) => parameter.name === name).map(({ schema }) => schema.type),
      );
      expect(types, name).toEqual(new Set(['integer']));
    }
    expect((await call({ method: 'GET', url: '/docs' })).status).toBeLessThan(400);
  });
});

describe('an error', () => {
  const shape = {
    type: expect.stringMatching(/^urn:octroi:/),
    title: expect.any(String),
    status: expect.any(Number),
    code: expect.any(String),
    message: expect.stringMatching(/\p{Letter} \p{Letter}/u),
    requestId: expect.any(String),
  };

  it.each([
    ['GET', '/v2/rien', 404],
    ['GET', '/rien.json', 404],
    ['DELETE', '/v2/users', 404],
    ['GET', '/v2/users/%zz', 400],
    ['GET', '/%', 400],
    ['GET', '/%c0%ae', 400],
    ['PROPFIND', '/v2/users', 404],
    ['POST', '/v2/users/check', 400],
    ['POST', '/login_check', 400],
  ])('%s %s is problem+json with a code, a message and a request id', async (method, path, expected) => {
    const { status, body, headers } = await call<Record<string, unknown>>({
      method: method as 'GET',
      url: path,
      ...(method === 'POST' ? { payload: {} } : {}),
    });
    expect(status, JSON.stringify(body)).toBe(expected);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(body).toMatchObject({ ...shape, status });
    expect(headers['x-request-id']).toBe(body['requestId']);
  });

  it('is a 414 for an address longer than any valid one', async () => {
    const { status, body, headers } = await nobody.get(`/v2/users/${'1'.repeat(5000)}`);
    expect([status, body]).toMatchObject([414, { ...shape, code: 'adresse.trop-longue' }]);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  });

  it('has a new request id each time, which the client cannot choose', async () => {
    const replies = [
      await call({ method: 'GET', url: '/v2/users', headers: { 'request-id': 'x', 'x-request-id': 'x' } }),
      await call({ method: 'GET', url: '/v2/users' }),
    ];
    const ids = replies.map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('x');
  });

  it('is not cached', async () => {
    expect((await nobody.get('/v2/session')).headers['cache-control']).toBe('no-store');
  });
});

describe('every reply', () => {
  it.each([
    ['GET', '/v2/session', 401],
    ['GET', '/rien.js', 404],
    ['GET', '/health', 200],
    ['POST', '/login_check', 200],
    ['GET', '/docs/json', 200],
  ] as const)('has an exact type, cannot be framed and is not cached: %s %s', async (method, to, status) => {
    const payload = method === 'POST' ? { username: 'niamey', password: PASSWORD } : undefined;
    const reply = await app.inject({ method, url: to, ...(payload && { payload }) });
    expect(reply.statusCode).toBe(status);
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-type': expect.stringMatching(/json; charset=utf-8$/) as string,
    });
    const policy = String(reply.headers['content-security-policy']).split(';');
    for (const directive of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(directive);
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    expect(reply.headers).not.toHaveProperty('x-powered-by');
  });

  it('shows nothing if no route matches', async () => {
    const { statusCode, headers } = await app.inject('/v2/%c0');
    expect(statusCode).toBe(400);
    expect(headers).toMatchObject(bareHeaders(false));
  });

  it('is logged with the person if it is a refusal', async () => {
    let log = '';
    const server = await createServer({
      logger: { stream: { write: (line: string) => void (log += line) } },
    });
    server.decorateRequest('person', null as unknown as Person);
    server.get('/refus', async (request) => {
      request.person = { id: 7 } as Person;
      throw refused();
    });
    server.get('/absent', async () => {
      throw new AppError('session.absente', 'Connectez-vous.');
    });
    await server.inject('/refus');
    await server.inject('/absent');
    await server.close();
    expect(log).toMatch(/"level":40,.*"code":"acces.refuse","personne":7,"msg":"refused"/);
    expect(log).toMatch(/"level":40,.*"code":"session.absente","msg":"refused"/);
  });
});

describe('an internal failure', () => {
  /** The application on a database that refuses connections: the reply must show nothing of it. */
  const broken = async () => {
    const { db, pool } = openPool('postgres://octroi:tres-secret@127.0.0.1:1/absente', () => undefined, 1);
    const sick = await buildApp({
      db,
      timeZone: TIME_ZONE,
      logger: false,
      https: false,
      demo: false,
      tiles: null,
      publicUrl: PUBLIC_URL,
      sendMail: async () => true,
      sms: simulatedGateway,
      pays: 'NE',
      secrets: SECRETS,
      queue: immediateQueue(),
      uploads: '/nonexistent',
      spoolFolder: '/nonexistent',
      exportsFolder: '/nonexistent',
      dataFolders: [import.meta.dirname],
      webFolder: '/nonexistent',
      terrainFolder: '/nonexistent',
    });
    return { sick, close: async () => void (await Promise.all([sick.close(), pool.end()])) };
  };

  it('of the database tells when to retry, and nothing internal', async () => {
    const { sick, close } = await broken();
    try {
      const requests = [
        { method: 'GET', url: '/v2/users', headers: { cookie: 'octroi_session=x' } },
        { method: 'POST', url: '/v2/users/check', payload: { email: 'niamey', password: 'tres-secret' } },
        { method: 'GET', url: '/ready' },
      ] as const;
      for (const request of requests) {
        const reply = await sick.inject(request);
        expect(reply.statusCode).toBe(503);
        expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/);
        expect(reply.body).not.toMatch(
          /ECONN|127\.0|postgres|secret|select|\.ts|node_modules|stack|absente"/i,
        );
        expect(reply.json()).toMatchObject({
          requestId: reply.headers['x-request-id'],
          message: expect.any(String),
        });
      }
      expect((await sick.inject('/health')).json()).toEqual({ status: 'ok' });
    } finally {
      await close();
    }
  });

  it.each([
    ['has no free connection', new Error('timeout exceeded when trying to connect'), 'base.occupee', '5'],
    [
      'stops',
      pgError('57P01', 'terminating connection due to administrator command'),
      'base.indisponible',
      '5',
    ],
    [
      'only reads',
      pgError('25006', 'cannot execute UPDATE in a read-only transaction'),
      'base.indisponible',
      '5',
    ],
    ['has too many clients', pgError('53300', 'sorry, too many clients already'), 'base.occupee', '5'],
    ['is full', pgError('53100', 'could not extend file: No space left on device'), 'base.pleine', undefined],
    ['loses the connection', new Error('Connection terminated unexpectedly'), 'base.indisponible', '5'],
  ])('a database that %s has its own error code', async (_how, error, code, retry) => {
    const server = await createServer({ logger: false });
    server.get('/panne', () => Promise.reject(error));
    const reply = await server.inject('/panne');
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({ code, message: expect.stringMatching(/^[A-ZL].*\.$/) });
    expect(reply.headers['retry-after']).toBe(retry);
    await server.close();
  });

  it('is logged without the values of the row', async () => {
    let message = '';
    const stream = { write: (line: string) => void (message += line) };
    const server = await createServer({ logger: { level: 'error', redact: REDACTED, stream } });
    server.get('/panne', async () => {
      const pool = new pg.Pool({ connectionString: url, max: 1 });
      try {
        await pool.query('update ville set nom = null where nom = $1', ['Niamey']);
      } finally {
        await pool.end();
      }
    });
    expect((await server.inject('/panne')).statusCode).toBe(500);
    expect(message).toMatch(/null value in column/);
    expect(message).not.toMatch(/habitants|Failing row/);
    await server.close();
  });

  it.each([
    ['a text', 'select $1::text', 'a\0b'],
    ['a document', 'select $1::jsonb', '"a\\u0000b"'],
  ])('a character that the database cannot store is refused: %s', async (_, text, value) => {
    const server = await createServer({ logger: false });
    server.get('/signe', async () => {
      const pool = new pg.Pool({ connectionString: url, max: 1 });
      try {
        await pool.query(text, [value]);
      } finally {
        await pool.end();
      }
    });
    const reply = await server.inject('/signe');
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([400, 'requete.invalide']);
    await server.close();
  });

  it('a fault of the database shows no table name and no statement', async () => {
    const superadmin = await signIn('superadmin');
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    await owner.query('alter table ville rename to ville_ailleurs');
    try {
      const { status, body } = await superadmin.get('/v2/villes');
      expect(status).toBe(500);
      expect(JSON.stringify(body)).not.toMatch(/ville|relation|42P01|select/i);
    } finally {
      await owner.query('alter table ville_ailleurs rename to ville');
      await owner.end();
    }
    expect((await superadmin.get('/v2/villes')).status).toBe(200);
  });
});

describe('the probes', () => {
  const WELL: Checks = {
    base: () => Promise.resolve(),
    disque: () => Promise.resolve(),
    travaux: () => Promise.resolve(),
  };

  it('tell which parts fail: disk space, unattended jobs', async () => {
    const server = await createServer({ logger: false });
    const parts = { ...WELL, disque: () => demandRoom(tmpdir(), Number.MAX_SAFE_INTEGER) };
    healthRoutes(server, parts);
    const full = await server.inject('/ready');
    expect([full.statusCode, full.json()]).toMatchObject([
      503,
      { message: expect.stringContaining('disque'), errors: [{ field: 'disque' }] },
    ]);
    expect(full.body).not.toContain(tmpdir());
    parts.travaux = () => Promise.reject(new Error('1 work is left'));
    expect((await server.inject('/ready')).json<{ errors: unknown[] }>().errors).toMatchObject([
      { field: 'disque' },
      { field: 'travaux' },
    ]);
    parts.disque = parts.travaux = () => Promise.resolve();
    expect((await server.inject('/ready')).statusCode).toBe(200);
    await expect(demandRoom(tmpdir(), 1)).resolves.toBeUndefined();
    await server.close();
  });

  it('tell that the process is alive, and that the database answers', async () => {
    for (const path of ['/health', '/ready']) {
      const { status, body } = await call({ method: 'GET', url: path });
      expect([status, body]).toEqual([200, { status: 'ok' }]);
    }
  });

  it('do not wait for a silent database', async () => {
    const server = await createServer({ logger: false });
    healthRoutes(server, { ...WELL, base: () => new Promise(() => undefined) }, 20);
    expect((await server.inject('/ready')).statusCode).toBe(503);
    await server.close();
  });

  it('distinguish a process that is alive from one that can serve', async () => {
    const server = await createServer({ logger: false });
    const gone = () => Promise.reject(new Error('base partie'));
    healthRoutes(server, { ...WELL, base: gone, travaux: gone });
    expect((await server.inject('/health')).statusCode).toBe(200);
    const ready = await server.inject('/ready');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toMatchObject({
      code: 'serveur.indisponible',
      message: 'La base de données ne répond pas.',
      errors: [{ field: 'base' }],
    });
    expect(ready.body).not.toContain('partie');
    await server.close();
  });
});
