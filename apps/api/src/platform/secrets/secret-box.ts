/** Secrets that the database must hold are encrypted with a key that it does not hold: whoever reads it, or a backup of it, has none. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
/** As AES-GCM wants them (NIST SP 800-38D). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** A secret as it is stored. */
export interface Sealed {
  /** Names the key. */
  cle: string;
  /** Nonce, tag, then the text encrypted. */
  chiffre: Buffer;
}

export interface SecretBox {
  /** Names the key that secrets are encrypted with from now on. */
  readonly cle: string;
  /** @param context bound to the ciphertext; decrypting with another context fails */
  seal: (text: string, context: string) => Sealed;
  /** @returns undefined where the key is missing, the context differs or the ciphertext was altered */
  open: (sealed: Sealed, context: string) => string | undefined;
}

/** Short enough to be read aloud, and says nothing of the key. */
const nameOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 12);

/** The first encrypts; the others still open what they encrypted before it. */
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
