// Prepares everything before our programs run: packages, the pinned Node, the built web. Runs on plain Node 18 without
// packages, as the first step on a new machine.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './alone.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const inRoot = (...parts) => path.join(root, ...parts);

/** Applications for browsers, each built separately. */
const WEBS = ['apps/web', 'apps/terrain'];
const WORKSPACES = ['packages/contract', 'apps/api', ...WEBS];
const INSTALL_STAMP = inRoot('node_modules/.octroi-install');
const distOf = (web) => inRoot(web, 'dist');
const BUILD_STAMP = '.octroi-build';

/** A step is impossible; the message (French) says what the person can do. */
export class SetupError extends Error {}

const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined);

/** The repository's pinned Node; undefined before it is installed. */
function pinnedNodeOrNone() {
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  return [inRoot('node_modules/node/bin', binary), inRoot('node_modules/.bin', binary)].find((file) =>
    fs.existsSync(file),
  );
}

export function pinnedNode() {
  const found = pinnedNodeOrNone();
  if (found) return found;
  throw new SetupError(
    'Le Node.js que le dépôt épingle (paquet npm « node ») manque après l’installation : son script d’installation ' +
      'a été empêché. Essayez : npm rebuild node --ignore-scripts=false',
  );
}

/**
 * Environment of our programs: `node` is the pinned one, with a compile cache that halves the time of the next start.
 */
export function toolEnvironment(extra = {}) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const first = [path.dirname(pinnedNode()), inRoot('node_modules/.bin')];
  return {
    NODE_COMPILE_CACHE: inRoot('node_modules/.cache/octroi-compile'),
    ...process.env,
    [name]: [...first, process.env[name]].join(path.delimiter),
    ...extra,
  };
}

/** sha256 over the names and contents of files, in a fixed order. */
function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of [...files].sort((a, b) => (a < b ? -1 : 1))) {
    hash.update(`${path.relative(root, file)}\0`);
    hash.update(fs.readFileSync(file));
    hash.update('\0');
  }
  return hash.digest('hex');
}

const LEFT_OUT = new Set(['node_modules', 'dist', '.vite']);

function* filesUnder(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue;
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(full);
    else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) yield full;
  }
}

/** Fingerprint of the packages: the lock file, and the dependencies of each package.json. */
function packagesFingerprint() {
  const hash = createHash('sha256');
  hash.update(`${process.platform} ${process.arch} ${read(inRoot('package-lock.json')) ?? ''}`);
  for (const folder of ['.', ...WORKSPACES]) {
    const manifest = JSON.parse(fs.readFileSync(inRoot(folder, 'package.json'), 'utf8'));
    const asked = Object.entries(manifest).filter(([field]) =>
      /[dD]ependencies$|^(workspaces|overrides)$/.test(field),
    );
    hash.update(JSON.stringify(asked));
  }
  return hash.digest('hex');
}

const isInstalled = () => pinnedNodeOrNone() !== undefined && read(INSTALL_STAMP) === packagesFingerprint();

const webFingerprint = (web) =>
  fingerprint([
    ...filesUnder(inRoot(web)),
    ...filesUnder(inRoot('packages/contract')),
    inRoot('scripts/lib/precompress.mjs'),
    inRoot('package-lock.json'),
    inRoot('tsconfig.base.json'),
  ]);
const isBuilt = (web) => read(path.join(distOf(web), BUILD_STAMP)) === webFingerprint(web);

/** Installs the packages unless those of package-lock.json are there. @returns whether anything was done */
export async function ensureInstalled() {
  if (isInstalled()) return false;
  return exclusively('installation', () => {
    if (isInstalled()) return false;
    step('Installation des paquets (une à deux minutes la première fois)', installPackages);
    return true;
  });
}

/** Major version of Node from which npm installs all packages of the lock file. */
const OLDEST_FOR_NATIVE_PARTS = 20;

