// docs/securite.md: no requirement of OWASP ASVS 5.0 level 1 or 2 is left out, and what is named as a proof is there.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const TEXT = fs.readFileSync(path.join(ROOT, 'docs/securite.md'), 'utf8');

/** Those of levels 1 and 2, by section: numbers, and ranges of them. */
const REQUIREMENTS = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5
  3.7:1-2 4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4
  6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1
  9.1:1-3 9.2:1-4 10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3
  11.3:1-3 11.4:1-4 11.5:1 11.6:1 12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2
  14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4
  17.3:1-2
`;
const STATES = ['Oui', 'En partie', 'Non', 'Sans objet'];
const ALIASES = {
  api: 'apps/api/src',
  terrain: 'apps/terrain/src',
  web: 'apps/web/src',
  contract: 'packages/contract/src',
};
/** What a proof may be: a file of this repository, with its ending. */
const FILE = /`((?:[\w.-]+\/)*[\w.-]+\.\w+|deploy\/caddy\/Caddyfile)`/g;

const TEST = /\.(?:test|spec)\.(?:tsx?|mjs)$/;
/** The sections of the standard that ask for something written. */
const DOCUMENTED = /^(?:2|5|6|7|8|11|13|14|15|16)\.1\./;

const numbers = (text) =>
  text.split(',').flatMap((part) => {
    const [from, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
const expected = REQUIREMENTS.trim()
  .split(/\s+/)
  .flatMap((line) => {
    const [section, list] = line.split(':');
    return numbers(list).map((number) => `${section}.${number}`);
  });

const rows = TEXT.split('\n').flatMap((line) => {
  const cells = line.split('|').map((cell) => cell.trim());
  return /^\d+\.\d+\.\d+/.test(cells[1] ?? '') ? [cells.slice(1, -1)] : [];
});

/** Sources of the product: no tests, nor what only they and measures run. */
const productSources = () =>
  ['apps/web/src', 'apps/terrain/src', 'apps/api/src', 'packages/contract/src']
    .flatMap(sourcesIn)
    .filter((file) => !/\/(?:testing|bench|demo)\//.test(file));
/** The sources that hold this, as `apps/api/src/…/file.ts`. */
const sourcesWith = (pattern) =>
  productSources().filter((file) => pattern.test(fs.readFileSync(path.join(ROOT, file), 'utf8')));

function sourcesIn(folder) {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));
}

it('each requirement is listed once', () => {
  const told = rows.flatMap(([ids]) => ids.split(', '));
  expect(new Set(told)).toEqual(new Set(expected));
  expect(told).toHaveLength(expected.length);
});

it.each(rows)('%s: %s', (ids, asked, state, proof) => {
  expect(asked).not.toBe('');
  expect(STATES).toContain(state);
  const files = [...proof.matchAll(FILE)].map(([, file]) => file);
  for (const file of files) {
    const [first, ...rest] = file.split('/');
    const place = path.join(ROOT, ALIASES[first] ?? first, ...rest);
    expect(fs.existsSync(place), file).toBe(true);
  }
  // what is met names the test that would fail, or the document where one is asked for; what is not says what is missing
  const proves = (file) => TEST.test(file) || (DOCUMENTED.test(ids) && file.startsWith('docs/'));
  if (state === 'Oui') expect(files.filter(proves), ids).not.toEqual([]);
  if (state === 'En partie' || state === 'Non') expect(proof.replaceAll(/`[^`]+`|[\s,;:]/g, '')).not.toBe('');
});

it('the counts in the text equal those of the table', () => {
  const count = (wanted) =>
    rows.filter(([, , state]) => state === wanted).reduce((sum, [ids]) => sum + ids.split(', ').length, 0);
  const said = /(\d+) exigences, dont (\d+) [^:]+: (\d+) tenues, (\d+) en\s+partie, (\d+) non/.exec(TEXT);
  const [yes, partly, no] = ['Oui', 'En partie', 'Non'].map(count);
  expect(said?.slice(1).map(Number)).toEqual([expected.length, yes + partly + no, yes, partly, no]);
});

it('the browser never runs text as code, and inserts no raw HTML', () => {
  const risky =
    /dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;
  expect(sourcesWith(risky)).toEqual([]);
});

it('no page uses a plug-in', () => {
  expect(sourcesWith(/<(?:object|embed|applet)\b/).filter((file) => file.endsWith('.tsx'))).toEqual([]);
});

it('a composed regular expression is made of texts of the product, never of user input', () => {
  expect(new Set(sourcesWith(/new RegExp\(/))).toEqual(
    new Set([
      'apps/api/src/domains/impressions/caisse/parts.drawing.ts',
      'apps/api/src/platform/import/cells.ts',
      'apps/api/src/platform/import/coordinates.ts',
      'apps/api/src/platform/import/days.ts',
      'apps/api/src/platform/import/numbers.ts',
      'apps/api/src/platform/import/workbook.ts',
      'apps/api/src/platform/pdf/typesetting.ts',
      'apps/web/src/platform/kept/recents.ts',
      'packages/contract/src/administration/sign-in/password.ts',
      'packages/contract/src/contribuables/recherche/parts.ts',
      'packages/contract/src/impressions/code-piece.ts',
      'packages/contract/src/platform/values/text.ts',
    ]),
  );
});

it('predictable random numbers are used only for delays', () => {
  expect(sourcesWith(/Math\.random/)).toEqual(['apps/terrain/src/model/sync.ts']);
});

it('both proxies use only TLS 1.2 and 1.3, with a public certificate', () => {
  const read = (file) => fs.readFileSync(path.join(ROOT, 'deploy', file), 'utf8');
  // Caddy's own choice, as long as it is not told another
  expect(read('caddy/Caddyfile')).not.toMatch(/\b(?:tls|protocols|ciphers|curves)\b/);
  expect(read('nginx/octroi.conf').match(/ssl_protocols [^;]*/g)).toEqual(['ssl_protocols TLSv1.2 TLSv1.3']);
  expect(read('nginx/octroi.conf')).toContain('/etc/letsencrypt/live/');
});

it('the service runs as its own user, can use only its own files, and passes no secret to the process that reads files', () => {
  const service = fs.readFileSync(path.join(ROOT, 'deploy/systemd/octroi.service'), 'utf8').split('\n');
  for (const line of [
    'User=octroi',
    'EnvironmentFile=/etc/octroi.env',
    'StateDirectoryMode=0700',
    'UMask=0077',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
  ])
    expect(service).toContain(line);
  // the process that opens a file of a person has no environment but the folder of compiled code
  const reading = fs.readFileSync(path.join(ROOT, 'apps/api/src/platform/import/reading.ts'), 'utf8');
  expect(reading.match(/env: .*/g)).toEqual([
    'env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },',
  ]);
});

it('each dependency has an exact version', () => {
  const manifests = ['.', 'apps/api', 'apps/web', 'apps/terrain', 'packages/contract'].map((folder) =>
    JSON.parse(fs.readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')),
  );
  const versions = manifests.flatMap(({ dependencies, devDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies }),
  );
  expect(versions.length).toBeGreaterThan(40);
  expect(
    versions.filter(
      ([name, version]) => !name.startsWith('@octroi/') && !/^(?:npm:.*@)?\d+\.\d+\.\d+/.test(version),
    ),
  ).toEqual([]);
});
