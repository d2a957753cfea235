/** Key pairs and seals, by the platform's WebCrypto: what phones do with the same primitives (ADR 0052). */
import { createHash, webcrypto } from 'node:crypto';
import { type ClePublique, lieuDuSceau, SCEAU, usageDuSceau } from '@octroi/contract';

const { subtle } = webcrypto;
const CURVE = { name: 'ECDH', namedCurve: 'P-256' };

export interface NewPair {
  nom: string;
  publique: ClePublique;
  /** PKCS #8, in base 64. */
  privee: string;
}

export async function newPair(): Promise<NewPair> {
  const { publicKey, privateKey } = await subtle.generateKey(CURVE, true, ['deriveBits']);
  const { x = '', y = '' } = await subtle.exportKey('jwk', publicKey);
  const raw = Buffer.from(await subtle.exportKey('raw', publicKey));
  return {
    nom: createHash('sha256').update(raw).digest('hex').slice(0, 16),
    publique: { kty: 'EC', crv: 'P-256', x, y },
    privee: Buffer.from(await subtle.exportKey('pkcs8', privateKey)).toString('base64'),
  };
}

/** @param privee as `newPair` gives it */
export const importPrivate = (privee: string): Promise<webcrypto.CryptoKey> =>
  subtle.importKey('pkcs8', Buffer.from(privee, 'base64'), CURVE, false, ['deriveBits']);

/** @returns undefined where it is not what this device sealed to this key as its command of this rank */
export async function openSeal(
  { nom, privee }: { nom: string; privee: webcrypto.CryptoKey },
  sealed: Buffer,
  { appareil, sequence }: { appareil: number; sequence: number },
): Promise<string | undefined> {
  const [point, rest] = [sealed.subarray(0, SCEAU.point), sealed.subarray(SCEAU.point)];
  const [iv, content] = [rest.subarray(0, SCEAU.nonce), rest.subarray(SCEAU.nonce)];
  try {
    const ephemeral = await subtle.importKey('raw', point, CURVE, false, []);
    const shared = await subtle.deriveBits({ name: 'ECDH', public: ephemeral }, privee, 256);
    const base = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
    const how = { name: 'HKDF', hash: 'SHA-256', salt: point, info: Buffer.from(usageDuSceau(nom)) };
    const key = await subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
    const additionalData = Buffer.from(lieuDuSceau(appareil, sequence));
    return Buffer.from(
      await subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, content),
    ).toString();
  } catch {
    // the platform says of all of them no more than that it did not open
    return undefined;
  }
}
