/** Common parts of all kinds of backups: lock, disk space, encryption, and reading back. */
import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { encrypted } from './encryption.ts';
import type { Place } from './places.ts';

/** One backup at a time. The lock belongs to the connection, so a dead server releases it. */
export async function tryBackupLock(client: pg.Client, name = 'sauvegarde'): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtext($1)) as locked',
    [name],
  );
  return rows[0]?.locked ?? false;
}

export async function demandBackupLock(client: pg.Client, name?: string): Promise<void> {
  if (!(await tryBackupLock(client, name)))
    throw new Error('Une sauvegarde est déjà en cours. Attendez qu’elle soit finie.');
}

export function freeIn(folder: string): number {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize;
}

export function sizeOf(folder: string): number {
  if (!fs.existsSync(folder)) return 0;
  let size = 0;
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      size += fs.statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  return size;
}

/** The stream to store. */
export function encryptedIfKey(source: Readable, publicKey: string | undefined): Readable {
  return publicKey ? Readable.from(encrypted(source, publicKey), { objectMode: false }) : source;
}

async function* hashing(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Stores a file and reads it back; a file that cannot be verified is removed.
 * @returns its SHA-256
 * @throws an error in French if it differs from what was written
 */
export async function storeChecked(place: Place, name: string, content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await place.store(name, Readable.from(hashing(content, hash), { objectMode: false }));
  const written = hash.digest('hex');
  try {
    if ((await place.digest(name)) === written) return written;
    throw new Error(
      `Ce qui a été relu dans ${place.name} n’est pas ce qui y a été écrit. Vérifiez ce disque.`,
    );
  } catch (error) {
    await place.remove(name);
    throw error;
  }
}
