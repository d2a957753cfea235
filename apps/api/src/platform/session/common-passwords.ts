/** Passwords that were found in breaches, and the words that such passwords are made of. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, 'common-passwords.txt');

let known: ReadonlySet<string> | undefined;

/** Whether the list holds a text in small letters without accents; it is read when first asked. */
export function isCommonPassword(text: string): boolean {
  known ??= new Set(
    readFileSync(FILE, 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#')),
  );
  return known.has(text);
}
