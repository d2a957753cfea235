/* Commands that meet a changed office or a wrong phone: payments count, other commands are refused with a reason, and the following ones go on. */
import { randomUUID } from 'node:crypto';
import type { CasRow } from '@octroi/contract';
import { expect, it } from 'vitest';
import { verify } from '#src/verification/verify.ts';
import { testApp, YEAR, yearOf } from '#src/testing/app.ts';
import { enrol, createTown } from '#src/testing/books.ts';
import { enrolDevice, type Telephone } from '#src/testing/terrain.ts';
import { type Tills, tillsOf } from '#src/testing/tills.ts';
import { mine, move, ticket } from '#src/testing/valeurs.ts';

const octroi = await testApp();
const world = await tillsOf(octroi);
const on = {
  query: async (text: string, values: unknown[]) => ({ rows: await octroi.query(text, values) }),
} as never;
const newTills = async (): Promise<Tills> => {
  const tills = await world.newTills();
  return { ...tills, payer: Number(tills.payer) };
};
const etats = async (phone: Telephone): Promise<string[]> =>
  (await phone.send()).body.data.map(({ etat, premier, code }) =>
    [etat, premier, code].filter(Boolean).join(' '),
  );
const cas = async (tills: Tills): Promise<CasRow[]> =>
  (await tills.regisseur.caller.get<{ data: CasRow[] }>(`/v2/cas_terrain?entite=${tills.town.entite}`)).body
    .data;
const DAY = 24 * 3_600_000;

async function owe({ town, payer }: Tills, montant: number): Promise<void> {
  await octroi.query(
    `insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id)
     select l.entite_id, l.contribuable_id, l.id, $2, $3::int, 1, $4, make_date($3::int, 1, 1), c.ramification_id
     from enrollement l join contribuable c on c.id = l.contribuable_id where c.id = $1 limit 1`,
    [payer, town.taxes[0], YEAR, montant],
  );
}
const parts = ({ payer }: Tills) =>
  octroi.query<{ montant: number; avance: boolean }>(
    `select montant::int, echeance_id is null as avance from imputation where contribuable_id = $1
     order by echeance_id is null, id`,
    [payer],
  );

it.each([
  [
    'lowered',
    600,
    [
      { montant: 600, avance: false },
      { montant: 400, avance: true },
    ],
  ],
  ['raised', 1500, [{ montant: 1000, avance: false }]],
])(
  'a payment computed with yesterday’s rate is applied with today’s, which was %s',
  async (_, apres, split) => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    await octroi.query("update appareil_terrain set a_jour_le = now() - interval '3 days' where id = $1", [
      phone.id,
    ]);
    await owe(tills, 1000);
    // the phone shows what was due when it pulled
    phone.encaisse({ id: tills.payer }, 1000, {}, { faitLe: new Date(Date.now() - DAY) });
    await octroi.query('update echeance set montant = $2 where contribuable_id = $1', [tills.payer, apres]);
    expect(await etats(phone)).toEqual(['accepte']);
    expect(await parts(tills)).toEqual(split);
    expect(await cas(tills)).toEqual([]);
  },
);

it('a payment of dues that were paid at the counter meanwhile is an advance', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  await owe(tills, 1000);
  phone.encaisse({ id: tills.payer }, 1000);
  const superadmin = await octroi.signIn('superadmin');
  await superadmin.send('POST', '/v2/contribuables/transactions', {
    contribuable: tills.payer,
    montant: 1000,
    moyenPaiement: 5,
  });
  expect(await etats(phone)).toEqual(['accepte']);
  expect(await parts(tills)).toEqual([
    { montant: 1000, avance: false },
    { montant: 1000, avance: true },
  ]);
});

it('tickets are sold once, by their holder; any other sale is refused and makes a case', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  const categorie = await ticket(world.world, tills);
  const [agent, other] = tills.agents;
  await move(tills.regisseur, 'reçu', tills, categorie, [1, 200]);
  for (const [keeper, numeros] of [
    [agent, [1, 50]],
    [other, [51, 100]],
  ] as const)
    await move(tills.regisseur, 'remis', tills, categorie, numeros, { agent: keeper.id });
  const vente = (de: number, a: number, more: object = {}) =>
    phone.note('vente', { categorie, de, a, ramification: tills.town.nodes[4] as number, ...more });
  vente(1, 10);
  vente(5, 15);
  vente(51, 60);
  vente(20, 11);
  vente(11, 20, { categorie: 999_999 });
  vente(11, 20, { ramification: (await createTown(on)).nodes[4] });
  vente(11, 20);
  const said = await etats(phone);
  expect(said.map((etat) => etat.split(' ')[0])).toEqual([
    'accepte',
    'refuse',
    'refuse',
    'refuse',
    'refuse',
    'refuse',
    'accepte',
  ]);
  expect(await etats(phone)).toEqual(said.map((etat) => `deja ${etat}`));
  const ventes = await octroi.query(
    'select de::int, a::int, montant::int from vente_valeur where categorie_id = $1 order by id',
    [categorie],
  );
  expect(ventes).toEqual([
    { de: 1, a: 10, montant: 1000 },
    { de: 11, a: 20, montant: 1000 },
  ]);
  expect((await mine(agent)).map(({ numeros }) => numeros)).toEqual([[[21, 50]]]);
  expect((await cas(tills)).map(({ type, motif }) => [type, motif])).toEqual(
    Array(5).fill(['vente', 'refus']),
  );
});

