import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { keysOfFolder, readKeys } from './key-file.ts';
import { secretBox } from './secret-box.ts';

const key = () => randomBytes(32);
const folder = (): string => {
  const made = temporaryFolder();
  onTestFinished(() => fs.rmSync(made, { recursive: true }));
  return made;
};

describe('a secret', () => {
  const box = secretBox([key()]);
  it('can be decrypted, and is encrypted differently each time', () => {
    const [one, two] = [box.seal('SECRET', 'a'), box.seal('SECRET', 'a')];
    expect(one.chiffre.equals(two.chiffre)).toBe(false);
    expect(one.chiffre.includes('SECRET')).toBe(false);
    expect([box.open(one, 'a'), box.open(two, 'a')]).toEqual(['SECRET', 'SECRET']);
  });

  it('cannot be decrypted for somebody else, altered, cut, or with another key', () => {
    const sealed = box.seal('SECRET', 'a');
    expect(box.open(sealed, 'b')).toBeUndefined();
    for (let at = 0; at < sealed.chiffre.length; at += 1) {
      const altered = Buffer.from(sealed.chiffre);
      altered[at]! ^= 1;
      expect(box.open({ ...sealed, chiffre: altered }, 'a')).toBeUndefined();
      expect(box.open({ ...sealed, chiffre: sealed.chiffre.subarray(0, at) }, 'a')).toBeUndefined();
    }
    const other = secretBox([key()]);
    expect(other.open(sealed, 'a')).toBeUndefined();
    expect(other.open({ ...sealed, cle: other.cle }, 'a')).toBeUndefined();
  });

  it('can be decrypted with a replaced key while it is configured', () => {
    const [old, present] = [key(), key()];
    const sealed = secretBox([old]).seal('SECRET', 'a');
    const box = secretBox([present, old]);
    expect(box.open(sealed, 'a')).toBe('SECRET');
    expect(box.seal('SECRET', 'a').cle).toBe(secretBox([present]).cle);
  });
});

describe('the generated key of an installation', () => {
  it('is created once, in a file readable only by its account', () => {
    const data = path.join(folder(), 'pas-encore');
    const [made] = keysOfFolder(data);
    expect(made).toHaveLength(32);
    expect(keysOfFolder(data)).toEqual([made]);
    expect(fs.readdirSync(data)).toEqual(['cle-secrets']);
    expect(fs.statSync(path.join(data, 'cle-secrets')).mode & 0o777).toBe(0o600);
  });

  it('may be followed by the keys that it replaced', () => {
    const data = folder();
    const keys = [key(), key()];
    fs.writeFileSync(path.join(data, 'cle-secrets'), keys.map((each) => each.toString('base64')).join('\n'));
    expect(keysOfFolder(data)).toEqual(keys);
  });

  it.each(['', 'pas une clé', randomBytes(31).toString('base64')])(
    'is not « %s »: the operator is told',
    (text) => {
      const data = folder();
      fs.writeFileSync(path.join(data, 'cle-secrets'), text);
      expect(() => keysOfFolder(data)).toThrow(/cle-secrets ne contient pas une clé/);
    },
  );

  it('must be exact base 64', () => {
    expect(readKeys([])).toBeUndefined();
    expect(readKeys([`${key().toString('base64')}x`])).toBeUndefined();
  });
});
