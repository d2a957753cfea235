/**
 * Encrypts secrets of the database with a key outside it, so that a reader of the database or of a backup cannot
 * decrypt them.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
/** Length for AES-GCM (NIST SP 800-38D). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** An encrypted secret. */
export interface Sealed {
  /** Identifies the key. */
  cle: string;
  /** Nonce, tag, then the encrypted text. */
  chiffre: Buffer;
}

export interface SecretBox {
  /** Identifies the key for new secrets. */
  readonly cle: string;
  /** @param context bound to the ciphertext; decrypting with another context fails */
  seal: (text: string, context: string) => Sealed;
  /** @returns undefined if the key is missing, the context differs or the ciphertext was altered */
  open: (sealed: Sealed, context: string) => string | undefined;
}

/** Short enough to be read aloud; reveals nothing about the key. */
const nameOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 12);

/** The first key encrypts; the others still decrypt older secrets. */
export type Keys = readonly [Buffer, ...Buffer[]];

export function secretBox(keys: Keys): SecretBox {
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const [present] = keys;
  const cle = nameOf(present);
  return {
    cle,
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, present, nonce).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { cle, chiffre: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]) };
    },
    open(sealed, context) {
      const key = byName.get(sealed.cle);
      if (!key) return undefined;
      const { chiffre } = sealed;
      const [nonce, rest] = [chiffre.subarray(0, NONCE_BYTES), chiffre.subarray(NONCE_BYTES)];
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(context)).setAuthTag(rest.subarray(0, TAG_BYTES));
        return decipher.update(rest.subarray(TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
