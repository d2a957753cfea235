/** Packs the files of a cluster into a tar, for a base copy, and unpacks them. */
import fs from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar, { type Header, type Pack } from 'tar-stream';
import { giveTo } from '#src/platform/database/embedded/account.ts';
import type { Account } from '#src/platform/database/embedded/process.ts';

/** Files that a starting server creates, and folders whose files it creates (PostgreSQL, « Base Backup », 26.3.3). */
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'start.log',
  'backup_label',
  'tablespace_map',
]);
const EMPTIED = new Set([
  'log',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const CONTROL = 'global/pg_control';
const isLeftOut = (name: string): boolean =>
  LEFT_OUT.has(name) || name === CONTROL || /(^|\/)(pgsql_tmp|pg_internal\.init)/.test(name);

/** Files of a dropped database may disappear meanwhile. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function* filesUnder(root: string, folder = ''): Generator<{ name: string; isFolder: boolean }> {
  for (const entry of ifThere(() => fs.readdirSync(path.join(root, folder), { withFileTypes: true })) ?? []) {
    const name = path.posix.join(folder, entry.name);
    if (entry.isSymbolicLink())
      throw new Error(
        `${path.join(root, name)} mène hors du dossier de la base : une copie pour revenir à une minute ne le suit pas.`,
      );
    if (isLeftOut(name)) continue;
    yield { name, isFolder: entry.isDirectory() };
    if (entry.isDirectory() && !EMPTIED.has(name)) yield* filesUnder(root, name);
  }
}

/**
 * The server may be writing these files: torn or growing ones are repaired by the write-ahead log.
 * @returns total bytes
 */
export async function packCluster(pack: Pack, root: string): Promise<number> {
  let bytes = 0;
  for (const { name, isFolder } of filesUnder(root)) {
    if (isFolder) await packEntry(pack, { name, type: 'directory' });
    else bytes += await packFile(pack, root, name);
  }
  // says how far the server has come, so it is copied after the files
  return bytes + (await packFile(pack, root, CONTROL));
}

export const packEntry = (
  pack: Pack,
  header: Partial<Header> & Pick<Header, 'name'>,
  content = '',
): Promise<void> =>
  new Promise((resolve, reject) => {
    pack.entry({ mode: 0o600, ...header }, content, (error) => (error ? reject(error) : resolve()));
  });

async function packFile(pack: Pack, root: string, name: string): Promise<number> {
  const file = ifThere(() => fs.openSync(path.join(root, name), 'r'));
  if (file === undefined) return 0;
  try {
    const { size } = fs.fstatSync(file);
    if (size === 0) {
      await packEntry(pack, { name });
      return 0;
    }
    const ended = new Promise<void>((resolve, reject) => {
      const sink = pack.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
      void feed(sink, file, size).catch(reject);
    });
    await ended;
    return size;
  } finally {
    fs.closeSync(file);
  }
}

/** Writes exactly this many bytes, with zeros for a file that was truncated meanwhile. */
async function feed(out: ReturnType<Pack['entry']>, file: number, size: number): Promise<void> {
  for (let at = 0; at < size;) {
    const buffer = Buffer.alloc(Math.min(2 ** 18, size - at));
    fs.readSync(file, buffer, 0, buffer.length, at);
    at += buffer.length;
    if (!out.write(buffer)) await once(out, 'drain');
  }
  out.end(null);
}

/** @throws the tar's error if it is cut or altered */
export async function unpackCluster(
  source: Readable,
  folder: string,
  account: Account | undefined,
): Promise<void> {
  const extract = tar.extract();
  const fed = pipeline(source, extract);
  fed.catch(() => {}); // the loop below hears of it
  for await (const entry of extract) {
    const target = path.resolve(folder, entry.header.name);
    if (!target.startsWith(folder + path.sep)) throw new Error(`unexpected name: ${entry.header.name}`);
    if (entry.header.type === 'directory') {
      fs.mkdirSync(target, { mode: 0o700, recursive: true });
      for await (const _chunk of entry);
    } else await pipeline(entry, fs.createWriteStream(target, { mode: 0o600 }));
    giveTo(account, target);
  }
  await fed;
}
