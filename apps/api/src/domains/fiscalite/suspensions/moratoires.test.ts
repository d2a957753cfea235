/** Moratoires: what would fall due during one falls due after it (docs/regles-de-calcul.md). */
import {
  addDays,
  type Apercu,
  type Compte,
  type FicheIndividuelle,
  jourExigible,
  jourReporte,
  type Problem,
  type SuspensionEffet,
  type SuspensionRow,
  suspenduText,
} from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, TODAY } from '#src/testing/app.ts';
import { billing, placeOf } from '#src/testing/billing.ts';
import type { Town } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { verify } from '#src/verification/verify.ts';

const { url, query, signIn } = await testApp();
const { pool } = openPool(url, () => undefined, 6);
afterAll(() => pool.end());
let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
const { townWith, rate, enrolAt, generate, dues, pay } = billing(pool, () => superadmin);
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  expect(await verify(url, () => undefined)).toEqual([]);
});

const bodyOf = (town: Town, du: string, au: string, more: object = {}) => ({
  nature: 'moratoire',
  entite: town.entite,
  du,
  au,
  motif: 'Crue du fleuve',
  reference: 'Délibération nº 6',
  ...more,
});
const ask = (body: object) => superadmin.send<{ id: number } & Problem>('POST', '/v2/suspensions', body);
async function defer(town: Town, du: string, au: string, more: object = {}): Promise<number> {
  const { status, body } = await ask(bodyOf(town, du, au, more));
  expect([status, body]).toMatchObject([201, {}]);
  return body.id;
}
const finish = async (id: number, depuis: string) =>
  (await superadmin.send<Problem>('POST', `/v2/suspensions/${id}/fin`, { depuis })).status;
const days = async (id: number, annee = 2026) => (await dues(id, annee)).map(({ le }) => le);
const firsts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `2026-${String(from + index).padStart(2, '0')}-01`);
/** The first days of 2026, April to June deferred. */
const DEFERRED = [...firsts(1, 3), '2026-07-01', '2026-07-01', '2026-07-01', ...firsts(7, 12)];

/** A town with a monthly tax of 1 500 F, and somebody who owes it for 2026. */
async function monthly() {
  const town = await townWith(12, [['departement', 2026, 1_500]]);
  const { id } = await enrolAt(town, 'secteur', '2025-03-02');
  await generate(town, 2026);
  return { town, id };
}

