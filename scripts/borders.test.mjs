// Plants one crossing of each kind in a small project and expects it to be reported: a check that never fails proves
// nothing.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { checkBorders } from './borders.mjs';

const home = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const made = [];

function house(files) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi-borders-'));
  made.push(root);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return root;
}

afterEach(() => {
  for (const root of made.splice(0)) fs.rmSync(root, { recursive: true, force: true });
});

const api = 'apps/api/src';
const web = 'apps/web/src';

describe('an allowed import or statement', () => {
  test.each([
    [
      'down through an index',
      `${api}/domains/paiements/p.service.ts`,
      `import { x } from '../contribuables/index.ts'`,
    ],
    [
      'down by alias',
      `${api}/domains/paiements/p.service.ts`,
      `import { x } from '#src/domains/territoire/index.ts'`,
    ],
    [
      'inside one domain',
      `${api}/domains/fiscalite/taxe/t.service.ts`,
      `import { x } from '../echeance/e.service.ts'`,
    ],
    ['the contract', `${api}/domains/fiscalite/t.service.ts`, `import { x } from '@octroi/contract'`],
    [
      'kysely types anywhere',
      `${api}/domains/fiscalite/t.service.ts`,
      `import type { Kysely } from 'kysely'`,
    ],
    ['SQL in a repository', `${api}/domains/fiscalite/t.repository.ts`, `import { sql } from 'kysely'`],
    ['HTTP in routes', `${api}/domains/fiscalite/t.routes.ts`, `import fastify from 'fastify'`],
    ['a plugin of platform', `${api}/platform/session/s.plugin.ts`, `import plugin from 'fastify-plugin'`],
    [
      'HTTP types in an index',
      `${api}/domains/fiscalite/index.ts`,
      `import type { FastifyInstance } from 'fastify'`,
    ],
    ['the roof over all', `${api}/app.ts`, `import { x } from './domains/paiements/index.ts'`],
    ['the roof over itself', `${api}/demo/a.ts`, `import { x } from '#src/commands/data.ts'`],
    ['the router over all', `${web}/router.tsx`, `const x = import('./domains/paiements/index.ts')`],
    ['the router over the frame', `${web}/router.tsx`, `const x = import('./shell/Shell.tsx')`],
    ['the frame over domains', `${web}/shell/a.tsx`, `import { x } from '#src/domains/paiements/index.ts'`],
    ['a domain over ui', `${web}/domains/territoire/a.tsx`, `import { x } from '#src/ui/list/list.ts'`],
    ['ui over platform', `${web}/ui/a.tsx`, `import { x } from '#src/platform/session.ts'`],
    ['the types of calls', `${web}/platform/a.ts`, `import type { Api } from '@octroi/contract/api'`],
    [
      'calls among themselves',
      'packages/contract/src/api.ts',
      `import { x } from './fiscalite/endpoints.ts'`,
    ],
    [
      'calls in the API',
      `${api}/domains/fiscalite/t.routes.ts`,
      `import { API } from '@octroi/contract/api'`,
    ],
    ['a test over all', `${api}/domains/territoire/t.test.ts`, `import { x } from '#src/app.ts'`],
    [
      'a lock in a transaction',
      `${api}/domains/fiscalite/t.repository.ts`,
      'const f = (trx: OpenTransaction) => sql`select from taxe for update`.execute(trx)',
    ],
    [
      'a lock where a transaction is opened',
      `${api}/platform/t.repository.ts`,
      'const f = (db: Database) => db.transaction().execute((trx) => sql`select from taxe for update`.execute(trx))',
    ],
    [
      'a lock told in a comment',
      `${api}/domains/fiscalite/t.repository.ts`,
      'const f = (queries: Queries) => /* not for update */ queries',
    ],
    ['words in a comment', `${api}/platform/x.ts`, `// import { x } from '../domains/fiscalite/index.ts'`],
  ])('%s', (_what, file, text) => {
    expect(checkBorders(house({ [file]: text })).crossings).toEqual([]);
  });
});

