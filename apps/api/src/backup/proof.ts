/** Proves that a backup can be restored: restores it into a temporary database and compares each table. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withConnection } from '#src/platform/database/connection.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { withScratchDatabase } from '#src/platform/database/restoration.ts';
import { type Manifest, type Open, readManifest } from './archive.ts';
import { PORTABLE, quoted } from './database-contents.ts';
import { fill, schemaOf } from './restore.ts';

export interface ProvenTable {
  name: string;
  rows: number;
  /** Whether the restored rows are equal, byte for byte. */
  equal: boolean;
}

export interface ProofOptions {
  /** Address of the database on whose server it is restored, as its owner. */
  url: string;
  file: string;
  open?: Open | undefined;
  /** Folder for the uploads; without it only their hashes are checked. */
  uploads?: string;
}

/** @throws an error in French if the backup cannot be restored */
export async function proveByRestore({ url, file, open, uploads }: ProofOptions): Promise<ProvenTable[]> {
  const manifest = await readManifest(file, open);
  const upTo = await schemaOf(manifest);
  return withScratchDatabase(url, async (scratch) => {
    await migrate(scratch, { timeZone: manifest.timeZone, upTo });
    return withConnection(scratch, 'octroi backup check', async (client) => {
      await client.query(PORTABLE);
      const { tables } = await fill(client, { manifest, file, open, ...(uploads ? { uploads } : {}) });
      const digests = await digestTables(client, manifest);
      return Object.entries(tables).map(([name, { rows, sha256 }]) => ({
        name,
        rows,
        equal: digests.get(name) === sha256,
      }));
    });
  });
}

/** Hashes of the rows as COPY sends them, in their original order. */
async function digestTables(client: pg.Client, { tables }: Manifest): Promise<Map<string, string>> {
  // otherwise a long table might be read from another reader's position
  await client.query('set synchronize_seqscans = off');
  const digests = new Map<string, string>();
  for (const { name, columns } of tables) {
    const hash = createHash('sha256');
    const rows = client.query(
      copyTo(`copy public.${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`),
    );
    for await (const chunk of rows) hash.update(chunk as Buffer);
    digests.set(name, hash.digest('hex'));
  }
  return digests;
}

/** @throws an error in French naming the tables that differ */
export function refuseUnequal(tables: readonly ProvenTable[]): void {
  const unequal = tables.filter(({ equal }) => !equal).map(({ name }) => name);
  if (unequal.length > 0)
    throw new Error(
      `La sauvegarde, restaurée à l’essai, ne rend pas ce qui a été sauvegardé : ${unequal.join(', ')}. Elle n’a pas ` +
        'été gardée ; vérifiez la mémoire et le disque de cette machine, et prévenez qui maintient Octroi.',
    );
}
