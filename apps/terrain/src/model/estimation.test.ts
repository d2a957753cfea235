import { sumBy } from '@octroi/contract/platform/values/money';
import { describe, expect, it } from 'vitest';
import type { Entry } from '#src/platform/log/log.ts';
import type { Referentiel } from '#src/platform/exchange/wire.ts';
import { choicesAt, EMPTY, faultOf, toAct } from './enrolement.ts';
import { estimer, type Ligne, rienAPayer } from './estimation.ts';
import { tranchesOf } from './valeurs.ts';

const referentiel = (occurrences: number, annee = 2026): Referentiel => ({
  entite: { id: 1, nom: 'Ville', code: 'NIA' },
  annee,
  lieux: [
    [9, 'Haut', null],
    [10, 'Bas', 9],
  ],
  natures: [],
  typesEquipement: [[1, 'Étal']],
  taxes: [[1, 'Droit de place', 0, 1, Math.min(12, occurrences || 12), occurrences]],
  tarifs: [[1, 9, 1500, [['Grand', 4000]]]],
  moyens: [],
  regies: [],
  successeurs: [],
  caisseTenue: true,
  plafondPaiement: null,
  delaiNouveau: 0,
  remise: null,
});
const etal = [{ typeEquipement: 1 }];

describe('the estimated amount due of an enrolment', () => {
  it('starts with the full period of the enrolment day, each due on its first day but not before the enrolment', () => {
    expect(estimer(referentiel(4), 10, etal, '2026-08-30')).toEqual([
      [1, 2026, '2026-08-30', 3, 1500],
      [1, 2026, '2026-10-01', 4, 1500],
    ]);
    expect(estimer(referentiel(1), 10, [{ typeEquipement: 1, precision: 'Grand' }], '2026-12-31')).toEqual([
      [1, 2026, '2026-12-31', 1, 4000],
    ]);
  });

  it('is nothing where a tax leaves the place out, although the place above has a rate', () => {
    const { tarifs, ...rest } = referentiel(4);
    const leftOut: Referentiel = { ...rest, tarifs: [...tarifs, [1, 10, null, []]] };
    expect(estimer(leftOut, 10, etal, '2026-08-30')).toEqual([]);
    expect(estimer(leftOut, 9, etal, '2026-08-30')).toHaveLength(2);
  });

  it('leaves out what a suspension takes away at the place, and of that tax only', () => {
    const suspended = (taxe: number, partielles: 'mois' | 'aucune', ...lieux: number[]): Referentiel => ({
      ...referentiel(12),
      suspensions: [[taxe, '2026-09-10', '2026-11-30', partielles, lieux]],
    });
    const periods = (given: Referentiel) =>
      estimer(given, 10, etal, '2026-08-30').map(([, , , periode]) => periode);
    expect(periods(suspended(0, 'mois', 9, 10))).toEqual([8, 9, 12]);
    expect(periods(suspended(1, 'mois', 10))).toEqual([8, 9, 12]);
    expect(periods(suspended(2, 'mois', 10))).toEqual([8, 9, 10, 11, 12]);
    expect(periods(suspended(0, 'mois', 9))).toEqual([8, 9, 10, 11, 12]);
    const quarterly = { ...suspended(0, 'mois', 10), taxes: referentiel(4).taxes };
    expect(estimer(quarterly, 10, etal, '2026-08-30').map(([, , , , montant]) => montant)).toEqual([
      1500, 500,
    ]);
  });

  it('falls due after a moratoire', () => {
    const deferred: Referentiel = {
      ...referentiel(12),
      moratoires: [
        [0, '2026-09-15', '2026-10-31', [10]],
        [1, '2026-11-01', '2026-11-20', [9, 10]],
      ],
    };
    expect(estimer(deferred, 10, etal, '2026-08-30').map(([, , le]) => le)).toEqual([
      '2026-08-30',
      '2026-09-01',
      '2026-11-21',
      '2026-11-21',
      '2026-12-01',
    ]);
  });

  it('adds the collectivité’s delay for new enrolments', () => {
    const patient = { ...referentiel(12), delaiNouveau: 30 };
    expect(estimer(patient, 10, etal, '2026-11-26').map(([, , le, periode]) => [periode, le])).toEqual([
      [11, '2026-12-26'],
      [12, '2026-12-26'],
    ]);
  });

  it('falls due on the day of its tax, unless the enrolment’s own day is later', () => {
    const yearly = { ...referentiel(1), termes: [[1, '31/03', null]] as Referentiel['termes'] & object };
    expect(estimer(yearly, 10, etal, '2026-02-10').map(([, , le]) => le)).toEqual(['2026-03-31']);
    expect(estimer(yearly, 10, etal, '2026-11-26').map(([, , le]) => le)).toEqual(['2026-11-26']);
    const quarterly = { ...referentiel(4), termes: [[1, null, 15]] as Referentiel['termes'] & object };
    expect(estimer(quarterly, 10, etal, '2026-07-20').map(([, , le]) => le)).toEqual([
      '2026-07-20',
      '2026-10-16',
    ]);
  });

  it('bills a tax collected once for the month of the enrolment, due some days after it', () => {
    const once = { ...referentiel(0), termes: [[1, null, 10]] as Referentiel['termes'] & object };
    expect(estimer(once, 10, etal, '2026-07-20')).toEqual([[1, 2026, '2026-07-30', 7, 1500]]);
  });

  it('takes for each period the rate of its first day, where rates begin within the year', () => {
    const raised: Referentiel = {
      ...referentiel(4),
      tarifs: [[1, 9, 1500, []]],
      changements: [
        [1, 10, '2026-07-01', 2000, [], [false, null, null, null, 1, []], []],
        [1, 10, '2026-10-01', null, [], [false, null, null, null, 1, []], []],
      ],
    };
    const amounts = (lieu: number, jour: string) =>
      estimer(raised, lieu, etal, jour).map(([, , , periode, montant]) => [periode, montant]);
    expect(amounts(10, '2026-04-05')).toEqual([
      [2, 1500],
      [3, 2000],
    ]);
    // the place above keeps its rate
    expect(amounts(9, '2026-07-05')).toEqual([
      [3, 1500],
      [4, 1500],
    ]);
    const shown = (jour: string) => choicesAt(raised, 10, jour)[0]?.tarifs.map(({ rate }) => rate.tarif);
    expect([shown('2026-06-30'), shown('2026-07-01'), shown('2026-10-01')]).toEqual([[1500], [2000], []]);
  });

  it('bills a daily rate by the days of the month, also in leap years', () => {
    const [february] = estimer(referentiel(365, 2028), 10, etal, '2028-02-10');
    expect(february).toEqual([1, 2028, '2028-02-10', 2, 1500 * 29]);
  });

  it('shares the occurrences of a year among its months, to the franc', () => {
    const weekly = estimer(referentiel(52), 10, etal, '2026-01-01');
    expect([weekly.length, sumBy(weekly, (du) => du[4])]).toEqual([12, 52 * 1500]);
    // round(1500 × 52 × 31 / 365), as the server's function montant_du
    expect(weekly[0]?.[4]).toBe(6625);
  });

  it('is empty for another year, for another place, or for a base without a tax', () => {
    expect(estimer(referentiel(4), 10, etal, '2027-01-01')).toEqual([]);
    expect(estimer(referentiel(4), 77, etal, '2026-01-01')).toEqual([]);
    expect(estimer(referentiel(4), 10, [{ natureActivite: 1 }], '2026-01-01')).toEqual([]);
  });
});

