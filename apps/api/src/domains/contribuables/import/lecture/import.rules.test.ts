import { CHAMPS_IMPORT } from '@octroi/contract';
import { findByName, folded } from '@octroi/contract/platform/values/text';
import { describe, expect, it } from 'vitest';
import type { NamedPlace } from '../import-registre.repository.ts';
import { PositionColumn } from '#src/platform/import/coordinates.ts';
import { DayColumn } from '#src/platform/import/days.ts';
import { NumberColumn } from '#src/platform/import/numbers.ts';
import { placesByName } from './import-places.rules.ts';
import { type Names, readRow } from './import.rules.ts';

const place = (id: number, code: string, ...chemin: string[]): NamedPlace => ({
  id,
  nom: chemin.at(-1) ?? '',
  code,
  chemin,
});
const names: Names = {
  photo: () => undefined,
  places: placesByName([
    place(1, 'Z1', 'Nord', 'Zone 1'),
    place(2, 'Z1A', 'Nord', 'Zone 1', 'Secteur A'),
    place(3, 'Z2A', 'Nord', 'Zone 2', 'Secteur A'),
    place(4, 'S', 'Zone 1'),
    place(5, 'SA', 'Zone 1', 'Secteur A'),
  ]),
  bases: findByName(
    [
      { nom: 'Kiosque', typeEquipement: 7, natureActivite: null, taxes: [5] },
      { nom: 'Coiffure', typeEquipement: null, natureActivite: 9, taxes: [] },
      { nom: 'محل', typeEquipement: 11, natureActivite: null, taxes: [5] },
      { nom: 'سوق', typeEquipement: 12, natureActivite: null, taxes: [5] },
      { nom: 'Étal (jour)', typeEquipement: 13, natureActivite: null, taxes: [5] },
      { nom: 'Étal jour', typeEquipement: 14, natureActivite: null, taxes: [5] },
      { nom: 'Bœuf', typeEquipement: 15, natureActivite: null, taxes: [5] },
      { nom: 'Couture', typeEquipement: 16, natureActivite: null, taxes: [5] },
      { nom: 'Coûture', typeEquipement: null, natureActivite: 17, taxes: [5] },
      { nom: 'Place', typeEquipement: 18, natureActivite: null, taxes: [5], unite: 'm²', uniteDecimales: 2 },
      { nom: 'Boutique', typeEquipement: 20, natureActivite: null, taxes: [5, 6] },
      { nom: 'Taxi', typeEquipement: 19, natureActivite: null, taxes: [5], unite: 'CV' },
    ].map((base) => ({ unite: null, uniteDecimales: 0, ...base })),
    ({ nom }) => [nom],
  ),
  number: (_, text) => {
    const column = new NumberColumn();
    for (const one of ['1.500,00', '100,000', text]) column.addEvidence(one);
    return column.read(text);
  },
  position(text) {
    const column = new PositionColumn();
    column.addEvidence(text);
    return column.read(text);
  },
  day: (_champ, text) => {
    const column = new DayColumn();
    for (const one of text.endsWith('/2003') ? [text, '04/13/2025'] : [text]) column.addEvidence(one);
    return column.read(text);
  },
  today: '2026-06-15',
  closes: new Set([2023]),
  pages: [],
  taxes: [
    { id: 5, nom: 'Voirie' },
    { id: 6, nom: 'Ordures (jour)' },
  ],
};
const COLUMNS = ['nom', 'localisation', 'dateEnrollement', 'telephone', 'base1', 'impaye2024', 'impaye2023'];
const mapping = Object.fromEntries(COLUMNS.map((name, index) => [name, index]));
const read = (...valeurs: string[]) => readRow({ rang: 2, valeurs }, COLUMNS.length, mapping, names);
const faults = (...valeurs: string[]): string[] => {
  const result = read(...valeurs);
  return 'erreurs' in result ? result.erreurs : [];
};

