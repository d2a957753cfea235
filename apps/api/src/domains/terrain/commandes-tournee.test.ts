import { addDays, type Donnees, type TourneeRow, type VisiteRow } from '@octroi/contract';
import { expect, it } from 'vitest';
import { testApp, TODAY } from '#src/testing/app.ts';
import { enrol } from '#src/testing/books.ts';
import { enrolDevice } from '#src/testing/terrain.ts';
import { tillsOf } from '#src/testing/tills.ts';

const octroi = await testApp();
const { newTills } = await tillsOf(octroi);
const on = {
  query: async (text: string, values: unknown[]) => ({ rows: await octroi.query(text, values) }),
} as never;

async function started() {
  const tills = await newTills();
  const { regisseur, town } = tills;
  const payer = Number(tills.payer);
  const other = Number((await enrol(on, town, { node: town.nodes[4] })).id);
  const tours = async (): Promise<TourneeRow[]> =>
    (await regisseur.caller.get<{ data: TourneeRow[] }>(`/v2/tournees?entite=${town.entite}`)).body.data;
  const visits = async (id: number): Promise<VisiteRow[]> =>
    (await regisseur.caller.get<{ data: VisiteRow[] }>(`/v2/visites?tournee=${id}`)).body.data;
  return { tills, payer, other, tours, visits, phone: await enrolDevice(octroi, tills) };
}

it('proposed visits join the tour of the day with their reasons; the office sees proposed against done', async () => {
  const { payer, other, tours, visits, phone } = await started();
  phone.note('tournee', {
    visites: [
      { contribuable: { id: other }, raison: 'Jamais visité' },
      { contribuable: { id: payer }, raison: 'A promis pour hier' },
      { contribuable: { id: 999_999_999 }, raison: 'N’existe plus' },
    ],
  });
  phone.note('visite', { contribuable: { id: payer }, issue: 'absent' });
  const { body } = await phone.send();
  expect(body.data.map(({ etat }) => etat)).toEqual(['accepte', 'accepte']);
  const [tour] = await tours();
  expect(tour).toMatchObject({
    id: body.data[0]?.resultat?.tournee,
    jour: TODAY,
    visites: 2,
    visitees: 1,
    proposees: 2,
    proposeesFaites: 1,
  });
  expect(
    (await visits(tour?.id ?? 0)).map(({ contribuable, raison, issue }) => [contribuable, raison, issue]),
  ).toEqual([
    [other, 'Jamais visité', null],
    [payer, 'A promis pour hier', 'absent'],
  ]);
});

it('a visit that was not proposed counts apart; taken twice, a proposal keeps its first reason', async () => {
  const { payer, other, tours, visits, phone } = await started();
  phone.note('visite', { contribuable: { id: other }, issue: 'fermé' });
  for (const raison of ['Jamais visité', 'Autre raison'])
    phone.note('tournee', { visites: [{ contribuable: { id: payer }, raison }] });
  await phone.send();
  const [tour] = await tours();
  expect(tour).toMatchObject({ visites: 2, visitees: 1, proposees: 1, proposeesFaites: 0 });
  expect((await visits(tour?.id ?? 0)).map(({ raison }) => raison)).toEqual([null, 'Jamais visité']);
});

it('a proposal of taxpayers who are all gone or elsewhere is refused', async () => {
  const [{ phone }, { payer }] = [await started(), await started()];
  phone.note('tournee', { visites: [{ contribuable: { id: payer }, raison: 'Jamais visité' }] });
  const { body } = await phone.send();
  expect(body.data).toMatchObject([{ etat: 'refuse', code: 'introuvable' }]);
});

it('a phone downloads the last two visits of each taxpayer, with what was paid then and since', async () => {
  const { tills, payer, phone } = await started();
  const [agent, second] = tills.agents;
  for (const [id, jour, issue] of [
    [agent.id, addDays(TODAY, -40), 'absent'],
    [agent.id, addDays(TODAY, -30), 'absent'],
    [second.id, addDays(TODAY, -20), 'promis'],
  ] as const)
    await octroi.query(
      `with tour as (insert into tournee (entite_id, agent_id, jour, created_by_id) values ($1, $2, $3, $2) returning *)
       insert into visite (entite_id, tournee_id, agent_id, jour, contribuable_id, ramification_id, num_klis, nom, ordre, issue,
         promis_le, promis_montant, saisie_par_id, saisie_le)
       select $1, tour.id, $2, tour.jour, c.id, c.ramification_id, c.num_klis, c.nom_complet, 1, $5,
         case when $5 = 'promis' then tour.jour + 5 end, case when $5 = 'promis' then 3000 end, $2, now()
       from tour, contribuable c where c.id = $4`,
      [tills.town.entite, id, jour, payer, issue],
    );
  phone.encaisse({ id: payer }, 700);
  await phone.send();
  const { body } = await agent.caller.get<Donnees>(`/v2/terrain/donnees?appareil=${phone.id}`);
  expect(body.contribuables.find(([id]) => id === payer)?.[15]).toEqual([
    [addDays(TODAY, -20), 'promis', addDays(TODAY, -15), 3000, 0, 700],
    [addDays(TODAY, -30), 'absent', null, null, 0, 700],
  ]);
});