describe('the tickets in hand', () => {
  const tickets = { categorie: 1, nom: 'Ticket', valeur: 100, de: 1, a: 50 };
  const sold = (de: number, a: number, change: Partial<Entry> = {}) =>
    ({
      type: 'vente',
      corps: { categorie: 1, de, a, ramification: 9 },
      etat: 'attente',
      tenu: false,
      ...change,
    }) as Entry;
  const numbers = (...entries: Entry[]) =>
    tranchesOf({ caisse: { session: null, valeurs: [tickets] } }, entries).map(({ de, a }) => [de, a]);

  it('exclude those sold on this phone, except refused sales', () => {
    expect(numbers(sold(1, 10))).toEqual([[11, 50]]);
    expect(numbers(sold(21, 30), sold(41, 50))).toEqual([
      [1, 20],
      [31, 40],
    ]);
    expect(numbers(sold(1, 50))).toEqual([]);
    expect(numbers(sold(1, 10, { etat: 'refuse' }), sold(11, 12, { tenu: true }))).toEqual([[1, 50]]);
  });
});

describe('a base with a unit', () => {
  const counting: Referentiel = {
    ...referentiel(4),
    unites: [[0, 1, 'm²', 2]],
    baremes: [[1, 9, true, 10, null, 50_000, 25, ['Grand']]],
  };
  const of = (quantite: number | undefined, precision?: string): number[] =>
    estimer(
      counting,
      10,
      [{ typeEquipement: 1, ...(precision && { precision }), ...(quantite !== undefined && { quantite }) }],
      '2026-08-30',
    ).map((du) => du[4]);

  it('owes its quantity beyond the franchise, within the bounds, rounded', () => {
    expect(of(12.25)).toEqual([3_375, 3_375]);
    expect(of(12.26)).toEqual([3_400, 3_400]);
    expect(of(100)).toEqual([50_000, 50_000]);
    expect(of(11, 'Grand')).toEqual([4_000, 4_000]);
  });

  it('owes nothing within the franchise, or while its quantity is missing', () => {
    expect(of(10)).toEqual([]);
    expect(of(undefined)).toEqual([]);
    const rien = (ligne: Ligne, jour = '2026-08-30') => rienAPayer(counting, 10, [ligne], jour);
    expect(rien({ typeEquipement: 1, quantite: 10 })).toEqual(['Étal (10\u00a0m²)']);
    expect(rien({ typeEquipement: 1, precision: 'Grand', quantite: 0.5 })).toEqual([
      'Étal, Grand (0,5\u00a0m²)',
    ]);
    expect(rien({ typeEquipement: 1, quantite: 11 })).toEqual([]);
    expect(rien({ typeEquipement: 1 })).toEqual([]);
    expect(rien({ typeEquipement: 1, quantite: 10 }, '2027-01-02')).toEqual([]);
  });

  it('owes the rate of its tranche, without a choice', () => {
    const inTranches: Referentiel = {
      ...counting,
      tarifs: [
        [
          1,
          9,
          null,
          [
            ['Petit', 100],
            ['Grand', 40],
          ],
        ],
      ],
      baremes: [[1, 9, false, null, null, null, 1, ['Grand']]],
      seuils: [[1, 9, [5, 10]]],
    };
    const owed = (quantite?: number) =>
      estimer(inTranches, 10, [{ typeEquipement: 1, ...(quantite && { quantite }) }], '2026-08-30').map(
        (du) => du[4],
      );
    expect([owed(4.99), owed()]).toEqual([[], []]);
    expect(owed(9.99)).toEqual([100, 100]);
    expect(owed(10)).toEqual([400, 400]);
    expect(choicesAt(inTranches, 10, '2026-08-30').map(({ ligne }) => ligne)).toContainEqual({
      typeEquipement: 1,
    });
  });

  it('needs its quantity before it is saved', () => {
    const draft = { ...EMPTY, nom: 'Ali', ramification: 10 };
    const fault = (quantite?: number) =>
      faultOf(
        { ...draft, lignes: [{ typeEquipement: 1, ...(quantite === undefined ? {} : { quantite }) }] },
        3,
        counting,
      );
    expect(fault()).toBe('Veuillez entrer la quantité, en m²');
    expect(fault(Number.NaN)).toContain('plus grand que 0');
    expect(fault(0)).toContain('plus grand que 0');
    expect(fault(3.5)).toBeUndefined();
    expect(faultOf({ ...draft, lignes: etal }, 3, referentiel(4))).toBeUndefined();
    expect(toAct({ ...draft, lignes: [{ typeEquipement: 1, quantite: 3.5 }] }).corps).toMatchObject({
      lignes: [{ typeEquipement: 1, quantite: 3.5 }],
    });
  });
});
