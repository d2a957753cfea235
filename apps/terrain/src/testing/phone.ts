/** A test phone without a browser: enrolled, unlocked, connected to a test server that can be unreachable. */
import { afterEach, vi } from 'vitest';
import type { InscriptionAppareil } from '@octroi/contract/terrain/appareils';
import { SENDING } from '../model/sync.ts';
import { Terrain } from '../model/terrain.ts';
import { Clock } from '../platform/device/clock.ts';
import { keepSecret, lendToTab } from '../platform/exchange/session.ts';
import { signingKey } from '../platform/vault/signing.ts';
import { Store } from '../platform/vault/store.ts';
import { Vault } from '../platform/vault/vault.ts';
import { FieldServer } from './server.ts';

const INSCRIPTION: InscriptionAppareil = {
  appareil: {
    id: 7,
    nom: 'Tablette 17',
    numero: 17,
    code: 'A017',
    entite: { id: 1, nom: 'Ville de Niamey', code: 'NIA' },
    ramifications: [{ id: 10, nom: 'Zone 4' }],
    agent: { id: 3, username: 'agent.terrain', fullName: 'Ibrahim Moussa' },
    plafond: null,
  },
  statut: 'actif',
  remplace: null,
  heure: '',
  dernierSequence: 0,
  series: [],
};

const AGENT = { id: 3, username: 'agent.terrain', email: 'ibrahim@octroi.test' };
const OTHER = { id: 4, username: 'autre.agent', email: 'aissa@octroi.test' };

const memory = (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => {
  const tabStorage = new Map<string, string>();
  return {
    getItem: (key) => tabStorage.get(key) ?? null,
    setItem: (key, value) => void tabStorage.set(key, value),
    removeItem: (key) => void tabStorage.delete(key),
  };
};

/** Waits until nothing is being sent. */
async function idle(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      if ([...held, ...pending].some(({ name }) => name === SENDING))
        throw new Error('something is being sent');
    },
    { timeout: 30_000 },
  );
}

/** Sends and downloads completely. A first run may join one started by an act, which does not download. */
export async function synced(terrain: Terrain): Promise<void> {
  for (let time = 0; time < 2; time++) {
    await idle();
    await terrain.synchronise();
    await idle();
  }
}

let count = 0;
const opened: Terrain[] = [];
afterEach(async () => {
  for (const terrain of opened.splice(0)) {
    await idle();
    await terrain.signOut();
  }
  vi.unstubAllGlobals();
});

export interface Phone {
  server: FieldServer;
  /** Makes the server reachable or not. */
  network: (reachable: boolean) => void;
  /** Opens the app as after a restart, with the tab's secret. */
  open: () => Promise<Terrain>;
  store: () => Store;
  /** Makes the server forget all commands and the device. */
  forget: () => Promise<void>;
}

/** A stubbed browser, storage and server. */
function newBrowser() {
  const name = `phone-${count++}`;
  const server = new FieldServer();
  server.inscription = INSCRIPTION;
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('localStorage', memory());
  vi.stubGlobal('sessionStorage', memory());
  let reachable = true;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    reachable ? server.fetch(address, init) : Promise.reject(new TypeError('there is no network')),
  );
  const open = async (): Promise<Terrain> => {
    const terrain = new Terrain(new Store(name));
    opened.push(terrain);
    await terrain.start();
    await idle();
    return terrain;
  };
  return { server, open, network: (on: boolean) => void (reachable = on), store: new Store(name) };
}

/**
 * A phone that belongs to nobody, and a server that knows two agents and the enrolment code `ABCDEFGH23`; the first
 * agent's password is `Octroi-2026!`.
 */
export function newUnownedPhone() {
  const { store, ...phone } = newBrowser();
  phone.server.people = [AGENT, OTHER].map((person) => ({ ...person, password: 'Octroi-2026!' }));
  return { ...phone, store: () => store };
}

export async function newPhone(): Promise<Phone> {
  const { server, open, network, store } = newBrowser();
  const vault = await Vault.make();
  await signingKey(store);
  const sealed = await vault.seal('', 'coffre');
  await store.reglages.bulkPut([
    { nom: 'coffre', pseudo: 'agent.terrain', sel: new Uint8Array(16), tours: 1, cle: sealed },
    { nom: 'compteurs', sequence: 0, rangs: {} },
  ]);
  await keepSecret(store, vault, 'appareil', INSCRIPTION);
  await keepSecret(store, vault, 'session', { token: 'jeton', jusqua: Date.now() + 3_600_000 });
  await new Clock().recordContact(store, new Date(Date.now() + server.ahead).toISOString(), Date.now());
  return {
    server,
    network,
    store: () => store,
    forget: async () => {
      await idle();
      await store.secrets.delete('appareil');
      await store.reglages.delete('compteurs');
      await store.journal.clear();
    },
    open: async () => {
      await lendToTab(store, vault);
      return open();
    },
  };
}
