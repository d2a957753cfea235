/**
 * One round of keeping point-in-time recovery: stores the archived segments, makes a base copy if due, copies both
 * elsewhere, and removes expired files.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import tar from 'tar-stream';
import { withConnection } from '#src/platform/database/connection.ts';
import { journalFolder } from '#src/platform/database/embedded/settings.ts';
import { messageOf } from '#src/platform/system-error.ts';
import { folderPlace, type Place } from '../places.ts';
import { freeIn, tryBackupLock, encryptedIfKey, sizeOf, storeChecked } from '../storing.ts';
import { packCluster, packEntry } from './cluster-files.ts';
import {
  baseNames,
  chainOf,
  isKeptName,
  isSheetName,
  keptName,
  outdated,
  type Sheet,
  sheetSchema,
  STAGED,
  stagedName,
  stemOf,
  timelineOf,
} from './names.ts';

export interface MinutePlan {
  /** Address of the database, as its owner. */
  url: string;
  /** Data folder of the embedded server. */
  cluster: string;
  /** Folder of base copies and segments. */
  folder: string;
  /** Number of days of which any minute can be recovered. */
  days: number;
  publicKey: string | undefined;
  timeZone: string;
}

export interface Round {
  segments: number;
  base: string | undefined;
  /** Problems for the operator, in French. */
  faults: string[];
}

/**
 * Maximum bytes of waiting segments while their disk does not accept them; beyond, they are dropped, to keep the
 * product running.
 */
const MAX_STAGED = 2 ** 30;
const MIN_FREE = 2 ** 30;
/** Milliseconds after which a partial segment is abandoned. */
const PARTIAL_MS = 3_600_000;
/** Maximum share of a compressed base copy in the cluster's size. */
const COPY_SHARE = 0.5;

/** @param baseDue whether to make a base copy even if the last one is usable */
export async function keepMinutes(
  plan: MinutePlan,
  places: readonly Place[],
  baseDue: boolean,
): Promise<Round> {
  return withConnection(plan.url, 'octroi backup', async (client) => {
    if (!(await tryLock(client))) return { segments: 0, base: undefined, faults: [] };
    const round: Round = { segments: 0, base: undefined, faults: [] };
    const attempt = async (work: () => Promise<void>): Promise<void> =>
      work().catch((error: unknown) => void round.faults.push(messageOf(error)));
    await attempt(async () => {
      fs.mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
      round.segments = await store(plan);
    });
    dropOverflow(plan, round);
    const isSound = round.faults.length === 0;
    if (isSound && (baseDue || (await isBroken(client, plan))) && (await tryBackupLock(client)))
      await attempt(async () => {
        round.base = await makeBase(client, plan);
        round.segments += await store(plan);
      });
    // without its folder nothing more can be done, and the reason is known
    if (!isSound && !fs.existsSync(plan.folder)) return round;
    const own = folderPlace(plan.folder);
    await attempt(async () => {
      for (const name of readSheetFolder(plan.folder).damaged)
        round.faults.push(damagedSheet(plan.folder, name));
      await prune(own, plan);
    });
    for (const place of places)
      await attempt(async () => {
        await copyMissing(own, place);
        await prune(place, plan);
      });
    return round;
  });
}

/** Lock between two servers on one data folder. */
async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    "select pg_try_advisory_lock(hashtext('retour a la minute')) as locked",
  );
  return rows[0]?.locked ?? false;
}

export const staged = (cluster: string): string[] => {
  const folder = journalFolder(cluster);
  return fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .filter((name) => STAGED.test(name))
        .toSorted()
    : [];
};

function zipped(content: AsyncIterable<Buffer>): Readable {
  const gzip = createGzip({ level: 3 });
  pipeline(content, gzip).catch(() => {}); // who stores it hears of it
  return gzip;
}

/** @returns number of stored segments */
async function store({ cluster, folder, publicKey }: MinutePlan): Promise<number> {
  const own = folderPlace(folder);
  const stored = new Set(await own.list());
  const names = staged(cluster);
  removeNotes(cluster);
  for (const name of names) {
    const file = path.join(journalFolder(cluster), name);
    const storedName = keptName(name, publicKey !== undefined);
    // already stored, if an interrupted round could not remove it
    if (!stored.has(storedName)) {
      const content = fs.createReadStream(file);
      try {
        await storeChecked(own, storedName, encryptedIfKey(zipped(content), publicKey));
      } finally {
        content.destroy();
      }
    }
    fs.rmSync(file);
  }
  return names.length;
}

/** Removes the server's notes next to segments, which a copy's sheet replaces, and partial files of a killed server. */
function removeNotes(cluster: string): void {
  const folder = journalFolder(cluster);
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  for (const name of names) {
    const file = path.join(folder, name);
    const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (name.endsWith('.backup') || (name.startsWith('archtemp') && age > PARTIAL_MS))
      fs.rmSync(file, { force: true });
  }
}

/** Drops waiting segments before the disk is full; then a new base copy is needed. */
function dropOverflow({ cluster, folder }: MinutePlan, round: Round): void {
  const waiting = journalFolder(cluster);
  if (!fs.existsSync(waiting)) return;
  const size = sizeOf(waiting);
  if (size === 0 || (size < MAX_STAGED && freeIn(waiting) > MIN_FREE)) return;
  for (const name of staged(cluster)) fs.rmSync(path.join(waiting, name));
  round.faults.push(
    `La place manque dans ${folder} : le journal des dernières minutes a été abandonné, pour que la base puisse encore ` +
      'écrire. Faites-y de la place ; une nouvelle copie de la base suivra, et on ne pourra pas revenir entre-temps.',
  );
}

