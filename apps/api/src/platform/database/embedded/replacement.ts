/**
 * Replaces a cluster by another, which is created and checked under a temporary name, and renamed when complete. From
 * then on the replacement counts as done, and the next opening of the database completes it. The former cluster stays
 * next to it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { giveTo, makeFolder } from './account.ts';
import { isCluster, startLog } from './cluster.ts';
import { withLock } from './lock.ts';
import { DATABASE, countUsers, existingFolder, type Place, placeOf } from './place.ts';
import { EmbeddedError, readPidFile, run, type Account } from './process.ts';
import { type Cluster, connectionString, ensureLive, findLive, stopServer } from './server.ts';
import { type Settings, tunedSettings } from './settings.ts';
import { withConnection } from '../connection.ts';

/** A day's log is replayed at some hundred megabytes per second, on a slow disk at ten. */
const PATIENCE = 24 * 3600_000;

const makingFolder = (dataDir: string): string => `${dataDir}.restoring`;
const completeFolder = (dataDir: string): string => `${dataDir}.restored`;
/** Folder of the replaced cluster. */
export const formerFolder = (dataDir: string): string => `${dataDir}.avant`;

/** Whether there is a cluster, wherever it was placed, even if a replacement was interrupted between its renames. */
export function hasCluster(requestedDir: string): boolean {
  const dataDir = existingFolder(path.resolve(requestedDir));
  return isCluster(dataDir) || isCluster(completeFolder(dataDir));
}

/** Folders for making a replacement. */
export interface ReplacementFolders {
  /** Empty, for the files of the new cluster. */
  folder: string;
  /** Empty, for temporary files. */
  scratch: string;
  /** Folder of the stopped cluster to replace; may not exist. */
  present: string;
  account: Account | undefined;
  major: number;
}

interface Replacement<T> {
  /** Folder of the cluster, as configured. */
  dataDir: string;
  log: (message: string) => void;
  /** Fills `folder`. @returns settings of the first start */
  fill: (beside: ReplacementFolders) => Promise<Settings>;
  /** Explains the log of a failed first start. @returns the error to throw */
  explain: (log: string) => Error | undefined;
  /** Aborts the work. */
  signal: AbortSignal;
  /** Checks the new cluster before it replaces the other. Gets its address as its owner. */
  check: (url: string) => Promise<T>;
}

/**
 * @returns the result of the check, and the folder of the former cluster, if there was one
 * @throws an error in French; nothing has changed then
 */
export async function replaceCluster<T>(
  replacement: Replacement<T>,
): Promise<{ result: T; formerDir?: string }> {
  const requestedDir = path.resolve(replacement.dataDir);
  const { log } = replacement;
  makeFolder(path.dirname(requestedDir));
  const onWait = () => log('Une autre commande, ou un démarrage, travaille sur cette base : attente.');
  const work = async () => {
    const place = await placeOf(requestedDir, log);
    await completeReplacement(place);
    await stopUnlessUsed(clusterOf(place, log));
    const formerDir = formerFolder(place.dataDir);
    if (isCluster(place.dataDir) && fs.existsSync(formerDir))
      throw new EmbeddedError(
        `Un retour précédent a laissé la base d’alors dans ${formerDir}. Mettez ce dossier de côté, ou supprimez-le si rien ` +
          'n’y manque, puis recommencez.',
      );
    try {
      const result = await makeReplacement(place, replacement);
      fs.renameSync(makingFolder(place.dataDir), completeFolder(place.dataDir));
      await completeReplacement(place);
      return fs.existsSync(formerDir) ? { result, formerDir } : { result };
    } finally {
      await discard(place);
    }
  };
  return withLock(`${requestedDir}.lock`, work, { onWait, signal: replacement.signal });
}

async function makeReplacement<T>(
  place: Place,
  { log, fill, explain, check, signal }: Replacement<T>,
): Promise<T> {
  const { dataDir, account, binaries } = place;
  const folder = makingFolder(dataDir);
  const scratch = `${folder}.journal`;
  for (const dir of [folder, scratch]) {
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
    giveTo(account, dir);
  }
  const settings = await fill({ folder, scratch, present: dataDir, account, major: binaries.major });
  const cluster = {
    ...clusterOf({ ...place, dataDir: folder }, log),
    settings: { ...tunedSettings(), ...settings },
    patience: PATIENCE,
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', () => void stopImmediately({ ...place, dataDir: folder }));
  const live = await ensureLive(cluster).catch((error: unknown) => {
    const startLogFile = startLog(folder);
    signal.throwIfAborted();
    throw (fs.existsSync(startLogFile) && explain(fs.readFileSync(startLogFile, 'utf8'))) || error;
  });
  const result = await check(connectionString(cluster, live, DATABASE)).catch((error: unknown) => {
    // the signal has stopped the server
    signal.throwIfAborted();
    throw error;
  });
  signal.throwIfAborted();
  await stopServer(cluster);
  return result;
}

const clusterOf = ({ dataDir, binaries, account }: Place, log: (message: string) => void): Cluster => ({
  dataDir,
  binaries,
  account,
  settings: {},
  log,
});

/** Stops a server that nobody uses. @throws if it is in use */
async function stopUnlessUsed(cluster: Cluster): Promise<void> {
  if (!isCluster(cluster.dataDir)) return;
  const live = await findLive(cluster);
  if (!live) return;
  const used =
    live === 'busy' ||
    (await withConnection(connectionString(cluster, live, 'postgres'), 'octroi', countUsers)) > 0;
  if (used) throw new EmbeddedError('La base est en service. Arrêtez Octroi, puis recommencez.');
  await stopServer(cluster);
}

/** Completes or removes what an interrupted replacement left. Requires the cluster's lock. */
export async function completeReplacement(place: Place): Promise<void> {
  const { dataDir } = place;
  if (fs.existsSync(completeFolder(dataDir))) {
    if (fs.existsSync(dataDir)) fs.renameSync(dataDir, formerFolder(dataDir));
    fs.renameSync(completeFolder(dataDir), dataDir);
  }
  await discard(place);
}

/** Does nothing if no server runs. */
async function stopImmediately({ dataDir, binaries, account }: Place): Promise<void> {
  if (readPidFile(dataDir))
    await run(binaries.program('pg_ctl'), ['stop', '-D', dataDir, '-m', 'immediate', '-w', '-t', '60'], {
      account,
      cwd: binaries.native,
      stdio: 'ignore',
    });
}

/** Removes the temporary folders. A server that still runs there is stopped at once, since its data is not kept. */
async function discard(place: Place): Promise<void> {
  const folder = makingFolder(place.dataDir);
  await stopImmediately({ ...place, dataDir: folder });
  for (const leftover of [folder, `${folder}.journal`]) fs.rmSync(leftover, { recursive: true, force: true });
}
