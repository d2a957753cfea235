import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Clock } from './clock.ts';
import { type Act, Log, Lost, NoRoom } from './log.ts';
import { Store } from './store.ts';
import { Vault } from './vault.ts';

const NUMBERING = { code: 'NIA', numero: 17 };
const payment = (montant: number): Act => ({
  type: 'paiement',
  corps: { contribuable: { id: 887 }, montant, moyenPaiement: 5 },
});

let name = 0;
let store: Store;
let vault: Vault;
let clock: Clock;
let log: Log;

beforeEach(async () => {
  store = new Store(`log-${name++}`);
  vault = await Vault.make();
  await store.reglages.put({ nom: 'compteurs', sequence: 0, rangs: {} });
  clock = new Clock();
  log = new Log(store, vault, clock);
});
afterEach(() => store.close());

const numbers = async () =>
  (await log.entries()).map(({ sequence, corps }) => [sequence, 'recu' in corps && corps.recu]);

describe('the log', () => {
  it('numbers commands and receipts from 1, without gaps', async () => {
    clock.decalage = Date.parse('2026-11-23T10:47:00Z') - Date.now();
    await log.append(payment(500), NUMBERING);
    await log.append({ type: 'visite', corps: { contribuable: { id: 1 }, issue: 'absent' } }, NUMBERING);
    await log.append(payment(700), NUMBERING);
    expect(await numbers()).toEqual([
      [1, 'NIA-2026-A017-000001'],
      [2, false],
      [3, 'NIA-2026-A017-000002'],
    ]);
  });

  it('gives a receipt of the year that the server is in, whatever the phone says', async () => {
    // the phone is a year behind
    clock.decalage = Date.parse('2027-01-02T08:00:00Z') - Date.now();
    await log.append(payment(500), NUMBERING);
    expect(await numbers()).toEqual([[1, 'NIA-2027-A017-000001']]);
  });

  it('never gives a number twice, however many tabs ask at once', async () => {
    const other = new Log(store, vault, clock);
    const asked = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? other : log).append(payment(n + 1), NUMBERING),
    );
    const entries = await Promise.all(asked);
    expect(new Set(entries.map(({ sequence }) => sequence)).size).toBe(20);
    const receipts = (await numbers()).map(([, recu]) => String(recu).slice(-6));
    expect(receipts).toEqual(Array.from({ length: 20 }, (_, n) => String(n + 1).padStart(6, '0')));
  });

  it('goes on where the server says that this device stopped', async () => {
    const year = clock.today().slice(0, 4);
    await store.reglages.put({ nom: 'compteurs', sequence: 41, rangs: { [year]: 12 } });
    const { sequence, corps } = await log.append(payment(500), NUMBERING);
    expect([sequence, 'rang' in corps && corps.rang]).toEqual([42, 13]);
  });

  it('gives no number once what it had kept is gone', async () => {
    await log.append(payment(500), NUMBERING);
    await store.delete();
    await store.open();
    await expect(log.append(payment(700), NUMBERING)).rejects.toBeInstanceOf(Lost);
    expect(await store.journal.count()).toBe(0);
  });

  it('keeps nothing at all of what did not fit, and takes no number for it', async () => {
    await log.append(payment(500), NUMBERING);
    const full = vi
      .spyOn(store.reglages, 'put')
      .mockImplementation(() => Promise.reject(new DOMException('full', 'QuotaExceededError')) as never);
    await expect(log.append(payment(700), NUMBERING)).rejects.toBeInstanceOf(NoRoom);
    full.mockRestore();
    expect((await log.entries()).map(({ sequence }) => sequence)).toEqual([1]);
    expect((await log.append(payment(900), NUMBERING)).sequence).toBe(2);
  });

  it('keeps the photo with the command, and forgets the draft in the same moment', async () => {
    await store.secrets.put({ nom: 'brouillon', scelle: await vault.seal({}, 'brouillon') });
    const photo = { empreinte: 'a'.repeat(64), octets: new Uint8Array([1, 2, 3]).buffer };
    const act: Act = { type: 'enrolement', corps: { local: crypto.randomUUID(), photo: photo.empreinte } };
    await log.append(act, NUMBERING, { photo, draft: 'brouillon' });
    expect(await store.secrets.count()).toBe(0);
    const [row] = await store.photos.toArray();
    expect(new Uint8Array(await vault.unsealBytes(row!.scelle, `photo/${photo.empreinte}`))).toEqual(
      new Uint8Array([1, 2, 3]),
    );
  });

  it('says nothing of people or money to whoever reads the phone without its key', async () => {
    await log.append(
      { type: 'enrolement', corps: { local: crypto.randomUUID(), nom: 'Djermakoye' } },
      NUMBERING,
    );
    const rows = JSON.stringify(await store.journal.toArray(), (_key, value: unknown) =>
      value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value,
    );
    expect(rows).not.toContain('Djermakoye');
    const stranger = new Log(store, await Vault.make(), clock);
    await expect(stranger.entries()).rejects.toThrow();
  });
});
