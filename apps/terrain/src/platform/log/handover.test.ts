import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FieldServer } from '../../testing/server.ts';
import { CallError } from '../exchange/call.ts';
import { Clock } from '../device/clock.ts';
import { keepServerKey } from './copies.ts';
import { handOver, readRemettable } from './handover.ts';
import type { Link } from '../exchange/link.ts';
import { type Act, Log } from './log.ts';
import { sendCommands } from '../exchange/send.ts';
import { signingKey } from '../vault/signing.ts';
import { Store } from '../vault/store.ts';
import { Vault } from '../vault/vault.ts';

const NUMBERING = { code: 'NIA', numero: 17 };
const act = (montant: number): Act => ({
  type: 'paiement',
  corps: { contribuable: { id: 1 }, montant, moyenPaiement: 5 },
});

let name = 0;
let link: Link;
let log: Log;
let server: FieldServer;

async function phone(): Promise<void> {
  const store = new Store(`handover-${name++}`);
  const clock = new Clock();
  link = { store, vault: await Vault.make(), clock, appareil: 7, token: 'jeton' };
  log = new Log(store, link.vault, clock);
  await signingKey(store);
  await store.reglages.put({ nom: 'compteurs', sequence: 0, rangs: {} });
  server = new FieldServer();
  vi.stubGlobal('fetch', server.fetch);
}
const learn = async (nom?: string) => keepServerKey(link.store, 7, await server.makeKey(nom));
const take = async (...montants: number[]) => {
  for (const montant of montants) await log.append(act(montant), NUMBERING);
};
/** Without the vault: a handover needs no key except the signing key. */
const hand = async (): Promise<number> => {
  let received = 0;
  await handOver({ store: link.store, clock: link.clock }, '1', (count) => (received += count));
  return received;
};
const send = () => sendCommands(link, log, '1', () => Promise.resolve());
const montants = () => [...server.received.values()].map(({ corps }) => corps['montant']);
const remettable = () => readRemettable(link.store);

beforeEach(phone);
afterEach(() => {
  link.store.close();
  vi.unstubAllGlobals();
});

describe('a waiting command', () => {
  it('is handed over completely, a hundred at a time, and recognised when the agent sends it', async () => {
    await learn();
    const all = Array.from({ length: 250 }, (_, n) => n + 1);
    await take(...all);
    expect(await remettable()).toEqual({ copies: 250, autres: 0, photos: 0 });
    expect(await hand()).toBe(250);
    expect(server.remises.map(({ commandes, enAttente }) => [commandes.length, enAttente])).toEqual([
      [100, 150],
      [100, 50],
      [50, 0],
    ]);
    expect([montants(), await remettable()]).toEqual([all, { copies: 0, autres: 0, photos: 0 }]);
    await log.copyWaiting();
    expect((await remettable()).copies).toBe(0);
    // the test server checks that a known number has the same content
    await send();
    expect((await log.entries()).map(({ etat }) => etat)).toEqual(all.map(() => 'accepte'));
    expect(montants()).toEqual(all);
  });

  it('has no copy once answered, and no clear text about people or money', async () => {
    await learn();
    await take(4321);
    const [copy] = await link.store.copies.toArray();
    expect(new TextDecoder('latin1').decode(copy!.scelle)).not.toMatch(/4321|paiement|NIA-/);
    await send();
    expect(await remettable()).toEqual({ copies: 0, autres: 0, photos: 0 });
    server.calls = [];
    await expect(hand()).resolves.toBe(0);
  });

  it('from before the key was known is sealed later, and sealed again to a new key', async () => {
    await take(1, 2);
    expect(await remettable()).toEqual({ copies: 0, autres: 2, photos: 0 });
    await learn();
    await log.copyWaiting();
    expect(await remettable()).toEqual({ copies: 2, autres: 0, photos: 0 });
    await learn('b'.repeat(16));
    await take(3);
    await log.copyWaiting();
    expect((await link.store.copies.toArray()).map(({ cle }) => cle[0])).toEqual(['b', 'b', 'b']);
    expect(await hand()).toBe(3);
    expect(montants()).toEqual([1, 2, 3]);
  });

  it('stays if the server cannot open it or an earlier one is missing; a blocked device hands over', async () => {
    await take(1);
    await learn();
    await take(2);
    await expect(hand()).rejects.toThrow('Un acte plus ancien ne peut pas être remis ainsi');
    await log.copyWaiting();
    server.keys.clear();
    await expect(hand()).rejects.toThrow('Le bureau n’a pas pu ouvrir la suite');
    expect([montants(), await remettable()]).toEqual([[], { copies: 2, autres: 0, photos: 0 }]);
    await learn('b'.repeat(16));
    await log.copyWaiting();
    server.statut = 'bloqué';
    await expect(send()).resolves.toMatchObject({ repondues: 0, statut: 'bloqué' });
    expect(await hand()).toBe(2);
    expect([montants(), await remettable()]).toEqual([[1, 2], { copies: 0, autres: 0, photos: 0 }]);
  });

  it('is sealed again if the server was restored from an earlier backup', async () => {
    await learn();
    await take(1, 2, 3);
    await hand();
    for (const lost of [2, 3]) server.received.delete(lost);
    await send();
    await take(4);
    await log.copyWaiting();
    await hand();
    expect(montants()).toEqual([1, 2, 3, 4]);
  });
});

it('sent or handed over, nothing is lost or done twice wherever the network is cut', async () => {
  const step = fc.record({
    what: fc.constantFrom('act', 'send', 'hand'),
    fault: fc.constantFrom('none', 'lost', 'unanswered'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      link.store.close();
      await phone();
      await learn();
      let done = 0;
      for (const { what, fault } of steps) {
        if (what === 'act') await take(++done);
        else {
          if (fault !== 'none') server.faults.push(fault);
          await (what === 'send' ? send() : hand()).catch((error: unknown) =>
            expect(error).toBeInstanceOf(CallError),
          );
          server.faults.length = 0;
        }
        await log.copyWaiting();
      }
      await hand();
      expect(montants()).toEqual(Array.from({ length: done }, (_, n) => n + 1));
      await send();
      expect((await log.entries()).every(({ etat }) => etat === 'accepte')).toBe(true);
      expect(await remettable()).toEqual({ copies: 0, autres: 0, photos: 0 });
    }),
    { numRuns: 30 },
  );
});
