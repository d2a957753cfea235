import { randomUUID } from 'node:crypto';
import type { AClasser, ActeTerrainRow, AppareilRow, CasRow } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { testApp, TODAY } from '#src/testing/app.ts';
import { enrolDevice, ORANGE } from '#src/testing/terrain.ts';
import { inNotes, type Tills, tillsOf } from '#src/testing/tills.ts';

const octroi = await testApp();
const world = await tillsOf(octroi);
/** The owner's connection tells ids of this size as text. */
const newTills = async (): Promise<Tills> => {
  const tills = await world.newTills();
  return { ...tills, payer: Number(tills.payer) };
};
const read = async <Row>({ regisseur, town }: Tills, path: string, search = ''): Promise<Row[]> =>
  (await regisseur.caller.get<{ data: Row[] }>(`/v2/${path}?entite=${town.entite}${search}`)).body.data;
const listed = (tills: Tills, filters: Record<string, string> = {}): Promise<AppareilRow[]> => {
  const search = Object.entries(filters).map(([column, x]) => `&filter[${column}]=${encodeURIComponent(x)}`);
  return read<AppareilRow>(tills, 'appareils', search.join(''));
};

describe('devices in the office', () => {
  it('are overdue after the days set by their collectivité, from their last contact', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const heard = (days: number) =>
      octroi.query(
        `update appareil_terrain set dernier_contact = now() - make_interval(days => $2) where id = $1`,
        [phone.id, days],
      );
    const contacts = async (): Promise<string[]> => (await listed(tills)).map(({ contact }) => contact);
    expect(await contacts()).toEqual(['à jour']);
    await heard(4);
    expect(await contacts()).toEqual(['en retard']);
    expect(await listed(tills, { 'a.contact': 'en retard' })).toHaveLength(1);
    expect(await listed(tills, { 'a.contact': 'à jour' })).toEqual([]);
    await octroi.query('update entite set delai_contact = 5 where id = $1', [tills.town.entite]);
    expect(await contacts()).toEqual(['à jour']);
    await octroi.query("update appareil_terrain set statut = 'effacé' where id = $1", [phone.id]);
    await heard(9);
    expect(await contacts()).toEqual(['non suivi']);
  });

  it('show that the daily ceiling was exceeded, not by how much', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const states = async (): Promise<string[]> =>
      (await listed(tills)).map(({ plafondDuJour }) => plafondDuJour);
    expect(await states()).toEqual(['aucun']);
    const { caller } = tills.regisseur;
    await caller.send('PATCH', `/v2/appareils/${phone.id}`, { plafond: 1000 });
    phone.encaisse({ id: tills.payer }, 1000);
    await phone.send();
    expect(await states()).toEqual(['respecté']);
    phone.encaisse({ id: tills.payer }, 1);
    await phone.send();
    expect(await listed(tills, { 'a.plafondDuJour': 'dépassé' })).toHaveLength(1);
    expect(await read<CasRow>(tills, 'cas_terrain')).toMatchObject([{ motif: 'plafond', etat: 'ouvert' }]);
  });

  it('show the cash of their agent once it is counted, and only to users who may see tills', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const held = async (): Promise<(number | null)[]> => (await listed(tills)).map(({ detenu }) => detenu);
    phone.note('session', { acte: 'ouverture', fonds: 0 });
    phone.encaisse({ id: tills.payer }, 1500);
    await phone.send();
    expect(await held()).toEqual([null]);
    phone.note('comptage', { billets: inNotes(1500) });
    expect((await phone.send()).body.data.at(-1)).toMatchObject({ etat: 'accepte' });
    expect(await held()).toEqual([1500]);
    await octroi.query(
      `with nouveau as (insert into groupe (nom) values ('Sans les caisses') returning id)
       insert into permission (groupe_id, navigation_id, nom)
       select nouveau.id, p.navigation_id, p.nom from nouveau, utilisateur u
       join permission p on p.groupe_id = u.groupe_id join navigation n on n.id = p.navigation_id
       where u.id = $1 and n.cle <> 'sessions-caisse'`,
      [tills.regisseur.id],
    );
    await octroi.query(
      `update utilisateur set groupe_id = (select id from groupe where nom = 'Sans les caisses') where id = $1`,
      [tills.regisseur.id],
    );
    expect(await held()).toEqual([null]);
  });

  it('that are lost are closed by a procès-verbal with their missing numbers, and nothing more is awaited', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    await octroi.query('update appareil_terrain set en_attente = 7 where id = $1', [phone.id]);
    const lose = (more: object) =>
      tills.regisseur.caller.send<AppareilRow>('POST', `/v2/appareils/${phone.id}/statut`, {
        statut: 'effacé',
        motif: 'Volé',
        ...more,
      });
    expect(await lose({ recusDeclares: 3 })).toMatchObject({
      status: 200,
      body: { procesVerbal: null, recusDeclares: null, enAttente: 7 },
    });
    expect(await lose({ procesVerbal: 'PV 12', recusDeclares: 3 })).toMatchObject({
      status: 200,
      body: { procesVerbal: 'PV 12', recusDeclares: 3, enAttente: 0 },
    });
  });

  it('can be assigned only to agents of the collectivité, without a right on people', async () => {
    const tills = await newTills();
    const agents = await read<{ id: number }>(tills, 'appareils/agents');
    const own = await octroi.query<{ id: number }>(
      `select u.id from utilisateur u join utilisateur_entite ue on ue.utilisateur_id = u.id and ue.entite_id = $1
       where u.type_id = 2 and u.enabled`,
      [tills.town.entite],
    );
    const ids = (people: { id: number }[]) => new Set(people.map(({ id }) => id));
    expect(ids(agents)).toEqual(ids(own));
    expect(own.length).toBeGreaterThan(0);
  });
});

