/** What is billed never outlives the rate that it rests on, whichever call takes the rate away. */
import type { GenerationReport, Problem, Simulation } from '@octroi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { billing, placeOf } from '#src/testing/billing.ts';
import { queryRows, queryRow, type Town } from '#src/testing/books.ts';
import { pay } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';
import type { Taxe } from '#src/testing/taxes.ts';
import { verify } from '#src/verification/verify.ts';

const { signIn, url } = await testApp();
const { pool } = openPool(url, () => undefined, 2);
let superadmin: Caller;
const desk = billing(pool, () => superadmin);
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  expect((await verify(url, () => undefined)).filter(({ check }) => /imput|échéance/.test(check))).toEqual(
    [],
  );
  await pool.end();
});

const RATES = { Petit: 5000, Grand: 10_000 };
const LAST = YEAR - 1;

async function enrolGrand(town: Town, day: string): Promise<{ id: number; ligne: number }> {
  const enrolled = await desk.enrolAt(town, 'secteur', day);
  await pool.query("update enrollement set variation = 'Grand' where id = $1", [enrolled.ligne]);
  return enrolled;
}

/** Six taxpayers, each a case, of a tax of two years and two départements: the year before is closed. */
async function billed() {
  const town = await desk.townWith(1, [
    ['departement', LAST, RATES],
    ['departement', YEAR, RATES],
    ['autre', LAST, RATES],
    ['autre', YEAR, RATES],
  ]);
  const now = `${YEAR}-01-05`;
  const ancien = await enrolGrand(town, `${LAST}-03-02`);
  await desk.generate(town, LAST);
  await pool.query('insert into annee_close (entite_id, annee) values ($1, $2)', [town.entite, LAST]);
  const people = {
    impaye: await enrolGrand(town, now),
    entame: await enrolGrand(town, now),
    paye: await enrolGrand(town, now),
    avance: await enrolGrand(town, now),
    importe: await enrolGrand(town, now),
    ancien,
  };
  await pool.query(
    `insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id, origine)
     select entite_id, id, $2, $3, $4::int, 1, 7000, make_date($4::int, 1, 1), ramification_id, 'reprise' from contribuable where id = $1`,
    [people.importe.id, people.importe.ligne, town.taxes[0], YEAR],
  );
  expect((await pay(superadmin, people.avance.id, 10_000)).status).toBe(201);
  await desk.generate(town, YEAR);
  expect((await pay(superadmin, people.entame.id, 4000)).status).toBe(201);
  expect((await pay(superadmin, people.paye.id, 10_000)).status).toBe(201);
  const { body: taxe } = await superadmin.get<Taxe>(`/v2/entite_taxes/${town.taxes[0]}`);
  return { town, people, taxe };
}
type Billed = Awaited<ReturnType<typeof billed>>;
type People = Billed['people'];

/** Of each person the year's due and what is paid on it, whether it is closed, and what is in advance. */
async function stateOf(people: People): Promise<Record<string, [number, number, boolean, number]>> {
  const rows = Object.entries(people).map(async ([name, { id }]) => {
    const due = await queryRow<{ montant: number; paye: number; close: boolean; avance: number }>(
      pool,
      `select montant::int, paye::int, closed_at is not null as close, (
         select coalesce(sum(montant), 0)::int from imputation where contribuable_id = $1 and echeance_id is null) as avance
       from echeance where contribuable_id = $1 and annee = $2`,
      [id, YEAR],
    );
    return [name, [due.montant, due.paye, due.close, due.avance]] as const;
  });
  return Object.fromEntries(await Promise.all(rows)) as Record<string, [number, number, boolean, number]>;
}

