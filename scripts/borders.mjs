// Checks the borders between folders on resolved paths: allowed imports, places of SQL and HTTP, and that writes and
// locks take a transaction. The linter sees only the text of an import; this sees its file. Usage: node
// scripts/borders.mjs [root]; prints each crossing and exits 1 if there is one.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseSync } from 'vite';

/** Domains from the lowest up; those of one level do not import each other. */
const DOMAINS = [
  ['territoire', 'aide'],
  ['administration', 'approbations', 'fiscalite', 'pilotage'],
  ['contribuables'],
  ['paiements'],
  ['caisse', 'recouvrement'],
  ['terrain'],
  ['impressions'],
  ['mise-en-service'],
].map((floor) => floor.map((domain) => `domains/${domain}/`));

/** Levels of each side, from the lowest up: each may import the ones below. */
export const FLOORS = {
  api: [
    ['config.ts', 'config-backup.ts', 'config-values.ts', 'platform/'],
    ...DOMAINS,
    ['app.ts', 'main.ts', 'backup/', 'commands/', 'demo/', 'bench/', 'installation/', 'verification/'],
  ],
  // the agents' application: what the phone can do, what it knows, what it shows
  terrain: [['platform/'], ['model/'], ['ui/'], ['screens/'], ['main.tsx']],
  web: [['platform/'], ['ui/'], ...DOMAINS, ['shell/'], ['router.tsx', 'main.tsx']],
};

const CONTRACT_PACKAGES = ['zod'];
const SQL_PACKAGES = /^(kysely|pg|pg-copy-streams)$/;
const SQL_PLACES = /\.repository\.ts$|^(platform|backup|commands|demo|bench|installation|verification)\//;
const HTTP_PACKAGES = /^(fastify|fastify-.*|@fastify\/.*|(node:)?https?)$/;
const HTTP_PLACES = /\.routes\.ts$|^platform\/(http\/|.*\.plugin\.ts$)|^(app|main)\.ts$|^bench\//;
const HTTP_BLIND = /\.(service|repository)\.ts$/;

/** Declarations of endpoints with their schemas: the browser may import only their types. */
const CALLS = /^(index|api|(.*[/-])?endpoints)\.ts$/;

/** Tests and their tools run the whole product, so they may import all of it. */
const FREE = /\.test\.tsx?$|(^|\/)testing\//;

/** Position of a file: its part of the repository, its path inside, its level and folder there. */
function place(root, file) {
  const relative = path.relative(root, file).split(path.sep).join('/');
  const contract = /^packages\/contract\/src\/(.*)/.exec(relative);
  if (contract) return { part: 'contract', inside: contract[1], relative };
  const app = /^apps\/(api|terrain|web)\/src\/(.*)/.exec(relative);
  if (!app) return { part: 'elsewhere', inside: relative, relative };
  const [, part, inside] = app;
  const isIn = (room) => (room.endsWith('/') ? inside.startsWith(room) : inside === room);
  const floor = FLOORS[part].findIndex((rooms) => rooms.some(isIn));
  return { part, inside, relative, floor, room: FLOORS[part][floor]?.find(isIn) };
}

/** The file of an import specifier; undefined for a package. */
function resolve(root, from, specifier) {
  if (specifier.startsWith('.')) return path.resolve(path.dirname(from), specifier);
  if (specifier.startsWith('@octroi/')) {
    const [, name, ...rest] = specifier.split('/');
    return path.join(root, 'packages', name, 'src', rest.length ? `${rest.join('/')}.ts` : 'index.ts');
  }
  if (!specifier.startsWith('#src/')) return undefined;
  const { part } = place(root, from);
  return path.join(root, 'apps', part, specifier.slice(1));
}

