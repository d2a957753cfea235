/**
 * Reads tables in a separate process: a workbook is parsed as a whole, and its cost in time and memory is not known
 * before. A process can be limited in both, killed at any time, and then releases everything.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { placesFor } from '#src/platform/concurrency.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { READING, type ReadingBounds } from './bounds.ts';
import type { ReadingMessage } from './reading.process.ts';
import type { Table } from './table.ts';
import { TOO_LARGE } from './workbook.ts';

export interface TableFile {
  name: string;
  path: string;
  /** A table, or any file that describes a hierarchy (`outline.ts`). */
  kind?: 'table' | 'outline';
  /** Sheet of a workbook; the first visible one if absent. */
  feuille?: string | undefined;
}

/** Files read at the same time; others wait. */
const places = placesFor(2);

const refused = (message: string): AppError => new AppError('fichier.refuse', message);

/**
 * Reads a table while `use` consumes its rows; its memory is free afterwards.
 * @throws AppError 415 if it is not a table, or exceeds a limit, in French
 */
export async function withTable<Result>(
  { name, path, kind = 'table', feuille }: TableFile,
  use: (table: Table) => Promise<Result>,
  { memory, patience }: ReadingBounds = READING,
): Promise<Result> {
  const leave = await places.enter();
  let reader: ChildProcess | undefined;
  try {
    const child = startReader([name, path, kind, ...(feuille === undefined ? [] : [feuille])], memory);
    reader = child;
    const message = await nextMessage(child, patience);
    const described = message.kind === 'heads' ? message.table : { heads: [], notes: [] };
    return await use({ ...described, rows: rowsOf(child, patience) });
  } finally {
    reader?.kill('SIGKILL');
    leave();
  }
}

function startReader(args: string[], memory: number): ChildProcess {
  const compiled = process.env['NODE_COMPILE_CACHE'];
  const reader = fork(new URL('./reading.process.ts', import.meta.url), args, {
    execArgv: [`--max-old-space-size=${memory}`],
    serialization: 'advanced',
    // a file must not reach the product's output or secrets
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
  });
  // the pending `next` reports errors
  reader.on('error', () => undefined);
  return reader;
}

async function* rowsOf(reader: ChildProcess, patience: number): Table['rows'] {
  for (;;) {
    const pending = nextMessage(reader, patience);
    reader.send('next');
    const message = await pending;
    if (message.kind !== 'rows' || message.rows.length === 0) return;
    yield* message.rows;
  }
}

/** The next message of the process. */
async function nextMessage(reader: ChildProcess, patience: number): Promise<ReadingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadingMessage>();
  const timer = setTimeout(
    () =>
      reject(
        refused(
          `Ce fichier prend plus de ${Math.ceil(patience / 1000)} secondes à lire. Enregistrez la feuille en CSV, ou partagez-la en plusieurs.`,
        ),
      ),
    patience,
  );
  // it ends by itself only on failure; by a signal, for lack of memory
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
    clearTimeout(timer);
    reader.off('message', resolve);
    reader.off('error', reject);
    reader.off('exit', onExit);
  }
}
