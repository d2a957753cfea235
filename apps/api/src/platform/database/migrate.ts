/**
 * Brings a database to the state of the files in `apps/api/database`. A new one is created from `schema` and
 * `functions`; an older one runs `migrations`, forward only, and then `functions`.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { withConnection } from './connection.ts';
import { listTotals } from './totals.ts';

const FOLDER = path.join(import.meta.dirname, '../../../database');

/** Name of the row of the table `migration` for the functions. */
const FUNCTIONS_ROW = 'functions';
/** First migration of the databases of trial versions, before 0.2. */
const BEFORE_BASELINE: readonly string[] = ['0001_base.sql', '0001_plateforme.sql'];

/** Any number that no other program uses for an advisory lock in the same database. */
export const MIGRATION_LOCK = 7_230_114;

interface MigrateOptions {
  log?: (message: string) => void;
  /** Last migration to apply, by file name, without functions: the version of a backup to restore. */
  upTo?: string;
  /** Time zone of the installation, stored when the database is created. */
  timeZone?: string;
}

/** A migration stored in a database. */
interface Applied {
  nom: string;
  empreinte: string;
}

/** A database or backup with a migration that is not known here; `message` is for the operator, in French. */
export class UnknownVersion extends Error {
  override name = 'UnknownVersion';
  readonly migration: string;

  constructor(migration: string, message: string) {
    super(message);
    this.migration = migration;
  }
}

interface SqlFile {
  /** Path below its folder; files run in the order of their names. */
  name: string;
  text: string;
  hash: string;
}

/**
 * Applies the missing files, all or none. Servers that start together wait for one another.
 * @returns the names applied now
 * @throws UnknownVersion if an applied file was changed since, or the database belongs to another version
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  return withConnection(ownerUrl, 'octroi-migration', async (client) => {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK,
    ]);
    if (!rows[0]?.locked) {
      options.log?.('Un autre programme met à jour cette base : attente.');
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    }
    await client.query("select set_config('octroi.time_zone', $1, false)", [options.timeZone ?? '']);
    await client.query('begin');
    await client.query(`create table if not exists migration (
      nom text primary key, empreinte text not null, applied_at timestamptz not null default now())`);
    const applied = await applyMissing(client, options.upTo);
    await client.query('commit');
    for (const name of applied) options.log?.(`base de données : ${name}`);
    return applied;
  });
}

/** The migrations of a database, in order. */
export async function listMigrations(client: pg.ClientBase): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select nom, empreinte from migration where nom <> $1 order by nom',
    [FUNCTIONS_ROW],
  );
  return rows;
}

/**
 * The version of a database with these migrations: the name of the last one; undefined without any.
 * @throws UnknownVersion unless they are identical to this program's; this program may have more
 */
export async function versionOf(applied: readonly Applied[]): Promise<string | undefined> {
  const hashes = new Map((await sqlFiles('migrations')).map(({ name, hash }) => [name, hash]));
  const unknown = applied.find(({ nom, empreinte }) => hashes.get(nom) !== empreinte)?.nom;
  if (unknown === undefined) return applied.at(-1)?.nom;
  if (hashes.has(unknown))
    throw new UnknownVersion(
      unknown,
      `La migration « ${unknown} » a été modifiée après avoir été appliquée : rétablissez-la et ajoutez-en une nouvelle.`,
    );
  if (isBeforeBaseline(applied))
    throw new UnknownVersion(
      unknown,
      'Cette base a été faite par une version d’essai d’Octroi, antérieure à la 0.2, que celle-ci ne reprend pas. Rien ' +
        'n’y a été changé. Pour commencer avec celle-ci, donnez un autre dossier (OCTROI_DATA) ou une autre base ' +
        '(DATABASE_URL) ; pour consulter l’ancienne, gardez le programme qui l’a faite.',
    );
  throw new UnknownVersion(
    unknown,
    `La base est plus récente que ce programme (migration « ${unknown} » inconnue ici) : installez la version qui l'a écrite, ou une plus récente.`,
  );
}

/** Whether these migrations belong to a trial version, which has no upgrade to 0.2. */
export function isBeforeBaseline(applied: readonly Applied[]): boolean {
  return applied.some(({ nom }) => BEFORE_BASELINE.includes(nom));
}

async function applyMissing(client: pg.Client, upTo: string | undefined): Promise<string[]> {
  const applied = await listMigrations(client);
  const version = await versionOf(applied);
  const migrations = await sqlFiles('migrations');
  const has = new Set(applied.map(({ nom }) => nom));
  const missing = migrations.filter(({ name }) => !has.has(name) && (!upTo || name <= upTo));
  const isNew = !version && !upTo;
  const run = isNew ? await sqlFiles('schema') : missing;
  for (const file of run) await apply(client, file);
  await record(client, missing);
  const names = run.map(({ name }) => name);
  if (upTo) return names;

  const functions = await sqlFiles('functions');
  const hash = hashOf(functions.map((file) => `${file.name} ${file.hash}`).join('\n'));
  const { rowCount: isUnchanged } = await client.query(
    'select from migration where nom = $1 and empreinte = $2',
    [FUNCTIONS_ROW, hash],
  );
  if (isUnchanged && run.length === 0) return names;
  // All of them: a migration or another file may have dropped a function.
  for (const file of functions) await apply(client, file);
  await record(client, [{ name: FUNCTIONS_ROW, hash }]);
  if (!isNew) await fillTotals(client);
  return [...names, FUNCTIONS_ROW];
}

/** Computes the totals that a migration created, or emptied because their meaning changed. */
async function fillTotals(client: pg.Client): Promise<void> {
  // All are looked for first: filling one carries waiting movements into the others.
  const empty: string[] = [];
  for (const { name } of await listTotals(client)) {
    const { rowCount } = await client.query(`select from total_${name} limit 1`);
    if (!rowCount) empty.push(name);
  }
  for (const name of empty) await client.query('select refaire_total($1)', [name]);
  const { rowCount: hasDues } = await client.query('select from du_jour limit 1');
  if (!hasDues) await client.query('select refaire_dus()');
  const { rowCount: hasOutlines } = await client.query('select from enveloppe limit 1');
  if (!hasOutlines) await client.query('select refaire_enveloppes()');
}

async function apply(client: pg.Client, { name, text }: SqlFile): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    throw new Error(`« ${name} » a échoué : ${(error as Error).message}`, { cause: error });
  }
}

async function record(client: pg.Client, files: readonly Pick<SqlFile, 'name' | 'hash'>[]): Promise<void> {
  await client.query(
    `insert into migration (nom, empreinte) select * from unnest($1::text[], $2::text[])
     on conflict (nom) do update set empreinte = excluded.empreinte, applied_at = now()`,
    [files.map(({ name }) => name), files.map(({ hash }) => hash)],
  );
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function sqlFiles(folder: 'schema' | 'functions' | 'migrations'): Promise<SqlFile[]> {
  const within = path.join(FOLDER, folder);
  const names = (await readdir(within, { recursive: true })).map((name) => name.replaceAll(path.sep, '/'));
  return Promise.all(
    names
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map(async (name) => {
        const text = await readFile(path.join(within, name), 'utf8');
        return { name, text, hash: hashOf(text) };
      }),
  );
}