describe('the cases of the office', () => {
  it('are counted with their sum, and money to classify separately', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ local: randomUUID() }, 700);
    phone.encaisse({ local: randomUUID() }, 800);
    phone.note('visite', { contribuable: { id: 999_999_999 }, issue: 'absent' });
    await phone.send();
    const { caller } = tills.regisseur;
    const totals = await caller.get(`/v2/cas_terrain/totaux?entite=${tills.town.entite}`);
    expect(totals.body).toEqual({ total_records: 3, montant: 1500 });
    const waiting = await read<AClasser>(tills, 'cas_terrain/a_classer');
    expect(waiting).toMatchObject([{ nombre: 2, montant: 1500 }]);
    const [row] = await read<CasRow>(
      tills,
      'cas_terrain',
      `&filter[k.motif]=${encodeURIComponent('à classer')}`,
    );
    const moved = await (
      await octroi.signIn('superadmin')
    ).send('POST', `/v2/transactions/${row?.transaction?.id}/reimputation`, {
      contribuable: tills.payer,
      motif: 'Le bon contribuable',
    });
    expect(moved.status).toBe(200);
    expect(await read<AClasser>(tills, 'cas_terrain/a_classer')).toMatchObject([{ nombre: 1, montant: 700 }]);
    const done = await read<CasRow>(tills, 'cas_terrain', `&etat=${encodeURIComponent('réglés')}`);
    expect(done).toMatchObject([{ id: row?.id, etat: 'repris', regleLe: null }]);
    expect(await read(tills, 'cas_terrain', '&etat=tous')).toHaveLength(3);
  });

  it('the figures of agents equal the lists of their payments and taxpayers', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const local = randomUUID();
    phone.note('enrolement', {
      local,
      nom: 'Moussa',
      prenom: 'Ali',
      ramification: tills.town.nodes[4] as number,
      lignes: [{ natureActivite: tills.town.nature }],
    });
    const first = phone.encaisse({ id: tills.payer }, 700);
    phone.encaisse({ id: tills.payer }, 500);
    phone.note('annulation', { recu: String(first.corps['recu']), motif: 'Erreur' });
    await phone.send();
    const agent = tills.agents[0].id;
    const [row, ...others] = await read<ActeTerrainRow>(tills, 'actes_terrain');
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      agent: { id: agent },
      enrolements: 1,
      paiements: 2,
      montant: 500,
      annulations: 1,
    });
    const { caller } = tills.regisseur;
    const search = `entite=${tills.town.entite}&filter[user.id]=${agent}&filter[trans.statut]=${encodeURIComponent('Confirmé')}`;
    expect((await caller.get(`/v2/transactions/totaux?${search}`)).body).toMatchObject({
      montant: row?.montant,
    });
    // a cancellation is no payment, neither in the figure nor in its list
    expect(
      (
        await caller.get(
          `/v2/transactions/totaux?${search}&filter[trans.montant][type]=gt&filter[trans.montant][x]=0`,
        )
      ).body,
    ).toMatchObject({ total_records: row?.paiements });
    const sums = await caller.get(`/v2/actes_terrain/totaux?entite=${tills.town.entite}&from=${TODAY}`);
    expect(sums.body).toEqual({ total_records: 1, montant: 500 });
    expect(await read(tills, 'actes_terrain', '&to=2001-01-01')).toMatchObject([
      { enrolements: 0, paiements: 0, montant: 0, annulations: 0 },
    ]);
  });
});