const BEFORE = {
  impaye: [10_000, 0, false, 0],
  entame: [10_000, 4000, false, 0],
  paye: [10_000, 10_000, false, 0],
  avance: [10_000, 10_000, false, 0],
  importe: [7000, 0, false, 0],
  ancien: [10_000, 0, false, 0],
};
const AFTER = {
  impaye: [0, 0, true, 0],
  entame: [4000, 4000, true, 0],
  paye: [10_000, 10_000, true, 0],
  avance: [0, 0, true, 10_000],
  importe: [7000, 0, false, 0],
  ancien: [0, 0, true, 0],
};
const closedYear = (people: People) =>
  queryRows(
    pool,
    'select montant::int, closed_at is null as ouverte from echeance where contribuable_id = $1 and annee = $2',
    [people.ancien.id, LAST],
  );

const idOf = ({ taxe, town }: Billed, place: 'departement' | 'autre', annee: number): number =>
  taxe.applications.find((one) => one.ramification.id === placeOf(town, place) && one.annee === String(annee))
    ?.id as number;
const kept = (world: Billed): number[] => [
  idOf(world, 'departement', LAST),
  idOf(world, 'autre', LAST),
  idOf(world, 'autre', YEAR),
];
const precisione = (...libelles: (keyof typeof RATES)[]) =>
  libelles.map((libelle) => ({ libelle, tarif: RATES[libelle] }));
const ofDepartement = ({ town }: Billed, ...libelles: (keyof typeof RATES)[]) => ({
  ramification: placeOf(town, 'departement'),
  annee: YEAR,
  precisione: precisione(...libelles),
});
const allPrecisions = (world: Billed) => [...kept(world), ofDepartement(world, 'Petit', 'Grand')];

interface Way {
  /** The call that takes the rate away, and the one that gives it again. */
  take: (world: Billed) => [path: string, body: object];
  give: (world: Billed) => [path: string, body: object];
}
const taxe = ({ taxe: { id } }: Billed, body: object): [string, object] => [`entite_taxes/${id}`, body];
const application = (world: Billed, body: object): [string, object] => [
  `applications/${idOf(world, 'departement', YEAR)}`,
  body,
];
const WAYS: Record<string, Way> = {
  'the tax is disabled': {
    take: (world) => taxe(world, { enabled: false }),
    give: (world) => taxe(world, { enabled: true }),
  },
  'a sub-entity is left out': {
    take: (world) =>
      taxe(world, {
        applications: [
          ...allPrecisions(world),
          { ramification: placeOf(world.town, 'quartier'), annee: YEAR, exclue: true },
        ],
      }),
    give: (world) => taxe(world, { applications: allPrecisions(world) }),
  },
  'a year goes': {
    take: (world) => taxe(world, { applications: [kept(world)[0], kept(world)[1]] }),
    give: (world) =>
      taxe(world, {
        applications: [
          kept(world)[0],
          kept(world)[1],
          ofDepartement(world, 'Petit', 'Grand'),
          { ...ofDepartement(world, 'Petit', 'Grand'), ramification: placeOf(world.town, 'autre') },
        ],
      }),
  },
  'a précision goes': {
    take: (world) => taxe(world, { applications: [...kept(world), ofDepartement(world, 'Petit')] }),
    give: (world) => taxe(world, { applications: allPrecisions(world) }),
  },
  'an application is made an exclusion by its own call': {
    take: (world) => application(world, { exclue: true }),
    give: (world) => application(world, { precisione: precisione('Petit', 'Grand') }),
  },
  'an application loses a précision by its own call': {
    take: (world) => application(world, { precisione: precisione('Petit') }),
    give: (world) => application(world, { precisione: precisione('Petit', 'Grand') }),
  },
};

