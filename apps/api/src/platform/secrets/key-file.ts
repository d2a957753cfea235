/**
 * The generated key of an installation without a configured one: a file in the data folder, readable only by its
 * account.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { KEY_BYTES, type Keys } from './secret-box.ts';

const FILE = 'cle-secrets';

/** Keys in base 64, the present one first; undefined if one is invalid. */
export function readKeys(parts: readonly string[]): Keys | undefined {
  const keys = parts.map((part) => Buffer.from(part, 'base64'));
  const [first, ...others] = keys;
  const areValid = keys.every(
    (key, index) => key.length === KEY_BYTES && key.toString('base64') === parts[index],
  );
  return first && areValid ? [first, ...others] : undefined;
}

/** Creates the file atomically: of two servers that start together, one key is kept. */
function createFile(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  fs.writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, {
    mode: 0o600,
    flag: 'wx',
    // what it encrypts is soon on the disk: the key must not be lost with the power
    flush: true,
  });
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft);
  }
}

/**
 * The keys of the file in the data folder, which is created if missing.
 * @throws Error in French for the operator, if it contains no valid key
 */
export function keysOfFolder(dataDir: string): Keys {
  const file = path.join(dataDir, FILE);
  if (!fs.existsSync(file)) createFile(file);
  const keys = readKeys(fs.readFileSync(file, 'utf8').split('\n').filter(Boolean));
  if (!keys)
    throw new Error(
      `${file} ne contient pas une clé de ${KEY_BYTES} octets en base 64 par ligne. Remettez-y celle qui a été gardée ; ` +
        'si elle est perdue, ôtez ce fichier (docs/exploitation.md, « Comptes perdus »).',
    );
  return keys;
}