describe('a refused import or statement', () => {
  test.each([
    [
      'contract to app',
      'packages/contract/src/a.ts',
      `import { x } from '../../../apps/api/src/config.ts'`,
      'nothing of ours',
    ],
    ['contract to itself by name', 'packages/contract/src/a.ts', `import '@octroi/contract'`, 'relative'],
    ['contract to an alias', 'packages/contract/src/a.ts', `import { x } from '#src/b.ts'`, 'outside'],
    ['contract to I/O', 'packages/contract/src/a.ts', `import fs from 'node:fs'`, 'pure'],
    [
      'platform to domain',
      `${api}/platform/http/a.ts`,
      `import { x } from '../../domains/fiscalite/index.ts'`,
      'not beneath',
    ],
    [
      'platform to domain, type',
      `${api}/platform/a.ts`,
      `import type { X } from '#src/domains/fiscalite/index.ts'`,
      'not beneath',
    ],
    ['ui to domain', `${web}/ui/a.tsx`, `const x = import('../domains/fiscalite/index.ts')`, 'not beneath'],
    [
      'past the index',
      `${api}/domains/paiements/a.ts`,
      `import { x } from '../fiscalite/taxe.ts'`,
      'index.ts',
    ],
    [
      'past the index, re-exported',
      `${web}/domains/paiements/a.ts`,
      `export * from '#src/domains/fiscalite/taxe.ts'`,
      'index.ts',
    ],
    [
      'upwards',
      `${api}/domains/territoire/a.ts`,
      `import { x } from '#src/domains/fiscalite/index.ts'`,
      'not beneath',
    ],
    ['sideways', `${api}/domains/pilotage/a.ts`, `import { x } from '../fiscalite/index.ts'`, 'not beneath'],
    ['to the roof', `${api}/domains/pilotage/a.ts`, `import { x } from '#src/demo/noms.ts'`, 'not beneath'],
    [
      'platform to ui',
      `${web}/platform/a.ts`,
      `const x = import('../ui/Toaster.tsx')`,
      'ui/ is not beneath platform/',
    ],
    [
      'ui to the frame',
      `${web}/ui/a.tsx`,
      `import type { X } from '#src/shell/x.ts'`,
      'shell/ is not beneath ui/',
    ],
    ['a domain to the frame', `${web}/domains/paiements/a.tsx`, `import '../../shell/x.ts'`, 'not beneath'],
    [
      'the frame to the router',
      `${web}/shell/a.tsx`,
      `import { router } from '../router.tsx'`,
      'not beneath',
    ],
    [
      'the frame past an index',
      `${web}/shell/a.tsx`,
      `import { x } from '../domains/paiements/x.ts'`,
      'index.ts',
    ],
    [
      'the router past an index',
      `${web}/router.tsx`,
      `const x = import('./domains/paiements/x.tsx')`,
      'index.ts',
    ],
    ['the roof past an index', `${api}/app.ts`, `import { x } from './domains/paiements/x.ts'`, 'index.ts'],
    [
      'its own domain by alias',
      `${web}/domains/paiements/a.ts`,
      `import { x } from '#src/domains/paiements/x.ts'`,
      'relative',
    ],
    [
      'a lock outside a transaction',
      `${api}/domains/fiscalite/t.repository.ts`,
      'const f = (queries: Queries) => sql`select from taxe for no key update`.execute(queries)',
      't.repository.ts:1: what writes or locks takes an OpenTransaction',
    ],
    [
      'a lock of the builder outside a transaction',
      `${api}/domains/fiscalite/t.repository.ts`,
      "function f(queries: Queries) { return queries.selectFrom('taxe').forUpdate().execute() }",
      'OpenTransaction',
    ],
    [
      'an advisory lock on the database itself',
      `${api}/domains/fiscalite/t.repository.ts`,
      'async function f(db: Database) { await sql`select pg_advisory_xact_lock(1)`.execute(db) }',
      'OpenTransaction',
    ],
    [
      'SQL that writes outside a transaction',
      `${api}/domains/fiscalite/t.repository.ts`,
      'async function f(queries: Queries) { await sql`insert into taxe default values`.execute(queries) }',
      'OpenTransaction',
    ],
    ['a room without a floor', `${web}/app/a.ts`, `export const x = 1`, 'no floor'],
    [
      'the phone to what it knows',
      'apps/terrain/src/platform/a.ts',
      `import { x } from '#src/model/x.ts'`,
      'model/ is not beneath platform/',
    ],
    [
      'calls to the phone',
      'apps/terrain/src/platform/a.ts',
      `import { API } from '@octroi/contract/api'`,
      'types alone',
    ],
    ['web to api', `${web}/ui/a.ts`, `import type { X } from '../../../api/src/config.ts'`, 'share only'],
    [
      'calls to the browser',
      `${web}/platform/a.ts`,
      `import { API } from '@octroi/contract/api'`,
      'types alone',
    ],
    [
      'calls to the browser, for a type',
      `${web}/platform/a.ts`,
      `import { type Api } from '@octroi/contract/api'`,
      'types alone',
    ],
    [
      'calls to the browser, of one domain',
      `${web}/domains/paiements/a.ts`,
      `const x = import('@octroi/contract/paiements/endpoints')`,
      'types alone',
    ],
    [
      'calls to the browser, with all of the contract',
      `${web}/ui/a.ts`,
      `import { SCREENS } from '@octroi/contract'`,
      'types alone',
    ],
    [
      'calls behind words',
      'packages/contract/src/a.ts',
      `import { endpoints } from './platform-endpoints.ts'`,
      'no calls',
    ],
    [
      'SQL in a service',
      `${api}/domains/fiscalite/a.service.ts`,
      `import { sql, type Kysely } from 'kysely'`,
      'SQL',
    ],
    [
      'the tag by a detour',
      `${api}/domains/fiscalite/a.service.ts`,
      `import { sql } from '#src/platform/database/q.ts'`,
      'SQL',
    ],
    ['pg in routes', `${api}/domains/fiscalite/a.routes.ts`, `import pg from 'pg'`, 'SQL'],
    ['HTTP in platform', `${api}/platform/listing/a.ts`, `import fastify from 'fastify'`, 'HTTP'],
    [
      'HTTP types in a service',
      `${api}/domains/fiscalite/a.service.ts`,
      `import type { X } from 'fastify'`,
      'HTTP',
    ],
    ['a domain without a floor', `${api}/domains/meteo/a.ts`, `export const x = 1`, 'no floor'],
    ['out of the house', `${api}/config.ts`, `import x from '../../../scripts/start.mjs'`, 'outside'],
  ])('%s', (_what, file, text, why) => {
    const { crossings } = checkBorders(house({ [file]: text }));
    expect(crossings).toHaveLength(1);
    expect(crossings[0]).toContain(why);
    expect(crossings[0]).toContain(path.posix.basename(path.posix.dirname(file)));
  });

  test('an import cycle, even of types only', () => {
    const { crossings } = checkBorders(
      house({
        [`${web}/ui/a.ts`]: `import type { B } from './b.ts'`,
        [`${web}/ui/b.ts`]: `export { C } from '#src/ui/c.ts'`,
        [`${web}/ui/c.ts`]: `const a = import('./a.ts')`,
        [`${web}/ui/d.ts`]: `import { A } from './a.ts'; import { B } from './b.ts'`,
        'packages/contract/src/e.ts': `import { E } from './e.ts'`,
      }),
    );
    expect(crossings).toEqual([
      'packages/contract/src/e.ts -> packages/contract/src/e.ts: a circle',
      `${web}/ui/a.ts -> ${web}/ui/b.ts -> ${web}/ui/c.ts -> ${web}/ui/a.ts: a circle`,
    ]);
  });

  test('a database function that writes, directly or through another, called outside a transaction', () => {
    const root = house({
      'apps/api/database/functions/f.sql':
        'create function poser() returns void as $$ insert into taxe default values $$;\n' +
        'create function poser_tout() returns void as $$ select poser() $$;\n' +
        'create function lire() returns bigint as $$ select count(*) from taxe $$;\n',
      [`${api}/domains/fiscalite/t.repository.ts`]:
        'const a = (queries: Queries) => sql`select lire()`.execute(queries);\n' +
        'const b = (queries: Queries) => sql`select poser_tout()`.execute(queries);\n' +
        'const c = (trx: OpenTransaction) => sql`select poser_tout()`.execute(trx);\n',
    });
    expect(checkBorders(root).crossings).toEqual([
      `${api}/domains/fiscalite/t.repository.ts:2: what writes or locks takes an OpenTransaction`,
    ]);
  });

  test('the command exits 1', () => {
    const root = house({ [`${api}/platform/a.ts`]: `import '../domains/fiscalite/index.ts'` });
    expect(() =>
      execFileSync(process.execPath, [path.join(home, 'scripts/borders.mjs'), root], { stdio: 'pipe' }),
    ).toThrow();
  });
});

