/** Suspensions of collection: the worked examples of docs/regles-de-calcul.md. */
import {
  addDays,
  FORFAIT,
  montantNonSuspendu,
  PARTIELLES_KEYS,
  type Problem,
  type Simulation,
  type Suspendue,
  type SuspensionEffet,
  type SuspensionRow,
} from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import { billing, placeOf } from '#src/testing/billing.ts';
import type { Town } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { verify } from '#src/verification/verify.ts';

const octroi = await testApp();
const { url, query, signIn } = octroi;
const { pool } = openPool(url, () => undefined, 6);
afterAll(() => pool.end());
let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
const { townWith, countIn, quantify, enrolAt, generate, dues, amounts, pay } = billing(
  pool,
  () => superadmin,
);
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  expect(await verify(url, () => undefined)).toEqual([]);
});

const ask = (town: Town, body: object) =>
  superadmin.send<{ id: number } & Problem>('POST', '/v2/suspensions', {
    entite: town.entite,
    partielles: 'aucune',
    payes: 'gardés',
    motif: 'Incendie du marché',
    reference: 'Délibération nº 4',
    ...body,
  });
async function suspend(town: Town, du: string, au: string, more: object = {}): Promise<number> {
  const { status, body } = await ask(town, { du, au, ...more });
  expect([status, body]).toMatchObject([201, {}]);
  return body.id;
}
const finish = async (id: number, depuis: string) =>
  superadmin.send<Problem>('POST', `/v2/suspensions/${id}/fin`, { depuis });
const sums = async (id: number) => {
  const rows = await dues(id, 2026);
  const prevu = rows.reduce((sum, { montant }) => sum + montant, 0);
  const paye = rows.reduce((sum, { paye: part }) => sum + part, 0);
  return { prevu, paye, restant: prevu - paye };
};
const monthly = async () => {
  const town = await townWith(12, [['departement', 2026, 1_500]]);
  const { id } = await enrolAt(town, 'secteur', '2025-03-02');
  return { town, id };
};

describe('a suspension of a monthly tax', () => {
  it('takes away the months that begin in it, unpaid', async () => {
    const { town, id } = await monthly();
    await generate(town, 2026);
    await pay(town, id, 3_000, '2026-02-10');
    const prepare = (place?: number) =>
      superadmin.send<SuspensionEffet>('POST', '/v2/suspensions/preparation', {
        entite: town.entite,
        ramification: place,
        du: '2026-04-01',
        au: '2026-06-30',
        partielles: 'aucune',
        payes: 'gardés',
        motif: 'x',
        reference: 'x',
      });
    const prepared = await prepare();
    expect((await prepare(placeOf(town, 'quartier'))).body).toEqual(prepared.body);
    expect((await prepare(placeOf(town, 'autre'))).body).toEqual({ echeances: 0, montant: 0 });
    expect(prepared.body).toEqual({ echeances: 3, montant: 4_500 });
    await suspend(town, '2026-04-01', '2026-06-30');
    expect(await sums(id)).toEqual({ prevu: 13_500, paye: 3_000, restant: 10_500 });
    expect((await amounts(id, 2026)).slice(2, 7)).toEqual([1_500, 0, 0, 0, 1_500]);
    // a later generation leaves it so, and what is billed only now is billed without them
    const late = await enrolAt(town, 'secteur', '2025-03-02');
    expect(await generate(town, 2026)).toMatchObject({ creees: 9, retarifees: 0, fermees: 0 });
    expect(await sums(late.id)).toEqual({ prevu: 13_500, paye: 0, restant: 13_500 });
  });

  it.each([
    ['gardés', { prevu: 15_000, paye: 6_000, restant: 9_000 }],
    ['libérés', { prevu: 13_500, paye: 6_000, restant: 7_500 }],
  ] as const)('keeps or frees what was paid, as it says: %s', async (payes, expected) => {
    const { town, id } = await monthly();
    await generate(town, 2026);
    await pay(town, id, 6_000, '2026-05-02');
    await suspend(town, '2026-04-01', '2026-06-30', { payes });
    expect(await sums(id)).toEqual(expected);
    await generate(town, 2026);
    expect(await sums(id)).toEqual(expected);
  });

  it('opens again what it took away when it ends, from that day on', async () => {
    const { town, id } = await monthly();
    await generate(town, 2026);
    const suspension = await suspend(town, '2026-04-01', '2026-09-30');
    expect(await sums(id)).toMatchObject({ prevu: 9_000 });
    expect((await finish(suspension, '2026-06-01')).status).toBe(204);
    expect((await amounts(id, 2026)).slice(3, 6)).toEqual([0, 0, 1_500]);
    expect(await sums(id)).toMatchObject({ prevu: 15_000 });
    expect((await finish(suspension, '2026-04-01')).status).toBe(204);
    expect(await sums(id)).toMatchObject({ prevu: 18_000 });
    expect((await finish(suspension, '2026-04-01')).status).toBe(409);
    const { body } = await superadmin.get<{ data: SuspensionRow[] }>(`/v2/suspensions?entite=${town.entite}`);
    expect(body.data.map(({ etat, fin }) => [etat, fin])).toEqual([['Retirée', '2026-03-31']]);
  });

  it('reaches its place and its tax alone, and overlapping ones add up', async () => {
    const { town, id } = await monthly();
    const elsewhere = await enrolAt(town, 'autre', '2025-03-02');
    await query(
      'insert into application (entite_id, taxe_id, ramification_id, annee, tarif) values ($1, $2, $3, 2026, 1500)',
      [town.entite, town.taxes[0], placeOf(town, 'autre')],
    );
    await generate(town, 2026);
    await suspend(town, '2026-04-01', '2026-05-31', { ramification: placeOf(town, 'quartier') });
    await suspend(town, '2026-05-01', '2026-06-30', {
      ramification: placeOf(town, 'quartier'),
      taxe: town.taxes[0],
    });
    expect([await sums(id), await sums(elsewhere.id)]).toMatchObject([{ prevu: 13_500 }, { prevu: 18_000 }]);
  });
});

