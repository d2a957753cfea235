// Every file and folder of the repository that a document or a comment names is there, and no folder is crowded.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && fs.existsSync(path.join(ROOT, file)));

/** Folders that documents call by the name of their application. */
const ALIASES = {
  api: 'apps/api/src',
  contract: 'packages/contract/src',
  terrain: 'apps/terrain/src',
  web: 'apps/web/src',
};
/** Every file and every folder, with its own folders or without: `ui/list/Pager.tsx` is also `list/Pager.tsx`. */
const KNOWN = new Set(
  FILES.flatMap((file) => {
    const parts = file.split('/');
    return parts.flatMap((_, from) =>
      parts.slice(from).map((_, to) => parts.slice(from, from + to + 1).join('/')),
    );
  }),
);
const NAMES = [...KNOWN];

/** @param name its file name may hold `*` */
function isThere(name) {
  // a decision is named by its number
  const [first, ...rest] = name
    .replace(/\/$/, '')
    .replace(/(adr\/\d{4})$/, '$1-*.md')
    .split('/');
  return [[first, ...rest].join('/'), [ALIASES[first] ?? first, ...rest].join('/')].some((one) => {
    if (!one.includes('*')) return KNOWN.has(one);
    const pattern = new RegExp(
      `^${one
        .split('*')
        .map((part) => part.replaceAll('.', '\\.'))
        .join('[^/]*')}$`,
    );
    return NAMES.some((known) => pattern.test(known));
  });
}

/** Names of files, by their endings; and of folders, by the folders that they begin with. */
const FILE =
  /^(?:\w[\w@.*-]*\/)*\w[\w.*-]*\.(?:tsx?|mjs|sql|md|css)$|^(?:\w[\w.-]*\/)+[\w.*-]+\.(?:json|ya?ml)$/;
const FOLDER =
  /^(?:adr|apps|docs|packages|scripts|tests|deploy|platform|domains|database|ui|shell)\/[\w./-]*\w\/?$/;

const names = (text) => FILE.test(text) || FOLDER.test(text);
const spans = (text) => [
  ...[...text.matchAll(/`([^`\s]+)`/g)].map(([, span]) => span),
  ...(text.match(/\badr\/\d{4}/g) ?? []),
];
const links = (text, from) =>
  [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)].map(([, to]) =>
    path.join(path.dirname(from), decodeURIComponent(to)),
  );

const documents = FILES.filter((file) => file.endsWith('.md') && !file.includes('/aide/pages/'));
const sources = FILES.filter((file) => /\.(?:tsx?|mjs|sql)$/.test(file) && !file.includes('.generated.'));

const commentsOf = (file, text) =>
  file.endsWith('.sql')
    ? (text.match(/--.*/g) ?? [])
    : parseSync(file, text).comments.map(({ value }) => value);

describe('documents', () => {
  it.each(documents)('every file named in %s exists', (file) => {
    const text = fs.readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
    expect(spans(text).filter((span) => names(span) && !isThere(span))).toEqual([]);
    expect(links(text, file).filter((to) => !KNOWN.has(to.replace(/\/$/, '')))).toEqual([]);
  });
});

it('docs/conformite.md names its proofs', () => {
  const text = fs.readFileSync(path.join(ROOT, 'docs/conformite.md'), 'utf8');
  const named = [...new Set(spans(text))];
  expect(named.filter((span) => FILE.test(span)).length).toBeGreaterThan(50);
  expect(named.filter((span) => /^adr\/\d{4}$/.test(span)).length).toBeGreaterThan(5);
});

it.each([
  ['decision', /^docs\/adr\/\d{4}-/],
  ['migration', /^apps\/api\/database\/migrations\/\d{4}_/],
])('each %s has a unique number', (_, numbered) => {
  const numbers = FILES.filter((file) => numbered.test(file)).map((file) => path.basename(file).slice(0, 4));
  expect(numbers).not.toHaveLength(0);
  expect(numbers.filter((number, n) => numbers.indexOf(number) !== n)).toEqual([]);
});

it('every file named in a comment exists', () => {
  const missing = sources.flatMap((file) => {
    const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
    return commentsOf(file, text)
      .flatMap((comment) => comment.split(/[\s`'"«»()<>,;:…]+/))
      .map((word) => word.replace(/\.$/, ''))
      .filter((word) => names(word) && !isThere(word))
      .map((word) => `${file}: ${word}`);
  });
  expect(missing).toEqual([]);
});

/** Files that may stand beside each other; lists of decisions, migrations, help pages and pictures are no rooms. */
const MOST = 25;
const LISTS = [
  'docs/adr',
  'apps/api/database/migrations',
  'apps/web/src/domains/aide/pages',
  'apps/web/src/domains/aide/images',
];

it('no folder has more than 25 files', () => {
  const counts = Map.groupBy(FILES, (file) => path.dirname(file));
  const crowded = [...counts].filter(([folder, files]) => files.length > MOST && !LISTS.includes(folder));
  expect(crowded.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
});
