/**
 * Another cluster takes the place of the present one. It is made and tried beside, and renamed when it is whole: from then
 * on it has taken place, and whoever opens the database next finishes what was cut short. The former one stays beside.
 */
import fs from 'node:fs';
import path from 'node:path';
import { give, makeFolder } from './account.ts';
import { isCluster, startLog } from './cluster.ts';
import { withLock } from './lock.ts';
import { DATABASE, keepers, type Place, placeOf } from './place.ts';
import { EmbeddedError, readPidFile, run, type Account } from './process.ts';
import { type Cluster, connectionString, ensureLive, findLive, stopServer } from './server.ts';
import { type Settings, tunedSettings } from './settings.ts';
import { withConnection } from '../connection.ts';

/** The log of a day is replayed at some hundred megabytes a second, on a slow disk at ten. */
const PATIENCE = 24 * 3600_000;

const making = (dataDir: string): string => `${dataDir}.restoring`;
const whole = (dataDir: string): string => `${dataDir}.restored`;
/** The cluster that was replaced. */
export const former = (dataDir: string): string => `${dataDir}.avant`;

/** What a replacement is made in. */
export interface Beside {
  /** Empty, for the files of a cluster. */
  folder: string;
  /** Empty, for what goes when the work is over. */
  scratch: string;
  /** The cluster that is to be replaced, stopped; it may not be there. */
  present: string;
  account: Account | undefined;
  major: number;
}

interface Replacement<T> {
  /** Folder of the cluster as the product names it. */
  dataDir: string;
  log: (message: string) => void;
  /** Fills `folder`. @returns what the server is started with for the first time */
  fill: (beside: Beside) => Promise<Settings>;
  /** What the first start said, where it failed. @returns the error to tell */
  explain: (said: string) => Error | undefined;
  /** Ends the work, and what it started. */
  signal: AbortSignal;
  /** Works on the new cluster before it takes the place, at its address as its owner. */
  check: (url: string) => Promise<T>;
}

/**
 * @returns what the check gave, and where the former cluster is kept, if there was one
 * @throws an error in French; what was there is then as it was
 */
export async function replaceCluster<T>(replacement: Replacement<T>): Promise<{ checked: T; kept?: string }> {
  const requestedDir = path.resolve(replacement.dataDir);
  const { log } = replacement;
  makeFolder(path.dirname(requestedDir));
  return withLock(`${requestedDir}.lock`, async () => {
    const place = await placeOf(requestedDir, log);
    await settleReplacement(place);
    await refuseUse(clusterOf(place, log));
    const kept = former(place.dataDir);
    if (isCluster(place.dataDir) && fs.existsSync(kept))
      throw new EmbeddedError(
        `Un retour précédent a laissé la base d’alors dans ${kept}. Mettez ce dossier de côté, ou supprimez-le si rien ` +
          'n’y manque, puis recommencez.',
      );
    try {
      const checked = await makeBeside(place, replacement);
      fs.renameSync(making(place.dataDir), whole(place.dataDir));
      await settleReplacement(place);
      return fs.existsSync(kept) ? { checked, kept } : { checked };
    } finally {
      await discard(place);
    }
  });
}

async function makeBeside<T>(
  place: Place,
  { log, fill, explain, check, signal }: Replacement<T>,
): Promise<T> {
  const { dataDir, account, binaries } = place;
  const folder = making(dataDir);
  const scratch = `${folder}.journal`;
  for (const one of [folder, scratch]) {
    fs.mkdirSync(one, { recursive: true, mode: 0o700 });
    give(account, one);
  }
  const settings = await fill({ folder, scratch, present: dataDir, account, major: binaries.major });
  const cluster = {
    ...clusterOf({ ...place, dataDir: folder }, log),
    settings: { ...tunedSettings(), ...settings },
    patience: PATIENCE,
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', () => void stopAtOnce({ ...place, dataDir: folder }));
  const live = await ensureLive(cluster).catch((error: unknown) => {
    const said = startLog(folder);
    signal.throwIfAborted();
    throw (fs.existsSync(said) && explain(fs.readFileSync(said, 'utf8'))) || error;
  });
  const checked = await check(connectionString(cluster, live, DATABASE));
  await stopServer(cluster);
  return checked;
}

const clusterOf = ({ dataDir, binaries, account }: Place, log: (message: string) => void): Cluster => ({
  dataDir,
  binaries,
  account,
  settings: {},
  log,
});

/** Stops a server that nobody uses any more. @throws where somebody does */
async function refuseUse(cluster: Cluster): Promise<void> {
  if (!isCluster(cluster.dataDir)) return;
  const live = await findLive(cluster);
  if (!live) return;
  const used =
    live === 'busy' ||
    (await withConnection(connectionString(cluster, live, 'postgres'), 'octroi', keepers)) > 0;
  if (used) throw new EmbeddedError('La base est en service. Arrêtez Octroi, puis recommencez.');
  await stopServer(cluster);
}

/** Finishes, or clears away, what a replacement that was ended in the middle has left. Under the cluster's lock. */
export async function settleReplacement(place: Place): Promise<void> {
  const { dataDir } = place;
  if (fs.existsSync(whole(dataDir))) {
    if (fs.existsSync(dataDir)) fs.renameSync(dataDir, former(dataDir));
    fs.renameSync(whole(dataDir), dataDir);
  }
  await discard(place);
}

/** One that does not run is no matter. */
async function stopAtOnce({ dataDir, binaries, account }: Place): Promise<void> {
  if (readPidFile(dataDir))
    await run(binaries.program('pg_ctl'), ['stop', '-D', dataDir, '-m', 'immediate', '-w', '-t', '60'], {
      account,
      cwd: binaries.native,
      stdio: 'ignore',
    });
}

/** Nobody keeps what is thrown away: a server that runs there goes at once. */
async function discard(place: Place): Promise<void> {
  const folder = making(place.dataDir);
  await stopAtOnce({ ...place, dataDir: folder });
  for (const left of [folder, `${folder}.journal`]) fs.rmSync(left, { recursive: true, force: true });
}
