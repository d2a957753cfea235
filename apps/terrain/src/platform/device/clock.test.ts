import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Clock, DATE_MESSAGES, DateInDoubt, type Doute, timeZone } from './clock.ts';
import { type Act, Log } from '../log/log.ts';
import { Store } from '../vault/store.ts';
import { Vault } from '../vault/vault.ts';

afterEach(() => vi.useRealTimers());

it('counts days in the server’s last time zone, also after a restart', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') });
  const store = new Store('clock');
  const clock = new Clock();
  expect([timeZone(), clock.today()]).toEqual(['Africa/Niamey', '2026-11-23']);
  const heure = new Date().toISOString();
  // fourteen hours ahead
  await clock.recordContact(store, heure, Date.now(), 'Pacific/Kiritimati');
  expect(clock.today()).toBe('2026-11-24');
  // a contact without a zone changes nothing
  await clock.recordContact(store, heure, Date.now());
  const again = new Clock();
  await again.load(store);
  expect([timeZone(), again.today()]).toEqual(['Pacific/Kiritimati', '2026-11-24']);
  store.close();
});

/** The phone's clock at a step, and the event; a contact brings the true time. */
type Step =
  | { at: string; contact: string }
  | { at: string; doute: Doute | null; jour: string }
  | { at: string; confirm: string; refused?: string };

const CONTACT: Step = { at: '2026-11-26T10:00:00Z', contact: '2026-11-26T10:00:00Z' };
const CASES: Record<string, readonly Step[]> = {
  'right, a day later': [CONTACT, { at: '2026-11-27T10:00:00Z', doute: null, jour: '2026-11-27' }],
  'in 1970 since before the contact': [
    { at: '1970-01-01T00:00:00Z', contact: '2026-11-26T10:00:00Z' },
    { at: '1970-01-02T00:00:00Z', doute: null, jour: '2026-11-27' },
  ],
  'back in 1970 after the contact': [
    CONTACT,
    { at: '1970-01-01T00:00:00Z', doute: 'avant', jour: '2026-11-26' },
    { at: '1970-01-01T00:01:00Z', confirm: '2026-11-25', refused: DATE_MESSAGES.avant },
    { at: '1970-01-01T00:02:00Z', confirm: '2026-11-27' },
    { at: '1970-01-01T00:03:00Z', doute: null, jour: '2026-11-27' },
    { at: '1970-01-02T00:03:00Z', doute: null, jour: '2026-11-28' },
  ],
  'in 2031 after the contact': [
    CONTACT,
    { at: '2031-03-12T10:00:00Z', doute: 'apres', jour: '2026-11-26' },
    { at: '2031-03-12T10:01:00Z', confirm: '2031-03-12', refused: DATE_MESSAGES.apres },
    { at: '2031-03-12T10:02:00Z', confirm: '', refused: DATE_MESSAGES.absente },
    { at: '2031-03-12T10:02:00Z', confirm: '2026-11-28' },
    { at: '2031-03-12T10:03:00Z', doute: null, jour: '2026-11-28' },
  ],
  'an hour ahead, before and after the contact': [
    { at: '2026-11-26T11:00:00Z', contact: '2026-11-26T10:00:00Z' },
    { at: '2026-11-26T11:30:00Z', doute: null, jour: '2026-11-26' },
    { at: '2026-11-26T12:30:00Z', doute: null, jour: '2026-11-26' },
  ],
  'in 2031 since before the contact, then put right without a network': [
    { at: '2031-03-12T10:00:00Z', contact: '2026-11-26T10:00:00Z' },
    { at: '2031-03-13T10:00:00Z', doute: null, jour: '2026-11-27' },
    { at: '2026-11-28T10:00:00Z', doute: 'avant', jour: '2026-11-26' },
    { at: '2026-11-28T10:00:00Z', confirm: '2026-11-28' },
    { at: '2026-11-28T10:01:00Z', doute: null, jour: '2026-11-28' },
  ],
  'set an hour ahead after the contact, which nothing shows until the next one': [
    CONTACT,
    // half past ten in the evening in truth, half past midnight by the phone
    { at: '2026-11-26T23:30:00Z', doute: null, jour: '2026-11-27' },
    { at: '2026-11-26T23:31:00Z', contact: '2026-11-26T22:31:00Z' },
    { at: '2026-11-26T23:32:00Z', doute: null, jour: '2026-11-26' },
  ],
  'changed twice without a network': [
    CONTACT,
    { at: '2031-03-12T10:00:00Z', doute: 'apres', jour: '2026-11-26' },
    { at: '2031-03-12T10:00:00Z', confirm: '2026-11-27' },
    { at: '2031-03-12T11:00:00Z', doute: null, jour: '2026-11-27' },
    { at: '2026-11-27T12:00:00Z', doute: 'avant', jour: '2026-11-27' },
    { at: '2026-11-27T12:00:00Z', confirm: '2026-11-27' },
    { at: '2026-11-27T13:00:00Z', doute: null, jour: '2026-11-27' },
    // a contact with the server settles the date
    { at: '2026-11-27T14:00:00Z', contact: '2026-11-27T14:00:00Z' },
    { at: '2026-11-27T14:00:01Z', doute: null, jour: '2026-11-27' },
  ],
  'at midnight of New Year, without a network': [
    { at: '2026-12-30T10:00:00Z', contact: '2026-12-30T10:00:00Z' },
    // the town's time zone is one hour ahead of UTC
    { at: '2026-12-31T22:59:00Z', doute: null, jour: '2026-12-31' },
    { at: '2026-12-31T23:01:00Z', doute: 'annee', jour: '2026-12-30' },
    { at: '2026-12-31T23:02:00Z', confirm: '2027-01-01' },
    { at: '2026-12-31T23:03:00Z', doute: null, jour: '2027-01-01' },
  ],
  'at midnight of New Year, heard of the office after': [
    { at: '2026-12-30T10:00:00Z', contact: '2026-12-30T10:00:00Z' },
    { at: '2027-01-01T07:00:00Z', contact: '2027-01-01T07:00:00Z' },
    { at: '2027-01-01T07:01:00Z', doute: null, jour: '2027-01-01' },
  ],
  'two years ahead by two confirmations, which the office has not seen': [
    { at: '2026-12-30T10:00:00Z', contact: '2026-12-30T10:00:00Z' },
    { at: '2027-12-31T10:00:00Z', confirm: '2027-12-31' },
    { at: '2028-01-01T10:00:00Z', doute: 'annee', jour: '2027-12-31' },
    { at: '2028-01-01T10:00:00Z', confirm: '2028-01-01', refused: DATE_MESSAGES.apres },
  ],
  'right, eleven days later': [
    CONTACT,
    { at: '2026-12-06T09:59:00Z', doute: null, jour: '2026-12-06' },
    { at: '2026-12-07T10:00:00Z', doute: 'apres', jour: '2026-11-26' },
    { at: '2026-12-07T10:00:00Z', confirm: '2026-12-07' },
    { at: '2026-12-07T10:00:00Z', doute: null, jour: '2026-12-07' },
  ],
};