describe('what is billed', () => {
  it.each(Object.entries(WAYS))(
    'is settled when %s, and due again when the rate is back',
    async (_name, way) => {
      const world = await billed();
      const { town, people } = world;
      expect(await stateOf(people)).toEqual(BEFORE);
      const [path, body] = way.take(world);
      const refused = await superadmin.send<Problem>('PATCH', `/v2/${path}?baisse=refuser`, body);
      expect([refused.status, refused.body.code]).toEqual([409, 'conflit.baisse']);
      // 5 × 10 000 before; 4 000 and 10 000 were paid, and stay
      expect(refused.body.message.replaceAll(/\s/g, ' ')).toMatch(
        /passerait de 50 000 F CFA à 14 000 F CFA\. 5 échéance\(s\) ne seraient plus dues, dont 2 déjà payées, qui gardent 14 000 F CFA\./,
      );
      expect(await stateOf(people)).toEqual(BEFORE);

      const reply = await superadmin.send('PATCH', `/v2/${path}`, body);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      expect(await stateOf(people)).toEqual(AFTER);
      const idle: Partial<GenerationReport> = { creees: 0, retarifees: 0, fermees: 0 };
      expect(await desk.generate(town, YEAR)).toMatchObject(idle);
      expect(await stateOf(people)).toEqual(AFTER);

      const [again, whole] = way.give(world);
      const refusal = await superadmin.send('PATCH', `/v2/${again}?baisse=refuser`, whole);
      expect(refusal.status, JSON.stringify(refusal.body)).toBe(200);
      expect(await stateOf(people)).toEqual(BEFORE);
      expect(await desk.generate(town, YEAR)).toMatchObject(idle);
      expect(await closedYear(people)).toEqual([{ montant: 10_000, ouverte: true }]);
    },
  );

  it.each<[string, (world: Billed) => Promise<string> | string, number]>([
    ['the tax', ({ taxe: { id } }) => `entite_taxes/${id}`, 409],
    [
      'an application that others of its year stand beside',
      (world) => `applications/${idOf(world, 'departement', YEAR)}`,
      400,
    ],
    [
      'a précision that applications hold',
      async ({ taxe: { id } }) =>
        `precisions/${
          (
            await queryRow<{ id: number }>(
              pool,
              'select min(ap.precision_id) as id from application_precision ap join application a on a.id = ap.application_id where a.taxe_id = $1',
              [id],
            )
          ).id
        }`,
      409,
    ],
  ])('keeps its rate from being removed: %s', async (_name, path, status) => {
    const world = await billed();
    const reply = await superadmin.send<Problem>('DELETE', `/v2/${await path(world)}`);
    expect(reply.status).toBe(status);
    expect(reply.body.message).not.toBe('');
    expect(await stateOf(world.people)).toEqual(BEFORE);
  });

  it('follows the rate above once an application of its own is removed', async () => {
    const world = await billed();
    const { town, people } = world;
    const own = {
      ramification: placeOf(town, 'quartier'),
      annee: YEAR,
      precisione: [{ libelle: 'Grand', tarif: 12_000 }],
    };
    const added = await superadmin.send<Taxe>('PATCH', `/v2/entite_taxes/${world.taxe.id}`, {
      applications: [...allPrecisions(world), own],
    });
    expect(added.status).toBe(200);
    expect((await stateOf(people))['impaye']).toEqual([12_000, 0, false, 0]);
    const { id } = added.body.applications.find((one) => one.ramification.id === own.ramification)!;
    const refusal = await superadmin.send<Problem>('DELETE', `/v2/applications/${id}?baisse=refuser`);
    expect([refusal.status, refusal.body.code]).toEqual([409, 'conflit.baisse']);
    expect((await superadmin.send('DELETE', `/v2/applications/${id}`)).status).toBe(204);
    expect(await stateOf(people)).toEqual(BEFORE);
  });

  it('rests neither on the type, nor on the activity, nor on a category: disabled, they take no rate away', async () => {
    const { town, people } = await billed();
    const [ids] = await queryRows<{ categorie: number; activites: number }>(
      pool,
      `select t.categorie_id as categorie, n.categorie_id as activites from taxe t join nature_activite n on n.id = t.nature_activite_id
       where t.id = $1`,
      [town.taxes[0]],
    );
    for (const path of [
      `nature_activites/${town.nature}`,
      `categorietaxes/${ids?.categorie}`,
      `categorie_activites/${ids?.activites}`,
    ])
      expect((await superadmin.send('PATCH', `/v2/${path}`, { enabled: false })).status, path).toBe(200);
    expect(await desk.generate(town, YEAR)).toMatchObject({ creees: 0, retarifees: 0, fermees: 0 });
    expect(await stateOf(people)).toEqual(BEFORE);
  });

  it('is settled once, after a second person has approved, who reads what becomes of it', async () => {
    const { town, people, taxe: record } = await billed();
    await pool.query(
      "insert into seuil_approbation (entite_id, nature, seuil) values ($1, 'tarif', 1000000)",
      [town.entite],
    );
    // a town waits for a second person where there is one
    await pool.query(
      "insert into utilisateur_entite (utilisateur_id, entite_id) select id, $1 from utilisateur where username in ('niamey', 'maradi')",
      [town.entite],
    );
    const { status, body } = await superadmin.send<{ approbation: { id: number } }>(
      'PATCH',
      `/v2/entite_taxes/${record.id}`,
      { enabled: false },
    );
    expect([status, await stateOf(people)]).toEqual([202, BEFORE]);
    expect(
      await queryRows(pool, 'select from travail where parametres @> $1', [
        { taxe: record.id, reglement: true },
      ]),
    ).toEqual([]);
    const other = await signIn('niamey');
    const done = await other.send<{ statut: string; objet: string }>(
      'POST',
      `/v2/approbations/${body.approbation.id}/approuver`,
    );
    expect(done.body).toMatchObject({
      statut: 'approuvée',
      objet: expect.stringContaining('ne seraient plus dues'),
    });
    expect(await stateOf(people)).toEqual(AFTER);
  });
});

