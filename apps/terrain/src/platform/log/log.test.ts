import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Clock, DateInDoubt } from '../device/clock.ts';
import { type Act, Log, Lost, NoRoom } from './log.ts';
import { Store } from '../vault/store.ts';
import { Vault } from '../vault/vault.ts';

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
    await clock.recordContact(store, '2026-11-23T10:47:00Z', Date.now());
    await log.append(payment(500), NUMBERING);
    await log.append({ type: 'visite', corps: { contribuable: { id: 1 }, issue: 'absent' } }, NUMBERING);
    await log.append(payment(700), NUMBERING);
    expect(await numbers()).toEqual([
      [1, 'NIA-2026-A017-000001'],
      [2, false],
      [3, 'NIA-2026-A017-000002'],
    ]);
  });

  it('numbers receipts by the server’s year, whatever the phone’s clock', async () => {
    // the phone's clock is a year behind
    await clock.recordContact(store, '2027-01-02T08:00:00Z', Date.now());
    await log.append(payment(500), NUMBERING);
    expect(await numbers()).toEqual([[1, 'NIA-2027-A017-000001']]);
  });

  it('numbers receipts by the year of the last contact, and by the next one once the agent has confirmed the date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-30T10:00:00Z') });
    await clock.recordContact(store, '2026-12-30T10:00:00Z', Date.now(), 'Africa/Niamey');
    await log.append(payment(100), NUMBERING);
    for (const wrong of ['2031-03-12T10:00:00Z', '1970-01-01T00:00:00Z', '2027-01-02T10:00:00Z']) {
      vi.setSystemTime(new Date(wrong));
      await expect(log.append(payment(200), NUMBERING)).rejects.toBeInstanceOf(DateInDoubt);
    }
    await clock.confirm(store, '2026-12-31');
    await log.append(payment(300), NUMBERING);
    vi.setSystemTime(new Date('2027-01-03T10:00:00Z'));
    await expect(log.append(payment(400), NUMBERING)).rejects.toBeInstanceOf(DateInDoubt);
    await clock.confirm(store, '2027-01-01');
    await log.append(payment(500), NUMBERING);
    expect((await numbers()).map(([, recu]) => recu)).toEqual([
      'NIA-2026-A017-000001',
      'NIA-2026-A017-000002',
      'NIA-2027-A017-000001',
    ]);
    vi.useRealTimers();
  });

  it('deletes old accepted commands by the server’s time and acknowledgement, never by the phone’s clock', async () => {
    const day = (count: number) => Date.parse('2026-01-01T08:00:00Z') + count * 86_400_000;
    const answer = (sequence: number, at: number) =>
      log.recordReplies([{ sequence, etat: 'accepte' }], new Date(at).toISOString());
    for (let n = 1; n <= 5; n++) await log.append(payment(n), NUMBERING);
    await answer(1, day(0));
    await answer(2, day(30));
    await answer(3, day(0));
    await answer(4, day(0));
    await store.journal.where('sequence').anyOf(1, 2, 3).modify({ tenu: 1 });
    const remainingAfter = async (contact: number, acknowledged: number) => {
      await log.prune(contact, acknowledged);
      return (await log.entries()).map(({ sequence }) => sequence);
    };
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-03-12T10:00:00Z') });
    expect(await remainingAfter(day(39), 5)).toEqual([1, 2, 3, 4, 5]);
    vi.useRealTimers();
    // a server restored from a backup has not acknowledged the third command
    expect(await remainingAfter(day(41), 2)).toEqual([2, 3, 4, 5]);
    expect(await remainingAfter(day(41), 5)).toEqual([2, 4, 5]);
    // an older version stored no answer time: it counts from now
    await store.journal.update(2, { reponduLe: undefined });
    expect(await remainingAfter(day(200), 5)).toEqual([2, 4, 5]);
    expect(await remainingAfter(day(241), 5)).toEqual([4, 5]);
  });

  it('never gives a number twice, however many tabs ask at once', async () => {
    const other = new Log(store, vault, clock);
    const writes = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? other : log).append(payment(n + 1), NUMBERING),
    );
    const entries = await Promise.all(writes);
    expect(new Set(entries.map(({ sequence }) => sequence)).size).toBe(20);
    const receipts = (await numbers()).map(([, recu]) => String(recu).slice(-6));
    expect(receipts).toEqual(Array.from({ length: 20 }, (_, n) => String(n + 1).padStart(6, '0')));
  });

  it('continues at the server’s last sequence of this device', async () => {
    const year = clock.today().slice(0, 4);
    await store.reglages.put({ nom: 'compteurs', sequence: 41, rangs: { [year]: 12 } });
    const { sequence, corps } = await log.append(payment(500), NUMBERING);
    expect([sequence, 'rang' in corps && corps.rang]).toEqual([42, 13]);
  });

  it('gives no number after its data is lost', async () => {
    await log.append(payment(500), NUMBERING);
    await store.delete();
    await store.open();
    await expect(log.append(payment(700), NUMBERING)).rejects.toBeInstanceOf(Lost);
    expect(await store.journal.count()).toBe(0);
  });

  it('stores nothing and uses no number when the storage is full', async () => {
    await log.append(payment(500), NUMBERING);
    const full = vi
      .spyOn(store.reglages, 'put')
      .mockImplementation(() => Promise.reject(new DOMException('full', 'QuotaExceededError')) as never);
    await expect(log.append(payment(700), NUMBERING)).rejects.toBeInstanceOf(NoRoom);
    full.mockRestore();
    expect((await log.entries()).map(({ sequence }) => sequence)).toEqual([1]);
    expect((await log.append(payment(900), NUMBERING)).sequence).toBe(2);
  });

  it('stores the photo with the command, and deletes the draft in the same transaction', async () => {
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

  it('reveals nothing about people or money without its key', async () => {
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
