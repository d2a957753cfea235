/**
 * Backups encrypted to a public key, in the age format (age-encryption.org/v1): whoever has the private key opens them,
 * with this product or with the command `age`; the server, which has only the public one, does not.
 */
import fs from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { ArchiveError, type Open, spoiled } from './archive.ts';

const HEAD = 'age-encryption.org/v1';
const PRIVATE = /^AGE-SECRET-KEY-1[0-9A-Z]+$/m;

export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

export async function newKeyPair(): Promise<KeyPair> {
  const privateKey = await generateX25519Identity();
  return { privateKey, publicKey: await identityToRecipient(privateKey) };
}

/** Whether a text is a public key. */
export function isPublicKey(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

function isPrivateKey(text: string): boolean {
  try {
    new Decrypter().addIdentity(text);
    return true;
  } catch {
    return false;
  }
}

/** The stream that only the private key opens. */
export async function* encrypted(source: Readable, publicKey: string): AsyncGenerator<Buffer> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(publicKey);
  yield* buffersOf(await encrypter.encrypt(Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>));
}

async function* buffersOf(stream: globalThis.ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of stream as ReadableStream<Uint8Array>)
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

export function isEncrypted(file: string): boolean {
  const head = Buffer.alloc(HEAD.length);
  const opened = fs.openSync(file, 'r');
  try {
    fs.readSync(opened, head);
  } finally {
    fs.closeSync(opened);
  }
  return head.toString('latin1') === HEAD;
}

/**
 * The private key that a file holds, as `npm run backup:cle` and `age-keygen` write it.
 * @throws ArchiveError when it holds none, or one that was altered
 */
export function readPrivateKey(file: string): string {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new ArchiveError(`La clé ${file} ne se lit pas : ${(error as Error).message}.`, { cause: error });
  }
  const key = PRIVATE.exec(text)?.[0];
  if (key && isPrivateKey(key)) return key;
  // what the library says of such a key repeats it: nothing of that goes on a screen or into a log
  if (key)
    throw new ArchiveError(
      `La clé privée de ${file} est altérée : un de ses signes n’est pas le bon. Prenez l’autre exemplaire.`,
    );
  throw new ArchiveError(
    `${file} ne contient pas de clé privée. C’est une ligne qui commence par AGE-SECRET-KEY-1 ; une clé publique ` +
      '(age1…) chiffre, elle n’ouvre rien.',
  );
}

/** Opens backups: those that are encrypted with the private key, which the others do not need. */
export const opening =
  (privateKey?: string): Open =>
  (file) =>
    Readable.from(read(file, privateKey), { objectMode: false });

async function* read(file: string, privateKey?: string): AsyncGenerator<Buffer> {
  const source = fs.createReadStream(file);
  if (!fs.existsSync(file) || !isEncrypted(file)) return yield* source as AsyncIterable<Buffer>;
  if (!privateKey) {
    source.destroy();
    throw new ArchiveError(
      `${file} est chiffré. Donnez la clé privée gardée hors du serveur : --cle FICHIER. Sans elle, personne ne peut ` +
        'l’ouvrir ; cherchez-la là où elle a été mise à l’abri, ou une sauvegarde faite avec une autre clé.',
    );
  }
  const decrypter = new Decrypter();
  decrypter.addIdentity(privateKey);
  try {
    yield* buffersOf(
      await decrypter.decrypt(Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>),
    );
  } catch (error) {
    const { message } = error as Error;
    throw /no identity matched/i.test(message)
      ? new ArchiveError(
          `La clé donnée n’ouvre pas ${file} : il a été chiffré pour une autre. Prenez celle dont la moitié publique ` +
            'était dans OCTROI_BACKUP_CLE_PUBLIQUE ce jour-là.',
          { cause: error },
        )
      : spoiled(`${file} est incomplet ou altéré : il ne se déchiffre pas jusqu’au bout.`);
  }
}
