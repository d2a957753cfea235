import { expect, it } from 'vitest';
import type { Rythme } from '@octroi/contract/pilotage/rythme';
import { methodeText, moisRange } from './cumuls.ts';

const rythme: Rythme = {
  annee: 2026,
  jour: '2026-11-15',
  encaisse: 1050,
  avant: 0,
  arrieres: 0,
  attendu: 2400,
  echu: 2200,
  precedent: { avant: 0, encaisse: 525, total: 600 },
  projection: { montant: 1200, methode: 'anneePrecedente' },
  mois: [],
};

it('the text names the method of the projection, or why there is none', () => {
  expect(methodeText(rythme)).toContain('Si 2026 continue comme 2025');
  const even = { ...rythme, projection: { montant: 1, methode: 'proportionnelle' as const } };
  expect(methodeText(even)).toContain('moins de 5 % de 2025');
  expect(methodeText({ ...even, precedent: { avant: 0, encaisse: 0, total: 0 } })).toContain(
    'rien n’a été encaissé pour 2025',
  );
  const none = { ...rythme, projection: null };
  expect(methodeText({ ...none, jour: '2026-01-12' })).toContain('moins de quatre semaines au 12/01/2026');
  expect(methodeText({ ...none, jour: '2026-12-31' })).toContain('finie');
  expect(methodeText({ ...none, jour: null })).toContain('pas commencé');
  expect(methodeText({ ...none, encaisse: 0 })).toContain('rien n’a été encaissé');
});

it('a month is counted until the last day of the year so far', () => {
  expect(moisRange(rythme, 2)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(moisRange(rythme, 11)).toEqual({ from: '2026-11-01', to: '2026-11-15' });
});