it('takes the days of a daily tax, to the day, whatever it counts', async () => {
  const town = await townWith(365, [['departement', 2026, 600]]);
  await countIn(town, 2026);
  const { id, ligne } = await enrolAt(town, 'secteur', '2025-03-02');
  await quantify(ligne, 2);
  await generate(town, 2026);
  expect((await amounts(id, 2026))[3]).toBe(36_000);
  await suspend(town, '2026-04-10', '2026-04-20');
  expect((await amounts(id, 2026))[3]).toBe(22_800);
  await generate(town, 2026);
  expect((await amounts(id, 2026))[3]).toBe(22_800);
  const flat = await townWith(365, [['departement', 2026, 100]]);
  const other = await enrolAt(flat, 'secteur', '2025-03-02');
  await generate(flat, 2026);
  await pay(flat, other.id, 20_000, '2026-05-02');
  await suspend(flat, '2026-04-10', '2026-04-20');
  // January to June are paid, and April keeps it
  expect((await dues(other.id, 2026))[3]).toMatchObject({ montant: 3_000, paye: 3_000 });
});

it.each([
  ['aucune', [4_500, 4_500, 4_500, 4_500]],
  ['mois', [4_500, 3_000, 0, 4_500]],
  ['entière', [4_500, 0, 0, 4_500]],
] as const)('asks what a quarter covered in part owes: %s', async (partielles, expected) => {
  const town = await townWith(4, [['departement', 2026, 4_500]]);
  const { id } = await enrolAt(town, 'secteur', '2025-03-02');
  await generate(town, 2026);
  await suspend(town, '2026-06-01', partielles === 'aucune' ? '2026-07-31' : '2026-09-30', { partielles });
  expect(await amounts(id, 2026)).toEqual(expected);
});

it('is named on the notice, whose months it lacks', async () => {
  const { town, id } = await monthly();
  await generate(town, 2026);
  await suspend(town, '2026-04-01', '2026-06-30');
  await suspend(town, '2027-01-01', '2027-01-31');
  const { bytes } = await fileOf(octroi, 'superadmin', `/v2/contribuables/${id}/avis`, { annee: 2026 });
  const text = readPdf(bytes).pages.flat().join(' ').replaceAll(/\s+/g, ' ');
  expect(text).toContain('Perception suspendue du 01/04/2026 au 30/06/2026 : Délibération nº 4.');
  expect(text).not.toContain('01/01/2027');
  expect(text).not.toContain('avril 2026');
  expect(text).toContain('mars 2026');
});

it('does not take a line suspended all year for one without a rate', async () => {
  const { town, id } = await monthly();
  await suspend(town, '2026-01-01', '2026-12-31');
  expect(await generate(town, 2026)).toMatchObject({ creees: 0, sansTarif: [] });
  expect(await amounts(id, 2026)).toEqual([]);
  const { body } = await superadmin.get<{ data: unknown[] }>(
    `/v2/echeances/sans-tarif?entite=${town.entite}&annee=2026`,
  );
  expect(body.data).toEqual([]);
});

it('is left out of the simulation of the tax, of which nothing is due again', async () => {
  const { town, id } = await monthly();
  await generate(town, 2026);
  await pay(town, id, 6_000, '2026-05-02');
  await suspend(town, '2026-04-01', '2026-06-30');
  const { body: taxe } = await superadmin.get<Record<string, unknown>>(`/v2/entite_taxes/${town.taxes[0]}`);
  const of = (value: unknown) => (value as { id: number } | null)?.id ?? null;
  const { status, body } = await superadmin.send<Simulation>('POST', '/v2/entite_taxes/simulation', {
    id: taxe['id'],
    nom: taxe['nom'],
    entite: of(taxe['entite']),
    categorie: of(taxe['categorie']),
    frequence: of(taxe['frequence']),
    natureActivite: of(taxe['natureActivite']),
    typeEquipement: of(taxe['typeEquipement']),
    applications: [{ ramification: placeOf(town, 'departement'), annee: 2026, tarif: 1_500 }],
  });
  expect([status, body.annees[0]?.montant]).toEqual([200, 13_500]);
  expect(body.changements).toMatchObject([
    { crees: 0, retarifees: 0, fermees: 0, gardees: 0, inchangees: 9 },
  ]);
});

