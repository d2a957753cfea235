import type { Application } from '@octroi/contract/fiscalite/tarifs/applications';
import fc from 'fast-check';
import { FORFAIT } from '@octroi/contract/fiscalite/tarifs/bareme';
import { describe, expect, it } from 'vitest';
import type { Whole } from '#src/ui/form/WholeInput.tsx';
import {
  type Bareme,
  EMPTY,
  emptyEtat,
  type Etat,
  fromApplications,
  isComplete,
  isInherited,
  type Lieu,
  type Ligne,
  lignesFaults,
  reglesFaults,
  reglesOf,
  resolve,
  type TarifBody,
  tarification,
  toApplications,
  withAnnees,
  withChoix,
  withGeneral,
  withLieux,
  withoutPropre,
  withoutUnite,
  withPrecisions,
  withPropre,
  withRegles,
} from './rates.ts';

/** 1 is the parent of 2 and 3; 3 is the parent of 4; 5 is separate. */
const LIEUX: Lieu[] = [
  { id: 1, parent: null },
  { id: 2, parent: 1 },
  { id: 3, parent: 1 },
  { id: 4, parent: 3 },
  { id: 5, parent: null },
];
const at = (tarif: number | ''): Ligne[] => [{ libelle: '', tarif }];
const general = (...rates: number[]): Etat =>
  rates.reduce(
    (etat, rate, index) => withGeneral(etat, 2025 + index, at(rate)),
    withLieux(
      withAnnees(
        emptyEtat,
        rates.map((_, index) => 2025 + index),
      ),
      LIEUX,
    ),
  );
const bodiesText = (bodies: readonly TarifBody[]): string[] =>
  bodies.map(
    ({ ramification, annee, tarif, exclue, precisione }) =>
      `${ramification}/${annee}: ${exclue ? 'exclue' : (tarif ?? precisione.map((one) => `${one.libelle} ${one.tarif}`).join(', '))}`,
  );
const stored = (etat: Etat): string[] => bodiesText(toApplications(etat, LIEUX));
/** The server's reply to the sent bodies. */
const replied = (bodies: readonly TarifBody[]): Application[] =>
  bodies.map((body, index) => ({
    ...FORFAIT,
    depuis: null,
    ...(body as Partial<Application> & TarifBody),
    id: index + 1,
    annee: String(body.annee),
    ramification: { id: body.ramification, nom: '' },
    precisione: body.precisione.map((one, at) => ({
      parUnite: false,
      ...one,
      seuil: one.seuil ?? null,
      id: at + 1,
      annee: String(body.annee),
    })),
  }));

const withoutIds = (bodies: readonly TarifBody[]): TarifBody[] =>
  bodies.map((body) => ({
    ...body,
    precisione: body.precisione.map(({ libelle, tarif }) => ({ libelle, tarif })),
  }));

describe('a stored précision', () => {
  const named = (precisione: { id: number; libelle: string; tarif: number }[]): Application[] => [
    {
      id: 1,
      ramification: { id: 1, nom: '' },
      annee: '2025',
      depuis: null,
      tarif: null,
      exclue: false,
      ...FORFAIT,
      precisione: precisione.map((one) => ({ ...one, annee: '2025', parUnite: false, seuil: null })),
    },
  ];

  it('keeps its id under another label, and is another one in another year', () => {
    const read = fromApplications(named([{ id: 7, libelle: 'Petit', tarif: 50 }]), LIEUX);
    const [row] = tarification(read).general[2025] ?? [];
    const renamed = withGeneral(withAnnees(read, [2025, 2026]), 2025, [
      { ...(row as Ligne), libelle: 'Étal' },
    ]);
    expect(toApplications(renamed, LIEUX).map(({ precisione }) => precisione)).toContainEqual([
      { id: 7, libelle: 'Étal', tarif: 50 },
    ]);
    expect(tarification(renamed).general[2026]).toEqual([{ libelle: 'Petit', tarif: 50 }]);
  });
});

