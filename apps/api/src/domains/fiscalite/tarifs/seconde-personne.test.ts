/* Years and rates that wait for a second person. */
import type { Approbation, NatureApprobation, Problem, Suppression } from '@octroi/contract';
import { beforeEach, expect, it } from 'vitest';
import { testApp, YEAR } from '#src/testing/app.ts';

const { query, signIn } = await testApp();
const superadmin = await signIn('superadmin');
const nta = await signIn('admin.nta');
const niamey = await signIn('niamey');
const cloture = (annee: number): string => `/v2/exercices/1/${annee}/cloture`;

interface Waiting {
  approbation: { id: number };
}
const approve = (by: typeof niamey, id: number) =>
  by.send<Approbation>('POST', `/v2/approbations/${id}/approuver`);
const readRequests = (nature: NatureApprobation, entite = 1) =>
  query('insert into seuil_approbation (entite_id, nature, seuil) values ($1, $2, 1000000)', [
    entite,
    nature,
  ]);
const closed = async (): Promise<number[]> =>
  (await query<{ annee: number }>('select annee from annee_close where entite_id = 1')).map(
    ({ annee }) => annee,
  );

const DEPARTEMENT = 1;
let made = 0;
const rate = (tarif: number, annee = YEAR) => ({ ramification: DEPARTEMENT, annee, tarif });
async function newTaxe(applications: object[]) {
  const nom = `Essai ${++made}`;
  const one = async (text: string) => (await query<{ id: number }>(text))[0]?.id;
  const { body } = await superadmin.send<{ id: number }>('POST', '/v2/type_equipements', {
    nom,
    entite: 1,
    enabled: true,
  });
  return {
    nom,
    entite: 1,
    categorie: await one('select min(id) as id from categorie_taxe where entite_id = 1'),
    frequence: 1,
    enabled: true,
    typeEquipement: body.id,
    applications,
  };
}
const create = async <Body = { id: number } & Waiting>(applications: object[]) =>
  niamey.send<Body>('POST', '/v2/entite_taxes', await newTaxe(applications));
const tarifOf = async (taxe: number): Promise<number | undefined> =>
  (await query<{ tarif: number }>('select tarif::int from application where taxe_id = $1', [taxe]))[0]?.tarif;

beforeEach(() =>
  query('truncate exoneration, approbation, commande_dispensee, seuil_approbation, annee_close'),
);

it('a year is closed, and opened again, once somebody else approved', async () => {
  await readRequests('clôture');
  await readRequests('réouverture');
  const close = await niamey.send<Waiting>('PUT', cloture(YEAR - 1));
  expect([close.status, await closed()]).toEqual([202, []]);
  expect((await approve(nta, close.body.approbation.id)).body).toMatchObject({
    statut: 'approuvée',
    avant: { statut: 'Ouvert' },
    apres: { statut: 'Clos' },
  });
  expect(await closed()).toEqual([YEAR - 1]);
  const [row] = await query<{ username: string }>(
    'select u.username from annee_close a join utilisateur u on u.id = a.closed_by_id',
  );
  expect(row?.username).toBe('niamey');
  // closing again what is closed changes nothing, and asks nobody
  expect((await niamey.send('PUT', cloture(YEAR - 1))).status).toBe(204);
  const open = await superadmin.send<Waiting>('DELETE', cloture(YEAR - 1));
  expect([open.status, await closed()]).toEqual([202, [YEAR - 1]]);
  await approve(niamey, open.body.approbation.id);
  expect(await closed()).toEqual([]);
  // what is refused is refused at once
  expect((await niamey.send('PUT', cloture(YEAR))).status).toBe(409);
});

it('a year that somebody closed meanwhile is not closed again', async () => {
  await readRequests('clôture');
  const first = (await niamey.send<Waiting>('PUT', cloture(YEAR - 1))).body.approbation.id;
  const second = (await superadmin.send<Waiting>('PUT', cloture(YEAR - 1))).body.approbation.id;
  await approve(nta, first);
  expect((await approve(nta, second)).body).toMatchObject({ statut: 'échouée' });
});

