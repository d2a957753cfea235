import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { encrypted, isEncrypted, isPublicKey, newKeyPair, opening, readPrivateKey } from './encryption.ts';

const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const plain = randomBytes(200_000);
const file = path.join(folder, 'sauvegarde.octroi.age');

async function encryptedFile() {
  const keys = await newKeyPair();
  await pipeline(encrypted(Readable.from([plain]), keys.publicKey), fs.createWriteStream(file));
  return keys;
}

const read = async (privateKey?: string): Promise<Buffer> =>
  Buffer.concat(await opening(privateKey)(file).toArray());

it('decrypts with the private key what was encrypted for the public one', async () => {
  const { privateKey } = await encryptedFile();
  expect(isEncrypted(file)).toBe(true);
  expect(fs.readFileSync(file).indexOf(plain.subarray(1000, 1020))).toBe(-1);
  expect(await read(privateKey)).toEqual(plain);
});

it('reads an unencrypted file with or without a key', async () => {
  fs.writeFileSync(file, plain);
  expect(isEncrypted(file)).toBe(false);
  expect(await read()).toEqual(plain);
  expect(await read((await newKeyPair()).privateKey)).toEqual(plain);
});

it('says that a key is needed, or that it is the wrong one', async () => {
  await encryptedFile();
  await expect(read()).rejects.toThrow(/est chiffré\. Donnez la clé privée[^]*--cle FICHIER/);
  const other = await newKeyPair();
  await expect(read(other.privateKey)).rejects.toThrow(/La clé donnée n’ouvre pas .* chiffré pour une autre/);
});

it.each([
  ['cut short', (content: Buffer) => content.subarray(0, -40_000)],
  [
    'altered',
    (content: Buffer) =>
      Buffer.concat([content.subarray(0, 150_000), Buffer.from('X'), content.subarray(150_001)]),
  ],
  [
    'altered in its head',
    (content: Buffer) => Buffer.concat([content.subarray(0, 60), Buffer.from('#'), content.subarray(61)]),
  ],
])('says that a file is %s', async (_how, spoil) => {
  const { privateKey } = await encryptedFile();
  fs.writeFileSync(file, spoil(fs.readFileSync(file)));
  await expect(read(privateKey)).rejects.toThrow(/Prenez une autre copie|n’ouvre pas/);
});

it('reads the key from a file, and says if there is none', async () => {
  const { privateKey, publicKey } = await newKeyPair();
  const key = path.join(folder, 'cle.txt');
  fs.writeFileSync(key, `# publique : ${publicKey}\n${privateKey}\n`);
  expect(readPrivateKey(key)).toBe(privateKey);
  fs.writeFileSync(key, publicKey);
  expect(() => readPrivateKey(key)).toThrow(/ne contient pas de clé privée[^]*n’ouvre rien/);
  expect(() => readPrivateKey(path.join(folder, 'absente'))).toThrow(/ne se lit pas/);
});

it('says that a private key has a wrong letter, without showing it', async () => {
  const { privateKey } = await newKeyPair();
  const key = path.join(folder, 'cle-alteree.txt');
  const altered = privateKey.replace(/.$/, privateKey.endsWith('Q') ? 'P' : 'Q');
  fs.writeFileSync(key, altered);
  let told = '';
  try {
    readPrivateKey(key);
  } catch (error) {
    told = inspect(error);
  }
  expect(told).toContain('est altérée');
  expect(told).not.toContain(altered.slice(-20));
});

it('detects a public key with a wrong letter', async () => {
  const { publicKey } = await newKeyPair();
  expect(isPublicKey(publicKey)).toBe(true);
  const last = publicKey.at(-1) === 'q' ? 'p' : 'q';
  expect(isPublicKey(publicKey.slice(0, -1) + last)).toBe(false);
});