describe('the years of a tax', () => {
  it('start with the rows of the year before, else with an empty one', () => {
    const one = withGeneral(withAnnees(emptyEtat, [2026]), 2026, at(500));
    expect(withAnnees(emptyEtat, [2026]).simple.general).toEqual({ 2026: [EMPTY] });
    expect(withAnnees(one, [2027, 2026]).simple.general[2027]).toEqual(at(500));
    expect(withAnnees(one, [2025, 2026]).annees).toEqual([2025, 2026]);
  });

  it('keep their valid rows when one is deselected and selected again', () => {
    const two = withPropre(general(500, 600), 2, { 2025: at(500), 2026: at(600) }, 2026, at(650));
    const back = withAnnees(withAnnees(two, [2025]), [2025, 2026]);
    expect(stored(back)).toEqual(stored(two));
    expect(stored(withAnnees(two, [2025]))).toEqual(['1/2025: 500', '5/2025: 500']);
  });

  it('apply to the rates of sub-entities too', () => {
    const own = withPropre(general(500), 2, { 2025: at(500) }, 2025, at(900));
    expect(stored(withAnnees(own, [2025, 2026]))).toEqual([
      '1/2025: 500',
      '1/2026: 500',
      '2/2025: 900',
      '2/2026: 900',
      '5/2025: 500',
      '5/2026: 500',
    ]);
  });
});

describe('the stored rates', () => {
  it('are the general rate, at the top only', () => {
    expect(stored(general(500))).toEqual(['1/2025: 500', '5/2025: 500']);
    const resolved = resolve(general(500), LIEUX);
    expect([...resolved].filter(([, one]) => isInherited(one)).map(([id]) => id)).toEqual([2, 3, 4]);
  });

  it('include each difference below, in its year', () => {
    const etat = withPropre(general(500, 600), 3, { 2025: at(500), 2026: at(600) }, 2026, at(700));
    expect(stored(etat)).toEqual(['1/2025: 500', '1/2026: 600', '3/2026: 700', '5/2025: 500', '5/2026: 600']);
    expect(resolve(etat, LIEUX).get(4)?.bareme[2026]).toEqual(at(700));
    expect(stored(withoutPropre(etat, 3))).toEqual(stored(general(500, 600)));
  });

  it('include an exclusion below a rate, and at the top', () => {
    expect(stored(withChoix(general(500), [3, 4], false))).toEqual([
      '1/2025: 500',
      '3/2025: exclue',
      '5/2025: 500',
    ]);
    expect(stored(withChoix(general(500), [5], false))).toEqual(['1/2025: 500', '5/2025: exclue']);
    expect(stored(withChoix(general(500), [1, 2, 3, 4], false))).toEqual(['1/2025: exclue', '5/2025: 500']);
  });

  it('include the rate again below an exclusion, which stops the inheritance', () => {
    expect(stored(withChoix(general(500), [3], false))).toEqual([
      '1/2025: 500',
      '3/2025: exclue',
      '4/2025: 500',
      '5/2025: 500',
    ]);
    expect(stored(withChoix(general(500), [1], false))).toEqual([
      '1/2025: exclue',
      '2/2025: 500',
      '3/2025: 500',
      '5/2025: 500',
    ]);
  });

  it('include précisions in another order than the parent’s', () => {
    const [first, second] = [
      { libelle: 'Petit', tarif: 50 },
      { libelle: 'Grand', tarif: 150 },
    ];
    const turned = withGeneral(withPrecisions(general(500), true), 2025, [first, second]);
    const own = withPropre(turned, 2, {}, 2025, [second, first]);
    expect(stored(own)).toEqual([
      '1/2025: Petit 50, Grand 150',
      '2/2025: Grand 150, Petit 50',
      '5/2025: Petit 50, Grand 150',
    ]);
  });

  it('have précisions instead of a rate', () => {
    const named = withGeneral(withPrecisions(general(500), true), 2025, [
      { libelle: 'Petit ', tarif: 50 },
      { libelle: 'Grand', tarif: 150 },
    ]);
    expect(stored(named)).toEqual(['1/2025: Petit 50, Grand 150', '5/2025: Petit 50, Grand 150']);
    expect(stored(withPrecisions(named, false))).toEqual(stored(general(500)));
  });
});

