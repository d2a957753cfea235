import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import { valueText } from './value-text.ts';

describe('a record before and after', () => {
  it('is compared field by field, changed fields first', () => {
    expect(
      compare(
        { version: 1, id: 3, nom: 'Vente', ancien: 1, lieu: { id: 1, nom: 'A' } },
        { version: 2, id: 3, nom: 'Ventes', lieu: { nom: 'A', id: 1 }, neuf: null },
      ),
    ).toEqual([
      { champ: 'nom', avant: 'Vente', apres: 'Ventes', change: 'modifié' },
      { champ: 'ancien', avant: 1, apres: undefined, change: 'retiré' },
      { champ: 'neuf', avant: undefined, apres: null, change: 'ajouté' },
      { champ: 'version', avant: 1, apres: 2, change: 'modifié' },
      { champ: 'id', avant: 3, apres: 3, change: 'inchangé' },
      { champ: 'lieu', avant: { id: 1, nom: 'A' }, apres: { nom: 'A', id: 1 }, change: 'inchangé' },
    ]);
  });

  it('is not compared if one of the two is missing', () => {
    expect(compare(null, { nom: 'Vente' })).toEqual([
      { champ: 'nom', avant: undefined, apres: 'Vente', change: undefined },
    ]);
    expect(compare({ nom: 'Vente' }, null)[0]).toMatchObject({ avant: 'Vente', change: undefined });
    expect(compare(null, null)).toEqual([]);
  });
});

it.each([
  [null, null],
  ['', null],
  [0, '0'],
  [false, 'Non'],
  ['2026-11-21', '21/11/2026'],
  ['2026-11-21T08:05:09.123456Z', '21/11/2026 09:05:09'],
  ['Vente de tissus', 'Vente de tissus'],
  [{ id: 4, nom: 'Marché' }, 'Marché'],
  [[1, null], '1 ; –'],
  [[], null],
  [{ total: 2000, payer: 500 }, 'Prévu : 2\u202f000\u00a0F\u00a0CFA, Payé : 500\u00a0F\u00a0CFA'],
  [{ id: 1, typeEquipement: { id: 2, nom: 'Kiosque' }, precision: null }, "Type d'équipement : Kiosque"],
  [{ username: 'hd', fullName: 'Hadiza Djibo' }, 'Hadiza Djibo'],
  ['<b>Kiosque</b>', 'Kiosque'],
])('%j is read as %j', (value, text) => {
  expect(valueText(value, 'Africa/Niamey')).toBe(text);
});

it.each([
  ['ramification_id', 12, 'Plateau › Zone 1'],
  ['entites', [1, 2], 'Ville de Niamey ; 2'],
  [
    'equipements',
    [{ type_equipement_id: 4, montant: 4 }],
    "Type d'équipement : Kiosque, Montant : 4\u00a0F\u00a0CFA",
  ],
  // a record that the reader may not see is shown by id only
  ['created_by_id', 7, 'identifiant 7'],
  ['nombre', 12, '12'],
  // stored as HTML; other texts stay as typed
  ['baseTaxables', '<b>Transfert d&#39;argent</b>', "Transfert d'argent"],
  ['nom', 'A &amp; B', 'A &amp; B'],
])('the field « %s » is shown to a person: %j as %j', (champ, value, text) => {
  const noms = {
    ramification_id: { 12: 'Plateau › Zone 1' },
    entites: { 1: 'Ville de Niamey' },
    type_equipement_id: { 4: 'Kiosque' },
  };
  expect(valueText(value, 'Africa/Niamey', champ, noms)).toBe(text);
});
