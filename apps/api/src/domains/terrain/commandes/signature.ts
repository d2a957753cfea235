/** Whether a batch comes from the device that it names. */
import { createPublicKey, verify } from 'node:crypto';
import type { ClePublique } from '@octroi/contract';

/** @param signature ECDSA P-256 with SHA-256, r and s one after the other, in base64url */
export function isSigned(bytes: Buffer, signature: string, clePublique: ClePublique): boolean {
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== 64) return false;
  const key = createPublicKey({ key: { ...clePublique }, format: 'jwk' });
  return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, given);
}
