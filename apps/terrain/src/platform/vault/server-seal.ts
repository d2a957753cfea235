/** Seals data to a server key with an ephemeral ECDH key, so that only the server can open it (ADR 0052). */
import type { CleRemise } from '@octroi/contract/terrain/remises';
import { usageDuSceau } from '@octroi/contract/terrain/scelle';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const { subtle } = crypto;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** @throws {DOMException} if it is no point of the curve */
export const importServerKey = ({ publique }: CleRemise): Promise<CryptoKey> =>
  subtle.importKey('jwk', { ...publique }, CURVE, false, []);

/**
 * @param nom name of the server key
 * @param place bound to the ciphertext: it opens only there
 * @returns ephemeral public key, nonce, ciphertext
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
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: point, info: bytesOf(usageDuSceau(nom)) };
  const key = await subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const content = await subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bytesOf(place) },
    key,
    bytesOf(text),
  );
  return new Blob([point, iv, content]).arrayBuffer();
}
