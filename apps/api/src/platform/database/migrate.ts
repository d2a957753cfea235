/** Brings a database up to the schema of this version: plain SQL files, in order, forward only. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

const FOLDER = path.join(import.meta.dirname, '../../../migrations');

/** Any number that no other program takes an advisory lock on in the same database. */
const LOCK = 7_230_114;

export interface MigrateOptions {
  log?: (message: string) => void;
  /** Last migration to apply, by file name; all when absent. */
  upTo?: string;
  /** Time zone of the installation's days; kept in the database when it is made. */
  timeZone?: string;
}

/**
 * Applies what is missing, each file in a transaction of its own. Instances that start together wait for one another.
 * @returns the names applied now
 * @throws when a file that was applied has been altered since, or the database is newer than this version
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'octroi-migration' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(`create table if not exists migration (
      nom text primary key, empreinte text not null, applied_at timestamptz not null default now())`);
    await client.query("select set_config('octroi.time_zone', $1, false)", [options.timeZone ?? '']);
    return await applyMissing(client, options);
  } finally {
    await client.end();
  }
}

async function applyMissing(client: pg.Client, { log, upTo }: MigrateOptions): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const { rows } = await client.query<{ nom: string; empreinte: string }>(
    'select nom, empreinte from migration',
  );
  const applied = new Map(rows.map((row) => [row.nom, row.empreinte]));
  const unknown = [...applied.keys()].find((name) => !files.includes(name));
  if (unknown)
    throw new Error(
      `La base est plus récente que ce programme (migration « ${unknown} » inconnue ici) : installez la version qui l'a écrite, ou une plus récente.`,
    );

  const done: string[] = [];
  for (const name of files) {
    if (upTo && name > upTo) break;
    const text = await readFile(path.join(FOLDER, name), 'utf8');
    const print = createHash('sha256').update(text).digest('hex');
    const known = applied.get(name);
    if (known === print) continue;
    if (known)
      throw new Error(
        `La migration « ${name} » a été modifiée après avoir été appliquée : rétablissez-la et ajoutez-en une nouvelle.`,
      );
    await client.query('begin');
    try {
      await client.query(text);
      await client.query('insert into migration (nom, empreinte) values ($1, $2)', [name, print]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new Error(`La migration « ${name} » a échoué : ${(error as Error).message}`, { cause: error });
    }
    log?.(`migration ${name}`);
    done.push(name);
  }
  return done;
}