it('reports the errors of a row under its fields', () => {
  expect(lignesFaults([EMPTY], false, 2026)).toEqual([{ tarif: 'Veuillez entrer un tarif' }]);
  expect(lignesFaults(at(0), false, 2026)).toEqual([{}]);
  expect(lignesFaults(at(1.5), false, 2026)[0]).toHaveProperty('tarif');
  expect(lignesFaults(at(100_000_001), false, 2026)[0]).toHaveProperty('tarif');
  const twice = [
    { libelle: 'Étal', tarif: 1 },
    { libelle: 'etal', tarif: 2 },
  ];
  expect(lignesFaults(twice, true, 2026)[1]).toHaveProperty('libelle');
  expect(isComplete({ 2025: at(5) }, general(5))).toBe(true);
  expect(isComplete({ 2025: [] }, general(5))).toBe(false);
});

describe('for any input', () => {
  const lieux = fc.array(fc.nat(), { minLength: 1, maxLength: 12 }).map((parents) =>
    parents.map((parent, index): Lieu => ({
      id: index + 1,
      parent: index === 0 || parent % 3 === 0 ? null : (parent % index) + 1,
    })),
  );
  const annees = fc.subarray([2024, 2025, 2026], { minLength: 1 });
  const rate = fc.integer({ min: 0, max: 3 });
  const lignes = (precisions: boolean): fc.Arbitrary<Ligne[]> =>
    precisions
      ? fc
          .uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })
          .chain((labels) =>
            fc
              .tuple(...labels.map(() => rate))
              .map((rates) => labels.map((libelle, index) => ({ libelle, tarif: rates[index] ?? 0 }))),
          )
      : rate.map(at);
  const bareme = (years: number[], precisions: boolean): fc.Arbitrary<Bareme> =>
    fc
      .tuple(...years.map(() => lignes(precisions)))
      .map((rows) => Object.fromEntries(years.map((annee, index) => [annee, rows[index] ?? []])));
  const entered = fc
    .tuple(lieux, annees, fc.boolean())
    .chain(([tree, years, precisions]) =>
      fc.record({
        tree: fc.constant(tree),
        years: fc.constant(years),
        precisions: fc.constant(precisions),
        general: bareme(years, precisions),
        choisies: fc.subarray(
          tree.map(({ id }) => id),
          { minLength: 1 },
        ),
        propres: fc
          .subarray(tree.map(({ id }) => id))
          .chain((ids) =>
            fc
              .tuple(...ids.map(() => bareme(years, precisions)))
              .map((scales) => new Map(ids.map((id, index) => [id, scales[index] ?? {}]))),
          ),
      }),
    )
    .map(({ tree, years, precisions, choisies, ...scales }) => ({
      tree,
      etat: {
        ...emptyEtat,
        annees: years,
        precisions,
        choisies: new Set(choisies),
        [precisions ? 'precis' : 'simple']: scales,
      } satisfies Etat,
    }));

  const ratesOf = (rows: readonly { libelle: string; tarif: number | '' }[]): string[] =>
    rows.map(({ libelle, tarif }) => `${libelle} ${tarif}`);
  /** The rate of a place and year by the rule of the database: its own application, else the nearest ancestor's. */
  function climb(
    bodies: readonly TarifBody[],
    tree: readonly Lieu[],
    id: number,
    annee: number,
  ): string[] | null {
    const own = bodies.find((body) => body.ramification === id && body.annee === annee);
    if (own?.exclue) return null;
    if (own) return ratesOf(own.precisione.length > 0 ? own.precisione : at(own.tarif ?? ''));
    const parent = tree.find((lieu) => lieu.id === id)?.parent ?? null;
    return parent === null ? null : climb(bodies, tree, parent, annee);
  }

  it('the stored rates give each selected sub-entity its rates, and no other one any', () => {
    fc.assert(
      fc.property(entered, ({ etat, tree }) => {
        const bodies = toApplications(etat, tree);
        for (const [id, { choisie, bareme: rates }] of resolve(etat, tree))
          for (const annee of etat.annees)
            expect(climb(bodies, tree, id, annee)).toEqual(choisie ? ratesOf(rates[annee] ?? []) : null);
      }),
    );
  });

  it('stored rates are read back unchanged, and stored again unchanged', () => {
    fc.assert(
      fc.property(entered, ({ etat, tree }) => {
        const bodies = toApplications(etat, tree);
        const back = fromApplications(replied(bodies), tree);
        expect(back.precisions).toBe(etat.precisions);
        expect(back.choisies).toEqual(etat.choisies);
        expect(withoutIds(toApplications(back, tree))).toEqual(bodies);
        expect(isComplete(tarification(back).general, back)).toBe(true);
      }),
    );
  });
});

