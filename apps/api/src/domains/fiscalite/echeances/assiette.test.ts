/** Rates by the quantity of a line: the worked examples of docs/regles-de-calcul.md, and the contract's reckoning. */
import {
  type Apercu,
  type Bareme,
  baremeDe,
  type FicheIndividuelle,
  FORFAIT,
  montantDePeriode,
  type Precision,
  quantiteText,
  tarifText,
} from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { billing } from '#src/testing/billing.ts';
import { queryRows } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn } = await testApp();
const { pool } = openPool(url, () => undefined, 6);
afterAll(() => pool.end());

let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
const {
  townWith,
  rate,
  rate: rateIn,
  countIn,
  quantify,
  enrolAt,
  generate,
  dues,
  amounts,
  pay,
  parts,
} = billing(pool, () => superadmin);

afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
});

type Counted = Partial<Bareme> & { unite?: string };

/** Tranches of a flat price each, by the quantity that they begin at. */
const flat = (prices: Record<number, number>): Precision[] =>
  Object.entries(prices).map(([seuil, tarif]) => ({
    libelle: `Dès ${seuil}`,
    tarif,
    parUnite: false,
    seuil: Number(seuil),
  }));

/** What each quantity owes in 2026 at a rate by the unit. */
async function owed(
  occurrences: number,
  tarif: number,
  counted: Counted,
  quantites: readonly number[],
): Promise<number[][]> {
  const town = await townWith(occurrences, [['departement', 2026, tarif]]);
  await countIn(town, 2026, counted);
  const people: number[] = [];
  for (const quantite of quantites) {
    const { id, ligne } = await enrolAt(town, 'secteur', '2025-03-02');
    await quantify(ligne, quantite);
    people.push(id);
  }
  await generate(town, 2026);
  return Promise.all(people.map((id) => amounts(id, 2026)));
}