/** Every import, re-export and dynamic import of a file, with its names and whether it is only types. */
export function importsOf(file, text) {
  const parsed = parseSync(file, text);
  if (parsed.errors.length) throw new Error(`${file}: ${parsed.errors[0].message}`);
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const one = (specifier, entries, start) => ({
    specifier,
    names: entries.map((entry) => entry.importName.name),
    // `import { type X }` still runs the imported file
    typeOnly: /^(import|export)\s+type\b/.test(text.slice(start)),
    line: text.slice(0, start).split('\n').length,
  });
  return [
    ...staticImports.map((i) => one(i.moduleRequest.value, i.entries, i.start)),
    ...staticExports.flatMap((e) =>
      e.entries.filter((x) => x.moduleRequest).map((x) => one(x.moduleRequest.value, [x], e.start)),
    ),
    ...dynamicImports.map((i) => {
      const literal = /^['"`](.*)['"`]$/s.exec(text.slice(i.moduleRequest.start, i.moduleRequest.end));
      return one(literal ? literal[1] : '', [], i.start);
    }),
  ].filter((i) => i.specifier);
}

/** Why a file may not import another of ours; undefined if it may. */
function crossing(from, to, { specifier, typeOnly }) {
  if (to.part === 'elsewhere') return 'stands outside packages/contract and apps/*/src';
  if (from.part === 'contract' && !(specifier.startsWith('.') && to.part === 'contract'))
    return 'contract imports nothing of ours, and its own by a relative path';
  if (to.part === 'contract') {
    const reached = CALLS.test(to.inside) && !typeOnly;
    if (reached && (from.part === 'web' || from.part === 'terrain'))
      return 'a browser takes of calls their types alone';
    return reached && from.part === 'contract' && !CALLS.test(from.inside)
      ? 'what the web may take leads to no calls'
      : undefined;
  }
  if (from.part !== to.part) return 'the applications share only the contract';
  const domain = to.room?.startsWith('domains/');
  if (from.room === to.room)
    return domain && specifier.startsWith('#src/')
      ? 'what is in the same domain is imported by a relative path'
      : undefined;
  if (from.floor < to.floor || (from.floor === to.floor && domain))
    return `${to.room} is not beneath ${from.room}: declare an interface that a higher floor fills`;
  if (domain && !/^domains\/[^/]+\/index\.tsx?$/.test(to.inside))
    return 'a domain is imported through its index.ts';
  return undefined;
}

/** Why a file may not import a package (or the SQL tag); undefined if it may. */
function misplaced(from, { specifier, names, typeOnly }) {
  const isPackage = !/^[.#]|^@octroi\//.test(specifier);
  if (from.part === 'contract' && isPackage && !CONTRACT_PACKAGES.includes(specifier)) {
    return `contract is pure: only ${CONTRACT_PACKAGES.join(', ')}`;
  }
  if (from.part !== 'api') return undefined;
  const sql = SQL_PACKAGES.test(specifier) || names.includes('sql');
  if (sql && !typeOnly && !SQL_PLACES.test(from.inside)) {
    return 'SQL stands only in *.repository.ts and platform/';
  }
  if (!HTTP_PACKAGES.test(specifier)) return undefined;
  if (HTTP_BLIND.test(from.inside))
    return 'services and repositories know nothing of HTTP, not even its types';
  if (!typeOnly && !HTTP_PLACES.test(from.inside)) {
    return 'HTTP stands only in *.routes.ts, platform/http and platform/**/*.plugin.ts';
  }
  return undefined;
}

/** SQL that writes, locks or changes settings of a transaction, in a template or in Kysely's builder. */
const IN_TRANSACTION =
  /\b(insert into|delete from|merge into|update \w+ (as )?(\w+ )?set|for (no key )?update|for (key )?share|lock table|set local|pg_(try_)?advisory_xact\w*|set_config)\b|\.for(NoKey|Key)?(Update|Share)\(/i;

/** Pattern for calls of database functions that write or lock, directly or not. */
function writersOf(root) {
  const bodies = new Map();
  for (const folder of ['functions', 'schema'])
    for (const file of sources(path.join(root, 'apps/api/database', folder), /\.sql$/))
      for (const one of fs
        .readFileSync(file, 'utf8')
        .replaceAll(/--.*/g, '')
        .split(/^create (?:or replace )?function /im)
        .slice(1))
        bodies.set(/^\w+/.exec(one)[0], one.split('$$')[1] ?? one);
  const calls = (names) => new RegExp(`\\b(${[...names].join('|') || '(?!)'})\\(`);
  const writers = new Set();
  for (let before = -1; before < writers.size;) {
    before = writers.size;
    const called = calls(writers);
    for (const [name, body] of bodies) if (IN_TRANSACTION.test(body) || called.test(body)) writers.add(name);
  }
  return calls(writers);
}

/** The functions in a syntax tree. */
function* functionsIn(node) {
  if (Array.isArray(node)) for (const one of node) yield* functionsIn(one);
  else if (node && typeof node === 'object') {
    if (/^(ArrowFunctionExpression|FunctionDeclaration|FunctionExpression)$/.test(node.type)) yield node;
    for (const value of Object.values(node)) yield* functionsIn(value);
  }
}

/**
 * Lines of functions that write or lock although their parameter may not be a transaction: a lock would end at once.
 */
function* outsideTransaction(file, text, writers) {
  const writes = (code) => IN_TRANSACTION.test(code) || writers.test(code);
  if (!writes(text)) return;
  const { program, comments } = parseSync(file, text);
  let code = text;
  for (const { start, end } of comments)
    code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  for (const { params, start, end } of functionsIn(program)) {
    const given = params.map((param) => param.typeAnnotation?.typeAnnotation?.typeName?.name);
    const body = code.slice(start, end);
    const opens = given.includes('Database') && /\.(startT|t)ransaction\(\)/.test(body);
    const mayBeNone = given.includes('Queries') || (given.includes('Database') && !opens);
    if (mayBeNone && writes(body)) yield text.slice(0, start).split('\n').length;
  }
}

function* sources(folder, kind = /\.tsx?$/) {
  if (!fs.existsSync(folder)) return;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* sources(full, kind);
    else if (kind.test(entry.name)) yield full;
  }
}

/** @param edges imported files by file. @returns import cycles, as `a -> b -> a` */
function* circles(edges) {
  const done = new Set();
  const path = [];
  function* visit(file) {
    if (path.includes(file)) yield [...path.slice(path.indexOf(file)), file].join(' -> ');
    if (done.has(file)) return;
    done.add(file);
    path.push(file);
    for (const next of edges.get(file) ?? []) yield* visit(next);
    path.pop();
  }
  for (const file of edges.keys()) yield* visit(file);
}

/**
 * All crossings under a root, as `path:line: what: why`, and the number of files. A file without a level is one too,
 * and so is a cycle, even of types only.
 */
export function checkBorders(root) {
  const crossings = [];
  const edges = new Map();
  const writers = writersOf(root);
  for (const part of ['packages/contract/src', ...Object.keys(FLOORS).map((app) => `apps/${app}/src`)]) {
    for (const file of sources(path.join(root, part))) {
      const from = place(root, file);
      const free = FREE.test(from.inside);
      if (from.floor === -1 && !free) crossings.push(`${from.relative}: stands on no floor`);
      const targets = new Set();
      edges.set(from.relative, targets);
      const text = fs.readFileSync(file, 'utf8');
      if (from.part === 'api' && !free)
        for (const line of outsideTransaction(file, text, writers))
          crossings.push(`${from.relative}:${line}: what writes or locks takes an OpenTransaction`);
      for (const found of importsOf(file, text)) {
        const target = resolve(root, file, found.specifier);
        const to = target && place(root, target);
        if (to) targets.add(to.relative);
        if (free) continue;
        const why = misplaced(from, found) ?? (to && crossing(from, to, found));
        if (why) crossings.push(`${from.relative}:${found.line}: '${found.specifier}': ${why}`);
      }
    }
  }
  for (const circle of circles(edges)) crossings.push(`${circle}: a circle`);
  return { crossings, files: edges.size };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const home = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
  const { crossings, files } = checkBorders(path.resolve(process.argv[2] ?? home));
  for (const line of crossings) console.error(line);
  console.log(`${files} files, ${crossings.length} crossings`);
  process.exitCode = crossings.length || !files ? 1 : 0;
}
