/**
 * Returns the embedded database to an instant: unpacks the last base copy before it next to the present cluster, lets
 * the server replay the log, migrates and verifies the result, and swaps it with the present cluster, which is kept.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { giveTo } from '#src/platform/database/embedded/account.ts';
import { type ReplacementFolders, replaceCluster } from '#src/platform/database/embedded/replacement.ts';
import { journalFolder, type Settings } from '#src/platform/database/embedded/settings.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { type Finding, verify } from '#src/verification/verify.ts';
import { ArchiveError, isFull, type Open } from '../archive.ts';
import { nearestExisting } from '../restore.ts';
import { freeIn } from '../storing.ts';
import { unpackCluster } from './cluster-files.ts';
import { readSheets } from './keep.ts';
import { baseFor, chainOf, NoWayBack, type Sheet, STAGED, stagedName } from './names.ts';

export interface Return {
  /** Data folder of the embedded cluster, as configured. */
  dataDir: string;
  /** Folder of base copies and segments. */
  folder: string;
  /** Absent: the end of the stored log. */
  target: Date | undefined;
  open: Open;
  log: (message: string) => void;
  /** Formats an instant for the operator. */
  show: (moment: Date) => string;
  signal: AbortSignal;
}

export interface Returned {
  findings: Finding[];
  /** Folder of the former cluster. */
  isStored?: string;
}

/** Where the log breaks off, and why. */
interface Gap {
  segment: string;
  why: string;
}

/** @throws an error in French that says what to do; the present cluster is unchanged then */
export async function returnTo(order: Return): Promise<Returned> {
  const { dataDir, folder, target, log, show } = order;
  const sheet = baseFor([...readSheets(folder).values()], target, new Date(), show);
  log(`Copie de la base du ${show(new Date(sheet.fin))}, préparée à côté de la base présente.`);
  let gap: Gap | undefined;
  const { result, formerDir } = await replaceCluster<Finding[]>({
    dataDir,
    log,
    signal: order.signal,
    fill: async (beside) => {
      gap = await prepareFiles(order, sheet, beside).catch((error: unknown) => {
        order.signal.throwIfAborted();
        throw isFull(error)
          ? new Error(`La place manque dans ${path.dirname(beside.folder)}. Rien n’a été changé.`)
          : error;
      });
      return recoverySettings(beside, target);
    },
    explain: (serverLog) => translateFailure(serverLog, order, gap),
    check: async (url) => {
      await migrate(url, { log });
      log('Vérification.');
      return verify(url, log);
    },
  });
  return { findings: result, ...(formerDir ? { isStored: formerDir } : {}) };
}

function recoverySettings({ scratch }: ReplacementFolders, target: Date | undefined): Settings {
  return {
    archive_mode: 'off',
    // all its messages must go to the one file that is read here
    logging_collector: 'off',
    hot_standby: 'off',
    restore_command: `cp ${shellWord(scratch)}/%f "%p"`,
    // the timeline of the copy, so that an earlier recovery can be undone
    recovery_target_timeline: 'current',
    ...(target
      ? { recovery_target_time: target.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }
      : {}),
  };
}

/** A path in a command of the server, which replaces what follows a percent sign. */
const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;

/** Prepares copy and log for the server. @returns where the log breaks off, if it does */
async function prepareFiles(
  order: Return,
  sheet: Sheet,
  beside: ReplacementFolders,
): Promise<Gap | undefined> {
  const { folder, dataDir, open, target } = order;
  if (sheet.version !== beside.major)
    throw new NoWayBack(
      `Cette copie est de PostgreSQL ${sheet.version}, et le serveur livré avec cette version d’Octroi est PostgreSQL ` +
        `${beside.major}. Revenez avec la version d’Octroi qui l’a faite, ou restaurez une sauvegarde (npm run restore).`,
    );
  const sources = logSources(folder, beside.present);
  const { segments, missing } = chainOf(sheet, sources.keys());
  refuseLackOfRoom(dataDir, sheet, segments.length);
  await unpack(path.join(folder, sheet.fichier), order, beside);
  let gap: Gap | undefined = missing === undefined ? undefined : { segment: missing, why: 'il manque' };
  for (const name of [...segments, ...[...sources.keys()].filter((one) => one.endsWith('.history'))]) {
    order.signal.throwIfAborted();
    const file = path.join(beside.scratch, name);
    const isComplete = await expand(
      sources.get(name)!,
      file,
      open,
      name.length === 24 ? sheet.segment : undefined,
    );
    if (!isComplete) {
      fs.rmSync(file, { force: true });
      gap = { segment: name, why: 'il est coupé ou altéré' };
      break;
    }
    giveTo(beside.account, file);
  }
  if (gap && (!target || gap.segment <= sheet.dernier)) throw logBroken(gap, order, undefined);
  const signal = path.join(beside.folder, 'recovery.signal');
  fs.writeFileSync(signal, '', { mode: 0o600 });
  giveTo(beside.account, signal);
  return gap;
}