describe('rates by the unit', () => {
  const regles = { franchise: 10, minimum: 2_000, maximum: '', arrondi: 25 } as const;
  const counted = (): Etat =>
    withRegles(
      withGeneral(withLieux(withAnnees(emptyEtat, [2026]), LIEUX), 2026, [
        { libelle: '', tarif: 500, parUnite: true },
      ]),
      2026,
      regles,
    );
  const sent = { tarif: 500, parUnite: true, franchise: 10, minimum: 2_000, maximum: null, arrondi: 25 };

  it('are sent with their unit, and read back unchanged', () => {
    const bodies = toApplications(counted(), LIEUX);
    expect(bodies[0]).toMatchObject(sent);
    const read = fromApplications(replied(bodies), LIEUX);
    expect(reglesOf(read, 2026)).toEqual({ regles, differ: false });
    expect(toApplications(read, LIEUX)).toEqual(bodies);
  });

  it('that differ by place do not change until a rule is typed', () => {
    const [first, ...others] = replied(toApplications(counted(), LIEUX));
    const below = LIEUX.find(({ parent }) => parent === first?.ramification.id);
    const applications = [
      ...(first ? [first] : []),
      ...others,
      { ...(first as Application), id: 99, ramification: { id: below?.id ?? 0, nom: '' }, franchise: 20 },
    ];
    const read = fromApplications(applications, LIEUX);
    expect(reglesOf(read, 2026).differ).toBe(true);
    expect(toApplications(read, LIEUX).find(({ ramification }) => ramification === below?.id)).toMatchObject({
      ...sent,
      franchise: 20,
    });
    expect(reglesOf(withRegles(read, 2026, regles), 2026).differ).toBe(false);
  });

  it('of a base that is counted by piece again are rates of a line', () => {
    const [body] = toApplications(withoutUnite(counted()), LIEUX);
    expect(body).toMatchObject({ tarif: 500, parUnite: false, franchise: null, minimum: null, arrondi: 1 });
    const flat = withGeneral(withLieux(withAnnees(emptyEtat, [2026]), LIEUX), 2026, at(500));
    expect(withoutUnite(flat)).toBe(flat);
    expect(toApplications(flat, LIEUX)[0]).not.toHaveProperty('parUnite');
  });

  it('by tranche are sent with their thresholds, and read back unchanged', () => {
    const rows = [
      { libelle: 'Petit', tarif: 7_000, seuil: 0 },
      { libelle: 'Grand', tarif: 100, seuil: 9, parUnite: true },
    ] as const;
    const typed = (lignes: readonly Ligne[]) =>
      withGeneral(withPrecisions(withLieux(withAnnees(emptyEtat, [2026]), LIEUX), true), 2026, lignes);
    const bodies = toApplications(typed(rows), LIEUX);
    expect(bodies[0]?.precisione).toEqual(rows.map((row) => ({ ...row })));
    const read = fromApplications(replied(bodies), LIEUX);
    expect(toApplications(read, LIEUX)[0]?.precisione).toMatchObject(rows);
    const faultsOf = (...seuils: Whole[]) =>
      lignesFaults(
        seuils.map((seuil, rank) => ({ libelle: `L${rank}`, tarif: 1, seuil })),
        true,
        2026,
      ).map(({ seuil }) => seuil !== undefined);
    expect(faultsOf(0, 9)).toEqual([false, false]);
    expect(faultsOf(9, 9)).toEqual([false, true]);
    expect(faultsOf(9, '')).toEqual([false, true]);
    expect(faultsOf(-1, 9)).toEqual([true, false]);
    const [body] = toApplications(withoutUnite(typed(rows)), LIEUX);
    expect(body?.precisione.map(({ seuil }) => seuil)).toEqual([null, null]);
  });

  it('are complete only with valid rules', () => {
    const { general } = tarification(counted());
    expect(isComplete(general, counted())).toBe(true);
    const crossed = withRegles(counted(), 2026, { ...regles, maximum: 1_000 });
    expect(isComplete(tarification(crossed).general, crossed)).toBe(false);
    expect(reglesFaults({ ...regles, maximum: 1_000 })).toHaveProperty('minimum');
    expect(reglesFaults({ ...regles, franchise: 0 })).toHaveProperty('franchise');
  });
});
