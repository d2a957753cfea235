/** Taxes collected once in the life of a line: at its enrolment, and never again (docs/regles-de-calcul.md). */
import {
  type Contribuable,
  montantDePeriode,
  FORFAIT,
  formatFrancs,
  type Problem,
  type Simulation,
} from '@octroi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { billing, placeOf } from '#src/testing/billing.ts';
import { queryRow, queryRows, type Town } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { verify } from '#src/verification/verify.ts';

const { url, query, signIn } = await testApp();
const { pool } = openPool(url, () => undefined, 6);
let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
const { townWith, enrolAt, generate, dues, amounts, countIn, pay, parts } = billing(pool, () => superadmin);
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  expect(await verify(url, () => undefined)).toEqual([]);
  await pool.end();
});

const NEXT = YEAR + 1;
const ONCE = 'Autorisation';

/** Adds a tax collected once on the base of the town's tax, at 25 000 in two years. @returns its id */
async function permit(town: Town, tarif = 25_000): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    pool,
    `insert into taxe (entite_id, nom, categorie_id, nature_activite_id, type_equipement_id, frequence_id, created_at)
     select entite_id, $2, categorie_id, nature_activite_id, type_equipement_id,
       (select min(id) from frequence where occurrences = 0), '2000-01-01' from taxe where id = $1 returning id`,
    [town.taxes[0], ONCE],
  );
  await pool.query(
    `insert into application (entite_id, taxe_id, ramification_id, annee, tarif)
     select $1, $2, $3, annee, $4 from unnest(array[$5, $6]::int[]) annee`,
    [town.entite, id, placeOf(town, 'departement'), tarif, YEAR, NEXT],
  );
  return id;
}

