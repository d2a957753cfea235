import os from 'node:os';
import { type Config, readConfig } from '#src/config.ts';
import { openDatabase, type OpenDatabase } from '#src/platform/database/connect.ts';

/** What every command line of the product shares: words go to the terminal, a failure is a sentence and exit code 1. */
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
    process.stderr.write(`${(error as Error).message}\n`);
    if (process.env['LOG_LEVEL'] === 'debug') process.stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

/** Works on the configured database, and leaves no server of its own running: neither at the end nor on a signal. */
export async function withDatabase<T>(
  say: CommandLine['say'],
  work: (database: OpenDatabase, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig();
  const database = await openDatabase(config, say);
  const stop = (signal: NodeJS.Signals): void => {
    say('Interrompu.');
    void database.close().finally(() => process.exit(128 + os.constants.signals[signal]));
  };
  const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    return await work(database, config);
  } finally {
    await database.close();
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
