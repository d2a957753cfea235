/**
 * Tables read in a process of their own: a workbook is parsed as a whole, and what it takes of time and memory is known
 * only when it is taken. A process is bounded in both, can be ended at any moment, and gives all of it back.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { placesFor } from '#src/platform/concurrency.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { READING, type ReadingBounds } from './bounds.ts';
import type { FromReading } from './reading.process.ts';
import type { Table } from './table.ts';
import { TOO_LARGE } from './workbook.ts';

export interface TableFile {
  name: string;
  path: string;
  /** What it may be: a table, or anything that tells what lies beneath what (`outline.ts`). */
  kind?: 'table' | 'outline';
}

/** Files read at the same time; others wait for their turn. */
const places = placesFor(2);

const refused = (message: string): AppError => new AppError('fichier.refuse', message);

/**
 * Reads a table while `use` takes its rows; the memory that it took is free afterwards.
 * @throws AppError 415 for what is no table, or goes past a bound, in French
 */
export async function withTable<Result>(
  { name, path, kind = 'table' }: TableFile,
  use: (table: Table) => Promise<Result>,
  { memory, patience }: ReadingBounds = READING,
): Promise<Result> {
  const leave = await places.enter();
  let reader: ChildProcess | undefined;
  try {
    const child = begin([name, path, kind], memory);
    reader = child;
    const message = await next(child, patience);
    return await use({
      heads: message.kind === 'heads' ? message.heads : [],
      rows: rowsOf(child, patience),
      notes: message.kind === 'heads' ? message.notes : [],
    });
  } finally {
    reader?.kill('SIGKILL');
    leave();
  }
}

function begin(args: string[], memory: number): ChildProcess {
  const compiled = process.env['NODE_COMPILE_CACHE'];
  const reader = fork(new URL('./reading.process.ts', import.meta.url), args, {
    execArgv: [`--max-old-space-size=${memory}`],
    serialization: 'advanced',
    // what a file could make it say is nobody's, and none of the product's secrets are its business
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
  });
  // one that cannot be reached any more is heard of by whoever waits for what it tells
  reader.on('error', () => undefined);
  return reader;
}

async function* rowsOf(reader: ChildProcess, patience: number): Table['rows'] {
  for (;;) {
    const told = next(reader, patience);
    reader.send('next');
    const message = await told;
    if (message.kind !== 'rows' || message.rows.length === 0) return;
    yield* message.rows;
  }
}

/** What the reading tells next. */
async function next(reader: ChildProcess, patience: number): Promise<FromReading> {
  const { promise, resolve, reject } = Promise.withResolvers<FromReading>();
  const late = setTimeout(
    () =>
      reject(
        refused(
          `Ce fichier prend plus de ${Math.ceil(patience / 1000)} secondes à lire. Enregistrez la feuille en CSV, ou partagez-la en plusieurs.`,
        ),
      ),
    patience,
  );
  // it ends by itself only where it fails: by a signal, for want of memory
  const onExit = (code: number | null, signal: string | null): void =>
    reject(signal ? refused(TOO_LARGE) : new Error(`the reading of a file ended with code ${code}`));
  reader.once('message', resolve);
  reader.once('error', reject);
  reader.once('exit', onExit);
  try {
    const message = await promise;
    if (message.kind === 'refused') throw refused(message.message);
    if (message.kind === 'error') throw message.error;
    return message;
  } finally {
    clearTimeout(late);
    reader.off('message', resolve);
    reader.off('error', reject);
    reader.off('exit', onExit);
  }
}
