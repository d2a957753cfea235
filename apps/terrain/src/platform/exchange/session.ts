/** Sign-in: online, the server checks the password; offline, only the vault does. */
import { call, CallError, json } from './call.ts';
import { isFull } from '../log/log.ts';
import type { Store } from '../vault/store.ts';
import { type Sealed, Vault } from '../vault/vault.ts';

/** Lifetime in milliseconds of the token, and of the tab's right to unlock again after a reload. */
export const SESSION_MS = 12 * 3_600_000;
const TAB = 'octroi.terrain.reprise';

export interface Session {
  token: string;
  jusqua: number;
}

/** What a person signs in with. */
export interface Credentials {
  /** Username or e-mail address. */
  identifiant: string;
  password: string;
  /** Code of the second factor. */
  code?: string | undefined;
}

/** @throws {CallError} */
export async function issueToken({ identifiant, password, code }: Credentials): Promise<Session> {
  const body = { username: identifiant.trim(), password, ...(code && { code }) };
  const { token } = await call<{ token: string }>('/login_check', { ...json(body), patience: 20_000 });
  return { token, jusqua: Date.now() + SESSION_MS };
}

/** An account, as the server knows it. */
export interface Identity {
  id: number;
  username: string;
  email: string;
}

/** Signs in, and asks the server who that is: a username and an e-mail address may be the same person. @throws {CallError} */
export async function identify(credentials: Credentials): Promise<{ session: Session; identity: Identity }> {
  const session = await issueToken(credentials);
  const { user } = await call<{ user: Identity }>('/v2/session', { token: session.token, patience: 20_000 });
  return { session, identity: user };
}

/** A named encrypted value; undefined if absent. */
export async function readSecret<Value>(store: Store, vault: Vault, nom: string): Promise<Value | undefined> {
  const row = await store.secrets.get(nom);
  return row && vault.unseal<Value>(row.scelle, nom);
}
export async function keepSecret(store: Store, vault: Vault, nom: string, value: unknown): Promise<void> {
  await store.secrets.put({ nom, scelle: await vault.seal(value, nom) });
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/**
 * Lets this tab unlock the vault again after a reload, or after the system closed the page to free memory for the
 * camera.
 */
export async function lendToTab(store: Store, vault: Vault): Promise<void> {
  const { secret, cle } = await vault.lend();
  try {
    await store.reglages.put({ nom: 'reprise', cle, jusqua: Date.now() + SESSION_MS });
  } catch (error) {
    // a full phone must still unlock, to send what waits
    if (isFull(error)) return;
    throw error;
  }
  sessionStorage.setItem(TAB, base64(secret));
}

export async function takeUpInTab(store: Store): Promise<Vault | undefined> {
  const tabSecret = sessionStorage.getItem(TAB);
  const row = await store.setting('reprise');
  // a clock set back must not extend the lifetime
  const remaining = row ? row.jusqua - Date.now() : 0;
  if (!tabSecret || !row || remaining < 0 || remaining > SESSION_MS) return undefined;
  return Vault.takeUp(bytesOf(tabSecret), row.cle as Sealed).catch(() => undefined);
}

/** For this tab only: another tab may have locked and unlocked the vault since. */
export const forgetTab = (): void => sessionStorage.removeItem(TAB);

export async function closeTab(store: Store): Promise<void> {
  forgetTab();
  await store.reglages.delete('reprise');
}

export const isRefused = (error: unknown): error is CallError =>
  error instanceof CallError && error.status === 401;
