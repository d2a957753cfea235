/** Reads one table in a separate process, on demand. */
import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { Refusal } from './bounds.ts';
import { readOutline } from './outline.ts';
import { readTable, type Table, type TableRow } from './table.ts';

/** Messages of the process: first the heads, then rows for each request. */
export type ReadingMessage =
  | { kind: 'heads'; table: Omit<Table, 'rows'> }
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'refused'; message: string }
  | { kind: 'error'; error: unknown };

/** Maximum rows and characters per message. */
const MESSAGE_LIMITS = { rows: 1000, signs: 1_000_000 };

const send = (message: ReadingMessage): void => void process.send?.(message);
const sendingErrors = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    send(error instanceof Refusal ? { kind: 'refused', message: error.message } : { kind: 'error', error });
  }
};

await sendingErrors(async () => {
  const [, , name = '', path = '', kind, feuille] = process.argv;
  const content = await readFile(path);
  const { rows: tableRows, ...table } =
    kind === 'outline'
      ? await readOutline(name, content)
      : await readTable(name, content, undefined, feuille);
  const rows = tableRows[Symbol.asyncIterator]();
  process.on(
    'message',
    () =>
      void sendingErrors(async () => {
        const rowBatch: TableRow[] = [];
        for (let signs = 0; rowBatch.length < MESSAGE_LIMITS.rows && signs < MESSAGE_LIMITS.signs;) {
          const { value, done } = await rows.next();
          if (done) break;
          rowBatch.push(value);
          signs += value.valeurs.reduce((sum, { length }) => sum + length, 0);
        }
        send({ kind: 'rows', rows: rowBatch });
      }),
  );
  send({ kind: 'heads', table });
  // the process is killed at the end: without this, the next one would compile its modules again
  flushCompileCache();
});