describe('a row', () => {
  it('becomes a taxpayer with its line and its unpaid dues', () => {
    expect(
      read('Ali', 'nord > zone 1 > SECTEUR A', '31/12/2025', '90 00 00 01', 'KIOSQUE', '12 500 F CFA'),
    ).toMatchObject({
      body: {
        nom: 'Ali',
        ramification: 2,
        dateEnrollement: '2025-12-31',
        lignes: [{ typeEquipement: 7, natureActivite: null }],
      },
      impayes: [{ annee: 2024, montant: 12_500, taxe: 5 }],
    });
  });

  it.each([
    ['محل', 11],
    ['سوق', 12],
    ['Étal (jour)', 13],
    ['ÉTAL  (JOUR)', 13],
    ['Étal jour', 14],
    ['Etal\u00a0jour', 14],
    ['boeuf', 15],
    ['𝗕œ𝘂𝗳', 15],
    ['Couture', 16],
  ])('names its base « %s »', (base, typeEquipement) =>
    expect(read('Ali', 'Z1', '', '', base)).toMatchObject({ body: { lignes: [{ typeEquipement }] } }),
  );

  it.each<[string, unknown]>([
    ['', { body: { lignes: [{ uneFois: false }] } }],
    ['Non', { body: { lignes: [{ uneFois: false }] } }],
    ['OUI', { body: { lignes: [{ uneFois: true }] } }],
    ['peut-être', { erreurs: [expect.stringContaining('« peut-être » : oui ou non')] }],
  ])('owes the taxes collected once only if the file says so: « %s »', (value, expected) => {
    const columns = ['nom', 'localisation', 'base1', 'uneFois'];
    const champs = Object.fromEntries(columns.map((name, index) => [name, index]));
    expect(
      readRow({ rang: 2, valeurs: ['Ali', 'Z1', 'Kiosque', value] }, columns.length, champs, names),
    ).toMatchObject(expected as object);
  });

  describe('with a quantity', () => {
    const columns = ['nom', 'localisation', 'base1', 'quantite1', 'base2', 'quantite2'];
    const counted = (...valeurs: string[]) =>
      readRow(
        { rang: 2, valeurs: ['Ali', 'Z1', ...valeurs] },
        columns.length,
        Object.fromEntries(columns.map((name, index) => [name, index])),
        names,
      );

    it('counts its base in its unit', () => {
      expect(counted('Place', '3,5', 'Taxi', '8')).toMatchObject({
        body: {
          lignes: [
            { typeEquipement: 18, quantite: 3.5 },
            { typeEquipement: 19, quantite: 8 },
          ],
        },
      });
      const [line] = (counted('Kiosque', '') as { body: { lignes: object[] } }).body.lignes;
      expect(line).toMatchObject({ typeEquipement: 7, quantite: undefined });
    });

    it.each<[string, string[], string]>([
      ['where it is missing', ['Place', ''], 'Quantité : Veuillez entrer la quantité, en m²'],
      ['of 0', ['Place', '0'], 'Quantité : La quantité est un nombre plus grand que 0'],
      ['of three decimals', ['Place', '1,234'], 'Quantité : '],
      ['that is a text', ['Place', 'dix'], 'Quantité : cellule D2, « dix » n’est pas un nombre'],
      [
        'with decimals that the unit does not have',
        ['Taxi', '8,5'],
        'Quantité : La quantité est un nombre entier',
      ],
      ['of a base that is counted by piece', ['Kiosque', '2'], 'Quantité : Cette base se compte à la pièce'],
      ['without a base', ['', '2'], 'une quantité sans base'],
      ['of the second base', ['Kiosque', '', 'Place', ''], 'Quantité de la deuxième : Veuillez entrer'],
    ])('is refused %s', (_what, valeurs, message) => {
      const found = counted(...valeurs);
      expect('erreurs' in found ? found.erreurs.join(' ; ') : '').toContain(message);
    });
  });

  it('names the field of a fault once, whatever the field', () => {
    const champs = Object.keys(CHAMPS_IMPORT);
    const all = Object.fromEntries(champs.map((champ, column) => [champ, column]));
    const long = 'x'.repeat(300);
    for (const [rank, champ] of champs.entries())
      for (const value of ['', '=1', '35 ans', '-1', '0', '131', '1e9', long, 'a\u0007b']) {
        const row = champs.map((_, column) => (column === rank ? value : ''));
        row[0] ||= champ === 'nom' ? '' : 'Ali';
        row[champs.indexOf('localisation')] ||= champ === 'localisation' ? '' : 'Z1';
        const found = readRow({ rang: 2, valeurs: row }, champs.length, all, names);
        for (const erreur of 'erreurs' in found ? found.erreurs : []) {
          const parts = erreur.split(' : ').map(folded);
          expect(new Set(parts).size, `${champ} « ${value.slice(0, 9)} » : ${erreur}`).toBe(parts.length);
        }
      }
    expect(faults('', 'Z1')).toEqual(['Nom : il manque']);
  });

  it('takes an age that somebody can have, and nothing else for one', () => {
    const of = (age: string) =>
      readRow({ rang: 2, valeurs: ['Ali', 'Z1', age] }, 3, { nom: 0, localisation: 1, age: 2 }, names);
    for (const age of ['0', '131', '-1', '1000000000', '35 ans', '1e9', '4,5'])
      expect(of(age), age).toMatchObject({ erreurs: [expect.stringMatching(/^[ÂA]ge : /)] });
    expect(of('130')).toMatchObject({ body: { age: 130 } });
    expect(of('')).toMatchObject({ body: { age: null } });
  });

  it.each<[string, string[], RegExp]>([
    ['no name', ['', 'Z1'], /^Nom : /],
    ['31 February', ['Ali', 'Z1', '31/02/2025'], /« 31\/02\/2025 » n’est pas une date/],
    [
      'a day of another century',
      ['Ali', 'Z1', '01/01/1900'],
      /cellule C2, « 01\/01\/1900 » est avant l’an 2000/,
    ],
    ['a day to come', ['Ali', 'Z1', '01/01/2030'], /dans l’avenir/],
    ['a place that is not there', ['Ali', 'Zone 9'], /« Zone 9 » n’existe pas/],
    [
      'a name that several places have',
      ['Ali', 'Secteur A'],
      /écrivez « Nord > Zone 1 > Secteur A » ou « Zone 2 > Secteur A » ou « SA »$/,
    ],
    [
      'a base that two are called by',
      ['Ali', 'Z1', '', '', 'COUTURE'],
      /« COUTURE » peut se lire « Couture », type d’équipement ou « Coûture », activité/,
    ],
    [
      'a base in another script',
      ['Ali', 'Z1', '', '', 'غير موجود'],
      /ni un type d’équipement ni une activité/,
    ],
    [
      'a base of nothing that is seen',
      ['Ali', 'Z1', '', '', '\u200d'],
      /ni un type d’équipement ni une activité/,
    ],
    ['a telephone that cannot be', ['Ali', 'Z1', '', '12'], /^Téléphone : /],
    ['an unknown base', ['Ali', 'Z1', '', '', 'Fusée'], /ni un type d’équipement ni une activité/],
    ['a formula', ['=CMD()', 'Z1'], /une formule n’est pas une valeur/],
    ['half francs', ['Ali', 'Z1', '', '', 'Kiosque', '12,5'], /n’est pas un nombre entier/],
    [
      'an amount that reads two ways',
      ['Ali', 'Z1', '', '', 'Kiosque', '25.000'],
      /^Impayé 2024 : cellule F2, « 25\.000 » se lit 25.000 ou 25, /,
    ],
    [
      'an error of a spreadsheet',
      ['Ali', 'Z1', '', '', 'Kiosque', '#N/A'],
      /^Impayé 2024 : la cellule F2 affiche l’erreur « #N\/A »/,
    ],
    ['another error', ['Ali', '#REF!'], /^Localisation : la cellule B2 affiche/],
    [
      'dues as a power of ten',
      ['Ali', 'Z1', '', '', 'Kiosque', '1e5'],
      /cellule F2, « 1e5 » n’est pas un nombre/,
    ],
    [
      'a day that reads two ways',
      ['Ali', 'Z1', '03/04/2003'],
      /cellule C2, « 03\/04\/2003 » se lit 3 avril 2003 ou 4 mars 2003, écrivez le jour avant le mois/,
    ],
    ['dues of a closed year', ['Ali', 'Z1', '', '', 'Kiosque', '', '100'], /l’exercice 2023 est clos/],
    ['dues without a tax', ['Ali', 'Z1', '', '', 'Coiffure', '100'], /base taxable qui porte une taxe/],
    ['negative dues', ['Ali', 'Z1', '', '', 'Kiosque', '-5'], /au-dessus de zéro/],
    ['more cells than heads', ['Ali', 'Z1', '', '', '', '', '', 'trop'], /plus de colonnes que l’en-tête/],
  ])('with %s is rejected with the reason', (_, valeurs, reason) => {
    expect(faults(...valeurs).join('\n')).toMatch(reason);
  });

  it('takes a position in one cell, and asks which number comes first', () => {
    const located = (...valeurs: string[]) =>
      readRow(
        { rang: 2, valeurs: ['Ali', 'Z1', ...valeurs] },
        4,
        { nom: 0, localisation: 1, coordonnees: 2, latitude: 3 },
        names,
      );
    expect(located('13,5137 N 2,1098 E')).toMatchObject({ body: { latitude: 13.5137, longitude: 2.1098 } });
    expect(located('13,5137 ; 2,1098')).toEqual({
      erreurs: [
        expect.stringMatching(/cellule C2.* se lit latitude 13,5137 et longitude 2,1098, ou latitude 2,1098/),
      ],
      questions: ['coordonnees'],
    });
    expect(located('95 N 2 E')).toMatchObject({
      erreurs: [expect.stringContaining('nulle part sur la Terre')],
    });
    expect(located('13 N 2 E', '13')).toMatchObject({
      erreurs: [expect.stringContaining('gardez l’un des deux')],
    });
  });

  it('takes a telephone that a program wrote as an amount', () =>
    expect(read('Ali', 'Z1', '', '90404040.0')).toMatchObject({ body: { telephone: '90404040' } }));

  it('has what a merged cell shows as its place and base, and nothing else', () => {
    const merged = (fusions: Record<number, string>, ...valeurs: string[]) =>
      readRow({ rang: 3, valeurs, fusions }, COLUMNS.length, mapping, names);
    expect(merged({ 1: 'Z1', 4: 'Kiosque' }, 'Ali', '', '', '', '')).toMatchObject({
      body: { ramification: 1, lignes: [{ typeEquipement: 7 }] },
    });
    expect(merged({ 5: '12 500' }, 'Ali', 'Z1', '', '', 'Kiosque', '')).toMatchObject({
      erreurs: [expect.stringMatching(/^Impayé 2024 : la cellule F3 est fusionnée avec une autre/)],
    });
  });

  describe('with unpaid amounts by tax', () => {
    const columns = ['nom', 'localisation', 'base1', 'impaye2024', 'impaye2024:5', 'impaye2024:6'];
    const owing = (...valeurs: string[]) =>
      readRow(
        { rang: 2, valeurs: ['Ali', 'Z1', ...valeurs] },
        columns.length,
        Object.fromEntries(columns.map((name, index) => [name, index])),
        names,
      );

    it('owes each tax what its column says', () =>
      expect(owing('Boutique', '', '1 000', '2 000')).toMatchObject({
        impayes: [
          { annee: 2024, taxe: 5, montant: 1000 },
          { annee: 2024, taxe: 6, montant: 2000 },
        ],
      }));

    it.each<[string, string[], RegExp]>([
      [
        'a base of several taxes, and a column that names none',
        ['Boutique', '500', '', ''],
        /^Impayé 2024 : la base porte plusieurs taxes, nommez la colonne « Impayé 2024 Voirie » ou « Impayé 2024 Ordures \(jour\) »$/,
      ],
      [
        'a tax that no base carries',
        ['Kiosque', '', '', '500'],
        /^Impayé 2024 Ordures \(jour\) : aucune base/,
      ],
      ['the same tax twice', ['Kiosque', '500', '600', ''], /^Impayé 2024 Voirie : deux colonnes le disent/],
    ])('is refused with %s', (_, valeurs, message) => {
      const found = owing(...valeurs);
      expect('erreurs' in found ? found.erreurs.join('\n') : '').toMatch(message);
    });
  });

  it('says all that is wrong with it at once', () =>
    expect(faults('', 'Zone 9', '31/02/2025')).toHaveLength(3));
});