it('may be said of a place without a rate that it is left out, of a closed year too: nothing changes', async () => {
  const world = await billed();
  await pool.query('delete from application where taxe_id = $1 and ramification_id = $2', [
    world.taxe.id,
    placeOf(world.town, 'autre'),
  ]);
  const out = (annee: number) => ({ ramification: placeOf(world.town, 'autre'), annee, exclue: true });
  const { status, body } = await superadmin.send('PATCH', `/v2/entite_taxes/${world.taxe.id}`, {
    applications: [idOf(world, 'departement', LAST), idOf(world, 'departement', YEAR), out(LAST), out(YEAR)],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await stateOf(world.people)).toEqual(BEFORE);
  const inside = await superadmin.send('PATCH', `/v2/entite_taxes/${world.taxe.id}`, {
    applications: [
      idOf(world, 'departement', LAST),
      idOf(world, 'departement', YEAR),
      { ...out(LAST), ramification: placeOf(world.town, 'zone') },
    ],
  });
  expect(inside.status).toBe(409);
});

describe('a précision that is renamed', () => {
  const named = async (people: People): Promise<unknown[]> =>
    queryRows(
      pool,
      `select distinct l.variation, x.precision from enrollement l join echeance x on x.enrollement_id = l.id
       where l.contribuable_id = any($1) and x.annee = $2 and x.origine = 'calculée'`,
      [Object.values(people).map(({ id }) => id), YEAR],
    );
  const idsOf = ({ taxe: record }: Billed) =>
    record.applications.map((one) => ({
      ramification: one.ramification.id,
      annee: Number(one.annee),
      precisione: one.precisione.map(({ id, libelle, tarif }) => ({ id, libelle, tarif })),
    }));

  it('keeps its lines and what is billed for them, in every open year and place', async () => {
    const world = await billed();
    const { town, people, taxe: record } = world;
    const next = {
      ramification: placeOf(town, 'departement'),
      annee: YEAR + 1,
      precisione: precisione('Petit', 'Grand'),
    };
    const elsewhere = { ...next, ramification: placeOf(town, 'autre') };
    const { body: longer } = await superadmin.send<Taxe>('PATCH', `/v2/entite_taxes/${record.id}`, {
      applications: [...allPrecisions(world), next, elsewhere],
    });
    const applications = idsOf({ ...world, taxe: longer }).map((one) => ({
      ...one,
      precisione: one.precisione.map((each) =>
        each.libelle === 'Grand' && one.annee === YEAR && one.ramification === placeOf(town, 'departement')
          ? { ...each, libelle: 'Grand étal' }
          : each,
      ),
    }));
    const { body: simulated } = await superadmin.send<Simulation>('POST', '/v2/entite_taxes/simulation', {
      id: record.id,
      nom: record.nom,
      entite: town.entite,
      categorie: record.categorie.id,
      frequence: record.frequence.id,
      natureActivite: town.nature,
      applications,
    });
    expect(simulated.renommages).toEqual([{ avant: 'Grand', apres: 'Grand étal', lignes: 6 }]);
    const renamed = await superadmin.send<Taxe>('PATCH', `/v2/entite_taxes/${record.id}?baisse=refuser`, {
      applications,
    });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    const labels = (annee: number) =>
      renamed.body.applications
        .filter((one) => one.annee === String(annee))
        .map((one) => one.precisione.map(({ libelle }) => libelle));
    expect(labels(YEAR)).toEqual([
      ['Petit', 'Grand étal'],
      ['Petit', 'Grand étal'],
    ]);
    expect(labels(YEAR + 1)).toEqual(labels(YEAR));
    // the closed year keeps its words
    expect(labels(LAST)[0]).toEqual(['Petit', 'Grand']);
    expect(await stateOf(people)).toEqual(BEFORE);
    expect(await named(people)).toEqual([{ variation: 'Grand étal', precision: 'Grand étal' }]);
    expect(await desk.generate(town, YEAR)).toMatchObject({ creees: 0, retarifees: 0, fermees: 0 });
  });

  it('keeps them too when it is renamed by its own call', async () => {
    const world = await billed();
    const [grand] = await queryRows<{ id: number }>(
      pool,
      `select p.id from application a join application_precision ap on ap.application_id = a.id
       join precision_taxe p on p.id = ap.precision_id where a.id = $1 and p.libelle = 'Grand'`,
      [idOf(world, 'departement', YEAR)],
    );
    const double = await superadmin.send<Problem>('PATCH', `/v2/precisions/${grand?.id}`, {
      libelle: 'petit',
    });
    expect(double.status).toBe(400);
    const { status, body } = await superadmin.send('PATCH', `/v2/precisions/${grand?.id}?baisse=refuser`, {
      libelle: 'Étal',
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await stateOf(world.people)).toEqual(BEFORE);
    expect(await named(world.people)).toEqual([{ variation: 'Étal', precision: 'Étal' }]);
    expect(await desk.generate(world.town, YEAR)).toMatchObject({ creees: 0, retarifees: 0, fermees: 0 });
  });

  it('may change its price as well, and may take the name of one that goes', async () => {
    const world = await billed();
    const applications = idsOf(world).map((one) =>
      one.annee === YEAR
        ? {
            ...one,
            precisione: one.precisione
              .filter(({ libelle }) => libelle === 'Grand')
              .map((each) => ({ ...each, libelle: 'Petit', tarif: 12_000 })),
          }
        : one,
    );
    const { status, body } = await superadmin.send('PATCH', `/v2/entite_taxes/${world.taxe.id}`, {
      applications,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await stateOf(world.people))['impaye']).toEqual([12_000, 0, false, 0]);
  });

  it('has one new name, and is of the tax and year that it is named in', async () => {
    const world = await billed();
    const [first, ...others] = idsOf(world).filter(({ annee }) => annee === YEAR);
    const send = (precisions: object[]) =>
      superadmin.send<Problem>('PATCH', `/v2/entite_taxes/${world.taxe.id}`, {
        applications: [kept(world)[0], kept(world)[1], ...precisions],
      });
    const as = (one: typeof first, libelle: string) => ({
      ...one,
      precisione: one?.precisione.map((each) => (each.libelle === 'Grand' ? { ...each, libelle } : each)),
    });
    const two = await send([as(first, 'Étal'), as(others[0], 'Halle')]);
    expect([two.status, two.body.message]).toEqual([400, expect.stringContaining('deux nouveaux libellés')]);
    const foreign = await send([{ ...first, annee: YEAR + 1 }, ...others]);
    expect([foreign.status, foreign.body.message]).toEqual([
      400,
      expect.stringContaining("n'est pas de cette taxe"),
    ]);
    expect(await stateOf(world.people)).toEqual(BEFORE);
  });
});
