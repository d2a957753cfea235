import { contribuableBody } from '@octroi/contract/contribuables/saisie/saisie';
import { expect, it } from 'vitest';
import { type Draft, EMPTY, faultOf, nomOf, toAct } from './enrolement.ts';

const company: Draft = {
  ...EMPTY,
  local: '7f9c24e8-3b1d-4f0a-9c55-0d9b8f2f6a01',
  societe: true,
  raisonSociale: ' Sahel Transit SA ',
  nif: '12345/R',
  nom: 'Idé',
  prenom: 'Souley',
  ramification: 11,
  lignes: [{ natureActivite: 1 }],
};

it('enrols a company under its own name, with its head, as the office takes it', () => {
  expect(nomOf(company)).toBe('Sahel Transit SA');
  expect(faultOf(company, 1, null)).toBeUndefined();
  expect(faultOf({ ...company, raisonSociale: ' ' }, 1, null)).toBe('Entrez la raison sociale.');
  expect(faultOf({ ...company, nom: '' }, 1, null)).toBe('Entrez le nom du responsable.');
  const { corps } = toAct(company);
  expect(contribuableBody.parse(corps)).toMatchObject({
    type: 'Personne morale',
    raisonSociale: 'Sahel Transit SA',
    nif: '12345/R',
    nom: 'Idé',
    prenom: 'Souley',
  });
});

it('a person who was first typed as a company leaves nothing of it', () => {
  expect(toAct({ ...company, societe: false }).corps).not.toHaveProperty('raisonSociale');
});
