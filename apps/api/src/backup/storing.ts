/** What every kind of backup is stored with: a turn, room, encryption, and a second look at what was written. */
import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { encrypted } from './encryption.ts';
import type { Place } from './places.ts';

/** One backup at a time. Held as long as the connection is: also a server that dies lets it go. */
export async function hasTurn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    "select pg_try_advisory_lock(hashtext('sauvegarde')) as taken",
  );
  return rows[0]?.taken ?? false;
}

export async function takeTurn(client: pg.Client): Promise<void> {
  if (!(await hasTurn(client)))
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

/** The stream as it is stored. */
export function sealed(source: Readable, publicKey: string | undefined): Readable {
  return publicKey ? Readable.from(encrypted(source, publicKey), { objectMode: false }) : source;
}

async function* tapped(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Stores a file and reads it back; one that could not be checked does not stay.
 * @returns its SHA-256
 * @throws an error in French where it is not what was written
 */
export async function storeChecked(place: Place, name: string, content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await place.store(name, Readable.from(tapped(content, hash), { objectMode: false }));
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