describe('a rate by the unit', () => {
  it.each([
    ['public ground', 5_000, {}, [[3.5, 17_500]]],
    ['a person of the household', 1_500, { unite: 'personne' }, [[7, 10_500]]],
    [
      'a kiosk beyond 10 m²',
      500,
      { franchise: 10 },
      [
        [10, undefined],
        [10.01, 5],
        [60, 25_000],
      ],
    ],
    [
      'a minimum and a maximum',
      300,
      { minimum: 2_000, maximum: 50_000 },
      [
        [4, 2_000],
        [100, 30_000],
        [400, 50_000],
      ],
    ],
    [
      'a minimum after the franchise',
      500,
      { franchise: 10, minimum: 2_000 },
      [
        [10, undefined],
        [11, 2_000],
      ],
    ],
    [
      'a rounding to 25 francs, a half upwards',
      25,
      { arrondi: 25 },
      [
        [0.5, 25],
        [0.49, 0],
        [2.5, 75],
      ].map(([quantite, due]) => [quantite, due === 0 ? undefined : due]),
    ],
  ] as [string, number, Counted, [number, number | undefined][]][])(
    'asks what its quantity makes: %s',
    async (_name, tarif, counted, cases) => {
      const found = await owed(
        1,
        tarif,
        counted,
        cases.map(([quantite]) => quantite),
      );
      expect(found).toEqual(cases.map(([, due]) => (due === undefined ? [] : [due])));
    },
  );

  it('multiplies the days of the month, then rounds once', async () => {
    const [place = [], small = []] = [
      ...(await owed(365, 600, {}, [2])),
      ...(await owed(365, 15, {}, [3.35])),
    ];
    expect(place[3]).toBe(36_000);
    // 3,35 × 15 × 30 = 1 507,5
    expect(small[3]).toBe(1_508);
  });

  it('bounds the price of a day, not of a month', async () => {
    const [[january]] = (await owed(365, 100, { maximum: 150 }, [2])) as [number[]];
    expect(january).toBe(150 * 31);
  });

  it('makes the twelve months of a weekly tax exactly its year', async () => {
    const [months = []] = await owed(52, 333, {}, [1.37]);
    expect(months.reduce((sum, montant) => sum + montant, 0)).toBe(Math.round(333 * 1.37 * 52));
  });

  it.each<[string, Parameters<typeof townWith>[1][number][2], Counted, number]>([
    ['a franchise takes the whole quantity', 500, { franchise: 10 }, 8],
    ['the amount rounds to nothing', 25, { arrondi: 25 }, 0.49],
    ['the rate of its précision is by the unit', { Grand: 500 }, { franchise: 10 }, 8],
    ['it is below the first tranche', flat({ 5: 1_000, 10: 3_000 }), {}, 4.99],
  ])(
    'tells what has nothing to pay apart from what has no rate: %s',
    async (_what, tarif, counts, quantite) => {
      const town = await townWith(1, [['departement', 2026, tarif]]);
      await countIn(town, 2026, counts);
      const small = await enrolAt(town, 'secteur', '2025-03-02');
      await pool.query("update enrollement set variation = 'Grand' where id = $1", [small.ligne]);
      await quantify(small.ligne, quantite);
      expect(await generate(town, 2026)).toMatchObject({ creees: 0, sansTarif: [], rienAPayer: 1 });
      const listed = await superadmin.get<{ data: unknown[] }>(
        `/v2/echeances/sans-tarif?entite=${town.entite}&annee=2026`,
      );
      expect(listed.body.data).toEqual([]);
      const sheet = await superadmin.get<FicheIndividuelle>(
        `/v2/contribuables/${small.id}/individuel?annee=2026`,
      );
      const text = `Boutique Grand (${quantiteText(quantite, 'm²')})`;
      expect(sheet.body.activites.map((row) => [tarifText(row.tarif), row.quantite])).toEqual([
        ['Rien à payer', quantiteText(quantite, 'm²')],
      ]);
      const apercu = await superadmin.get<Apercu>(`/v2/contribuables/${small.id}/apercu`);
      expect(apercu.body.rienAPayer).toEqual(YEAR === 2026 ? [text] : []);
      // what has no rate says so
      const none = await enrolAt(town, 'autre', '2025-03-02');
      await quantify(none.ligne, quantite);
      const other = await superadmin.get<FicheIndividuelle>(
        `/v2/contribuables/${none.id}/individuel?annee=2026`,
      );
      expect(other.body.activites.map((row) => tarifText(row.tarif))).toEqual(['Sans tarif']);
    },
  );

  it('waits for a quantity that is not entered, and leaves what was billed', async () => {
    const town = await townWith(1, [['departement', 2026, 12_000]]);
    const billed = await enrolAt(town, 'secteur', '2025-03-02');
    await generate(town, 2026);
    await pay(town, billed.id, 2_000, '2026-02-01');
    const other = await enrolAt(town, 'secteur', '2025-03-02');
    await countIn(town, 2026);
    const report = await generate(town, 2026);
    expect(report).toMatchObject({ creees: 0, retarifees: 0, fermees: 0 });
    expect(await dues(billed.id, 2026)).toMatchObject([{ montant: 12_000, paye: 2_000 }]);
    expect(await amounts(other.id, 2026)).toEqual([]);
    expect(report.sansTarif).toEqual([{ motif: 'quantite', lignes: 2 }]);
    const listed = await superadmin.get<{ data: { id: number; motif: string }[] }>(
      `/v2/echeances/sans-tarif?entite=${town.entite}&annee=2026`,
    );
    expect(listed.body.data.map(({ id, motif }) => [id, motif])).toEqual([[other.ligne, 'quantite']]);
    await quantify(billed.ligne, 3);
    await generate(town, 2026);
    expect(await dues(billed.id, 2026)).toMatchObject([{ montant: 36_000, paye: 2_000 }]);
  });

  it('closes at what was paid where the franchise grows over the quantity, and opens again', async () => {
    const town = await townWith(1, [['departement', 2026, 500]]);
    await countIn(town, 2026);
    const { id, ligne } = await enrolAt(town, 'secteur', '2025-03-02');
    await quantify(ligne, 8);
    await generate(town, 2026);
    await pay(town, id, 1_000, '2026-02-01');
    await countIn(town, 2026, { franchise: 10 });
    expect(await generate(town, 2026)).toMatchObject({ fermees: 1, rienAPayer: 1 });
    expect(await dues(id, 2026)).toMatchObject([{ montant: 1_000, paye: 1_000 }]);
    await countIn(town, 2026, { franchise: 2 });
    await generate(town, 2026);
    expect(await dues(id, 2026)).toMatchObject([{ montant: 3_000, paye: 1_000 }]);
  });

  it('leaves a rate for the line as it is, whatever its quantity', async () => {
    const town = await townWith(1, [['departement', 2026, { Forfait: 7_000 }]]);
    const { id, ligne } = await enrolAt(town, 'secteur', '2025-03-02');
    await pool.query(`update enrollement set variation = 'Forfait', quantite = 3 where id = $1`, [ligne]);
    await generate(town, 2026);
    expect(await amounts(id, 2026)).toEqual([7_000]);
  });

  it('keeps the paid amount when a quantity is corrected', async () => {
    const town = await townWith(1, [['departement', 2026, 5_000]]);
    await countIn(town, 2026);
    const { id, ligne } = await enrolAt(town, 'secteur', '2025-03-02');
    await quantify(ligne, 3.5);
    await generate(town, 2026);
    await pay(town, id, 10_000, '2026-02-01');
    await quantify(ligne, 4);
    await generate(town, 2026);
    expect(await dues(id, 2026)).toMatchObject([{ montant: 20_000, paye: 10_000 }]);
    await quantify(ligne, 1);
    await generate(town, 2026);
    expect(await dues(id, 2026)).toMatchObject([{ montant: 5_000, paye: 5_000 }]);
    expect(await parts(id)).toEqual([
      { annee: 2026, avance: false, montant: 5_000 },
      { annee: 2026, avance: true, montant: 5_000 },
    ]);
  });

  it('takes for each period the quantity of its first day', async () => {
    const town = await townWith(4, [['departement', 2026, 1_000]]);
    await countIn(town, 2026);
    const { id, ligne } = await enrolAt(town, 'secteur', '2025-03-02');
    await quantify(ligne, 5);
    for (const [jusque, quantite] of [
      ['2026-04-02', 2],
      ['2026-10-01', 3],
    ])
      await pool.query(`insert into quantite_passee values ($1, $2, $3, $4)`, [
        town.entite,
        ligne,
        jusque,
        quantite,
      ]);
    await generate(town, 2026);
    expect(await amounts(id, 2026)).toEqual([2_000, 2_000, 3_000, 5_000]);
    expect(await generate(town, 2026)).toMatchObject({ creees: 0, retarifees: 0, inchangees: 4 });
  });
});

