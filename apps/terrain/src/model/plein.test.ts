import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { newPhone, synced } from '../testing/phone.ts';
import { person } from '../testing/server.ts';
import type { Terrain } from './terrain.ts';

afterEach(() => void vi.restoreAllMocks());

/** The storage is full from the n-th write on, until it is emptied. */
function fillAfter(writes: number): () => void {
  let done = 0;
  const spies = (['put', 'add'] as const).map((method) => {
    const original = IDBObjectStore.prototype[method];
    return vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...args
    ) {
      if (++done > writes) throw new DOMException('full', 'QuotaExceededError');
      return original.apply(this, args);
    });
  });
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

const pay = (terrain: Terrain, montant: number) =>
  terrain.act({ type: 'paiement', corps: { contribuable: { id: 1 }, montant, moyenPaiement: 5 } });
const enrol = (terrain: Terrain) => {
  const photo = { empreinte: 'c'.repeat(64), octets: new Uint8Array([7]).buffer };
  const corps = { local: crypto.randomUUID(), nom: 'Seyni', ramification: 10, photo: photo.empreinte };
  return terrain.act({ type: 'enrolement', corps }, { photo, draft: 'brouillon/enrolement' });
};

/** Each of the first writes, then some of those that sending, replies and downloads make. */
const WRITES = [
  ...Array.from({ length: 24 }, (_, at) => at),
  ...Array.from({ length: 15 }, (_, at) => 24 + at * 5),
];

it.each(WRITES.map((writes) => [writes]))(
  'with storage that is full after %i writes, what the agent was told is stored arrives once, and nothing else',
  async (writes) => {
    const phone = await newPhone();
    phone.server.referentiel = { ...phone.server.emptyReferentiel(), remise: await phone.server.makeKey() };
    phone.server.contribuables = [person(1, 'Souley Idé'), person(2, 'Issa Moussa'), person(3, 'Rakia')];
    const terrain = await phone.open();
    await synced(terrain);
    const empty = fillAfter(writes);
    const told: number[] = [];
    const attempt = async (act: () => Promise<{ sequence: number } | void>) => {
      const entry = await act().catch((error: unknown) => {
        // the agent is told that there is no room, and nothing else
        expect((error as Error).message).toContain('mémoire du téléphone est pleine');
      });
      if (entry) told.push(entry.sequence);
    };
    await attempt(() => terrain.keepDraft('brouillon/enrolement', { nom: 'Seyni' }));
    await attempt(() => pay(terrain, 100));
    await attempt(() => enrol(terrain));
    phone.server.sendsAll = true;
    await synced(terrain);
    await attempt(() => pay(terrain, 200));
    empty();
    phone.server.sendsAll = false;
    await synced(terrain);
    expect([...phone.server.received.keys()]).toEqual(told);
    expect(told).toEqual(told.map((_, at) => at + 1));
    expect([terrain.etat.enAttente, terrain.etat.erreur]).toEqual([0, null]);
    const next = await pay(terrain, 300);
    expect(next.sequence).toBe(told.length + 1);
    await synced(terrain);
    const ranks = [...phone.server.received.values()].flatMap(({ corps }) => Number(corps['rang']) || []);
    expect(ranks).toEqual(ranks.map((_, at) => at + 1));
  },
);