/** The sheets of a folder, and the names of those that are cut or altered: the other copies stay usable. */
export function readSheetFolder(folder: string): { sheets: Map<string, Sheet>; damaged: string[] } {
  const sheets = new Map<string, Sheet>();
  const damaged: string[] = [];
  for (const name of fs.existsSync(folder) ? fs.readdirSync(folder).filter(isSheetName) : []) {
    const sheet = sheetOf(fs.readFileSync(path.join(folder, name), 'utf8'));
    if (sheet) sheets.set(name, sheet);
    else damaged.push(name);
  }
  return { sheets, damaged };
}

function sheetOf(text: string): Sheet | undefined {
  try {
    return sheetSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** What the operator is told about a damaged sheet. */
export const damagedSheet = (folder: string, name: string): string =>
  `${path.join(folder, name)} est coupé ou altéré : on ne peut pas revenir par la copie de la base qu’il décrit. Reprenez ce ` +
  'fichier d’une copie, ou supprimez-le.';

export const readSheets = (folder: string): Map<string, Sheet> => readSheetFolder(folder).sheets;

export const newestSheet = (folder: string): Sheet | undefined =>
  [...readSheets(folder).values()].toSorted((a, b) => (a.premier < b.premier ? 1 : -1))[0];

/**
 * Whether no copy leads to the present without a gap: none yet, a missing segment, or a new timeline after a recovery.
 */
async function isBroken(client: pg.Client, { folder }: MinutePlan): Promise<boolean> {
  const newest = newestSheet(folder);
  const { rows } = await client.query<{ segment: string }>(
    'select pg_walfile_name(pg_current_wal_lsn()) as segment',
  );
  if (!newest || timelineOf(newest.premier) !== timelineOf(rows[0]!.segment)) return true;
  const segments = fs
    .readdirSync(folder)
    .map(stagedName)
    .filter((name) => name?.length === 24) as string[];
  return chainOf(newest, segments).missing !== undefined;
}

/** @returns the name of the copy */
async function makeBase(client: pg.Client, plan: MinutePlan): Promise<string> {
  const { cluster, folder, publicKey, timeZone } = plan;
  try {
    if (freeIn(folder) < sizeOf(cluster) * COPY_SHARE)
      throw new Error(
        `La place manque dans ${folder} pour une copie de la base. Libérez-en, ou gardez moins de jours ` +
          '(OCTROI_BACKUP_JOURS).',
      );
    const begun = await begin(client);
    const names = baseNames(new Date(begun.at), publicKey !== undefined);
    const pack = tar.pack();
    let octets = 0;
    let ended: Ended | undefined;
    const filled = (async () => {
      octets = await packCluster(pack, cluster);
      ended = await end(client);
      await packEntry(pack, { name: 'backup_label' }, ended.label);
      pack.finalize();
    })().catch((error: unknown) => void pack.destroy(error as Error));
    const own = folderPlace(folder);
    await storeChecked(
      own,
      names.base,
      encryptedIfKey(zipped(pack as unknown as AsyncIterable<Buffer>), publicKey),
    );
    await filled;
    if (!ended) throw new Error('La copie de la base n’a pas été finie.');
    const sheet: Sheet = {
      format: 1,
      fichier: names.base,
      debut: begun.at,
      fin: ended.at,
      premier: begun.segment,
      dernier: ended.segment,
      segment: begun.bytes,
      octets,
      version: begun.version,
      fuseau: timeZone,
    };
    await own.store(names.sheet, Readable.from([Buffer.from(JSON.stringify(sheet, null, 2))]));
    return names.base;
  } finally {
    // no effect if it has ended
    await client.query('select pg_backup_stop(false)').catch(() => undefined);
  }
}

interface Begun {
  at: string;
  segment: string;
  bytes: number;
  version: number;
}
interface Ended {
  at: string;
  segment: string;
  label: string;
}

const AT = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;

async function begin(client: pg.Client): Promise<Begun> {
  await client.query('set statement_timeout = 0');
  const { rows } = await client.query<Begun>(
    `select ${AT}, pg_walfile_name(pg_backup_start('octroi', true)) as segment,
       (select setting::int from pg_settings where name = 'wal_segment_size') as bytes,
       current_setting('server_version_num')::int / 10000 as version`,
  );
  return rows[0]!;
}

/** The server waits until the log of the copy is archived. */
async function end(client: pg.Client): Promise<Ended> {
  const { rows } = await client.query<{ lsn: string; labelfile: string }>(
    'select lsn::text, labelfile from pg_backup_stop(true)',
  );
  const { lsn = '', labelfile = '' } = rows[0] ?? {};
  const { rows: found } = await client.query<{ at: string; segment: string }>(
    `select ${AT}, pg_walfile_name($1::pg_lsn) as segment`,
    [lsn],
  );
  return { ...found[0]!, label: labelfile };
}

/** Copies the files missing in a place, oldest first, so that only the latest can be missing. */
async function copyMissing(own: Place, place: Place): Promise<void> {
  const stored = new Set(await place.list());
  const names = (await own.list()).filter((name) => isKeptName(name) && !stored.has(name));
  // sheets last: a sheet means that its copy is complete
  for (const name of names.toSorted((a, b) => Number(isSheetName(a)) - Number(isSheetName(b))))
    await storeChecked(place, name, fs.createReadStream(path.join(own.name, name)));
}

/** The copy of a damaged sheet stays, here and elsewhere: its sheet may be intact there. */
async function prune(place: Place, { folder, days }: MinutePlan): Promise<void> {
  const { sheets, damaged } = readSheetFolder(folder);
  for (const name of outdated(await place.list(), sheets, days))
    if (!damaged.some((sheet) => name.startsWith(stemOf(sheet)))) await place.remove(name);
}