describe('tranches', () => {
  const CV = flat({ 0: 7_000, 9: 10_000, 16: 20_000, 21: 30_000 });

  it('take the rate of the quantity, and name it on the échéance', async () => {
    const town = await townWith(1, [['departement', 2026, CV]]);
    await countIn(town, 2026, { unite: 'CV' });
    const people = [];
    for (const quantite of [8, 8.99, 9, 15, 16, 21]) {
      const { id, ligne } = await enrolAt(town, 'secteur', '2025-03-02');
      // a précision that was chosen for the line decides nothing
      await pool.query(`update enrollement set variation = 'Dès 21', quantite = $2 where id = $1`, [
        ligne,
        quantite,
      ]);
      people.push(id);
    }
    expect(await generate(town, 2026)).toMatchObject({ creees: 6, sansTarif: [] });
    const rows = await queryRows<{ montant: number; precision: string }>(
      pool,
      'select montant, precision from echeance where contribuable_id = any($1) order by contribuable_id',
      [people],
    );
    expect(rows.map(({ montant, precision }) => [montant, precision])).toEqual([
      [7_000, 'Dès 0'],
      [7_000, 'Dès 0'],
      [10_000, 'Dès 9'],
      [10_000, 'Dès 9'],
      [20_000, 'Dès 16'],
      [30_000, 'Dès 21'],
    ]);
  });

  it('ask nothing below the first one, and wait for a quantity that is not entered', async () => {
    const town = await townWith(1, [['departement', 2026, flat({ 5: 1_000, 10: 3_000 })]]);
    await countIn(town, 2026);
    const small = await enrolAt(town, 'secteur', '2025-03-02');
    await quantify(small.ligne, 4.99);
    const unknown = await enrolAt(town, 'secteur', '2025-03-02');
    expect(await generate(town, 2026)).toMatchObject({
      creees: 0,
      rienAPayer: 1,
      sansTarif: [{ motif: 'quantite', lignes: 1 }],
    });
    const listed = await superadmin.get<{ data: { id: number; motif: string }[] }>(
      `/v2/echeances/sans-tarif?entite=${town.entite}&annee=2026`,
    );
    expect(listed.body.data.map(({ id, motif }) => [id, motif])).toEqual([[unknown.ligne, 'quantite']]);
    await quantify(unknown.ligne, 12);
    await generate(town, 2026);
    expect(await amounts(unknown.id, 2026)).toEqual([3_000]);
  });

  it('follow a quantity that changes in the year, from the period that begins after it', async () => {
    const town = await townWith(4, [['departement', 2026, CV]]);
    await countIn(town, 2026, { unite: 'CV' });
    const { id, ligne } = await enrolAt(town, 'secteur', '2025-03-02');
    await quantify(ligne, 8);
    await generate(town, 2026);
    await pay(town, id, 7_000, '2026-02-01');
    await quantify(ligne, 16);
    await pool.query(`insert into quantite_passee values ($1, $2, '2026-05-10', 8)`, [town.entite, ligne]);
    await generate(town, 2026);
    expect(await amounts(id, 2026)).toEqual([7_000, 7_000, 20_000, 20_000]);
  });
});