it('a rate of the running year waits, with what it was and what it becomes', async () => {
  const { id } = (await create([rate(100)])).body;
  await readRequests('tarif');
  const change = await niamey.send<Waiting>('PATCH', `/v2/entite_taxes/${id}`, { applications: [rate(150)] });
  expect([change.status, await tarifOf(id)]).toEqual([202, 100]);
  const done = (await approve(nta, change.body.approbation.id)).body;
  expect(done).toMatchObject({ statut: 'approuvée', montant: null });
  expect(done.avant).toEqual({
    tarifs: [expect.stringMatching(new RegExp(`^Essai 1, .*, ${YEAR} : 100 F`))],
  });
  expect(done.apres).toEqual({ tarifs: [expect.stringContaining(': 150 F')] });
  expect(await tarifOf(id)).toBe(150);
});

it('a rate that somebody changed meanwhile is not what was approved', async () => {
  const { id } = (await create([rate(100)])).body;
  await readRequests('tarif');
  const patch = (by: typeof niamey, tarif: number) =>
    by.send<Waiting>('PATCH', `/v2/entite_taxes/${id}`, { applications: [rate(tarif)] });
  const first = (await patch(niamey, 150)).body.approbation.id;
  const second = (await patch(superadmin, 200)).body.approbation.id;
  await approve(nta, first);
  const late = (await approve(nta, second)).body;
  expect([late.statut, late.reponse]).toEqual([
    'échouée',
    expect.stringMatching(/^Tarifs : « .* : 100 F .* » à la demande, « .* : 150 F .* » aujourd’hui\./),
  ]);
  expect(await tarifOf(id)).toBe(150);
});

it('a new tax waits whole, and is made as it was asked for', async () => {
  await readRequests('tarif');
  const { status, body } = await create([rate(100)]);
  expect(status).toBe(202);
  expect(
    await query("select from taxe where nom like 'Essai%' and enabled and nom = $1", [`Essai ${made}`]),
  ).toEqual([]);
  expect((await approve(nta, body.approbation.id)).body.statut).toBe('approuvée');
  expect(await query('select from taxe where nom = $1', [`Essai ${made}`])).toHaveLength(1);
});

it('what charges nobody this year asks nobody: next year’s rate, a name, another collectivité', async () => {
  const { id } = (await create([rate(100)])).body;
  await readRequests('tarif', 2);
  expect((await niamey.send('PATCH', `/v2/entite_taxes/${id}`, { applications: [rate(110)] })).status).toBe(
    200,
  );
  await readRequests('tarif');
  const both = { applications: [rate(110), rate(300, YEAR + 1)] };
  expect((await niamey.send('PATCH', `/v2/entite_taxes/${id}`, both)).status).toBe(200);
  expect((await niamey.send('PATCH', `/v2/entite_taxes/${id}`, { appartenance: 'Autre' })).status).toBe(200);
  expect((await create([rate(100, YEAR + 1)])).status).toBe(201);
});

it('of taxes removed together each waits by itself, and what is linked is refused as ever', async () => {
  const ids = [(await create([rate(100)])).body.id, (await create([rate(100)])).body.id];
  await readRequests('tarif');
  const { status, body } = await niamey.send<Suppression>('POST', '/v2/entite_taxes/suppression', { ids });
  expect([status, body.supprimes]).toEqual([200, 0]);
  expect(body.refuses.map(({ message }) => message)).toEqual([
    expect.stringContaining('Demande d’approbation nº'),
    expect.stringContaining('Demande d’approbation nº'),
  ]);
  const waiting = await query<{ id: number }>('select id from approbation order by id');
  for (const { id } of waiting) await approve(nta, id);
  expect(await query('select from taxe where id = any($1)', [ids])).toEqual([]);
  const [billed] = await query<{ id: number }>('select min(taxe_id) as id from echeance where entite_id = 1');
  const linked = await niamey.send<Problem>('DELETE', `/v2/entite_taxes/${billed?.id}`);
  expect([linked.status, linked.body.code]).toEqual([409, 'conflit.lie']);
});
