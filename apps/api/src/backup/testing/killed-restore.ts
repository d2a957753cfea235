/**
 * Restores in a separate process and kills it (SIGKILL) just before the n-th statement, rename or removal that contains
 * the given text. Arguments: address of the database, uploads, file, text, n.
 */
import fs from 'node:fs';
import pg from 'pg';
import { restore } from '../restore.ts';

const [url = '', uploads = '', file = '', at = '', nth = '1'] = process.argv.slice(2);
let seen = 0;
const about = (act: string): void => {
  if (act.includes(at) && ++seen === Number(nth)) process.kill(process.pid, 'SIGKILL');
};

const prototype = pg.Client.prototype as unknown as Record<'query', (...parts: unknown[]) => unknown>;
const { query } = prototype;
prototype.query = function watched(this: unknown, ...parts: unknown[]) {
  const [text] = parts;
  about(typeof text === 'string' ? text : ((text as { text?: string }).text ?? 'copy'));
  return query.apply(this, parts);
};
const { renameSync, rmSync, createWriteStream } = fs;
fs.renameSync = (from, to) => {
  about(`rename ${String(from)}`);
  renameSync(from, to);
};
fs.rmSync = (folder, options) => {
  about(`remove ${String(folder)}`);
  rmSync(folder, options);
};
fs.createWriteStream = ((target: string, options: object) => {
  about(`write ${target}`);
  return createWriteStream(target, options);
}) as typeof fs.createWriteStream;

await restore({ url, uploads, file, force: true });
