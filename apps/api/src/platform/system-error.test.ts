import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { messageOf } from './system-error.ts';

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('no error');
}
const here = import.meta.dirname;

test.each([
  ['a missing file', () => fs.readFileSync('/nulle/part'), '/nulle/part n’existe pas.'],
  [
    'a folder',
    () => fs.readFileSync(here),
    'Un fichier est attendu, et non un dossier (lecture ou écriture).',
  ],
  [
    'a file instead of a folder',
    () => fs.mkdirSync(path.join(import.meta.filename, 'x'), { recursive: true }),
    `${path.join(import.meta.filename, 'x')} : un fichier se trouve sur ce chemin, à la place d’un dossier.`,
  ],
  [
    'an unknown option',
    () => parseArgs({ args: ['--forc'], options: {} }),
    'Option ou argument mal écrit : --forc. Sans argument, la commande montre son usage.',
  ],
])('%s is told in French', (_what, work, message) => {
  expect(messageOf(errorOf(work))).toBe(message);
});

test('a server that refuses at each of its addresses is named', () => {
  const refusals = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:5432`));
  expect(messageOf(new AggregateError(refusals))).toBe(
    'connect ECONNREFUSED ::1:5432 ; connect ECONNREFUSED 127.0.0.1:5432',
  );
});

test('a sentence of the product stays', () => {
  expect(messageOf(new Error('La base est en service.'))).toBe('La base est en service.');
});