describe('the contract', () => {
  const rates = [
    { occurrences: 1, parUnite: false, arrondi: 1, quantite: null },
    { occurrences: 2, parUnite: true, arrondi: 25, quantite: 3.35 },
    { occurrences: 4, parUnite: false, arrondi: 1, quantite: null },
    { occurrences: 12, parUnite: true, arrondi: 1, quantite: 2.5 },
    { occurrences: 52, parUnite: false, arrondi: 1, quantite: null },
    { occurrences: 365, parUnite: false, arrondi: 1, quantite: null },
    { occurrences: 365, parUnite: true, arrondi: 5, quantite: 3.35 },
  ];
  const span: fc.Arbitrary<Suspendue> = fc
    .tuple(
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 0, max: 130 }),
      fc.constantFrom(...PARTIELLES_KEYS),
    )
    .map(([from, length, partielles]) => ({
      du: addDays('2025-12-15', from),
      fin: addDays('2025-12-15', from + length),
      partielles,
    }));

  it.each(rates)(
    'prices what stays due as the database does: %o',
    async ({ quantite, occurrences, ...counted }) => {
      const town = await townWith(occurrences, [['departement', 2026, 1_015]]);
      const { id, ligne } = await enrolAt(town, 'secteur', '2025-03-02');
      if (counted.parUnite) {
        await countIn(town, 2026, counted);
        await quantify(ligne, quantite);
      }
      await generate(town, 2026);
      const bareme = { ...FORFAIT, ...counted, tarif: 1_015 };
      await fc.assert(
        fc.asyncProperty(fc.array(span, { maxLength: 4 }), async (spans) => {
          await query('delete from suspension where entite_id = $1', [town.entite]);
          for (const { du, fin, partielles } of spans)
            await query(
              `insert into suspension (entite_id, du, au, fin, partielles, payes, motif, reference, created_by_id)
             values ($1, $2, $3, $3, $4, 'libérés', 'x', 'x', 3)`,
              [town.entite, du, fin, partielles],
            );
          await generate(town, 2026);
          const billed = await amounts(id, 2026);
          const computed = billed.map(
            (_, index) =>
              montantNonSuspendu(bareme, quantite, { occurrences, annee: 2026, periode: index + 1 }, spans) ??
              0,
          );
          expect(billed).toEqual(computed);
        }),
        { numRuns: 10 },
      );
    },
  );
});

describe('what is refused', () => {
  it.each([
    ['a last day before the first', { du: '2026-04-02', au: '2026-04-01' }, 'au'],
    ['no reason', { du: '2026-04-01', au: '2026-04-01', motif: ' ' }, 'motif'],
    ['a tax of others', { du: '2026-04-01', au: '2026-04-01', taxe: 1 }, 'taxe'],
    ['a place of others', { du: '2026-04-01', au: '2026-04-01', ramification: 1 }, 'ramification'],
  ])('%s: 400 at the field', async (_what, body, field) => {
    const { town } = await monthly();
    const reply = await ask(town, body);
    expect([reply.status, reply.body.errors?.map((error) => error.field)]).toEqual([400, [field]]);
  });

  it('the same again while it is in force, also at the same moment', async () => {
    const { town } = await monthly();
    const once = { du: '2026-04-01', au: '2026-06-30', ramification: placeOf(town, 'quartier') };
    const answers = await Promise.all([ask(town, once), ask(town, once), ask(town, once)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    const { body } = await ask(town, { ...once, motif: 'Autre motif' });
    expect(body.message).toBe('La même est déjà en vigueur : mêmes jours, même taxe, même lieu.');
    // on other days, at another place, or of another nature it is another one
    const id = await suspend(town, '2026-04-01', '2026-05-31', { ramification: once.ramification });
    await suspend(town, once.du, once.au);
    const defers = { nature: 'moratoire', partielles: undefined, payes: undefined };
    await suspend(town, once.du, once.au, { ...defers, ramification: once.ramification });
    // one that ended earlier may begin again
    expect((await finish(id, '2026-05-01')).status).toBe(204);
    await suspend(town, '2026-04-01', '2026-05-31', { ramification: once.ramification });
  });

  it('a closed year, and an end outside it', async () => {
    const { town, id } = await monthly();
    await generate(town, 2026);
    const suspension = await suspend(town, '2026-04-01', '2026-04-30');
    expect((await finish(suspension, '2026-05-01')).status).toBe(400);
    await query('insert into annee_close (entite_id, annee) values ($1, 2026)', [town.entite]);
    expect((await ask(town, { du: '2025-12-01', au: '2026-01-31' })).status).toBe(409);
    expect((await finish(suspension, '2026-04-01')).status).toBe(409);
    expect(await sums(id)).toMatchObject({ prevu: 16_500 });
  });
});
