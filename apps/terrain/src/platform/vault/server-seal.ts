/** Seals to a key of the server what it alone opens: a key drawn for each, agreed on by ECDH (ADR 0052). */
import type { CleRemise } from '@octroi/contract/terrain/remises';
import { usageDuSceau } from '@octroi/contract/terrain/scelle';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const { subtle } = crypto;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** @throws {DOMException} where it is no point of the curve */
export const importServerKey = ({ publique }: CleRemise): Promise<CryptoKey> =>
  subtle.importKey('jwk', { ...publique }, CURVE, false, []);

/**
 * @param nom of the server's key
 * @param place it opens there alone
 * @returns the ephemeral public key, the nonce, and what is encrypted
 */
export async function sealTo(
  { nom, publique }: { nom: string; publique: CryptoKey },
  text: string,
  place: string,
): Promise<ArrayBuffer> {
  const pair = await subtle.generateKey(CURVE, false, ['deriveBits']);
  const point = await subtle.exportKey('raw', pair.publicKey);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: publique }, pair.privateKey, 256);
  const base = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: point, info: bytesOf(usageDuSceau(nom)) };
  const key = await subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const content = await subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bytesOf(place) },
    key,
    bytesOf(text),
  );
  return new Blob([point, iv, content]).arrayBuffer();
}
