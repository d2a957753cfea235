import { expect, it } from 'vitest';
import {
  anneesImpayees,
  champDeLAnnee,
  champImpaye,
  CHAMPS_IMPORT,
  colonnesModele,
  headWords,
  lireChampDeLAnnee,
  proposeCorrespondance,
} from './import-champs.ts';

it('headings are recognised by their words', () =>
  expect(headWords(" N° de pièce d'Identité ")).toBe('n de piece d identite'));

it('the likely column of a field is found by its heading, each column once', () => {
  expect(
    proposeCorrespondance([
      'NOM',
      'Prénoms',
      'Secteur',
      'Tél.',
      'Impayés 2024',
      'Reste à payer 2023',
      'Remarque',
    ]),
  ).toEqual({ nom: 0, prenom: 1, localisation: 2, telephone: 3, impaye2024: 4, impaye2023: 5 });
  expect(proposeCorrespondance(['Base taxable', 'Précision', 'Nom'])).toEqual({
    base1: 0,
    precision1: 1,
    nom: 2,
  });
});

it('the whole name of our own lists is a name, and a heading may name the tax of unpaid dues', () => {
  const taxes = [
    { id: 5, nom: 'Voirie' },
    { id: 6, nom: 'Droit de place' },
  ];
  expect(proposeCorrespondance(['Numéro', 'Nom complet'])).toEqual({ numKlis: 0, nom: 1 });
  expect(
    proposeCorrespondance(['Impayé 2024 voirie', 'Arriérés Droit de Place 2024', 'Impayé 2024'], taxes),
  ).toEqual({ 'impaye2024:5': 0, 'impaye2024:6': 1, impaye2024: 2 });
});

it('a field of a year says what, of which year and of which tax', () => {
  expect(lireChampDeLAnnee('impaye2024')).toEqual({ champ: 'impaye', annee: 2024, taxe: undefined });
  expect(lireChampDeLAnnee('payeLe2025:7')).toEqual({ champ: 'payeLe', annee: 2025, taxe: 7 });
  expect(lireChampDeLAnnee('impaye1999')).toBeUndefined();
});

it('what was paid before Octroi is recognised, with its day and its receipt', () => {
  const taxes = [{ id: 5, nom: 'Voirie' }];
  const heads = [
    'Déjà payé 2024',
    'Date de paiement 2024',
    'N° quittance 2024',
    'Payé 2025 Voirie',
    'Versements 2023',
    'Reste à payer 2024',
    'Non payé 2023',
    'Date d’enrôlement 2022',
  ];
  expect(proposeCorrespondance(heads, taxes)).toEqual({
    paye2024: 0,
    payeLe2024: 1,
    quittance2024: 2,
    'paye2025:5': 3,
    paye2023: 4,
    impaye2024: 5,
    impaye2023: 6,
  });
});

it('each heading of the template is recognised as its field', () => {
  const champs = [
    ...Object.keys(CHAMPS_IMPORT),
    ...anneesImpayees(2026).map((annee) => champImpaye(annee)),
    ...[2026, 2025].flatMap((annee) =>
      (['paye', 'payeLe', 'quittance'] as const).map((champ) => champDeLAnnee(champ, annee)),
    ),
  ];
  const heads = colonnesModele(2026).map(({ nom }) => nom);
  expect(new Set(heads).size).toBe(heads.length);
  expect(proposeCorrespondance(heads)).toEqual(Object.fromEntries(champs.map((champ, at) => [champ, at])));
});
