/** COPY in text format: the fastest way to insert, in bounded memory. */
import type pg from 'pg';
import { from } from 'pg-copy-streams';

export type Cell = string | number | boolean | null | readonly string[];

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeText = (text: string): string => text.replace(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char);

function encode(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return escapeText(cell);
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  if (typeof cell === 'number') return String(cell);
  return escapeText(`{${cell.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
}

/**
 * Sends bytes in COPY format. Await it before the next query of the client.
 * @param target table, columns and options, as `ville (id, nom) from stdin`
 */
export function copyBytes(client: pg.ClientBase, target: string, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stream = client.query(from(`copy ${target}`));
    stream.on('error', reject);
    stream.on('finish', resolve);
    stream.end(bytes);
  });
}

/**
 * Inserts rows of a small table: all of them are in memory at once.
 * @param into table and columns, as `ville (id, nom)`
 */
export async function copyRows(
  client: pg.ClientBase,
  into: string,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const text = rows.map((row) => `${row.map(encode).join('\t')}\n`).join('');
  await copyBytes(client, `${into} from stdin`, Buffer.from(text));
}
