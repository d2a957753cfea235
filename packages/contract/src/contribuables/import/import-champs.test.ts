import { expect, it } from 'vitest';
import {
  anneeImpayee,
  anneesImpayees,
  champImpaye,
  CHAMPS_IMPORT,
  colonnesModele,
  headWords,
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

it('a field of unpaid dues names its year', () => {
  expect(anneeImpayee('impaye2024')).toBe(2024);
  expect(anneeImpayee('impaye1999')).toBeUndefined();
});

it('each heading of the template is recognised as its field', () => {
  const champs = [...Object.keys(CHAMPS_IMPORT), ...anneesImpayees(2026).map(champImpaye)];
  const heads = colonnesModele(2026).map(({ nom }) => nom);
  expect(new Set(heads).size).toBe(heads.length);
  expect(proposeCorrespondance(heads)).toEqual(Object.fromEntries(champs.map((champ, at) => [champ, at])));
});
