/**
 * Encrypts backups for a public key, in the age format (age-encryption.org/v1). The private key decrypts them, with
 * this product or the command `age`; the server has only the public key.
 */
import fs from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { ArchiveError, type Open, damagedError } from './archive.ts';

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

/** The stream, encrypted for the private key. */
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
 * Reads the private key from a file of `npm run backup:cle` or `age-keygen`.
 * @throws ArchiveError if it contains none, or an altered one
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
  // the library's error contains the key, so it must not be shown or logged
  if (key)
    throw new ArchiveError(
      `La clé privée de ${file} est altérée : un de ses signes n’est pas le bon. Prenez l’autre exemplaire.`,
    );
  throw new ArchiveError(
    `${file} ne contient pas de clé privée. C’est une ligne qui commence par AGE-SECRET-KEY-1 ; une clé publique ` +
      '(age1…) chiffre, elle n’ouvre rien.',
  );
}

/** Opens backups; the private key is needed only for encrypted ones. */
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
      : damagedError(`${file} est incomplet ou altéré : il ne se déchiffre pas jusqu’au bout.`);
  }
}
