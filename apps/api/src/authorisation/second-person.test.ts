import { API, type Endpoint, NATURES } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Reply, testApp, YEAR } from '#src/testing/app.ts';
import { type RouteRequest, idFrom, newName, type Route } from './testing/expectation.ts';
import { gather } from './testing/people.ts';
import { DEPARTEMENT } from './testing/resources.ts';
import { TABLE } from './testing/table.ts';

const world = await gather(await testApp({ thresholds: { ouverts: 1000, acte: 5 } }));

/** Endpoints that may wait, by `METHOD /path`. */
const WAITING = Object.entries<Endpoint>(API)
  .filter(([, { approval }]) => approval)
  .map(([address]) => address.replace(' ', ' /v2'));

const setThresholds = (on: boolean) => world.query('update seuil_approbation set enabled = $1', [on]);

/**
 * Data that only two persons may change: returned or waived money, closed years, this year's charges (thousands of
 * rates: their number and a hash).
 */
const facts = async (): Promise<unknown> =>
  (
    await world.query(
      `select (select jsonb_build_array(count(*), sum(montant)) from transaction where entite_id = 1 and montant < 0) as rendu,
         (select jsonb_build_array(count(*), sum(montant)) from ecart where entite_id = 1 and reglement = 'perte') as perdu,
         (select jsonb_agg(annee order by annee) from annee_close where entite_id = 1) as closes,
         (select jsonb_build_array(count(*), sum(hash_record_extended(
            row(t.id, a.id, a.annee, a.tarif, a.exclue, p.id, p.tarif, t.frequence_id), 0)))
          from application a join taxe t on t.id = a.taxe_id and t.enabled
          left join application_precision ap on ap.application_id = a.id left join precision_taxe p on p.id = ap.precision_id
          where a.entite_id = 1 and a.annee <= $1) as tarifs`,
      [YEAR],
    )
  )[0];

const paid = (): Promise<number> =>
  idFrom(
    world,
    `select min(t.id) as id from transaction t where entite_id = 1 and statut = 'Confirmé' and montant > 0
       and not exists (select from transaction x where x.extourne_de_id = t.id)`,
  );
const payer = (): Promise<number> =>
  idFrom(
    world,
    `select contribuable_id as id from imputation where entite_id = 1 group by 1 having sum(montant) > 500 limit 1`,
  );
async function taxe(
  precisione: object[] = [],
): Promise<{ id: number; application: number; precision: number }> {
  const body = {
    nom: newName(),
    entite: 1,
    categorie: await idFrom(world, 'select min(id) as id from categorie_taxe where entite_id = 1'),
    frequence: 1,
    typeEquipement: await world.make('type_equipements', { nom: newName(), entite: 1, enabled: true }),
    applications: [
      {
        ramification: DEPARTEMENT,
        annee: YEAR,
        ...(precisione.length > 0 ? { precisione } : { tarif: 100 }),
      },
    ],
  };
  const id = await world.make('entite_taxes', body);
  await world.query('update taxe set enabled = true where id = $1', [id]);
  const application = await idFrom(world, 'select id from application where taxe_id = $1', [id]);
  const [existingTax] = await world.query<{ id: number }>(
    'select precision_id as id from application_precision where application_id = $1',
    [application],
  );
  return { id, application, precision: existingTax?.id ?? 0 };
}

