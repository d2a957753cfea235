import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { Clock, timeZone } from './clock.ts';
import { Store } from './store.ts';

afterEach(() => vi.useRealTimers());

it('counts days where the server does, as it told last, after the application was closed too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') });
  const store = new Store('clock');
  const clock = new Clock();
  expect([timeZone(), clock.today()]).toEqual(['Africa/Niamey', '2026-11-23']);
  const heure = new Date().toISOString();
  // fourteen hours ahead
  await clock.heard(store, heure, Date.now(), 'Pacific/Kiritimati');
  expect(clock.today()).toBe('2026-11-24');
  // what is told without a zone changes none
  await clock.heard(store, heure, Date.now());
  const again = new Clock();
  await again.load(store);
  expect([timeZone(), again.today()]).toEqual(['Pacific/Kiritimati', '2026-11-24']);
  store.close();
});
