/**
 * A code of six digits, asked of whoever picks up an open app. It is a screen lock and protects no stored data: it never
 * wraps the vault's key, since a copied phone counts no attempts (ADR 0045). It works while the tab's secret lives; what
 * checks it is itself in the vault.
 */
import { keepSecret, readSecret } from '../exchange/session.ts';
import type { Store } from './store.ts';
import type { Vault } from './vault.ts';

const NAME = 'code';
/** Wrong codes after which the password is asked. */
export const MAX_ESSAIS = 5;
/** People use one code for several things: slower to guess for whoever opened the vault. */
const ROUNDS = 100_000;

interface Check {
  sel: number[];
  empreinte: number[];
}

/** Why a code may not be chosen; undefined for a good one. */
export function pinFault(pin: string): string | undefined {
  if (!/^\d{6}$/.test(pin)) return 'Le code a six chiffres.';
  const steps = pin.split('').map((digit, at) => Number(digit) - Number(pin[at - 1] ?? digit));
  // 111111, 123456, 654321, 135791
  const isRegular = new Set(steps.slice(1)).size === 1;
  return isRegular ? 'Ce code se devine trop bien : choisissez-en un autre.' : undefined;
}

async function hashOf(pin: string, sel: Uint8Array<ArrayBuffer>): Promise<number[]> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const pbkdf2 = { name: 'PBKDF2', hash: 'SHA-256', salt: sel, iterations: ROUNDS };
  return [...new Uint8Array(await crypto.subtle.deriveBits(pbkdf2, key, 256))];
}

export const hasPin = async (store: Store): Promise<boolean> => (await store.secrets.get(NAME)) !== undefined;

export async function keepPin(store: Store, vault: Vault, pin: string): Promise<void> {
  const sel = crypto.getRandomValues(new Uint8Array(16));
  await keepSecret(store, vault, NAME, { sel: [...sel], empreinte: await hashOf(pin, sel) } satisfies Check);
  await store.reglages.delete('essais');
}

export async function dropPin(store: Store): Promise<void> {
  await store.secrets.delete(NAME);
}

/**
 * Checks a code; each attempt is stored before it is checked, so that a reload forgets none.
 * @returns the attempts left: null if the code is right, 0 if the password must be asked
 */
export async function tryPin(store: Store, vault: Vault, pin: string): Promise<number | null> {
  const essais = ((await store.setting('essais'))?.nombre ?? 0) + 1;
  if (essais > MAX_ESSAIS) return 0;
  await store.reglages.put({ nom: 'essais', nombre: essais });
  const check = await readSecret<Check>(store, vault, NAME);
  const empreinte = check && (await hashOf(pin, Uint8Array.from(check.sel)));
  if (!empreinte || empreinte.some((byte, at) => byte !== check.empreinte[at])) return MAX_ESSAIS - essais;
  await store.reglages.delete('essais');
  return null;
}

/** Milliseconds for which the camera, a call or another app may hide this one without the code being asked. */
const ABSENCE_MS = 120_000;
const LEFT = 'octroi.terrain.quitte';

/** Notes when the app was left; undefined: it was locked. */
export const recordLeft = (at?: number): void =>
  at === undefined ? sessionStorage.removeItem(LEFT) : sessionStorage.setItem(LEFT, String(at));

/** Whether the app was left a moment ago; a clock set back does not count. */
export function wasJustLeft(now: number): boolean {
  const left = Number(sessionStorage.getItem(LEFT) ?? Number.NaN);
  return now >= left && now - left < ABSENCE_MS;
}
