/** Reads one table in a process of its own, no faster than its rows are taken. */
import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { Refusal } from './bounds.ts';
import { readOutline } from './outline.ts';
import { readTable, type TableRow } from './table.ts';

/** What the reading tells: the heads first, then rows as often as they are asked for. */
export type FromReading =
  | { kind: 'heads'; heads: string[]; notes: readonly string[] }
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'refused'; message: string }
  | { kind: 'error'; error: unknown };

/** Rows, and signs, told at once. */
const AT_ONCE = { rows: 1000, signs: 1_000_000 };

const tell = (message: FromReading): void => void process.send?.(message);
const telling = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    tell(error instanceof Refusal ? { kind: 'refused', message: error.message } : { kind: 'error', error });
  }
};

await telling(async () => {
  const [, , name = '', path = '', kind] = process.argv;
  const read = kind === 'outline' ? readOutline : readTable;
  const table = await read(name, await readFile(path));
  const rows = table.rows[Symbol.asyncIterator]();
  process.on(
    'message',
    () =>
      void telling(async () => {
        const some: TableRow[] = [];
        for (let signs = 0; some.length < AT_ONCE.rows && signs < AT_ONCE.signs;) {
          const { value, done } = await rows.next();
          if (done) break;
          some.push(value);
          signs += value.valeurs.reduce((sum, { length }) => sum + length, 0);
        }
        tell({ kind: 'rows', rows: some });
      }),
  );
  tell({ kind: 'heads', heads: table.heads, notes: table.notes });
  // this process is killed when its rows are taken: what it compiled would else be compiled again by the next one
  flushCompileCache();
});