it('commands of a year that was closed meanwhile count for the day of reception', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  await octroi.query("update appareil_terrain set a_jour_le = now() - interval '800 days' where id = $1", [
    phone.id,
  ]);
  const then = { faitLe: new Date(Date.UTC(YEAR - 1, 0, 15)) };
  phone.encaisse({ id: tills.payer }, 100, {}, then);
  phone.note(
    'enrolement',
    { local: randomUUID(), nom: 'Tard', ramification: tills.town.nodes[4] as number },
    then,
  );
  phone.note('visite', { contribuable: { id: tills.payer }, issue: 'absent' }, then);
  await octroi.query('insert into annee_close (entite_id, annee, closed_by_id) values ($1, $2, $3)', [
    tills.town.entite,
    yearOf(then.faitLe),
    tills.regisseur.id,
  ]);
  expect(await etats(phone)).toEqual(['accepte', 'accepte', 'accepte']);
  const jours = await octroi.query<{ annee: number }>(
    `select distinct extract(year from jour)::int as annee from (
       select jour from transaction where entite_id = $1 union all select jour from contribuable where entite_id = $1 and nom = 'Tard') j`,
    [tills.town.entite],
  );
  expect(jours).toEqual([{ annee: YEAR }]);
});

it('a clock that is a year wrong keeps no command from being carried out', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  const year = 365 * DAY;
  for (const [off, decalage] of [
    [year, -year],
    [year, null],
    [-year, 0],
    [year, year],
  ] as const) {
    const clock = { faitLe: new Date(Date.now() + off), decalage };
    // the series is that of the year which the phone believes to be in
    phone.encaisse({ id: tills.payer }, 100, {}, clock);
    phone.note('visite', { contribuable: { id: tills.payer }, issue: 'absent' }, clock);
    phone.note(
      'enrolement',
      { local: randomUUID(), nom: 'Horloge', ramification: tills.town.nodes[4] as number },
      clock,
    );
  }
  expect(await etats(phone)).toEqual(Array(12).fill('accepte'));
  const jours = await octroi.query('select distinct jour::text from transaction where entite_id = $1', [
    tills.town.entite,
  ]);
  expect(jours).toHaveLength(1);
});

it('of a disabled agent only payments are accepted', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  const contribuable = { id: tills.payer };
  phone.encaisse(contribuable, 100);
  phone.note('visite', { contribuable, issue: 'absent' });
  phone.note('correction', { contribuable, champs: { nom: 'Autre' } });
  phone.note('enrolement', { local: randomUUID(), nom: 'Neuf', ramification: tills.town.nodes[4] as number });
  phone.encaisse(contribuable, 200);
  await octroi.query('update utilisateur set enabled = false where id = $1', [tills.agents[0].id]);
  expect(await etats(phone)).toEqual([
    'accepte terrain.agent_desactive',
    'refuse acces.refuse',
    'refuse acces.refuse',
    'refuse acces.refuse',
    'accepte terrain.agent_desactive',
  ]);
  // the phone hears of it although nobody is signed in on it, and of the contrary
  const stateOfPhone = async () => (await phone.send([])).body.appareil;
  expect(await stateOfPhone()).toEqual({ statut: 'actif', agentActif: false, dernierSequence: 5 });
  await octroi.query('update utilisateur set enabled = true where id = $1', [tills.agents[0].id]);
  expect(await stateOfPhone()).toMatchObject({ agentActif: true });
});

it('a payment for a taxpayer who moved to another collectivité is booked « à classer » in the device’s own', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  const elsewhere = await createTown(on);
  const { id } = await enrol(on, elsewhere, { node: elsewhere.nodes[4] });
  phone.encaisse({ id: Number(id) }, 300);
  phone.note('visite', { contribuable: { id: Number(id) }, issue: 'absent' });
  expect(await etats(phone)).toEqual(['accepte introuvable', 'refuse introuvable']);
  const [row] = await octroi.query(
    'select entite_id from transaction where montant = 300 and numero_recu = $1',
    [phone.log[0]?.corps['recu']],
  );
  expect(row).toEqual({ entite_id: tills.town.entite });
});

it('an enrolment with a used local id is refused, and the following commands are carried out', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  const other = await enrolDevice(octroi, tills, { agent: tills.agents[1] });
  const local = randomUUID();
  const fiche = { local, nom: 'Premier', ramification: tills.town.nodes[4] as number };
  phone.note('enrolement', fiche);
  phone.note('enrolement', { ...fiche, nom: 'Second' });
  phone.encaisse({ local }, 100);
  const [first, second, third] = await etats(phone);
  expect([first, third]).toEqual(['accepte', 'accepte']);
  expect(second).toMatch(/^refuse /);
  other.note('enrolement', fiche);
  other.encaisse({ local }, 200);
  expect((await etats(other))[1]).toBe('accepte');
  const rows = await octroi.query(
    "select nom from contribuable where entite_id = $1 and nom in ('Premier', 'Second')",
    [tills.town.entite],
  );
  expect(rows).toEqual([{ nom: 'Premier' }]);
  expect(await verify(octroi.url, () => undefined)).toEqual([]);
});