describe('a phone whose clock is', () => {
  it.each(Object.entries(CASES))('%s: is trusted, or asks for the date', async (name, steps) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const store = new Store(`clock ${name}`);
    let clock = new Clock();
    for (const step of steps) {
      vi.setSystemTime(new Date(step.at));
      if ('contact' in step) await clock.recordContact(store, step.contact, Date.now(), 'Africa/Niamey');
      else if ('confirm' in step) {
        const confirming = clock.confirm(store, step.confirm);
        await (step.refused ? expect(confirming).rejects.toThrow(step.refused) : confirming);
      } else {
        expect([clock.doute, clock.today()], step.at).toEqual([step.doute, step.jour]);
        if (step.doute) expect(() => clock.stamp()).toThrow(DateInDoubt);
        else {
          const { faitLe, decalage } = clock.stamp();
          expect(new Date(Date.parse(faitLe) + decalage!)).toEqual(clock.now());
        }
      }
      // after a restart, the same
      clock = new Clock();
      await clock.load(store);
    }
    store.close();
  });

  it('set back after an act asks for the date: two acts are never in the wrong order', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00Z') });
    const store = new Store('clock-act');
    const clock = new Clock();
    await clock.recordContact(store, '2026-11-26T10:00:00Z', Date.now(), 'Africa/Niamey');
    await store.reglages.put({ nom: 'compteurs', sequence: 0, rangs: {} });
    const log = new Log(store, await Vault.make(), clock);
    const visit: Act = { type: 'visite', corps: { contribuable: { id: 1 }, issue: 'absent' } };
    vi.setSystemTime(new Date('2026-11-28T10:00:00Z'));
    await log.append(visit, { code: 'NIA', numero: 17 });
    // a minute is a network correction: the act gets the time of the last act
    vi.setSystemTime(new Date('2026-11-28T09:59:00Z'));
    const { faitLe, decalage } = await log.append(visit, { code: 'NIA', numero: 17 });
    expect(Date.parse(faitLe) + decalage!).toBe(Date.parse('2026-11-28T10:00:00Z'));
    vi.setSystemTime(new Date('2026-11-27T10:00:00Z'));
    await expect(log.append(visit, { code: 'NIA', numero: 17 })).rejects.toBeInstanceOf(DateInDoubt);
    const again = new Clock();
    await again.load(store);
    expect(again.doute).toBe('avant');
    store.close();
  });

  it('set to another time zone changes nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T12:00:00Z') });
    const store = new Store('clock-zone');
    const clock = new Clock();
    await clock.recordContact(store, '2026-12-31T12:00:00Z', Date.now(), 'Africa/Niamey');
    const before = process.env['TZ'];
    // in this zone the next year has begun
    process.env['TZ'] = 'Pacific/Kiritimati';
    expect([clock.doute, clock.today(), new Date().getFullYear()]).toEqual([null, '2026-12-31', 2027]);
    process.env['TZ'] = before;
    store.close();
  });
});
