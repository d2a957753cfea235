import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { newPhone, synced } from '../testing/phone.ts';
import { readTrace } from '../platform/vault/trace.ts';
import { beginPractice, endPractice } from './exercice.ts';

it('a practice sends nothing, numbers its receipts apart, and leaves the agent’s own log as it was', async () => {
  const phone = await newPhone();
  phone.server.referentiel = { ...phone.server.emptyReferentiel(), motsSimples: true };
  const terrain = await phone.open();
  await synced(terrain);
  const before = { calls: phone.server.calls.length, trace: readTrace(), entries: terrain.etat.entries };
  const practice = await beginPractice(terrain);
  expect(practice.etat).toMatchObject({
    phase: 'ouvert',
    exercice: true,
    referentiel: { motsSimples: true },
  });
  expect(practice.etat.appareil?.agent.fullName).toBe('Ibrahim Moussa');
  await practice.act({ type: 'session', corps: { acte: 'ouverture', fonds: 0 } });
  const contribuable = { id: 2 };
  const { corps } = await practice.act({
    type: 'paiement',
    corps: { contribuable, montant: 500, moyenPaiement: 1 },
  });
  expect('recu' in corps && corps.recu).toMatch(/^EXERCICE-\d{4}-A000-000001$/);
  expect(practice.etat.personnes.find('2')?.dus[0]?.[4]).toBe(17_500);
  await practice.synchronise();
  await endPractice(practice);
  await synced(terrain);
  // downloads of the agent's own application go on; no command was sent
  expect(phone.server.received.size).toBe(0);
  expect(terrain.etat.entries).toEqual(before.entries);
  expect([readTrace(), terrain.etat.exercice]).toEqual([before.trace, false]);
});
