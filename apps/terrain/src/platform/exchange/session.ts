/** Signing in: with a network the server says who it is, without one the vault opens or does not. */
import { call, CallError, json } from './call.ts';
import { isFull } from '../log/log.ts';
import type { Store } from '../vault/store.ts';
import { type Sealed, Vault } from '../vault/vault.ts';

/** Milliseconds for which the server knows the token, and for which a page that was thrown out of memory is taken up. */
export const SESSION_MS = 12 * 3_600_000;
const TAB = 'octroi.terrain.reprise';

export interface Session {
  token: string;
  jusqua: number;
}

/** @throws {CallError} */
export async function issueToken(pseudo: string, password: string, code?: string): Promise<Session> {
  const body = { username: pseudo, password, ...(code && { code }) };
  const { token } = await call<{ token: string }>('/login_check', { ...json(body), patience: 20_000 });
  return { token, jusqua: Date.now() + SESSION_MS };
}

/** A secret value by its name, undefined where there is none. */
export async function readSecret<Value>(store: Store, vault: Vault, nom: string): Promise<Value | undefined> {
  const row = await store.secrets.get(nom);
  return row && vault.unseal<Value>(row.scelle, nom);
}
export async function keepSecret(store: Store, vault: Vault, nom: string, value: unknown): Promise<void> {
  await store.secrets.put({ nom, scelle: await vault.seal(value, nom) });
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

/** Lets this tab open the vault again after a reload, or after the system threw it out of memory for the camera's sake. */
export async function lendToTab(store: Store, vault: Vault): Promise<void> {
  const { secret, cle } = await vault.lend();
  try {
    await store.reglages.put({ nom: 'reprise', cle, jusqua: Date.now() + SESSION_MS });
  } catch (error) {
    // a phone without room opens all the same: what waits on it can still be sent
    if (isFull(error)) return;
    throw error;
  }
  sessionStorage.setItem(TAB, base64(secret));
}

export async function takeUpInTab(store: Store): Promise<Vault | undefined> {
  const held = sessionStorage.getItem(TAB);
  const row = await store.setting('reprise');
  // a clock that was set back meanwhile does not make it last longer
  const left = row ? row.jusqua - Date.now() : 0;
  if (!held || !row || left < 0 || left > SESSION_MS) return undefined;
  return Vault.takeUp(bytesOf(held), row.cle as Sealed).catch(() => undefined);
}

/** Of this tab alone, where another one has closed the vault and may have opened it again since. */
export const forgetTab = (): void => sessionStorage.removeItem(TAB);

export async function closeTab(store: Store): Promise<void> {
  forgetTab();
  await store.reglages.delete('reprise');
}

export const isRefused = (error: unknown): error is CallError =>
  error instanceof CallError && error.status === 401;
