/* The messages for invalid amounts, in every call that moves or promises francs. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ouvertureBody, receptionBody, versementBody } from '../../caisse/caisse.ts';
import { francsFault } from './money.ts';
import { encaissementBody, repartitionQuery } from '../../paiements/encaissements.ts';
import { montantFault } from '../../paiements/rules.ts';
import { notificationBody } from '../../paiements/notifications.ts';
import { paiementBody, transactionPatch } from '../../paiements/transactions.ts';
import { visitePatch } from '../../recouvrement/tournees.ts';
import { appareilBody } from '../../terrain/appareils.ts';
import { corpsPaiement, corpsSession, corpsVersement, corpsVisite } from '../../terrain/commandes.ts';

const FAUTES = {
  'below zero': [-5, /ne peut pas être négatif/],
  'of zero': [0, /ne peut pas être nul/],
  'with decimals': [1.5, /pas de centimes/],
  'written as a text': ['1500', /pas un texte/],
  'of letters': ['mille', /pas un texte/],
  'beyond all measure': [1e13, /^Le montant dépasse/],
  'beyond what a number holds exactly': [1e300, /^Le montant dépasse/],
} as const;
type Fault = keyof typeof FAUTES;

const ligne = { contribuable: 1, montant: 5 };
const CALLS: readonly [
  schema: z.ZodType,
  path: string,
  body: (montant: unknown) => unknown,
  takes?: Fault[],
][] = [
  [encaissementBody, 'montant', (montant) => ({ moyenPaiement: 5, montant, lignes: [ligne] })],
  [
    encaissementBody,
    'lignes.0.montant',
    (montant) => ({ moyenPaiement: 5, montant: 5, lignes: [{ ...ligne, montant }] }),
  ],
  [
    encaissementBody,
    'recuEnMain',
    (recuEnMain) => ({ moyenPaiement: 5, montant: 5, lignes: [ligne], recuEnMain }),
    ['of zero'],
  ],
  // addresses carry texts
  [repartitionQuery, 'montant', (montant) => ({ montant }), ['written as a text', 'of letters']],
  // a negative amount is a refund
  [paiementBody, 'montant', (montant) => ({ ...ligne, moyenPaiement: 5, montant }), ['below zero']],
  [transactionPatch, 'montant', (montant) => ({ montant }), ['below zero']],
  // a negative amount: the operator takes money back
  [
    notificationBody,
    'montant',
    (montant) => ({ evenement: 'E', noTransaction: 'T', statut: 'Failed', montant }),
    ['below zero'],
  ],
  [versementBody, 'montant', (montant) => ({ regie: 1, destination: 'banque', montant })],
  [receptionBody, 'recu', (recu) => ({ recu }), ['of zero']],
  [ouvertureBody, 'fonds', (fonds) => ({ regie: 1, fonds }), ['of zero']],
  [visitePatch, 'promis', (promis) => ({ issue: 'promis', promisLe: '2026-12-01', promis })],
  [appareilBody, 'plafond', (plafond) => ({ entite: 1, nom: 'A', agent: 1, ramifications: [1], plafond })],
  [
    corpsPaiement,
    'montant',
    (montant) => ({ contribuable: { id: 1 }, moyenPaiement: 5, recu: 'R', rang: 1, montant }),
  ],
  [corpsVisite, 'promis', (promis) => ({ contribuable: { id: 1 }, issue: 'promis', promis })],
  [corpsSession, 'fonds', (fonds) => ({ acte: 'ouverture', fonds }), ['of zero']],
  [corpsVersement, 'montant', (montant) => ({ destination: 'banque', montant })],
];

describe('an invalid amount', () => {
  it.each(CALLS)('%#: has an error message at %s', (schema, path, bodyOf, takes = []) => {
    for (const [fault, [montant, message]] of Object.entries(FAUTES)) {
      if (takes.includes(fault as Fault)) continue;
      const issues = schema.safeParse(bodyOf(montant)).error?.issues ?? [];
      const told = issues.filter((issue) => issue.path.join('.') === path).map((issue) => issue.message);
      expect([fault, told[0]]).toEqual([fault, expect.stringMatching(message)]);
    }
  });

  it('is required', () => {
    expect(francsFault(undefined, { max: 10 })).toMatch(/Veuillez entrer le montant/);
    expect(montantFault('')).toMatch(/Veuillez entrer le montant/);
  });

  it('has the same messages at the counter as in the API; invalid text has the field’s message', () => {
    expect(montantFault(Number.NaN)).toMatch(/en chiffres/);
    for (const montant of [-5, 0, 1.5, 1e13, 5])
      expect(montantFault(montant)).toBe(francsFault(montant, { max: 1_000_000_000 }));
  });
});