describe('a moratoire from 1 April to 30 June', () => {
  it('defers April, May and June to 1 July and leaves the amounts', async () => {
    const { town, id } = await monthly();
    const prepared = await superadmin.send<SuspensionEffet>(
      'POST',
      '/v2/suspensions/preparation',
      bodyOf(town, '2026-04-01', '2026-06-30'),
    );
    expect([prepared.status, prepared.body]).toEqual([200, { echeances: 3, montant: 4_500 }]);
    await defer(town, '2026-04-01', '2026-06-30');
    expect(await days(id)).toEqual(DEFERRED);
    expect((await dues(id, 2026)).reduce((sum, { montant }) => sum + montant, 0)).toBe(18_000);
    const { body } = await superadmin.get<{ data: SuspensionRow[] }>(`/v2/suspensions?entite=${town.entite}`);
    expect(body.data).toMatchObject([{ nature: 'moratoire', partielles: null, payes: null }]);
    const named = async (nature: string): Promise<number> =>
      (
        await superadmin.get<{ data: SuspensionRow[] }>(
          `/v2/suspensions?entite=${town.entite}&filter[susp.nature]=${nature}`,
        )
      ).body.data.length;
    expect([await named('Moratoire'), await named('Suspension')]).toEqual([1, 0]);
  });

  it('reaches what is billed later, and is not undone by a generation, another rate or another delay', async () => {
    const { town, id } = await monthly();
    await defer(town, '2026-04-01', '2026-06-30');
    const late = await enrolAt(town, 'secteur', '2025-03-02');
    expect(await generate(town, 2026)).not.toHaveProperty('deplacees');
    expect([await days(id), await days(late.id)]).toEqual([DEFERRED, DEFERRED]);
    await rate(town, 'departement', 2026, 2_000);
    await generate(town, 2026);
    expect(await days(id)).toEqual(DEFERRED);
    const delayed = await superadmin.send('PATCH', `/v2/entite_taxes/${town.taxes[0]}`, { delai: 10 });
    expect(delayed.status).toBe(200);
    // 11 April, May and June are deferred; every other month falls due on its 11th
    expect(await days(id)).toEqual(
      DEFERRED.map((day, month) => (month < 3 || month > 5 ? addDays(day, 10) : day)),
    );
  });

  it('is left by who moves away, and is met by who moves in', async () => {
    const { town, id } = await monthly();
    const outside = await enrolAt(town, 'autre', '2025-03-02');
    await rate(town, 'autre', 2026, 1_500);
    await generate(town, 2026);
    await defer(town, '2026-04-01', '2026-06-30', { ramification: placeOf(town, 'quartier') });
    expect([await days(id), await days(outside.id)]).toEqual([DEFERRED, firsts(1, 12)]);
    const move = (who: number, place: 'autre' | 'secteur') =>
      superadmin.send('POST', '/v2/contribuables/change-secteur', {
        ids: [who],
        ramification: placeOf(town, place),
        deplacement: { motif: 'erreur' },
      });
    expect((await move(id, 'autre')).status).toBe(200);
    expect((await move(outside.id, 'secteur')).status).toBe(200);
    expect([await days(id), await days(outside.id)]).toEqual([firsts(1, 12), DEFERRED]);
  });

  it('ends early or is withdrawn: what is unpaid takes the day that it has then', async () => {
    const { town, id } = await monthly();
    const moratoire = await defer(town, '2026-04-01', '2026-06-30');
    const prepared = await superadmin.send<SuspensionEffet>(
      'POST',
      `/v2/suspensions/${moratoire}/fin/preparation`,
      { depuis: '2026-05-10' },
    );
    // April and May fall due on 10 May, June on its first day
    expect(prepared.body).toEqual({ echeances: 3, montant: 4_500 });
    expect(await finish(moratoire, '2026-05-10')).toBe(204);
    expect((await days(id)).slice(3, 6)).toEqual(['2026-05-10', '2026-05-10', '2026-06-01']);
    await pay(town, id, 6_000, '2026-05-12');
    expect(await finish(moratoire, '2026-04-01')).toBe(204);
    // April is paid and keeps its day
    expect((await days(id)).slice(3, 6)).toEqual(['2026-05-10', '2026-05-01', '2026-06-01']);
    expect(await finish(moratoire, '2026-04-01')).toBe(409);
  });

  it('does not touch what is paid, imported or of a closed year', async () => {
    const { town, id } = await monthly();
    const imported = await enrolAt(town, 'secteur', '2025-03-02');
    await query(
      `insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id, origine)
       select entite_id, contribuable_id, id, $2, 2026, 5, 7000, '2026-05-01', $3, 'reprise' from enrollement where id = $1`,
      [imported.ligne, town.taxes[0], placeOf(town, 'secteur')],
    );
    // the tax falls due 90 days later: what is of 2025 would fall due in 2026
    await rate(town, 'departement', 2025, 1_500);
    await superadmin.send('PATCH', `/v2/entite_taxes/${town.taxes[0]}`, { delai: 90 });
    await generate(town, 2025);
    await query('insert into annee_close (entite_id, annee) values ($1, 2025)', [town.entite]);
    const past = await days(id, 2025);
    await pay(town, id, 16_500, '2026-02-02');
    await defer(town, '2026-01-01', '2026-12-31');
    expect(await days(id, 2025)).toEqual(past);
    const [january, february] = await days(id);
    // 2025 takes 15 000 F, January is paid
    expect([january, february]).toEqual(['2026-04-01', '2027-01-01']);
    expect(await days(imported.id)).toEqual(['2026-05-01']);
  });
});

