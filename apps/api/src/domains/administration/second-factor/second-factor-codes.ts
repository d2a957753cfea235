/** Generates and checks codes of the second factor. */
import { RECOVERY_CODES } from '@octroi/contract';
import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
/** Tolerated clock drift of a device, in time steps. */
const DRIFT = 1;
const SECRET_BYTES = 20;
/** Ten bytes are sixteen characters in base 32. */
const RECOVERY_BYTES = 10;

const base32 = (bytes: number): string => new Secret({ size: bytes }).base32;

export const newSecret = (): string => base32(SECRET_BYTES);

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: 'Octroi', label, secret: Secret.fromBase32(secret), period: PERIOD_S });

/** The address in the QR code. */
export const addressOf = (secret: string, username: string): string => totpOf(secret, username).toString();

/** The kind of a code by its form; undefined for any other text. */
type Code = { kind: 'totp' | 'recovery'; text: string };

export function readCode(typed: string): Code | undefined {
  const text = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(text)) return { kind: 'totp', text };
  return /^[A-Z2-7]{16}$/.test(text) ? { kind: 'recovery', text } : undefined;
}

/** The time step of a device's code; undefined for a wrong one. */
export function stepOf(secret: string, token: string): number | undefined {
  const now = Date.now();
  const delta = totpOf(secret, '').validate({ token, timestamp: now, window: DRIFT });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta;
}

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => base32(RECOVERY_BYTES));

/** `ABCD-EFGH-…`, for people to read and copy. */
export const spelled = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;
