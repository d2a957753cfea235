import { expect, it } from 'vitest';
import type { Act, Entry } from '#src/platform/log/log.ts';
import type { AvisTerrain } from '#src/platform/exchange/wire.ts';
import { person } from '../testing/server.ts';
import { findAvis } from './avis.ts';
import { Personnes } from './personnes.ts';

const TODAY = '2026-11-23';
const CODE = '7K2M9ABCDEFGHJKMNPQR';
const notice: AvisTerrain = [2026, 'AVIS-NIA-2026-000123', CODE.slice(0, 8), '2026-02-01', null, null];
const withNotice = (avis = notice) => {
  const row = person(1, 'Rakia');
  row[13] = [];
  row[14] = [avis];
  return row;
};
const handed = (corps: Extract<Act, { type: 'avis' }>['corps'], change: Partial<Entry> = {}): Entry =>
  ({
    sequence: 1,
    faitLe: `${TODAY}T10:47:00.000Z`,
    decalage: 0,
    etat: 'attente',
    tenu: false,
    reponse: null,
    type: 'avis',
    corps,
    ...change,
  }) as Entry;
const personnes = (entries: Entry[] = [], row = withNotice()) =>
  new Personnes(
    {
      appareil: null,
      referentiel: null,
      tournees: [],
      caisse: null,
      contribuables: new Map([
        [1, row],
        [2, person(2, 'Souley')],
      ]),
      heure: null,
    },
    entries,
    TODAY,
  );
const remiseOf = (entries: Entry[]) => personnes(entries).find('1')?.avis[0]?.remise;

it.each([
  ['the address in its QR', `https://octroi.example/verifier/${CODE}`],
  ['its printed code', '7k2m9-abcde-fghjk-mnpqr'],
  ['its number', ' avis-nia-2026-000123 '],
])('a notice is found by %s', (_by, text) => {
  expect(findAvis(personnes().all(), text)?.personne.nom).toBe('Rakia');
});

it.each(['', 'AVIS-NIA-2026-000124', CODE.replace('7K', '8K')])('nothing is found by « %s »', (text) => {
  expect(findAvis(personnes().all(), text)).toBeUndefined();
});

it('a notice is handed over as soon as it is recorded here, unless the office refused that', () => {
  const corps = { avis: CODE, remisA: 'proche', contribuable: { id: 1 } } as const;
  expect(remiseOf([handed(corps)])).toEqual({ remisLe: TODAY, remisA: 'proche' });
  expect(remiseOf([handed(corps, { etat: 'refuse' })])).toBeNull();
  // the download that has it counts from then on
  expect(remiseOf([handed(corps, { etat: 'accepte', tenu: true })])).toBeNull();
});

it('a notice for which nobody was there stays to hand over, and the passage is told', () => {
  const entries = [handed({ avis: CODE, remisA: 'absent', contribuable: { id: 1 } })];
  expect(personnes(entries).find('1')?.avis[0]).toMatchObject({ remise: null, absent: true });
});

it('the first delivery stands', () => {
  const row = withNotice([...notice.slice(0, 4), '2026-03-01', 'contribuable'] as unknown as AvisTerrain);
  const entries = [handed({ avis: CODE, remisA: 'proche', contribuable: { id: 1 } })];
  expect(personnes(entries, row).find('1')?.avis[0]?.remise).toEqual({
    remisLe: '2026-03-01',
    remisA: 'contribuable',
  });
});
