// Plants one crossing of each kind in a small house and sees it refused: a check that never fails proves nothing.
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

describe('what is allowed', () => {
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
    ['the roof over all', `${api}/app.ts`, `import { x } from './domains/paiements/p.routes.ts'`],
    ['the router over all', `${web}/router.tsx`, `const x = import('./domains/paiements/liste.tsx')`],
    ['a test over all', `${api}/domains/territoire/t.test.ts`, `import { x } from '#src/app.ts'`],
    ['words in a comment', `${api}/platform/x.ts`, `// import { x } from '../domains/fiscalite/index.ts'`],
  ])('%s', (_what, file, text) => {
    expect(checkBorders(house({ [file]: text })).crossings).toEqual([]);
  });
});

describe('what is refused', () => {
  test.each([
    [
      'contract to app',
      'packages/contract/src/a.ts',
      `import { x } from '../../../apps/api/src/config.ts'`,
      'nothing of ours',
    ],
    ['contract to I/O', 'packages/contract/src/a.ts', `import fs from 'node:fs'`, 'pure'],
    [
      'platform to domain',
      `${api}/platform/http/a.ts`,
      `import { x } from '../../domains/fiscalite/index.ts'`,
      'no domain',
    ],
    [
      'platform to domain, type',
      `${api}/platform/a.ts`,
      `import type { X } from '#src/domains/fiscalite/index.ts'`,
      'no domain',
    ],
    ['ui to domain', `${web}/ui/a.tsx`, `const x = import('../domains/fiscalite/index.ts')`, 'no domain'],
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
    ['to the roof', `${api}/domains/pilotage/a.ts`, `import { x } from '#src/demo/noms.ts'`, 'roof'],
    ['web to api', `${web}/ui/a.ts`, `import type { X } from '../../../api/src/config.ts'`, 'share only'],
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

  test('the command exits 1', () => {
    const root = house({ [`${api}/platform/a.ts`]: `import '../domains/fiscalite/index.ts'` });
    expect(() =>
      execFileSync(process.execPath, [path.join(home, 'scripts/borders.mjs'), root], { stdio: 'pipe' }),
    ).toThrow();
  });
});

describe('the linter with this house’s configuration', () => {
  const FAULTS = {
    'no-floating-promises': `async function f() { return 1; }\nexport function g() { f(); }\n`,
    'no-misused-promises': `async function f() { return true; }\nexport const g = (list: number[]) => list.filter(() => f());\n`,
    'no-explicit-any': `export const f = (x: any) => String(x);\n`,
    'no-unused-vars': `import { join } from 'node:path';\nexport const x = 1;\n`,
  };

  test('sees a lost await and each other planted fault', () => {
    const files = Object.fromEntries(
      Object.entries(FAULTS).map(([rule, text]) => [`${api}/${rule}.ts`, text]),
    );
    const root = house({
      ...files,
      [`${api}/platform/crossing.ts`]: `import '#src/domains/fiscalite/index.ts';\n`,
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
    expect(output).toMatch(/crossing\.ts:.*no-restricted-imports/);
  });
});
