/**
 * Makes a database what the files of `apps/api/database` say. A new one is made from `schema` and `functions` as they
 * stand; an older one is carried there by `migrations`, forward only, and then takes the functions.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { withConnection } from './connection.ts';
import { listTotals } from './totals.ts';

const FOLDER = path.join(import.meta.dirname, '../../../database');

/** The row of the table `migration` that says which functions a database has. */
const FUNCTIONS = 'functions';
/** What the first migration of a database is called that a trial version made, before 0.2. */
const BEFORE_BASELINE: readonly string[] = ['0001_base.sql', '0001_plateforme.sql'];

/** Any number that no other program takes an advisory lock on in the same database. */
const LOCK = 7_230_114;

interface MigrateOptions {
  log?: (message: string) => void;
  /** Last migration to apply, by file name, without functions: what a backup of that version is poured into. */
  upTo?: string;
  /** Time zone of the installation's days; kept in the database when it is made. */
  timeZone?: string;
}

/** A migration as a database remembers it. */
interface Applied {
  nom: string;
  empreinte: string;
}

/** A database or a backup whose migrations are not all known here; `message` is for the operator, in French. */
export class UnknownVersion extends Error {
  override name = 'UnknownVersion';
  readonly migration: string;

  constructor(migration: string, message: string) {
    super(message);
    this.migration = migration;
  }
}

interface SqlFile {
  /** Path below its folder; files are run in the order of their names. */
  name: string;
  text: string;
  print: string;
}

/**
 * Applies what is missing, all of it or nothing. Instances that start together wait for one another.
 * @returns the names applied now
 * @throws UnknownVersion when a file that was applied has been altered since, or the database is of another line
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  return withConnection(ownerUrl, 'octroi-migration', async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query("select set_config('octroi.time_zone', $1, false)", [options.timeZone ?? '']);
    await client.query('begin');
    await client.query(`create table if not exists migration (
      nom text primary key, empreinte text not null, applied_at timestamptz not null default now())`);
    const done = await applyMissing(client, options.upTo);
    await client.query('commit');
    for (const name of done) options.log?.(`base de données : ${name}`);
    return done;
  });
}

/** The migrations that a database has, in their order. */
export async function listMigrations(client: pg.ClientBase): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select nom, empreinte from migration where nom <> $1 order by nom',
    [FUNCTIONS],
  );
  return rows;
}

/**
 * The version of a database that has these migrations, as the name of its last one here; undefined where it has none.
 * @throws UnknownVersion when they are not this version's, to the letter; this version may have more of them
 */
export async function versionOf(applied: readonly Applied[]): Promise<string | undefined> {
  const prints = new Map((await sqlFiles('migrations')).map(({ name, print }) => [name, print]));
  const unknown = applied.find(({ nom, empreinte }) => prints.get(nom) !== empreinte)?.nom;
  if (unknown === undefined) return applied.at(-1)?.nom;
  if (prints.has(unknown))
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

/** Whether a trial version made the database or backup that has these migrations: none of them leads to 0.2. */
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
  await remember(client, missing);
  const names = run.map(({ name }) => name);
  if (upTo) return names;

  const functions = await sqlFiles('functions');
  const print = printOf(functions.map((file) => `${file.name} ${file.print}`).join('\n'));
  const { rowCount: same } = await client.query('select from migration where nom = $1 and empreinte = $2', [
    FUNCTIONS,
    print,
  ]);
  if (same && run.length === 0) return names;
  // All of them: a migration, or another file, may have taken away what one made.
  for (const file of functions) await apply(client, file);
  await remember(client, [{ name: FUNCTIONS, print }]);
  if (!isNew) await fillTotals(client);
  return [...names, FUNCTIONS];
}

/** A total that a migration made, or emptied because it means something else now, is computed from its view. */
async function fillTotals(client: pg.Client): Promise<void> {
  for (const { name } of await listTotals(client)) {
    const { rowCount } = await client.query(`select from total_${name} limit 1`);
    if (!rowCount) await client.query('select refaire_total($1)', [name]);
  }
  const { rowCount: carried } = await client.query('select from du_jour limit 1');
  if (!carried) await client.query('select refaire_dus()');
}

async function apply(client: pg.Client, { name, text }: SqlFile): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    throw new Error(`« ${name} » a échoué : ${(error as Error).message}`, { cause: error });
  }
}

async function remember(client: pg.Client, files: readonly Pick<SqlFile, 'name' | 'print'>[]): Promise<void> {
  await client.query(
    `insert into migration (nom, empreinte) select * from unnest($1::text[], $2::text[])
     on conflict (nom) do update set empreinte = excluded.empreinte, applied_at = now()`,
    [files.map(({ name }) => name), files.map(({ print }) => print)],
  );
}

function printOf(text: string): string {
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
        return { name, text, print: printOf(text) };
      }),
  );
}
