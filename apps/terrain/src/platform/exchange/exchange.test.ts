import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FieldServer, person } from '../../testing/server.ts';
import { CallError } from './call.ts';
import { Clock } from '../device/clock.ts';
import type { Link } from './link.ts';
import { type Act, Log } from '../log/log.ts';
import { pull, readPulled } from './pull.ts';
import { sendCommands, sendPhotos } from './send.ts';
import { signingKey } from '../vault/signing.ts';
import { Store } from '../vault/store.ts';
import { Vault } from '../vault/vault.ts';

const NUMBERING = { code: 'NIA', numero: 17 };
const act = (montant: number): Act => ({
  type: 'paiement',
  corps: { contribuable: { id: 1 }, montant, moyenPaiement: 5 },
});
const quiet = () => Promise.resolve();

let name = 0;
let link: Link;
let log: Log;
let server: FieldServer;

async function phone(): Promise<void> {
  const store = new Store(`exchange-${name++}`);
  const clock = new Clock();
  link = { store, vault: await Vault.make(), clock, appareil: 7, token: 'jeton' };
  log = new Log(store, link.vault, clock);
  await signingKey(store);
  await store.reglages.put({ nom: 'compteurs', sequence: 0, rangs: {} });
  server = new FieldServer();
  vi.stubGlobal('fetch', server.fetch);
}
beforeEach(phone);
afterEach(() => {
  link.store.close();
  vi.unstubAllGlobals();
});

const send = () => sendCommands(link, log, '1', quiet);
const waiting = async () => (await log.waiting(1000)).total;

describe('sending', () => {
  it('sends all in order, a hundred at a time, and learns the clock’s offset', async () => {
    server.ahead = 366 * 86_400_000;
    for (let n = 1; n <= 500; n++) await log.append(act(n), NUMBERING);
    await send();
    expect(server.batches.map(({ commandes, enAttente }) => [commandes.length, enAttente])).toEqual([
      [100, 400],
      [100, 300],
      [100, 200],
      [100, 100],
      [100, 0],
    ]);
    expect([...server.received.keys()]).toEqual(Array.from({ length: 500 }, (_, n) => n + 1));
    expect(await waiting()).toBe(0);
    expect(link.clock.isWrong).toBe(true);
    expect(link.clock.decalage! / server.ahead).toBeCloseTo(1, 3);
  });

  it('waits as long as an overloaded server asks', async () => {
    server.faults.push(503, 401);
    await expect(send()).rejects.toMatchObject({ isPassing: true, retryAfter: 5000 });
    await expect(send()).rejects.toMatchObject({ isPassing: false, retryAfter: 0 });
  });

  it('loses nothing and does nothing twice, wherever the network is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.constant('act' as const),
            fc.constant('lost' as const),
            fc.constant('unanswered' as const),
          ),
          {
            maxLength: 30,
          },
        ),
        async (steps) => {
          await phone();
          let done = 0;
          for (const step of steps) {
            if (step === 'act') await log.append(act(++done), NUMBERING);
            else {
              server.faults.push(step);
              await send().catch((error: unknown) => expect(error).toBeInstanceOf(CallError));
              server.faults.length = 0;
            }
          }
          await send();
          expect([...server.received.values()].map(({ corps }) => corps['montant'])).toEqual(
            Array.from({ length: done }, (_, n) => n + 1),
          );
          expect(await waiting()).toBe(0);
          link.store.close();
        },
      ),
      { numRuns: 30 },
    );
  });

  it('sends again what a server restored from a backup lacks', async () => {
    for (let n = 1; n <= 5; n++) await log.append(act(n), NUMBERING);
    await send();
    for (const lost of [4, 5]) server.received.delete(lost);
    await log.append(act(6), NUMBERING);
    await send();
    expect([...server.received.keys()]).toEqual([1, 2, 3, 4, 5, 6]);
    // the same when nothing waits
    server.received.delete(6);
    await send();
    expect([...server.received.keys()]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('stops where the server lacks deleted commands, and where it refuses the device', async () => {
    await link.store.reglages.put({ nom: 'compteurs', sequence: 40, rangs: {} });
    await log.append(act(1), NUMBERING);
    await send();
    expect([server.batches.length, await waiting()]).toEqual([1, 1]);
    server.statut = 'bloqué';
    expect(await send()).toEqual({ repondues: 0, statut: 'bloqué' });
  });

  it('contacts the office also when nothing waits', async () => {
    expect(await send()).toEqual({ repondues: 0, statut: 'actif' });
    expect(server.batches.map(({ commandes, enAttente }) => [commandes, enAttente])).toEqual([[[], 0]]);
  });

  it('repeats each photo until it is acknowledged', async () => {
    const photo = { empreinte: 'b'.repeat(64), octets: new Uint8Array([9]).buffer };
    await log.append({ type: 'enrolement', corps: { local: crypto.randomUUID() } }, NUMBERING, { photo });
    server.faults.push('unanswered');
    await expect(sendPhotos(link)).rejects.toBeInstanceOf(CallError);
    await sendPhotos(link);
    await sendPhotos(link);
    expect(server.calls).toEqual(
      Array.from({ length: 2 }, () => `PUT /v2/terrain/photos/${photo.empreinte}`),
    );
  });
});

describe('pulling', () => {
  const names = async () =>
    [...(await readPulled(link.store, link.vault)).contribuables.values()].map(([, , , nom]) => nom);

  it('continues after an interruption, and deletes what a full download no longer contains', async () => {
    server.contribuables = ['Aï', 'Bé', 'Ci', 'Do', 'Eu'].map((nom, index) => person(index + 1, nom));
    server.faults.push(...(['lost', 'unanswered'] as const));
    await expect(pull(link, () => undefined)).rejects.toBeInstanceOf(CallError);
    await expect(pull(link, () => undefined)).rejects.toBeInstanceOf(CallError);
    const counts: number[] = [];
    await pull(link, (count) => counts.push(count));
    expect(counts).toEqual([2, 4, 5]);
    expect(await names()).toEqual(['Aï', 'Bé', 'Ci', 'Do', 'Eu']);

    server.contribuables = server.contribuables.slice(2);
    await link.store.reglages.put({ nom: 'reception', curseur: '0', remplace: null, finieLe: 1 });
    await pull(link, () => undefined);
    expect(await names()).toEqual(['Ci', 'Do', 'Eu']);
  });

  it('gives the same data after the replies are compacted', async () => {
    server.perPage = 1;
    server.contribuables = Array.from({ length: 60 }, (_, index) => person(index + 1, `Nom ${index}`));
    await pull(link, () => undefined);
    expect(await link.store.pages.count()).toBeLessThan(5);
    expect(await names()).toHaveLength(60);
  });

  it('marks commands answered before it as included, and no others', async () => {
    await log.append(act(1), NUMBERING);
    await send();
    await log.append(act(2), NUMBERING);
    await pull(link, () => undefined);
    expect((await log.entries()).map(({ tenu }) => tenu)).toEqual([true, false]);
  });
});