describe('a correction from an older state', () => {
  const corrected = async (tills: Tills) => {
    const phone = await enrolDevice(octroi, tills);
    const { caller } = tills.regisseur;
    const path = `/v2/contribuables/${tills.payer}`;
    const record = async () =>
      (await caller.get<{ telephone: string | null; nom: string; version: number }>(path)).body;
    const before = await record();
    const correct = (champs: Record<string, unknown>, avant: Record<string, unknown>) =>
      phone.note('correction', {
        contribuable: { id: tills.payer },
        nomme: 'Le nom du téléphone',
        version: before.version,
        avant,
        champs,
      });
    const send = async () => (await phone.send()).body.data.map(({ etat, code }) => code ?? etat);
    return { caller, path, record, before, correct, send };
  };
  const resolve = (tills: Tills, id: number) =>
    tills.regisseur.caller.send<CasRow>('POST', `/v2/cas_terrain/${id}/execution`, {});

  it('does not overwrite what the office corrected since: it is a case with both values, until somebody chooses', async () => {
    const tills = await newTills();
    const { caller, path, record, before, correct, send } = await corrected(tills);
    expect((await caller.send('PATCH', path, { telephone: '90 11 11 11' })).status).toBe(200);
    correct(
      { telephone: '96 22 22 22', latitude: 13.5, longitude: 2.1 },
      { telephone: before.telephone, latitude: null, longitude: null },
    );
    expect(await send()).toEqual(['terrain.conflit']);
    // what the office had not touched is corrected
    expect(await record()).toMatchObject({ telephone: '90 11 11 11', latitude: 13.5 });
    const [conflict] = await read<CasRow>(tills, 'cas_terrain');
    expect(conflict).toMatchObject({ motif: 'conflit', etat: 'ouvert', nomme: 'Le nom du téléphone' });
    expect(conflict?.message).toContain('90 11 11 11 au bureau, 96 22 22 22 sur le terrain');
    const id = conflict?.id ?? 0;
    // an agent has no say in it
    const refused = await tills.agents[0].caller.send('POST', `/v2/cas_terrain/${id}/execution`, {});
    expect(refused.status).toBe(403);
    expect((await resolve(tills, id)).body).toMatchObject({ etat: 'réglé' });
    expect(await record()).toMatchObject({ telephone: '96 22 22 22' });
    expect((await resolve(tills, id)).status).toBe(409);
  });

  it('is written where the office changed other fields, or to the same value, and where the phone corrects itself', async () => {
    const tills = await newTills();
    const { caller, path, record, before, correct, send } = await corrected(tills);
    await caller.send('PATCH', path, { nom: 'Autre', telephone: '90 11 11 11' });
    correct({ telephone: '90111111' }, { telephone: before.telephone });
    correct({ telephone: '96 22 22 22' }, { telephone: '90 11 11 11' });
    expect(await send()).toEqual(['accepte', 'accepte']);
    expect(await record()).toMatchObject({ nom: 'Autre', telephone: '96 22 22 22' });
    expect(await read<CasRow>(tills, 'cas_terrain')).toEqual([]);
  });
});

it('a case opens for an administrator of the town, and names whom the phone named', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  const local = randomUUID();
  // refused: it has no place
  phone.note('enrolement', { local, nom: 'Seyni', prenom: 'Hamidou' });
  phone.encaisse({ local }, 500);
  phone.encaisse({ id: 999_999_999 }, 700, { nomme: 'Rakia Abdoulaye' });
  await phone.send();
  const cases = await read<CasRow>(tills, 'cas_terrain', '&filter[k.motif]=à classer');
  expect(cases.map(({ nomme, montant }) => [nomme, montant])).toEqual([
    ['Rakia Abdoulaye', 700],
    ['Seyni Hamidou', 500],
  ]);
  const [first] = cases;
  const opened = await tills.regisseur.caller.get(`/v2/transactions/${first?.transaction?.id}`);
  expect(opened.status).toBe(200);
});

it('a phone declared lost with forty receipts and found a month later loses none of their money', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  for (let receipt = 1; receipt <= 40; receipt++)
    phone.encaisse({ id: tills.payer }, 100 + receipt, { moyenPaiement: ORANGE });
  const sentBefore = phone.log.slice(0, 5);
  await phone.send(sentBefore);
  const lost = { statut: 'effacé', motif: 'Perdu', procesVerbal: 'PV 40', recusDeclares: 35 };
  const { caller } = tills.regisseur;
  expect((await caller.send('POST', `/v2/appareils/${phone.id}/statut`, lost)).status).toBe(200);
  await octroi.query(
    `update appareil_terrain set a_jour_le = now() - interval '31 days', dernier_contact = now() - interval '31 days'
     where id = $1`,
    [phone.id],
  );
  const { body } = await phone.send();
  expect(body.appareil).toMatchObject({ statut: 'effacé', dernierSequence: 40 });
  expect(body.data.map(({ etat }) => etat)).toEqual([
    ...Array.from({ length: 5 }, () => 'deja'),
    ...Array.from({ length: 35 }, () => 'accepte'),
  ]);
  const [sums] = await octroi.query<{ nombre: number; montant: number }>(
    'select count(*)::int as nombre, sum(montant)::int as montant from transaction where entite_id = $1',
    [tills.town.entite],
  );
  expect(sums).toEqual({ nombre: 40, montant: 40 * 100 + (40 * 41) / 2 });
  // what came after the loss was declared waits for the office, under its number
  expect(await read<AClasser>(tills, 'cas_terrain/a_classer')).toMatchObject([{ nombre: 35 }]);
  const [device] = await listed(tills);
  expect(device?.series).toMatchObject([{ dernier: 40, manquants: 0 }]);
});
