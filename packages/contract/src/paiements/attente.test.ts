import { expect, it } from 'vitest';
import { attenteText, sumAttentes } from './attente.ts';
import { PAIEMENT_MESSAGES } from './rules.ts';

const plain = (text: string | undefined) => text?.replaceAll(/\s/gu, ' ');
const orange = { montant: 22_050, moyenPaiement: 'Orange Money', jour: '2026-11-26' };
const cheque = { montant: 7000, moyenPaiement: 'Chèque', jour: '2026-12-01' };

it('a waiting payment is named with its amount, its method and its day', () => {
  expect(plain(attenteText([orange]))).toBe(
    'En attente de confirmation : 22 050 F CFA, Orange Money, 26/11/2026',
  );
});

it('several waiting payments are one sum with their number and their days', () => {
  expect(plain(attenteText([orange, cheque]))).toBe(
    'En attente de confirmation : 29 050 F CFA en 2 paiements, 26/11/2026 au 01/12/2026',
  );
  expect(plain(attenteText([orange, orange]))).toBe(
    'En attente de confirmation : 44 100 F CFA en 2 paiements, 26/11/2026',
  );
  expect(sumAttentes([orange, cheque])).toBe(29_050);
});

it('the text is absent without waiting payments', () => {
  expect(attenteText([])).toBeUndefined();
});

it.each([
  [5000, 0, 0, 'Ce contribuable ne doit rien : 5 000 F CFA seraient payés d’avance.'],
  [5000, 3000, 0, 'Ce contribuable doit 3 000 F CFA : 2 000 F CFA de trop seraient payés d’avance.'],
  [
    22_050,
    22_050,
    22_050,
    'Ce contribuable doit 22 050 F CFA et 22 050 F CFA attendent déjà d’être confirmés : avec eux, 22 050 F CFA seraient payés d’avance.',
  ],
  [
    5000,
    6000,
    2000,
    'Ce contribuable doit 6 000 F CFA et 2 000 F CFA attendent déjà d’être confirmés : avec eux, 1 000 F CFA seraient payés d’avance.',
  ],
  [
    5000,
    0,
    2000,
    'Ce contribuable ne doit rien et 2 000 F CFA attendent déjà d’être confirmés : avec eux, 5 000 F CFA seraient payés d’avance.',
  ],
])('%i francs on %i due, %i waiting: the excess message', (montant, du, attente, message) => {
  expect(plain(PAIEMENT_MESSAGES.excedent(montant, du, attente))).toBe(message);
});
