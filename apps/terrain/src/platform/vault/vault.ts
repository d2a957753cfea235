/**
 * Stored data is encrypted (AES-GCM) with a key derived from the agent's password (PBKDF2-SHA-256). Each value is bound
 * to its place: moved or swapped values do not decrypt.
 */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  octets: ArrayBuffer;
}

/** OWASP's recommendation for PBKDF2 with SHA-256. */
export const ROUNDS = 600_000;
const AES = 'AES-GCM';

/** The password does not unlock the vault. */
export class WrongPassword extends Error {
  constructor() {
    super('Le mot de passe n’est pas le bon.');
    this.name = 'WrongPassword';
  }
}

const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function encrypt(key: CryptoKey, content: BufferSource, place: string): Promise<Sealed> {
  const iv = random(12);
  const octets = await crypto.subtle.encrypt({ name: AES, iv, additionalData: bytesOf(place) }, key, content);
  return { iv, octets };
}

const decrypt = (key: CryptoKey, { iv, octets }: Sealed, place: string): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: AES, iv, additionalData: bytesOf(place) }, key, octets);

async function keyOf(password: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  const passwordKey = await crypto.subtle.importKey(
    'raw',
    bytesOf(password.normalize('NFC')),
    'PBKDF2',
    false,
    ['deriveKey'],
  );
  const pbkdf2 = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return crypto.subtle.deriveKey(pbkdf2, passwordKey, { name: AES, length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

const importKey = (raw: BufferSource): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, AES, false, ['encrypt', 'decrypt']);

/** An unlocked vault: its key is only in memory. */
export class Vault {
  private readonly key: CryptoKey;
  /** Kept in memory to change the password and to restore a page; never stored unencrypted. */
  private readonly raw: Uint8Array<ArrayBuffer>;

  private constructor(key: CryptoKey, raw: Uint8Array<ArrayBuffer>) {
    this.key = key;
    this.raw = raw;
  }

  static async make(): Promise<Vault> {
    const raw = random(32);
    return new Vault(await importKey(raw), raw);
  }

  private static async unwrap(by: CryptoKey, wrapped: Sealed, place: string): Promise<Vault> {
    const raw = new Uint8Array(await decrypt(by, wrapped, place));
    return new Vault(await importKey(raw), raw);
  }

  /** @throws {WrongPassword} */
  static async open(row: { sel: Uint8Array<ArrayBuffer>; tours: number; cle: Sealed }, password: string) {
    const by = await keyOf(password, row.sel, row.tours);
    try {
      return await Vault.unwrap(by, row.cle, 'coffre');
    } catch {
      throw new WrongPassword();
    }
  }

  /** The row that lets this password unlock the vault. */
  async lock(password: string) {
    const sel = random(16);
    const by = await keyOf(password, sel, ROUNDS);
    return { sel, tours: ROUNDS, cle: await encrypt(by, this.raw, 'coffre') };
  }

  /** The same for a secret of the tab, valid as long as the tab. */
  async lend(): Promise<{ secret: Uint8Array<ArrayBuffer>; cle: Sealed }> {
    const secret = random(32);
    return { secret, cle: await encrypt(await importKey(secret), this.raw, 'reprise') };
  }

  static async takeUp(secret: Uint8Array<ArrayBuffer>, cle: Sealed): Promise<Vault> {
    return Vault.unwrap(await importKey(secret), cle, 'reprise');
  }

  seal(value: unknown, place: string): Promise<Sealed> {
    return encrypt(this.key, bytesOf(JSON.stringify(value)), place);
  }

  async unseal<Value>(sealed: Sealed, place: string): Promise<Value> {
    return JSON.parse(new TextDecoder().decode(await decrypt(this.key, sealed, place))) as Value;
  }

  async sealBytes(content: ArrayBuffer, place: string): Promise<Sealed> {
    return encrypt(this.key, content, place);
  }

  unsealBytes(sealed: Sealed, place: string): Promise<ArrayBuffer> {
    return decrypt(this.key, sealed, place);
  }
}