function installPackages() {
  const args = [
    'install',
    // never changes the lock file: `git pull` on a server needs a clean checkout
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  // The pinned Node needs its install script, even if the machine's npm runs none.
  const { status, error } = npm([...args, '--ignore-scripts=false']);
  if (error || status !== 0) {
    throw new SetupError(
      `« npm install » a échoué${error ? ` (${error.message})` : ''}. Les lignes ci-dessus disent pourquoi : le plus ` +
        'souvent le réseau, un mandataire (npm config set proxy …) ou un dossier sans droit d’écriture.',
    );
  }
  const pinned = pinnedNode();
  // Under an older Node npm skips native packages for newer ones: the pinned one installs them.
  if (Number.parseInt(process.versions.node, 10) < OLDEST_FOR_NATIVE_PARTS) npm(args, pinned);
  fs.writeFileSync(INSTALL_STAMP, packagesFingerprint());
}

/** @param node Node for npm */
function npm(args, node = process.execPath) {
  const cli = process.env.npm_execpath;
  const options = { cwd: root, stdio: 'inherit' };
  if (cli && /npm-cli\.c?js$/.test(cli)) {
    refuseOldNpm(spawnSync(process.execPath, [cli, '--version'], { encoding: 'utf8' }));
    return spawnSync(node, [cli, ...args], options);
  }
  const shell = process.platform === 'win32';
  refuseOldNpm(spawnSync('npm', ['--version'], { encoding: 'utf8', shell }));
  return spawnSync('npm', args, { ...options, shell });
}

function refuseOldNpm({ stdout, error }) {
  if (error)
    throw new SetupError('La commande npm est introuvable. Elle vient avec Node.js : https://nodejs.org/fr');
  if (Number.parseInt(stdout, 10) < 8) {
    throw new SetupError(
      `npm 8 ou plus récent est nécessaire ; ici : ${stdout.trim()}. Mettez Node.js à jour.`,
    );
  }
}

/** Builds each application whose sources have changed. @returns whether anything was done */
export async function ensureWebBuilt() {
  if (WEBS.every(isBuilt)) return false;
  return exclusively('construction', () => {
    const stale = WEBS.filter((web) => !isBuilt(web));
    if (stale.length === 0) return false;
    step('Construction de l’interface', () => stale.forEach(buildWeb));
    return true;
  });
}

/** Builds in another folder and swaps, so that a running instance always has files. */
function buildWeb(web) {
  const sources = webFingerprint(web);
  const making = inRoot('node_modules', `.octroi-${path.basename(web)}`);
  const { status } = spawnSync(
    pinnedNode(),
    [
      inRoot('node_modules/vite/bin/vite.js'),
      'build',
      '--outDir',
      making,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
    { cwd: inRoot(web), env: toolEnvironment({ NODE_ENV: 'production' }), stdio: 'inherit' },
  );
  if (status !== 0)
    throw new SetupError('L’interface n’a pas pu être construite : voir les lignes ci-dessus.');
  fs.writeFileSync(path.join(making, BUILD_STAMP), sources);
  const old = `${making}-old`;
  fs.rmSync(old, { recursive: true, force: true });
  if (fs.existsSync(distOf(web))) fs.renameSync(distOf(web), old);
  fs.renameSync(making, distOf(web));
  fs.rmSync(old, { recursive: true, force: true });
}

function step(title, work) {
  const began = Date.now();
  console.log(`${title} …`);
  work();
  console.log(`${title} : ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** Runs a step exclusively among the starts of this repository. */
async function exclusively(what, work) {
  const lock = inRoot('node_modules/.octroi-lock');
  const onWait = (pid) => console.log(`Une autre ${what} est en cours (processus ${pid}) ; attente.`);
  return alone(lock, work, onWait).catch((error) => {
    if (error instanceof SetupError || !error.code) throw error;
    if (error.code === 'ENOSPC')
      throw new SetupError(`Le disque de ${root} est plein : faites de la place, puis recommencez.`);
    throw new SetupError(
      `L’${what} doit écrire dans ${root}, et ne le peut pas (${error.code}). Lancez-la une fois sous le compte à ` +
        `qui ce dossier appartient, ou donnez-le à celui-ci : sudo chown -R ${process.getuid?.() ?? ''} ${root}`,
    );
  });
}
