import os from 'node:os';
import path from 'node:path';
import { type Config, readConfig } from '#src/config.ts';
import { openDatabase, type OpenDatabase } from '#src/platform/database/connect.ts';
import { hasCluster } from '#src/platform/database/embedded/replacement.ts';
import { messageOf } from '#src/platform/system-error.ts';

/** Common to all commands: messages go to the terminal, a failure is one sentence and exit code 1. */
export interface CommandLine {
  args: string[];
  say: (text: string) => void;
}

export async function command(run: (line: CommandLine) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run({
      args: process.argv.slice(2),
      say: (text) => void process.stdout.write(`${text}\n`),
    });
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    if (process.env['LOG_LEVEL'] === 'debug') process.stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

/** @throws an error in French if the data folder has no database: a mistyped command would create one */
function demandBase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || hasCluster(path.join(dataDir, 'pg'))) return;
  throw new Error(
    `Il n’y a pas de base dans ${dataDir}, et seul « npm start » en crée une. Si les données sont ailleurs, nommez leur ` +
      'dossier devant la commande : OCTROI_DATA=/var/lib/octroi npm run …',
  );
}

/**
 * Runs work on the configured database, which it names, and leaves no server running, not even after a signal.
 * @param fills whether the work fills a database, so that a missing one is created, as on a new machine
 * @throws an error in French if there is no database
 */
export async function withDatabase<T>(
  say: CommandLine['say'],
  work: (database: OpenDatabase, config: Config) => Promise<T>,
  { fills = false } = {},
): Promise<T> {
  const config = readConfig();
  if (!(fills && process.env['OCTROI_DATA'])) demandBase(config);
  const stopping = new AbortController();
  const opening = openDatabase(config, say, { signal: stopping.signal });
  const stop = (signal: NodeJS.Signals): void => {
    // a second signal must not end the program before its server
    if (stopping.signal.aborted) return;
    say('Interrompu.');
    stopping.abort(new Error('Rien n’a été fait.'));
    const end = (): never => process.exit(128 + os.constants.signals[signal]);
    // a server that is being started is stopped again
    void opening.then((database) => database.close()).finally(end);
  };
  const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of SIGNALS) process.on(signal, stop);
  if (!config.databaseUrl) say(`Données : ${config.dataDir}`);
  const database = await opening;
  try {
    return await work(database, config);
  } finally {
    await database.close();
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
