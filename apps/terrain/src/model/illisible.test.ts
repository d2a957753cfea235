import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { isOfStorage } from '#src/platform/vault/store.ts';
import { newPhone, synced } from '../testing/phone.ts';
import { person } from '../testing/server.ts';
import { MESSAGES } from './terrain.ts';

afterEach(() => void vi.restoreAllMocks());

const READS = ['get', 'getAll', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'] as const;
type Read = (...args: unknown[]) => unknown;

/** Storage cannot be read from the n-th read on, until it is mended: the browser lost its connection to it. */
function unreadableAfter(reads: number): () => void {
  let done = 0;
  const spies = [IDBObjectStore.prototype, IDBIndex.prototype].flatMap((prototype) =>
    READS.map((method) => {
      const methods = prototype as unknown as Record<typeof method, Read>;
      const read = methods[method];
      return vi.spyOn(methods, method).mockImplementation(function (this: unknown, ...args) {
        if (++done > reads) throw new DOMException('Internal error.', 'UnknownError');
        return read.apply(this, args);
      });
    }),
  );
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

it.each(Array.from({ length: 30 }, (_, at) => [at]))(
  'with storage that is unreadable after %i reads, what the agent was told is stored arrives once, and nothing else',
  async (reads) => {
    const phone = await newPhone();
    phone.server.referentiel = phone.server.emptyReferentiel();
    phone.server.contribuables = [person(1, 'Souley Idé')];
    const terrain = await phone.open();
    await synced(terrain);
    const told: number[] = [];
    const pay = async (montant: number) => {
      const corps = { contribuable: { id: 1 }, montant, moyenPaiement: 5 };
      const entry = await terrain.act({ type: 'paiement', corps }).catch((error: unknown) => {
        expect(isOfStorage(error)).toBe(true);
      });
      if (!entry) return;
      told.push(entry.sequence);
      const isShown = terrain.etat.recus.some(({ sequence }) => sequence === entry.sequence);
      expect(isShown || terrain.etat.erreur === MESSAGES.nonMontre).toBe(true);
    };
    const mend = unreadableAfter(reads);
    await pay(100);
    await pay(200);
    await synced(terrain);
    mend();
    await pay(300);
    await synced(terrain);
    expect([...phone.server.received.keys()]).toEqual(told);
    expect(terrain.etat.recus.map(({ sequence }) => sequence)).toEqual(told.toReversed());
    expect([terrain.etat.enAttente, terrain.etat.erreur]).toEqual([0, null]);
  },
);

it('a phone that cannot read what it keeps says so, and opens once it can', async () => {
  const phone = await newPhone();
  const mend = unreadableAfter(0);
  const terrain = await phone.open();
  expect(terrain.etat.phase).toBe('illisible');
  mend();
  expect((await phone.open()).etat.phase).toBe('premiere');
});

it('a phone that can no longer read what it keeps says so, and sends what waits once it can', async () => {
  const phone = await newPhone();
  const terrain = await phone.open();
  phone.network(false);
  await terrain.act({ type: 'visite', corps: { contribuable: { id: 1 }, issue: 'absent' } });
  await synced(terrain);
  const mend = unreadableAfter(0);
  phone.network(true);
  await synced(terrain);
  expect([terrain.etat.enAttente, terrain.etat.erreur]).toEqual([1, MESSAGES.illisible]);
  mend();
  await synced(terrain);
  expect([phone.server.received.size, terrain.etat.enAttente, terrain.etat.erreur]).toEqual([1, 0, null]);
});
