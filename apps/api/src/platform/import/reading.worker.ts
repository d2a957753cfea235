/** Reads one table apart from the thread that answers requests, no faster than its rows are taken. */
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#src/platform/http/problem.ts';
import { readTable, type TableFile, type TableRow } from './table.ts';

/** What the reading tells: the heads first, then rows as often as they are asked for. */
export type FromReading =
  | { kind: 'heads'; heads: string[] }
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'refused'; message: string }
  | { kind: 'error'; error: unknown };

/** Rows told at once. */
const AT_ONCE = 1000;

const port = parentPort;
const tell = (message: FromReading): void => port?.postMessage(message);
const telling = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    tell(error instanceof AppError ? { kind: 'refused', message: error.message } : { kind: 'error', error });
  }
};

await telling(async () => {
  const { name, content } = workerData as TableFile;
  const table = await readTable({ name, content: Buffer.from(content) });
  const rows = table.rows[Symbol.asyncIterator]();
  port?.on(
    'message',
    () =>
      void telling(async () => {
        const some: TableRow[] = [];
        while (some.length < AT_ONCE) {
          const { value, done } = await rows.next();
          if (done) break;
          some.push(value);
        }
        tell({ kind: 'rows', rows: some });
      }),
  );
  tell({ kind: 'heads', heads: table.heads });
});
