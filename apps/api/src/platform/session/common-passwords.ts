/** Passwords found in breaches, and words that such passwords are made of. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, 'common-passwords.txt');

let passwords: ReadonlySet<string> | undefined;

/** Whether the list contains a text in lower case without accents; it is read on first use. */
export function isCommonPassword(text: string): boolean {
  passwords ??= new Set(
    readFileSync(FILE, 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#')),
  );
  return passwords.has(text);
}
