import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { newPhone, synced } from '../../testing/phone.ts';
import { MAX_ESSAIS, pinFault } from '../../platform/vault/pin.ts';
import { Terrain } from '../terrain.ts';

const PIN = '271694';

afterEach(() => void vi.useRealTimers());

/** A phone with a code of six digits, locked. `reopen` opens the app again in the same tab. */
async function paused() {
  const phone = await newPhone();
  phone.server.referentiel = phone.server.emptyReferentiel();
  const terrain = await phone.open();
  await synced(terrain);
  await terrain.choosePin(PIN);
  await terrain.signOut();
  const reopen = async () => {
    const again = new Terrain(phone.store());
    await again.start();
    return again;
  };
  return { phone, terrain, reopen };
}

it('a code opens a locked app, and shows nothing of it before', async () => {
  const { terrain, reopen } = await paused();
  expect([terrain.etat.phase, terrain.etat.appareil, terrain.etat.entries]).toEqual(['code', null, []]);
  await expect(
    terrain.act({ type: 'visite', corps: { contribuable: { id: 1 }, issue: 'absent' } }),
  ).rejects.toThrow('closed');
  expect((await reopen()).etat.phase).toBe('code');
  await terrain.enterPin(PIN);
  expect([terrain.etat.phase, terrain.etat.aUnCode]).toEqual(['ouvert', true]);
  await terrain.choosePin(null);
  await terrain.signOut();
  expect(terrain.etat.phase).toBe('connexion');
});

it('five wrong codes, also over reloads, ask for the password, and the right code opens nothing more', async () => {
  const { phone, terrain, reopen } = await paused();
  for (let n = 1; n < MAX_ESSAIS; n++)
    await expect(terrain.enterPin('000000')).rejects.toThrow(`restent : ${MAX_ESSAIS - n}`);
  const again = await reopen();
  await again.enterPin('000001');
  expect(again.etat.phase).toBe('connexion');
  expect(await phone.store().setting('reprise')).toBeUndefined();
  await terrain.enterPin(PIN);
  expect(terrain.etat.phase).toBe('connexion');
  // unlocked by the password, the code has its attempts again
  const opened = await phone.open();
  expect(opened.etat.phase).toBe('code');
});

it('a code opens nothing without the tab’s secret: after the app was closed, nor after twelve hours', async () => {
  const { terrain, reopen } = await paused();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 });
  await terrain.enterPin(PIN);
  expect(terrain.etat.phase).toBe('connexion');
  vi.useRealTimers();
  sessionStorage.removeItem('octroi.terrain.reprise');
  expect((await reopen()).etat.phase).toBe('connexion');
});

it('what checks a code is encrypted', async () => {
  const { phone } = await paused();
  const row = await phone.store().secrets.get('code');
  expect(new TextDecoder('latin1').decode(row?.scelle.octets)).not.toContain('empreinte');
});

it.each([
  ['12345', 'six chiffres'],
  ['12345a', 'six chiffres'],
  ['111111', 'devine'],
  ['123456', 'devine'],
  ['654321', 'devine'],
  [PIN, undefined],
])('a code is chosen with six digits, and not the first that one tries: %s', (pin, fault) =>
  fault ? expect(pinFault(pin)).toContain(fault) : expect(pinFault(pin)).toBeUndefined(),
);
