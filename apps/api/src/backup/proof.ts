/** That a backup can be restored: it is, into a database that goes again, and each table is compared with what was saved. */
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
  /** Whether what was restored is what was saved, byte for byte. */
  equal: boolean;
}

export interface ProofOptions {
  /** Address of the database beside which the backup is restored, as its owner. */
  url: string;
  file: string;
  open?: Open | undefined;
  /** Folder to restore uploads into; without one they are checked against their hashes alone. */
  uploads?: string;
}

/** @throws an error in French where the backup cannot be restored */
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

/** Of the rows as COPY sends them, in the order in which they came. */
async function digestTables(client: pg.Client, { tables }: Manifest): Promise<Map<string, string>> {
  // a long table would else be read from wherever another reader is
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