const hundredths = (max: number) => fc.integer({ min: 1, max }).map((n) => n / 100);
const tranches: fc.Arbitrary<Precision[]> = fc
  .uniqueArray(
    fc.record({
      seuil: fc.integer({ min: 0, max: 20_000 }).map((n) => n / 100),
      tarif: fc.integer({ min: 0, max: 20_000 }),
      parUnite: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4, selector: ({ seuil }) => seuil },
  )
  .map((drawn) =>
    drawn
      .toSorted((a, b) => a.seuil - b.seuil)
      .map((each, rank) => ({ ...each, libelle: `Tranche ${rank}` })),
  );
const bareme: fc.Arbitrary<Bareme> = fc
  .record({
    tarif: fc.integer({ min: 0, max: 20_000 }),
    parUnite: fc.constant(true),
    franchise: fc.option(hundredths(3_000)),
    minimum: fc.option(fc.integer({ min: 1, max: 30_000 })),
    maximum: fc.option(fc.integer({ min: 1, max: 90_000 })),
    arrondi: fc.constantFrom(1, 5, 25, 100),
  })
  .map((drawn) =>
    drawn.minimum !== null && drawn.maximum !== null && drawn.minimum > drawn.maximum
      ? { ...drawn, minimum: drawn.maximum, maximum: drawn.minimum }
      : drawn,
  );

it('bills what the contract reckons, for any schedule and any lines', async () => {
  const schedule = fc.record({
    occurrences: fc.constantFrom(0, 1, 2, 4, 6, 12, 24, 52, 300, 365, 366),
    annee: fc.constantFrom(2024, 2025, 2026),
    bareme,
    kind: fc.constantFrom('flat', 'unit', 'tranches'),
    tranches,
    quantites: fc.array(fc.option(hundredths(20_000), { freq: 8 }), { minLength: 1, maxLength: 6 }),
    past: fc.option(fc.record({ quantite: hundredths(20_000), mois: fc.integer({ min: 1, max: 12 }) })),
    // a second rate of the place, or of the place below, that begins within the year
    raised: fc.option(
      fc.record({
        tarif: fc.integer({ min: 0, max: 20_000 }),
        depuis: fc.record({ mois: fc.integer({ min: 1, max: 12 }), jour: fc.integer({ min: 2, max: 28 }) }),
        place: fc.constantFrom('departement' as const, 'secteur' as const, 'autre' as const),
        exclue: fc.boolean(),
      }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(schedule, async (drawn) => {
      const { occurrences, annee, quantites, past, kind } = drawn;
      // collected once, in the month of the enrolment
      const once = occurrences === 0;
      const precisions = kind === 'tranches' ? drawn.tranches : [];
      const { tarif } = drawn.bareme;
      const price = kind === 'tranches' ? precisions : tarif;
      const town = await townWith(occurrences, [['departement', annee, price]]);
      const { raised } = drawn;
      const two = (n: number): string => String(n).padStart(2, '0');
      const from = raised && `${annee}-${two(raised.depuis.mois)}-${two(raised.depuis.jour)}`;
      if (raised) await rateIn(town, raised.place, annee, raised.exclue ? 'exclue' : raised.tarif, from);
      if (kind !== 'flat') await countIn(town, annee, drawn.bareme);
      const rate = {
        ...(kind === 'flat' ? { ...FORFAIT, tarif } : drawn.bareme),
        ...(kind === 'tranches' ? { tarif: null, parUnite: false } : {}),
        precisions,
      };
      const jusque = past && `${annee}-${String(past.mois).padStart(2, '0')}-01`;
      const lines = [];
      for (const [index, quantite] of quantites.entries()) {
        const { id, ligne } = await enrolAt(town, 'secteur', `${once ? annee : annee - 1}-03-02`);
        await quantify(ligne, quantite);
        const before = quantite !== null && index === 0 ? past : null;
        lines.push({ id, quantite, before });
        if (before)
          await pool.query('insert into quantite_passee values ($1, $2, $3, $4)', [
            town.entite,
            ligne,
            jusque,
            before.quantite,
          ]);
      }
      await generate(town, annee);
      const periods = once ? 12 : Math.min(occurrences, 12);
      for (const { id, quantite, before } of lines) {
        const billed = once ? [3] : Array.from({ length: periods }, (_, at) => at + 1);
        const expected = billed.flatMap((periode) => {
          const debut = `${annee}-${String(Math.floor(((periode - 1) * 12) / periods) + 1).padStart(2, '0')}-01`;
          const counted = before && jusque && debut < jusque ? before.quantite : quantite;
          const hasBegun = raised && raised.place !== 'autre' && from !== null && from <= debut;
          if (hasBegun && raised.exclue) return [];
          const inForce = hasBegun
            ? { ...(kind === 'flat' ? FORFAIT : drawn.bareme), tarif: raised.tarif, precisions: [] }
            : rate;
          const rule = baremeDe(inForce, null, counted);
          const montant = rule ? montantDePeriode(rule, counted, { occurrences, annee, periode }) : null;
          return montant === null || (montant === 0 && rule?.parUnite) ? [] : [{ periode, montant }];
        });
        expect((await dues(id, annee)).map(({ periode, montant }) => ({ periode, montant }))).toEqual(
          expected,
        );
      }
    }),
    { numRuns: 25 },
  );
});

it('reckons to the franc at the bounds of quantities and rates', async () => {
  const cases: [number, Bareme, number, number][] = [];
  for (const occurrences of [1, 24, 52, 364, 365])
    for (const quantite of [0.01, 10_000, 999_999_999.99])
      for (const arrondi of [1, 25, 1000]) {
        const tarif = quantite > 1e6 ? 1_000 : 100_000_000;
        cases.push([occurrences, { ...FORFAIT, tarif, parUnite: true, arrondi }, quantite, 2]);
      }
  for (const [occurrences, rule, quantite, periode] of cases) {
    const [row] = await queryRows<{ montant: number }>(
      pool,
      `select montant_au_bareme(prix_au_bareme($1, $2, null, null, null), $3, $4, 2026::smallint, $5) as montant`,
      [rule.tarif, quantite, rule.arrondi, occurrences, periode],
    );
    expect(row?.montant).toBe(montantDePeriode(rule, quantite, { occurrences, annee: 2026, periode }));
  }
});

it('counts nothing twice when a rate replaces another', async () => {
  const town = await townWith(1, [['departement', 2026, 4_000]]);
  const { id, ligne } = await enrolAt(town, 'secteur', '2025-03-02');
  await quantify(ligne, 2);
  await generate(town, 2026);
  await rate(town, 'departement', 2026, 3_000);
  await countIn(town, 2026);
  await generate(town, 2026);
  expect(await amounts(id, 2026)).toEqual([6_000]);
});