/** Requests that the matrix sends otherwise: each moves money on one person's word. */
const DOORS: [route: string, ask: () => Promise<RouteRequest>][] = [
  [
    'POST /v2/contribuables/transactions',
    async () => ({ body: { contribuable: await payer(), montant: -10, moyenPaiement: 9, motif: 'Essai' } }),
  ],
  ['DELETE /v2/transactions/{id}', async () => ({ id: await paid(), search: 'motif=Essai' })],
  ['POST /v2/transactions/suppression', async () => ({ body: { ids: [await paid()], motif: 'Essai' } })],
  ['PUT /v2/exercices/{entite}/{annee}/cloture', async () => ({ params: { entite: 1, annee: YEAR - 3 } })],
  [
    'DELETE /v2/exercices/{entite}/{annee}/cloture',
    async () => {
      await world.query('insert into annee_close (entite_id, annee) values (1, $1) on conflict do nothing', [
        YEAR - 2,
      ]);
      return { params: { entite: 1, annee: YEAR - 2 } };
    },
  ],
  [
    'POST /v2/entite_taxes',
    async () => ({
      body: {
        nom: newName(),
        entite: 1,
        categorie: await idFrom(world, 'select min(id) as id from categorie_taxe where entite_id = 1'),
        frequence: 1,
        enabled: true,
        typeEquipement: await world.make('type_equipements', { nom: newName(), entite: 1, enabled: true }),
        applications: [{ ramification: DEPARTEMENT, annee: YEAR, tarif: 100 }],
      },
    }),
  ],
  [
    'PATCH /v2/entite_taxes/{id}',
    async () => ({
      id: (await taxe()).id,
      body: { applications: [{ ramification: DEPARTEMENT, annee: YEAR, tarif: 101 }] },
    }),
  ],
  ['PATCH /v2/entite_taxes/{id}', async () => ({ id: (await taxe()).id, body: { enabled: false } })],
  ['PATCH /v2/entite_taxes/{id}', async () => ({ id: (await taxe()).id, body: { frequence: 2 } })],
  ['DELETE /v2/entite_taxes/{id}', async () => ({ id: (await taxe()).id })],
  ['PATCH /v2/applications/{id}', async () => ({ id: (await taxe()).application, body: { tarif: 102 } })],
  [
    'DELETE /v2/applications/{id}',
    async () => {
      const { id, application } = await taxe();
      // a tax keeps one rate at least
      await world.query(
        'insert into application (entite_id, taxe_id, ramification_id, annee, tarif) select 1, $1, $2, $3, 5',
        [
          id,
          await idFrom(world, 'select min(id) as id from ramification where entite_id = 1 and id <> $1', [
            DEPARTEMENT,
          ]),
          YEAR,
        ],
      );
      return { id: application };
    },
  ],
  [
    'PATCH /v2/precisions/{id}',
    async () => ({
      id: (await taxe([{ libelle: newName(), tarif: 50 }])).precision,
      body: { tarif: 60 },
    }),
  ],
];

async function call(
  name: string,
  { id, params, search, body, headers, as }: RouteRequest,
): Promise<Reply<unknown>> {
  const [method, path = ''] = name.split(' ');
  const url =
    path.replaceAll(/\{(\w+)\}/g, (_, part: string) => String(params?.[part] ?? id)) +
    (search ? `?${search}` : '');
  const caller = as ?? world.by('superadmin');
  return method === 'GET' ? caller.get(url) : caller.send(method as 'POST', url, body, headers);
}

const waits = ({ status, body }: Reply<unknown>): boolean =>
  status === 202 && typeof body === 'object' && body !== null && 'approbation' in body;

/** Acts of somebody outside, only recorded here with a document: nobody decides them. */
const STATED: ReadonlySet<string> = new Set(['POST /v2/transactions/{id}/rejet']);

const seen = new Set<string>();

describe('with approval required for every kind of request', () => {
  beforeAll(async () => {
    for (const nature of NATURES)
      await world.query('insert into seuil_approbation (entite_id, nature) values (1, $1)', [nature]);
  });

  it.each(DOORS)('%s waits for approval, and changes no data', async (name, ask) => {
    await setThresholds(false);
    const request = await ask();
    await setThresholds(true);
    const before = await facts();
    await world.query('update session set confirmed_at = now()');
    const reply = await call(name, request);
    expect([name, reply.status, reply.body]).toMatchObject([
      name,
      202,
      { approbation: { statut: 'attente' } },
    ]);
    expect(await facts()).toEqual(before);
    seen.add(name);
  });

  // of all the routes there are, as the authorisation matrix asks them
  it.each(Object.keys(TABLE).filter((name) => !name.includes('approbation') && !STATED.has(name)))(
    '%s',
    async (name) => {
      await setThresholds(false);
      const request = await (TABLE[name] as Route).ask(world, 'superadmin');
      await setThresholds(true);
      await world.query('update session set confirmed_at = now()');
      const before = await facts();
      const reply = await call(name, request);
      expect(await facts()).toEqual(before);
      if (waits(reply)) seen.add(name);
    },
  );

  it('exactly the calls that may wait declare it in the contract', () => {
    expect([...seen].toSorted()).toEqual(WAITING.toSorted());
  });
});
