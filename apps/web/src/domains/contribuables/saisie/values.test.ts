import type { Contribuable } from '@octroi/contract/contribuables/saisie/saisie';
import { describe, expect, it } from 'vitest';
import { FORFAIT } from '@octroi/contract/fiscalite/tarifs/bareme';
import type { Whole } from '#src/ui/form/WholeInput.tsx';
import {
  bodyOf,
  EMPTY_LINE,
  emptyFiche,
  faultsLeft,
  ficheOf,
  type LigneText,
  priceOf,
  quantiteFaults,
  tarifsOf,
  whyNoPrice,
  withEquipement,
} from './values.ts';

const row = {
  type: 'Personne morale',
  nom: 'Seyni',
  prenom: '',
  raisonSociale: 'Sahel SA',
  nif: null,
  age: null,
  lieuNaissance: null,
  telephone: '90 00 00 00',
  moyenPaiementPrefere: { id: 2, nom: 'Orange Money' },
  typePieceIdentite: null,
  numeroPieceIdentite: null,
  adresse: null,
  nbreBetail: 0,
  latitude: 13.5,
  longitude: 2.1,
  enabled: true,
  ramification: { id: 7, nom: 'Secteur', parent: null, entite: { id: 1, nom: 'Niamey' } },
  lignes: [
    { id: 3, typeEquipement: { id: 4, nom: 'Kiosque' }, natureActivite: null, precision: 'Grand' },
    { id: 5, typeEquipement: null, natureActivite: { id: 6, nom: 'Commerce' }, precision: null },
  ],
} as unknown as Contribuable;

describe('a record in a form', () => {
  it('is sent back unchanged when nothing was typed', () => {
    expect(bodyOf(ficheOf(row))).toMatchObject({
      type: 'Personne morale',
      raisonSociale: 'Sahel SA',
      nif: null,
      age: null,
      nbreBetail: 0,
      moyenPaiementPrefere: '2',
      ramification: '7',
      latitude: 13.5,
      longitude: 2.1,
      lignes: [
        { id: 3, typeEquipement: '4', precision: 'Grand', natureActivite: null },
        { id: 5, typeEquipement: null, precision: null, natureActivite: '6' },
      ],
    });
  });

  it('leaves out empty lines', () => {
    expect(bodyOf(emptyFiche(1))).toMatchObject({ nom: '', entite: '1', latitude: null, lignes: [] });
  });
});

const piece = { ...FORFAIT, unite: null, uniteDecimales: 0 };

describe('the price of a line', () => {
  const nested = { id: 9, nom: 'x' };
  const tarifs = [
    {
      typeEquipement: { id: 4, nom: 'K' },
      natureActivite: null,
      taxe: nested,
      frequence: nested,
      tarif: 5000,
      ...piece,
      precisions: [],
    },
    {
      typeEquipement: null,
      natureActivite: { id: 6, nom: 'C' },
      taxe: nested,
      frequence: nested,
      tarif: null,
      ...piece,
      precisions: [{ libelle: 'Grand', tarif: 900, parUnite: false, seuil: null }],
    },
  ];
  it.each([
    ['its type', { typeEquipement: '4', natureActivite: null, precision: null }, 5000],
    ['its activity and précision', { typeEquipement: null, natureActivite: '6', precision: 'Grand' }, 900],
    [
      'a précision that is not there',
      { typeEquipement: null, natureActivite: '6', precision: 'Petit' },
      undefined,
    ],
    ['a type that nobody taxes', { typeEquipement: '8', natureActivite: null, precision: null }, undefined],
    ['nothing', { typeEquipement: null, natureActivite: null, precision: null }, undefined],
  ])('is found by %s', (_by, ligne, price) => {
    expect(priceOf(tarifsOf(tarifs, ligne)[0], ligne)).toBe(price);
  });
});

describe('a line that is counted', () => {
  const tarif = {
    typeEquipement: { id: 4, nom: 'K' },
    natureActivite: null,
    taxe: { id: 9, nom: 'x' },
    frequence: { id: 9, nom: 'x' },
    tarif: 500,
    ...piece,
    parUnite: true,
    franchise: 10,
    unite: 'm²',
    uniteDecimales: 2,
    precisions: [],
  };
  const stored: LigneText = {
    id: 1,
    typeEquipement: '4',
    natureActivite: null,
    precision: null,
    quantite: 3.5,
    compte: { unite: 'm²', quantite: 3.5 },
  };
  const ficheWith = (ligne: LigneText) => ({ ...emptyFiche(1), lignes: [ligne] });

  it.each<[Whole, number | undefined]>([
    [60, 25_000],
    [10, 0],
    ['', undefined],
    [Number.NaN, undefined],
  ])('of %s m² costs %s', (quantite, price) => {
    expect(priceOf(tarif, { precision: null, quantite })).toBe(price);
  });

  it.each<[Whole, number | undefined]>([
    [4, 0],
    [9, 7_000],
    [10, 3_000],
    ['', undefined],
  ])('by tranche of %s m² costs %s', (quantite, price) => {
    const precisions = [
      { libelle: 'Petit', tarif: 7_000, parUnite: false, seuil: 5 },
      { libelle: 'Grand', tarif: 300, parUnite: true, seuil: 10 },
    ];
    const byTranche = { ...tarif, tarif: null, parUnite: false, franchise: null, precisions };
    expect(priceOf(byTranche, { precision: null, quantite })).toBe(price);
    expect(whyNoPrice(byTranche, stored)).toBe('quantité à entrer');
  });

  it('says why a stored quantity changes, and sends it', () => {
    expect(quantiteFaults(ficheWith(stored))).toEqual({});
    const changed = { ...stored, quantite: 4 };
    expect(Object.keys(quantiteFaults(ficheWith(changed)))).toEqual(['lignes.0.correction']);
    const dated = { ...changed, correction: { motif: 'changement' as const, du: null } };
    expect(Object.keys(quantiteFaults(ficheWith(dated)))).toEqual(['lignes.0.correction.du']);
    const told = { ...changed, correction: { motif: 'changement' as const, du: '2026-07-01' } };
    expect(quantiteFaults(ficheWith(told))).toEqual({});
    expect(bodyOf(ficheWith(told)).lignes).toMatchObject([
      { id: 1, quantite: 4, correction: { motif: 'changement', du: '2026-07-01' } },
    ]);
  });

  it('needs no reason for a first quantity, and loses it with another base', () => {
    const waiting: LigneText = { ...stored, quantite: 4, compte: { unite: 'm²', quantite: null } };
    expect(quantiteFaults(ficheWith(waiting))).toEqual({});
    const [other] = bodyOf(ficheWith(withEquipement(stored, '5'))).lignes ?? [];
    expect(other).not.toHaveProperty('quantite');
  });
});

describe('the errors of lines', () => {
  const lignes = [1, 2, 3].map((id) => ({ ...EMPTY_LINE, id, typeEquipement: '4' }));
  const faults = { nom: 'manque', 'lignes.0.precision': 'à choisir', 'lignes.2.precision': 'à choisir' };

  it('stay until that line is changed', () => {
    const after = lignes.with(2, { ...lignes[2]!, precision: 'Grand' });
    expect(faultsLeft(faults, lignes, after)).toEqual({ nom: 'manque', 'lignes.0.precision': 'à choisir' });
  });

  it('are dropped for a line that replaced another', () => {
    expect(faultsLeft(faults, lignes, lignes.toSpliced(0, 1))).toEqual({ nom: 'manque' });
    expect(faultsLeft({ lignes: 'au moins une' }, [], lignes)).toEqual({});
  });
});
