// docs/conformite.md: every proof and every decision that it names is there.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const TEXT = fs.readFileSync(path.join(ROOT, 'docs/conformite.md'), 'utf8');

/** Where a proof may stand; the document leaves these folders out. */
const FOLDERS = [
  '',
  'docs',
  'tests',
  'packages',
  'apps',
  'apps/api/src',
  'apps/api/src/domains',
  'apps/api/src/platform',
  'apps/web/src',
  'apps/web/src/domains',
  'apps/terrain/src',
];
/** Folders that the document calls otherwise. */
const ALIASES = { contract: 'packages/contract/src', terrain: 'apps/terrain/src' };

/** @param file its name may hold `*` */
function exists(file) {
  const { dir, base } = path.parse(path.join(ROOT, file));
  if (!fs.existsSync(dir)) return false;
  const name = new RegExp(
    `^${base
      .split('*')
      .map((part) => part.replaceAll('.', '\\.'))
      .join('.*')}$`,
  );
  return fs.readdirSync(dir).some((each) => name.test(each));
}

function isThere(proof) {
  const [first, ...rest] = proof.split('/');
  const aliased = ALIASES[first] ? [path.join(ALIASES[first], ...rest)] : [];
  return [...aliased, ...FOLDERS.map((folder) => path.join(folder, proof))].some(exists);
}

const found = (pattern) => [...new Set([...TEXT.matchAll(pattern)].map(([, what]) => what))];
const proofs = found(/`([\w.*/-]+\.(?:tsx?|mjs|sql|md|ya?ml))`/g);
const decisions = found(/adr\/(\d{4})/g);

it('proofs and decisions are named', () => {
  expect(proofs.length).toBeGreaterThan(50);
  expect(decisions.length).toBeGreaterThan(5);
});

it.each(proofs)('the proof %s is there', (proof) => {
  expect(isThere(proof)).toBe(true);
});

it.each(decisions)('the decision adr/%s is there', (number) => {
  expect(exists(`docs/adr/${number}-*.md`)).toBe(true);
});