/** A town with a yearly tax and one collected once, and the calls of its base. */
async function scene() {
  const town = await townWith(1, [
    ['departement', YEAR, 5_000],
    ['departement', NEXT, 5_000],
  ]);
  const taxe = await permit(town);
  const { type, nature } = await queryRow<{ type: number | null; nature: number | null }>(
    pool,
    'select type_equipement_id as type, nature_activite_id as nature from taxe where id = $1',
    [town.taxes[0]],
  );
  const base = type === null ? { natureActivite: nature } : { typeEquipement: type };
  const enrol = async (ligne: object = {}): Promise<Contribuable> => {
    const { status, body } = await superadmin.send<Contribuable>('POST', '/v2/contribuables', {
      nom: 'Halima',
      ramification: placeOf(town, 'secteur'),
      lignes: [{ ...base, ...ligne }],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const edit = (id: number, lignes: object[]) =>
    superadmin.send<Contribuable & Problem>('PATCH', `/v2/contribuables/${id}`, { lignes });
  return { town, taxe, base, enrol, edit };
}
const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const ofTaxe = (contribuable: number, taxe: number) =>
  queryRows<{ annee: number; periode: number; montant: number; paye: number; fois: boolean; le: string }>(
    pool,
    `select annee, periode, montant, paye, unique_fois as fois, exigible_le::text as le from echeance
     where contribuable_id = $1 and taxe_id = $2 order by id`,
    [contribuable, taxe],
  );

describe('a tax collected once', () => {
  it('is due at the enrolment beside the yearly one, and not in the next year', async () => {
    const { town, enrol } = await scene();
    await countIn(town, YEAR);
    await countIn(town, NEXT);
    await pool.query('update application set par_unite = false where taxe_id <> $1 and entite_id = $2', [
      town.taxes[0],
      town.entite,
    ]);
    const { id } = await enrol({ quantite: 3.5 });
    expect(sorted(await amounts(id, YEAR))).toEqual([17_500, 25_000]);
    await generate(town, YEAR);
    await generate(town, NEXT);
    expect(sorted(await amounts(id, YEAR))).toEqual([17_500, 25_000]);
    expect(await amounts(id, NEXT)).toEqual([17_500]);
  });

  it('is of the month of the enrolment, and falls due that day, later by the delay of the tax or of new lines', async () => {
    const { town, taxe } = await scene();
    const due = async (id: number) => (await ofTaxe(id, taxe)).map(({ periode, le }) => [periode, le]);
    const one = await enrolAt(town, 'secteur', `${YEAR}-05-20`);
    await generate(town, YEAR);
    expect(await due(one.id)).toEqual([[5, `${YEAR}-05-20`]]);
    const change = (body: object) => superadmin.send('PATCH', `/v2/entite_taxes/${taxe}`, body);
    expect((await change({ delai: 10 })).status).toBe(200);
    expect(await due(one.id)).toEqual([[5, `${YEAR}-05-30`]]);
    await pool.query('update entite set delai_nouveau = 30 where id = $1', [town.entite]);
    const two = await enrolAt(town, 'secteur', `${YEAR}-05-21`);
    await generate(town, YEAR);
    expect(await due(two.id)).toEqual([[5, `${YEAR}-06-20`]]);
  });

  it('is not due from lines enrolled before it, which are counted', async () => {
    const { town, taxe } = await scene();
    const { id } = await enrolAt(town, 'secteur', `${YEAR}-03-02`);
    await pool.query('update taxe set created_at = $2 where id = $1', [taxe, `${YEAR}-04-01`]);
    expect(await generate(town, YEAR)).toMatchObject({ creees: 1, sansTarif: [], anterieures: 1 });
    expect(await ofTaxe(id, taxe)).toEqual([]);
  });

  it('is missed only in the year of the enrolment', async () => {
    const town = await townWith(0, [['departement', YEAR, 25_000]]);
    const [old, fresh] = [
      await enrolAt(town, 'secteur', `${YEAR - 1}-03-02`),
      await enrolAt(town, 'secteur', `${YEAR}-03-02`),
    ];
    const missing = async (annee: number): Promise<number[]> => {
      const { body } = await superadmin.get<{ data: { id: number; motif: string }[] }>(
        `/v2/echeances/sans-tarif?entite=${town.entite}&annee=${annee}`,
      );
      return body.data.map(({ id }) => id);
    };
    expect(await generate(town, YEAR - 1)).toMatchObject({ sansTarif: [{ motif: 'tarif', lignes: 1 }] });
    expect(await missing(YEAR - 1)).toEqual([old.ligne]);
    expect(await generate(town, YEAR)).toMatchObject({ creees: 1, sansTarif: [] });
    expect(await missing(YEAR)).toEqual([]);
    expect(await generate(town, NEXT)).toMatchObject({ creees: 0, sansTarif: [] });
    expect(await missing(NEXT)).toEqual([]);
    expect(await amounts(fresh.id, YEAR)).toEqual([25_000]);
  });

  it('is announced by the simulation for new lines only, with those that it leaves out', async () => {
    const { town, taxe } = await scene();
    await enrolAt(town, 'secteur', `${YEAR}-03-02`);
    const [stored] = await query<Record<string, unknown>>(
      `select id, nom, entite_id as entite, categorie_id as categorie, frequence_id as frequence,
         type_equipement_id as "typeEquipement", nature_activite_id as "natureActivite" from taxe where id = $1`,
      [taxe],
    );
    const simulate = async (id: number | undefined) => {
      const { status, body } = await superadmin.send<Simulation>('POST', '/v2/entite_taxes/simulation', {
        ...stored,
        id,
        nom: 'Proposée',
        applications: [YEAR, NEXT].map((annee) => ({
          ramification: placeOf(town, 'departement'),
          annee,
          tarif: 25_000,
        })),
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const known = await simulate(taxe);
    expect(known.annees.map(({ montant, lignes }) => [montant, lignes])).toEqual([
      [25_000, 1],
      [0, 0],
    ]);
    await generate(town, YEAR);
    expect((await simulate(taxe)).changements).toMatchObject([{ annee: YEAR, inchangees: 1, crees: 0 }]);
    const proposed = await simulate(undefined);
    expect(proposed.annees.map(({ montant, anterieures }) => [montant, anterieures])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  it('keeps one échéance in the life of a line, whatever is generated', async () => {
    const { town, taxe } = await scene();
    const { id } = await enrolAt(town, 'secteur', `${YEAR}-05-20`);
    for (const annee of [YEAR, NEXT, YEAR]) await generate(town, annee);
    expect(await ofTaxe(id, taxe)).toMatchObject([{ annee: YEAR, periode: 5, montant: 25_000, fois: true }]);
    await expect(
      pool.query(
        `insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le,
           ramification_id, unique_fois)
         select entite_id, contribuable_id, enrollement_id, taxe_id, annee, 6, montant, exigible_le, ramification_id, true
         from echeance where contribuable_id = $1 and taxe_id = $2`,
        [id, taxe],
      ),
    ).rejects.toThrow('echeance_unique_fois');
  });

  it('is suspended in the months that begin within a suspension', async () => {
    const { town, taxe } = await scene();
    await pool.query(
      `insert into suspension (entite_id, du, au, fin, partielles, payes, motif, reference, created_by_id)
       select $1, $2, $3, $3, 'entière', 'gardés', 'Incendie', 'D 12', min(id) from utilisateur`,
      [town.entite, `${YEAR}-05-01`, `${YEAR}-05-31`],
    );
    const [inside, outside] = [
      await enrolAt(town, 'secteur', `${YEAR}-05-20`),
      await enrolAt(town, 'secteur', `${YEAR}-06-20`),
    ];
    await generate(town, YEAR);
    expect((await ofTaxe(inside.id, taxe)).length).toBe(0);
    expect((await ofTaxe(outside.id, taxe)).map(({ montant }) => montant)).toEqual([25_000]);
  });
});

describe('a base that is taken away and enrolled again', () => {
  it('is asked whether it owes the tax again, where it was paid', async () => {
    const { town, taxe, base, enrol, edit } = await scene();
    const { id } = await enrol();
    await pay(town, id, 30_000, `${YEAR}-11-01`);
    expect((await edit(id, [])).status).toBe(200);
    const { status, body } = await edit(id, [base]);
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([409, 'conflit.percue', 'lignes.0.uneFois']);
    expect(body.errors?.[0]?.message).toContain(`« Autorisation » (${formatFrancs(25_000)})`);
    expect((await edit(id, [{ ...base, uneFois: false }])).status).toBe(200);
    expect((await ofTaxe(id, taxe)).map(({ montant }) => montant)).toEqual([25_000]);
    await generate(town, YEAR);
    expect((await ofTaxe(id, taxe)).map(({ montant }) => montant)).toEqual([25_000]);
    expect((await parts(id)).every(({ montant }) => montant > 0)).toBe(true);
  });

  it('owes it again if the person says so, by the call of one line too', async () => {
    const { town, taxe, base, enrol, edit } = await scene();
    const { id } = await enrol();
    await pay(town, id, 30_000, `${YEAR}-11-01`);
    await edit(id, []);
    const add = (more: object) =>
      superadmin.send<Problem>('POST', '/v2/enrollements', { contribuable: id, ...base, ...more });
    const refused = await add({});
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([409, 'uneFois']);
    expect((await add({ uneFois: 'oui' })).status).toBe(400);
    expect((await add({ uneFois: true })).status).toBe(201);
    expect((await ofTaxe(id, taxe)).map(({ montant, paye }) => [montant, paye])).toEqual([
      [25_000, 25_000],
      [25_000, 0],
    ]);
  });

  it('owes it without a question where it was never paid', async () => {
    const { taxe, base, enrol, edit } = await scene();
    const { id } = await enrol();
    await edit(id, []);
    expect((await edit(id, [base])).status).toBe(200);
    expect((await ofTaxe(id, taxe)).map(({ montant, paye }) => [montant, paye])).toEqual([[25_000, 0]]);
  });
});

describe('the rates and the frequency of such a tax', () => {
  it('have no first day within the year', async () => {
    const { town, taxe } = await scene();
    const { status, body } = await superadmin.send<Problem>('PATCH', `/v2/entite_taxes/${taxe}`, {
      applications: [
        { ramification: placeOf(town, 'departement'), annee: YEAR, tarif: 25_000 },
        { ramification: placeOf(town, 'departement'), annee: YEAR, tarif: 30_000, depuis: `${YEAR}-07-01` },
      ],
    });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'applications.1.depuis']);
  });

  it('do not become periodic while échéances rest on them', async () => {
    const town = await townWith(0, [['departement', YEAR, 25_000]]);
    await enrolAt(town, 'secteur', `${YEAR}-03-02`);
    await generate(town, YEAR);
    const { id } = await queryRow<{ id: number }>(pool, 'select frequence_id as id from taxe where id = $1', [
      town.taxes[0],
    ]);
    const { status, body } = await superadmin.send<Problem>('PATCH', `/v2/frequences/${id}`, {
      occurrences: 4,
    });
    expect(status).toBe(409);
    expect(body.message).toContain('reposent sur cette fréquence');
  });
});

it('divides nothing by its occurrences, in the database and in the contract', async () => {
  const [row] = await queryRows<Record<string, number | string>>(
    pool,
    `select periodes_facturees(0::smallint)::int as periodes, periode_du_mois(5, 0::smallint) as periode,
       debut_periode(2026::smallint, 5, 0::smallint)::text as debut, montant_du(700, 0::smallint, 2026::smallint, 5)::int as du,
       montant_au_bareme(700.5, 1::smallint, 0::smallint, 2026::smallint, 5)::int as compte`,
  );
  expect(row).toEqual({ periodes: 12, periode: 5, debut: '2026-05-01', du: 700, compte: 701 });
  const period = { occurrences: 0, annee: 2026, periode: 5 };
  expect(montantDePeriode({ ...FORFAIT, tarif: 700 }, null, period)).toBe(700);
});

it('is shown on every screen and paper of its taxpayer', async () => {
  const { town, taxe, enrol } = await scene();
  const { id } = await enrol();
  await pay(town, id, 26_000, `${YEAR}-11-01`);
  const [transaction] = await query<{ id: number }>('select id from transaction where contribuable_id = $1', [
    id,
  ]);
  expect((await dues(id, YEAR)).length).toBe(2);
  for (const path of [
    `/v2/contribuables/${id}`,
    `/v2/contribuables/${id}/apercu`,
    `/v2/contribuables/${id}/echeances?annee=${YEAR}`,
    `/v2/contribuables/${id}/individuel?annee=${YEAR}`,
    `/v2/transactions/${transaction?.id}`,
    `/v2/entite_taxes/${taxe}`,
    `/v2/echeances/sans-tarif?entite=${town.entite}&annee=${YEAR}`,
  ]) {
    const { status, body } = await superadmin.get<object>(path);
    expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  }
});