/** Sources of segments: stored, archived but not stored, or in the stopped cluster. */
function logSources(folder: string, present: string): Map<string, string> {
  const sources = new Map<string, string>();
  const from = (source: string, nameOf: (file: string) => string | undefined): void => {
    for (const file of fs.existsSync(source) ? fs.readdirSync(source) : []) {
      const name = nameOf(file);
      if (name && !sources.has(name)) sources.set(name, path.join(source, file));
    }
  };
  const plain = (file: string): string | undefined => (STAGED.test(file) ? file : undefined);
  from(folder, stagedName);
  from(journalFolder(present), plain);
  from(path.join(present, 'pg_wal'), plain);
  return sources;
}

function refuseLackOfRoom(dataDir: string, sheet: Sheet, segments: number): void {
  const at = nearestExisting(path.dirname(path.resolve(dataDir)));
  const needed = sheet.octets * 1.2 + segments * sheet.segment;
  const free = freeIn(at);
  if (free >= needed) return;
  const mebibytes = (value: number): string => Math.ceil(value / 2 ** 20).toLocaleString('fr');
  throw new NoWayBack(
    `La place manque dans ${at} : il faut environ ${mebibytes(needed)} Mio libres, il y en a ${mebibytes(free)}. Le retour ` +
      'se prépare à côté de ce qui est là. Rien n’a été changé.',
  );
}

async function unpack(
  file: string,
  { open, signal }: Return,
  { folder, account }: ReplacementFolders,
): Promise<void> {
  try {
    const source = createGunzip();
    const opened = pipeline(open(file), source, { signal });
    opened.catch(() => {}); // who reads it hears of it
    await unpackCluster(source, folder, account);
    await opened;
  } catch (error) {
    if (error instanceof ArchiveError || isFull(error)) throw error;
    throw new ArchiveError(
      `La copie ${file} est coupée ou altérée (${(error as Error).message}). Reprenez-la d’un autre endroit ` +
        '(--dossier DOSSIER), ou revenez à une heure d’avant, qu’une copie plus ancienne rend.',
      { cause: error },
    );
  }
}

/** @param bytes expected size @returns whether it is complete */
async function expand(source: string, file: string, open: Open, bytes: number | undefined): Promise<boolean> {
  try {
    const isStored = stagedName(path.basename(source)) !== undefined;
    await (isStored
      ? pipeline(open(source), createGunzip(), sparseWriter(file))
      : pipeline(fs.createReadStream(source), sparseWriter(file)));
    return bytes === undefined || fs.statSync(file).size === bytes;
  } catch (error) {
    if (isFull(error) || (error as NodeJS.ErrnoException).code === 'EACCES') throw error;
    // not a wrong key: it has already opened the copy
    return false;
  }
}

/** Writes a segment as a sparse file: incomplete ones end in zeros. */
const sparseWriter =
  (file: string) =>
  async (content: AsyncIterable<Buffer>): Promise<void> => {
    const handle = await fs.promises.open(file, 'w', 0o600);
    try {
      let at = 0;
      for await (const chunk of content) {
        if (chunk.some((byte) => byte !== 0)) await handle.write(chunk, 0, chunk.length, at);
        at += chunk.length;
      }
      await handle.truncate(at);
    } finally {
      await handle.close();
    }
  };

/** Translates the server's message of a failed recovery for the operator. */
function translateFailure(serverLog: string, order: Return, gap: Gap | undefined): Error | undefined {
  const last = /last completed transaction was at log time (\S+ \S+)\+00/.exec(serverLog)?.[1];
  if (
    /recovery ended before configured recovery target was reached|consistent recovery state|WAL ends before/.test(
      serverLog,
    )
  )
    return logBroken(gap, order, last ? new Date(`${last.replace(' ', 'T')}Z`) : undefined);
  return undefined;
}

function logBroken(
  gap: Gap | undefined,
  { target, show, folder }: Return,
  last: Date | undefined,
): NoWayBack {
  const until = last ? ` Il va jusqu’au ${show(last)}.` : '';
  if (!gap)
    return new NoWayBack(
      `Le journal gardé s’arrête avant ${target ? show(target) : 'la fin'}.${until} Pour revenir à son dernier instant : ` +
        'npm run revenir -- fin. Rien n’a été changé.',
    );
  return new NoWayBack(
    `Le journal est interrompu : le segment ${gap.segment}, ${gap.why} dans ${folder}.${until} Reprenez-le d’une copie ` +
      '(--dossier DOSSIER), ou revenez à une heure d’avant. Rien n’a été changé.',
  );
}