describe('what it meets', () => {
  it('joins moratoires that overlap or follow each other, of a tax, a place or all', async () => {
    const { town, id } = await monthly();
    await defer(town, '2026-03-15', '2026-05-15', { taxe: town.taxes[0] });
    await defer(town, '2026-05-01', '2026-06-30', { ramification: placeOf(town, 'departement') });
    await defer(town, '2026-07-01', '2026-07-31');
    await defer(town, '2026-09-01', '2026-09-01');
    expect(await days(id)).toEqual([
      ...firsts(1, 3),
      ...Array<string>(4).fill('2026-08-01'),
      '2026-08-01',
      '2026-09-02',
      ...firsts(10, 12),
    ]);
  });

  it('gives its day to what a suspension took away and leaves again', async () => {
    const { town, id } = await monthly();
    const { body } = await ask({
      ...bodyOf(town, '2026-04-01', '2026-04-30', { nature: 'suspension' }),
      partielles: 'aucune',
      payes: 'gardés',
    });
    await defer(town, '2026-04-01', '2026-06-30');
    expect((await days(id))[3]).toBe('2026-04-01');
    expect(await finish(body.id, '2026-04-01')).toBe(204);
    expect(await days(id)).toEqual(DEFERRED);
    expect((await dues(id, 2026))[3]).toMatchObject({ montant: 1_500 });
  });

  it('takes what it defers out of what is due today', async () => {
    const { town, id } = await monthly();
    const moratoire = await defer(town, '2026-04-01', addDays(TODAY, 400));
    const due = async () => {
      const { body } = await superadmin.get<Compte>(`/v2/contribuables/${id}/compte`);
      return [body.solde.exigible, body.solde.aEchoir];
    };
    const arrears = async () => {
      const { body } = await superadmin.get<{ data: { exigible: number }[] }>(
        `/v2/impayes?entite=${town.entite}`,
      );
      return body.data.map(({ exigible }) => exigible);
    };
    expect([await due(), await arrears()]).toEqual([[4_500, 13_500], [4_500]]);
    await finish(moratoire, '2026-04-01');
    const past = firsts(1, 12).filter((day) => day <= TODAY).length * 1_500;
    expect([await due(), await arrears()]).toEqual([[past, 18_000 - past], [past]]);
  });

  it('is reckoned by the contract as by the database, for any moratoires', async () => {
    const { town, id } = await monthly();
    const span = fc
      .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 60 }))
      .map(([from, length]) => ({
        du: addDays('2025-12-15', from),
        fin: addDays('2025-12-15', from + length),
      }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(span, { maxLength: 6 }),
        fc.option(fc.integer({ min: 0, max: 90 })),
        async (spans, delai) => {
          await query('delete from suspension where entite_id = $1', [town.entite]);
          for (const { du, fin } of spans)
            await query(
              `insert into suspension (entite_id, nature, du, au, fin, motif, reference, created_by_id) values ($1, 'moratoire', $2, $3, $3, 'x', 'x', 3)`,
              [town.entite, du, fin],
            );
          // withdrawn: the days still follow the rule
          await query(
            `insert into suspension (entite_id, nature, du, au, fin, motif, reference, created_by_id)
           values ($1, 'moratoire', '2026-01-01', '2026-12-31', '2025-12-31', 'x', 'x', 3)`,
            [town.entite],
          );
          await query('update taxe set delai = $2 where id = $1', [town.taxes[0], delai]);
          await generate(town, 2026);
          const expected = firsts(1, 12).map((day) =>
            jourReporte(jourExigible(day, { limite: null, delai }), spans),
          );
          expect(await days(id)).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  });
});

it('is told on the record and on the individual sheet of whom it reaches, and of nobody else', async () => {
  const { town, id } = await monthly();
  const elsewhere = await enrolAt(town, 'autre', '2025-03-02');
  const told = async (who: number) => {
    const apercu = await superadmin.get<Apercu>(`/v2/contribuables/${who}/apercu`);
    const sheet = await superadmin.get<FicheIndividuelle>(`/v2/contribuables/${who}/individuel?annee=2026`);
    return [apercu.body.suspensions, sheet.body.suspensions].map((rows) => rows.map(suspenduText));
  };
  const year = Number(TODAY.slice(0, 4));
  await defer(town, '2026-04-01', `${year}-12-31`, {
    taxe: town.taxes[0],
    ramification: placeOf(town, 'quartier'),
  });
  const withdrawn = await defer(town, '2026-08-01', '2026-08-31');
  await finish(withdrawn, '2026-08-01');
  const [taxe] = await query<{ nom: string }>('select nom from taxe where id = $1', [town.taxes[0]]);
  const text = `Moratoire du 01/04/2026 au 31/12/${year} (${taxe?.nom}) : Délibération nº 6.`;
  expect(await told(id)).toEqual([[text], [text]]);
  expect(await told(elsewhere.id)).toEqual([[], []]);
});

describe('what is refused', () => {
  it.each([
    ['a last day before the first', { du: '2026-04-02', au: '2026-04-01' }, 'au'],
    ['no reference', { reference: ' ' }, 'reference'],
    ['an unknown tax', { taxe: 1 }, 'taxe'],
    ['a place of others', { ramification: 1 }, 'ramification'],
    ['what becomes of payments', { payes: 'libérés' }, 'payes'],
    ['what becomes of periods', { partielles: 'mois' }, 'partielles'],
    ['another nature', { nature: 'remise' }, 'nature'],
    [
      'a suspension that does not say what becomes of payments',
      { nature: 'suspension', partielles: 'mois' },
      'payes',
    ],
  ])('%s: 400 at the field', async (_what, body, field) => {
    const { town } = await monthly();
    const reply = await ask({ ...bodyOf(town, '2026-04-01', '2026-04-01'), ...body });
    expect([reply.status, reply.body.errors?.map((error) => error.field)]).toEqual([400, [field]]);
  });

  it('days of a closed year, and an end outside it', async () => {
    const { town, id } = await monthly();
    const moratoire = await defer(town, '2026-04-01', '2026-06-30');
    expect(await finish(moratoire, '2026-07-01')).toBe(400);
    await query('insert into annee_close (entite_id, annee) values ($1, 2026)', [town.entite]);
    expect((await ask(bodyOf(town, '2025-12-01', '2026-01-31'))).status).toBe(409);
    expect(await finish(moratoire, '2026-04-01')).toBe(409);
    expect(await days(id)).toEqual(DEFERRED);
  });
});