describe('the linter with the configuration of this repository', () => {
  const FAULTS = {
    'no-floating-promises': `async function f() { return 1; }\nexport function g() { f(); }\n`,
    'no-misused-promises': `async function f() { return true; }\nexport const g = (list: number[]) => list.filter(() => f());\n`,
    'no-explicit-any': `export const f = (x: any) => String(x);\n`,
    'no-unused-vars': `import { join } from 'node:path';\nexport const x = 1;\n`,
  };

  test('reports a missing await and each other planted error', () => {
    const files = Object.fromEntries(
      Object.entries(FAULTS).map(([rule, text]) => [`${api}/${rule}.ts`, text]),
    );
    const root = house({
      ...files,
      'apps/api/tsconfig.json': `{"extends":"../../tsconfig.base.json","include":["src"]}`,
    });
    for (const name of ['.oxlintrc.json', 'tsconfig.base.json']) {
      fs.copyFileSync(path.join(home, name), path.join(root, name));
    }
    fs.symlinkSync(path.join(home, 'node_modules'), path.join(root, 'node_modules'), 'junction');
    const oxlint = path.join(home, 'node_modules/oxlint/bin/oxlint');
    let output = '';
    try {
      output = execFileSync(process.execPath, [oxlint, '--format=unix'], { cwd: root, encoding: 'utf8' });
    } catch (error) {
      output = error.stdout;
    }
    for (const rule of Object.keys(FAULTS)) {
      expect(output).toMatch(new RegExp(`${rule}\\.ts:.*${rule}`));
    }
  });
});
