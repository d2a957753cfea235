import {
  type Detention,
  type EcartRow,
  type Encaissement,
  type MaCaisse,
  type Problem,
  type SessionCaisse,
  todayIn,
} from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { enrol } from '#src/testing/books.ts';
import { collect, refund } from '#src/testing/caisse.ts';
import { picture, sentFile } from '#src/testing/files/photos.ts';
import {
  closeTill,
  declareVersement,
  inNotes,
  type Keeper,
  openTill,
  receiveVersement,
  type Tills,
  tillsOf,
} from '#src/testing/tills.ts';
import { move, sell, cancelSale, ticket } from '#src/testing/valeurs.ts';
import { verify } from '#src/verification/verify.ts';

const octroi = await testApp();
const { newTills, cash, world } = await tillsOf(octroi);

const current = async (keeper: Keeper): Promise<MaCaisse> =>
  (await keeper.caller.get<MaCaisse>('/v2/sessions_caisse/courante')).body;
/** What one person is said to hold; the row of the only régie. */
const holding = async (keeper: Keeper): Promise<Detention | undefined> =>
  (await current(keeper)).detentions[0];
const stored = async (keeper: Keeper): Promise<number> =>
  (
    await octroi.query<{ detenu: string }>('select detenu from detention where utilisateur_id = $1', [
      keeper.id,
    ])
  ).reduce((sum, { detenu }) => sum + Number(detenu), 0);
const ecarts = async (tills: Tills): Promise<EcartRow[]> =>
  (await tills.regisseur.caller.get<{ data: EcartRow[] }>(`/v2/ecarts?entite=${tills.town.entite}`)).body
    .data;
const send = (keeper: Keeper, path: string, body: object) =>
  keeper.caller.send<EcartRow & Problem>('POST', `/v2/${path}`, body);
/** A till with a float of 5,000 that took 20,000. */
async function day(tills: Tills, agent = tills.agents[0]): Promise<number> {
  const { body } = await openTill(agent, tills.regie, 5000);
  await cash(tills, agent.id, body.id, 20_000);
  return body.id;
}

describe('a session', () => {
  it('is opened with a float, one at a time, and hides the expected amount until it is counted', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const opened = await openTill(agent, tills.regie, 5000);
    expect(opened).toMatchObject({
      status: 201,
      body: { fonds: 5000, attendu: null, recu: null, compte: null, fermeeLe: null },
    });
    expect(await openTill(agent, tills.regie)).toMatchObject({
      status: 409,
      body: { code: 'conflit.doublon' },
    });
    await cash(tills, agent.id, opened.body.id, 20_000);
    const text = JSON.stringify([
      await current(agent),
      (await agent.caller.get(`/v2/sessions_caisse/${opened.body.id}`)).body,
      (await tills.regisseur.caller.get(`/v2/sessions_caisse?entite=${tills.town.entite}`)).body,
      (await tills.regisseur.caller.get(`/v2/detentions?entite=${tills.town.entite}`)).body,
    ]);
    expect(text).not.toMatch(/2[05]000/);
    const closed = await closeTill(agent, opened.body.id, 25_000);
    expect(closed).toMatchObject({
      status: 200,
      body: {
        recu: 20_000,
        annule: 0,
        attendu: 25_000,
        compte: 25_000,
        ecart: null,
        billets: { '10000': 2, '5': 1000 },
      },
    });
    expect(await holding(agent)).toMatchObject({ detenu: 25_000, tropDetenu: false, session: null });
  });

  it('of a régie that asks for it is opened by a count; a difference is an écart of the night', async () => {
    const tills = await newTills();
    const [agent, other] = tills.agents;
    const evening = await day(tills);
    await closeTill(agent, evening, 25_000);
    const asked = await world
      .by('superadmin')
      .send('PATCH', `/v2/regies/${tills.regie}`, { comptageOuverture: true });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    expect((await current(agent)).regies).toMatchObject([{ comptageOuverture: true }]);
    expect(await openTill(agent, tills.regie, 5000)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'billets' }] },
    });
    const open = (keeper: Keeper, fonds: number, counted: number) =>
      keeper.caller.send<SessionCaisse>('POST', '/v2/sessions_caisse', {
        regie: tills.regie,
        fonds,
        billets: inNotes(counted),
      });
    // 25,000 of the evening and a float of 5,000, of which 2,000 are missing in the morning
    const opened = await open(agent, 5000, 28_000);
    expect(opened).toMatchObject({
      status: 201,
      body: { ouverture: { compte: 28_000, attendu: 30_000, ecart: { montant: -2000, statut: 'ouvert' } } },
    });
    const [night] = await ecarts(tills);
    expect(night).toMatchObject({ montant: -2000, ouverture: true, session: { id: opened.body.id } });
    expect(
      await send(agent, `ecarts/${night!.id}/explication`, { explication: 'Tiroir forcé' }),
    ).toMatchObject({
      status: 200,
    });
    // the day is counted against what the opening found
    await cash(tills, agent.id, opened.body.id, 10_000);
    expect(await closeTill(agent, opened.body.id, 37_500)).toMatchObject({
      body: { attendu: 38_000, ecart: { montant: -500 }, ouverture: { compte: 28_000 } },
    });
    expect((await ecarts(tills)).map(({ montant, ouverture }) => [montant, ouverture])).toEqual([
      [-500, false],
      [-2000, true],
    ]);
    // the holder answers for all of it until the écarts are settled
    expect(await holding(agent)).toMatchObject({ detenu: 40_000, ecarts: -2500 });
    expect(await open(other, 1000, 1000)).toMatchObject({
      status: 201,
      body: { ouverture: { compte: 1000, attendu: 1000, ecart: null } },
    });
    await expect(
      octroi.query(
        'update session_caisse set compte_ouverture = 1 where titulaire_id = $1 and fermee_le is null',
        [other.id],
      ),
    ).rejects.toThrow(/ne fait que se fermer/);
    expect(await verify(octroi.url, () => undefined)).toEqual([]);
  });

  it('accepts a count that differs, once, and keeps the difference', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const id = await day(tills);
    const closed = await closeTill(agent, id, 24_500);
    expect(closed).toMatchObject({
      status: 200,
      body: { attendu: 25_000, compte: 24_500, ecart: { montant: -500 } },
    });
    expect(await closeTill(agent, id, 25_000)).toMatchObject({
      status: 409,
      body: { code: 'conflit.regle' },
    });
    // what is missing is expected no more of what comes next
    const next = await openTill(agent, tills.regie);
    expect((await closeTill(agent, next.body.id, 24_500)).body).toMatchObject({
      attendu: 24_500,
      ecart: null,
    });
    expect(await holding(agent)).toMatchObject({ detenu: 25_000, ecarts: -500 });
  });

  it('refuses a negative count, unknown coins and a body without a count', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const id = await day(tills);
    for (const billets of [{ '500': -1 }, { '300': 2 }, { '500': 1.5 }, 'beaucoup', undefined])
      expect((await send(agent, `sessions_caisse/${id}/cloture`, { billets })).status).toBe(400);
    expect((await current(agent)).session).toMatchObject({ id, fermeeLe: null });
  });

  it('is closed by another person only with a procès-verbal', async () => {
    const tills = await newTills();
    const id = await day(tills);
    expect(await closeTill(tills.agents[1], id, 25_000, 'Absent')).toMatchObject({ status: 404 });
    expect(await closeTill(tills.regisseur, id, 25_000)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'procesVerbal' }] },
    });
    expect(
      await closeTill(tills.regisseur, id, 25_000, 'Agent malade, compté devant deux témoins'),
    ).toMatchObject({
      status: 200,
      body: {
        fermeePar: { id: tills.regisseur.id },
        procesVerbal: 'Agent malade, compté devant deux témoins',
      },
    });
  });

  it('accepts nothing after midnight until it is counted, and belongs to its opening day', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const id = await day(tills);
    await octroi.query(
      `do $$ begin set local session_replication_role = replica;
         update session_caisse set ouverte_le = ouverte_le - interval '1 day' where id = ${id};
         update transaction set date_transaction = date_transaction - interval '1 day' where session_caisse_id = ${id}; end $$`,
    );
    expect(await current(agent)).toMatchObject({ aCompter: true, session: { id } });
    await expect(cash(tills, agent.id, id, 500)).rejects.toThrow(/autre jour/);
    const closed = await closeTill(agent, id, 25_000);
    expect(closed.body.attendu).toBe(25_000);
    const { fermeeLe, jour } = closed.body;
    expect(jour < todayIn('Africa/Niamey', new Date(fermeeLe!))).toBe(true);
    await expect(cash(tills, agent.id, id, 500)).rejects.toThrow(/fermée/);
  });

  it('can be controlled by surprise by another person, and stays open', async () => {
    const tills = await newTills();
    const id = await day(tills);
    const body = { billets: inNotes(24_000), procesVerbal: 'Contrôle de dix heures' };
    const path = `sessions_caisse/${id}/controles`;
    expect((await send(tills.agents[0], path, body)).status).toBe(403);
    expect(await send(tills.regisseur, path, body)).toMatchObject({
      status: 201,
      body: { compte: 24_000, attendu: 25_000 },
    });
    const reply = await tills.regisseur.caller.get<SessionCaisse>(`/v2/sessions_caisse/${id}`);
    expect(reply.body).toMatchObject({ fermeeLe: null, controles: [{ compte: 24_000, attendu: null }] });
    expect(await ecarts(tills)).toEqual([]);
    await closeTill(tills.agents[0], id, 25_000);
    expect((await send(tills.regisseur, path, body)).status).toBe(409);
  });
});

describe('a versement', () => {
  it('sent again with its key is declared once, even if the cash held would not allow a second one', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    await closeTill(agent, await day(tills), 25_000);
    const body = { regie: tills.regie, destination: 'régisseur', montant: 20_000 };
    const key = { 'idempotency-key': 'versement-1' };
    const send = (sent: object) =>
      agent.caller.send<{ id: number; code: string }>('POST', '/v2/versements', sent, key);
    const replies = [...(await Promise.all([send(body), send(body)])), await send(body)];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    expect(await holding(agent)).toMatchObject({ detenu: 25_000, enTransit: 20_000 });
    const other = await send({ ...body, montant: 5000 });
    expect([other.status, other.body.code]).toEqual([409, 'conflit.doublon']);
  });

  it('is held by its declarer until it is received, then by the régisseur, then by nobody', async () => {
    const tills = await newTills();
    const { regie, regisseur, comptable } = tills;
    const [agent] = tills.agents;
    await closeTill(agent, await day(tills), 25_000);
    const declared = await declareVersement(agent, regie, 20_000);
    expect(declared).toMatchObject({ status: 201, body: { statut: 'déclaré', destination: 'régisseur' } });
    expect(await holding(agent)).toMatchObject({ detenu: 25_000, enTransit: 20_000 });
    // the same francs are not declared twice
    expect(await declareVersement(agent, regie, 5005)).toMatchObject({
      status: 409,
      body: { code: 'conflit.regle' },
    });
    expect((await receiveVersement(comptable, declared.body.id, 20_000)).status).toBe(409);
    expect((await receiveVersement(regisseur, declared.body.id, 20_000)).body).toMatchObject({
      statut: 'reçu',
      recu: 20_000,
    });
    expect((await receiveVersement(regisseur, declared.body.id, 20_000)).status).toBe(409);
    expect([await stored(agent), await stored(regisseur)]).toEqual([5000, 20_000]);
    const onward = await declareVersement(regisseur, regie, 20_000, {
      destination: 'comptable',
      reference: 'BV 12',
    });
    expect((await receiveVersement(regisseur, onward.body.id, 20_000)).status).toBe(409);
    expect((await receiveVersement(comptable, onward.body.id, 20_000)).status).toBe(200);
    expect([await stored(agent), await stored(regisseur), await stored(comptable)]).toEqual([5000, 0, 0]);
  });

  it('can be received short with a reason: the missing sum stays with the declarer', async () => {
    const tills = await newTills();
    const { regie, regisseur } = tills;
    const [agent] = tills.agents;
    await closeTill(agent, await day(tills), 25_000);
    const { body } = await declareVersement(agent, regie, 25_000);
    expect((await receiveVersement(regisseur, body.id, 15_000)).body.errors).toMatchObject([
      { field: 'motif' },
    ]);
    expect((await receiveVersement(regisseur, body.id, 25_005)).status).toBe(400);
    const received = await receiveVersement(regisseur, body.id, 15_000, 'Un faux billet de 10 000');
    expect(received.body).toMatchObject({ statut: 'reçu avec différence', recu: 15_000 });
    expect([await stored(agent), await stored(regisseur)]).toEqual([10_000, 15_000]);
    expect(await ecarts(tills)).toMatchObject([
      { montant: -10_000, statut: 'ouvert', versement: { id: body.id } },
    ]);
    expect((await declareVersement(agent, regie, 5)).status).toBe(409);
    const sums = async (path: string) =>
      (await regisseur.caller.get(`/v2/${path}/totaux?entite=${tills.town.entite}`)).body;
    expect(await sums('versements')).toEqual({ total_records: 1, montant: 25_000, recu: 15_000 });
    expect(await sums('ecarts')).toEqual({ total_records: 1, montant: -10_000 });
  });

  it('that is refused is held again by its declarer; one larger than the held sum cannot be declared', async () => {
    const tills = await newTills();
    const { regie, regisseur } = tills;
    const [agent, other] = tills.agents;
    expect((await declareVersement(agent, regie, 5)).status).toBe(409);
    await closeTill(agent, await day(tills), 25_000);
    expect(await declareVersement(agent, regie, 25_005)).toMatchObject({
      status: 409,
      body: { message: 'Ce versement dépasse ce que vous détenez.' },
    });
    const { body } = await declareVersement(agent, regie, 25_000);
    expect((await send(regisseur, `versements/${body.id}/refus`, { motif: '' })).status).toBe(400);
    expect((await send(other, `versements/${body.id}/refus`, { motif: 'Non' })).status).toBe(404);
    expect(
      (await send(regisseur, `versements/${body.id}/refus`, { motif: 'Sac ouvert' })).body,
    ).toMatchObject({
      statut: 'refusé',
    });
    expect(await holding(agent)).toMatchObject({ detenu: 25_000, enTransit: 0 });
    expect((await declareVersement(agent, regie, 25_000)).status).toBe(201);
  });

  it('hands a till over to another holder, the only one who can receive it', async () => {
    const tills = await newTills();
    const { regie, regisseur } = tills;
    const [agent, other] = tills.agents;
    await closeTill(agent, await day(tills), 25_000);
    expect((await declareVersement(agent, regie, 25_000, { destination: 'détenteur' })).status).toBe(400);
    expect(
      (await declareVersement(agent, regie, 25_000, { destination: 'détenteur', destinataire: agent.id }))
        .status,
    ).toBe(400);
    const to = { destination: 'détenteur', destinataire: other.id };
    const { body } = await declareVersement(agent, regie, 25_000, to);
    expect((await receiveVersement(regisseur, body.id, 25_000)).status).toBe(409);
    expect((await receiveVersement(other, body.id, 25_000)).status).toBe(200);
    const next = await openTill(other, regie);
    expect((await closeTill(other, next.body.id, 25_000)).body).toMatchObject({
      attendu: 25_000,
      ecart: null,
    });
  });

  it('can be received by a suppléant during the mandate', async () => {
    const tills = await newTills();
    const { regie, comptable, town } = tills;
    const [agent] = tills.agents;
    await closeTill(agent, await day(tills), 25_000);
    const { body } = await declareVersement(agent, regie, 10_000);
    const mandat = { entite: town.entite, regie, suppleant: comptable.id, debut: '2020-01-01' };
    expect((await send(tills.regisseur, 'mandats', { ...mandat, fin: '2019-12-31' })).status).toBe(400);
    expect((await send(tills.regisseur, 'mandats', { ...mandat, fin: '2020-12-31' })).status).toBe(201);
    expect((await receiveVersement(comptable, body.id, 10_000)).status).toBe(409);
    expect((await send(tills.regisseur, 'mandats', mandat)).status).toBe(201);
    expect((await receiveVersement(comptable, body.id, 10_000)).status).toBe(200);
  });

  it('gets the photo of its slip once', async () => {
    const tills = await newTills();
    const [agent, other] = tills.agents;
    await closeTill(agent, await day(tills), 25_000);
    const { body } = await declareVersement(agent, tills.regie, 25_000, {
      destination: 'banque',
      reference: 'ECO-1',
    });
    const slip = async (keeper: Keeper) => {
      const { body: file, headers } = sentFile(await picture());
      return keeper.caller.send('POST', `/v2/versements/${body.id}/bordereau`, file, headers);
    };
    expect((await slip(other)).status).toBe(404);
    expect(await slip(agent)).toMatchObject({ status: 200, body: { bordereau: true } });
    expect((await slip(agent)).status).toBe(409);
    const reply = await agent.caller.get(`/v2/versements/${body.id}/bordereau`);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await other.caller.get(`/v2/versements/${body.id}/bordereau`)).status).toBe(404);
  });
});

describe('a versement from an open till', () => {
  /** 25,000 are held; 30,000 are declared. */
  const beyond = async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const id = await day(tills);
    const { status, body } = await declareVersement(agent, tills.regie, 30_000);
    expect(status).toBe(201);
    return { tills, agent, id, versement: body.id };
  };

  it('is accepted with any sum, and nothing reveals the held sum', async () => {
    const { tills, agent, id, versement } = await beyond();
    for (const montant of [5, 25_000, 1_000_000])
      expect((await declareVersement(agent, tills.regie, montant)).status).toBe(201);
    const text = JSON.stringify([
      await current(agent),
      (await agent.caller.get(`/v2/versements/${versement}`)).body,
      (await tills.regisseur.caller.get(`/v2/detentions?entite=${tills.town.entite}`)).body,
    ]);
    expect(text).not.toMatch(/20000|emporte/);
    expect(await holding(agent)).toMatchObject({ enTransit: 1_055_005, detenu: null });
    // all that was held is on its way
    expect((await closeTill(agent, id, 0)).body).toMatchObject({ attendu: 0, ecart: null });
    expect(await holding(agent)).toMatchObject({ enTransit: 25_000, detenu: 25_000 });
    expect(await declareVersement(agent, tills.regie, 5)).toMatchObject({ status: 409 });
  });

  it.each([
    ['all that was declared', 30_000, 'reçu', 5_000, -5_000],
    ['what was held', 25_000, 'reçu avec différence', null, 0],
    ['less than what was held', 22_000, 'reçu avec différence', -3_000, 3_000],
    ['something between', 27_000, 'reçu avec différence', 2_000, -2_000],
  ])('is compared at the reception: %s', async (_, recu, statut, ecart, detenu) => {
    const { tills, agent, id, versement } = await beyond();
    const received = await receiveVersement(tills.regisseur, versement, recu, 'Compté devant lui');
    expect(received.body).toMatchObject({ statut, recu });
    expect((await ecarts(tills)).map(({ montant }) => montant)).toEqual(ecart === null ? [] : [ecart]);
    expect([await stored(agent), await stored(tills.regisseur)]).toEqual([detenu, recu]);
    // nothing lies in the till any more: its count finds nothing
    expect((await closeTill(agent, id, 0)).body).toMatchObject({ attendu: 0, ecart: null });
  });

  it('that is refused is held again, up to the held sum', async () => {
    const { tills, agent, id, versement } = await beyond();
    await send(tills.regisseur, `versements/${versement}/refus`, { motif: 'Sac ouvert' });
    expect((await closeTill(agent, id, 25_000)).body).toMatchObject({ attendu: 25_000, ecart: null });
  });

  it('received with a surplus leaves the next cash to be handed over', async () => {
    const { tills, agent, id, versement } = await beyond();
    await receiveVersement(tills.regisseur, versement, 30_000);
    await cash(tills, agent.id, id, 10_000);
    expect((await closeTill(agent, id, 10_000)).body).toMatchObject({ attendu: 10_000, ecart: null });
    const next = await declareVersement(agent, tills.regie, 10_000);
    expect(next.status).toBe(201);
    await receiveVersement(tills.regisseur, next.body.id, 10_000);
    const [ecart] = await ecarts(tills);
    const settle = (reglement: string) =>
      send(tills.comptable, `ecarts/${ecart!.id}/reglement`, { reglement, motif: 'Vu' });
    // no entry accounts for it
    expect(await settle('compensé')).toMatchObject({ status: 409, body: { code: 'conflit.regle' } });
    expect((await settle('excédent')).status).toBe(200);
    expect([await stored(agent), await stored(tills.regisseur)]).toEqual([0, 40_000]);
  });
});

describe('cash in transit', () => {
  /** A payment of 5,000 in a till whose 5,000 are all declared. */
  const handedOver = async () => {
    const tills = await newTills();
    const cashier = tills.regisseur;
    const { body: session } = await openTill(cashier, tills.regie);
    const { body: payment } = await collect(cashier.caller, [[tills.payer, 5000]]);
    const declared = await declareVersement(cashier, tills.regie, 5000, { destination: 'comptable' });
    expect(declared.status).toBe(201);
    return { tills, cashier, session, taken: payment, versement: declared.body.id };
  };
  const cancel = (cashier: Keeper, id: number) =>
    send(cashier, `encaissements/${id}/annulation`, { motif: 'Erreur' });

  it('cannot be given back at the counter: a refund is needed, and the till stays right', async () => {
    const { tills, cashier, session, taken: payment } = await handedOver();
    const refused = await cancel(cashier, payment.id);
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflit.regle' } });
    expect(refused.body.message).toMatch(/déjà versé.*comptable/);
    expect((await cashier.caller.get<Encaissement>(`/v2/encaissements/${payment.id}`)).body.etat).toBe(
      'Confirmé',
    );
    const back = await refund(tills.comptable.caller, tills.payer, 5000);
    expect(back.status).toBe(201);
    expect((await closeTill(cashier, session.id, 0)).body).toMatchObject({ attendu: 0, ecart: null });
  });

  it('can be given back up to the cash received since', async () => {
    const { tills, cashier, session, taken: payment } = await handedOver();
    await collect(cashier.caller, [[tills.payer, 4995]]);
    expect((await cancel(cashier, payment.id)).status).toBe(409);
    await collect(cashier.caller, [[tills.payer, 5]]);
    expect((await cancel(cashier, payment.id)).status).toBe(200);
    expect((await closeTill(cashier, session.id, 0)).body).toMatchObject({ annule: 5000, attendu: 0 });
  });

  it('is held again if it is refused, and may be booked for another taxpayer meanwhile', async () => {
    const { tills, cashier, taken: payment, versement } = await handedOver();
    const { id: right } = await enrol(
      {
        query: async (text: string, values: unknown[]) => ({ rows: await octroi.query(text, values) }),
      } as never,
      tills.town,
      { node: tills.town.nodes[4] },
    );
    // no cash moves
    const moved = await send(cashier, `encaissements/${payment.id}/reimputation`, {
      ligne: payment.lignes[0]?.id,
      contribuable: right,
      motif: 'Homonyme',
    });
    expect(moved.status).toBe(200);
    expect((await cancel(cashier, payment.id)).status).toBe(409);
    await send(tills.comptable, `versements/${versement}/refus`, { motif: 'Non' });
    expect((await cancel(cashier, payment.id)).status).toBe(200);
  });

  it('of tickets cannot be given back either', async () => {
    const tills = await newTills();
    const { regisseur, regie } = tills;
    const categorie = await ticket(world, tills, 100);
    await move(regisseur, 'reçu', tills, categorie, [1, 100]);
    await move(regisseur, 'remis', tills, categorie, [1, 100], { agent: regisseur.id });
    await openTill(regisseur, regie);
    const sold = await sell(regisseur, tills, categorie, [1, 10]);
    await declareVersement(regisseur, regie, 1000, { destination: 'comptable' });
    expect(await cancelSale(regisseur, sold.body.id)).toMatchObject({
      status: 409,
      body: { code: 'conflit.regle' },
    });
    await sell(regisseur, tills, categorie, [11, 20]);
    expect((await cancelSale(regisseur, sold.body.id)).status).toBe(200);
  });

  it('is not used twice by a cancellation and a versement at the same time', async () => {
    const tills = await newTills();
    const cashier = tills.regisseur;
    const { body: session } = await openTill(cashier, tills.regie);
    const { body: payment } = await collect(cashier.caller, [[tills.payer, 5000]]);
    const [back] = await Promise.all([
      cancel(cashier, payment.id),
      declareVersement(cashier, tills.regie, 5000, { destination: 'comptable' }),
    ]);
    expect([200, 409]).toContain(back.status);
    expect((await closeTill(cashier, session.id, 0)).body).toMatchObject({ attendu: 0, ecart: null });
  });
});

describe('an écart', () => {
  const gap = async (compte: number) => {
    const tills = await newTills();
    await closeTill(tills.agents[0], await day(tills), compte);
    const [ecart] = await ecarts(tills);
    return { tills, agent: tills.agents[0], id: (ecart as EcartRow).id };
  };

  it('sessions can be listed by surplus or shortage', async () => {
    const { tills } = await gap(24_000);
    const path = `/v2/sessions_caisse?entite=${tills.town.entite}&orderBy=sc.ecart&sortOrder=asc`;
    const { status, body } = await tills.regisseur.caller.get<{
      data: { attendu: number; compte: number }[];
    }>(path);
    expect(status).toBe(200);
    const found = body.data.map(({ attendu, compte }) => compte - attendu);
    expect(found).toContain(-1000);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  it('is explained by its holder and settled once by another person', async () => {
    const { tills, agent, id } = await gap(24_000);
    expect((await send(agent, `ecarts/${id}/explication`, { explication: '' })).status).toBe(400);
    expect(
      (await send(agent, `ecarts/${id}/explication`, { explication: 'Monnaie mal rendue' })).body,
    ).toMatchObject({
      statut: 'expliqué',
    });
    expect((await send(agent, `ecarts/${id}/reglement`, { reglement: 'perte', motif: 'x' })).status).toBe(
      403,
    );
    expect(
      (await send(tills.regisseur, `ecarts/${id}/reglement`, { reglement: 'excédent', motif: 'x' })).status,
    ).toBe(400);
    const settled = { reglement: 'reversé', motif: 'Versé devant moi' };
    expect((await send(tills.regisseur, `ecarts/${id}/reglement`, settled)).body).toMatchObject({
      statut: 'réglé',
    });
    expect((await send(tills.regisseur, `ecarts/${id}/reglement`, settled)).status).toBe(409);
    expect((await send(agent, `ecarts/${id}/explication`, { explication: 'Encore' })).status).toBe(409);
    // the missing thousand lies in the till again
    expect((await declareVersement(agent, tills.regie, 25_000)).status).toBe(201);
  });

  it('is written off as a loss after a second person approves, if the collectivité requires it', async () => {
    const { tills, id } = await gap(24_000);
    const { entite } = tills.town;
    await octroi.query("insert into seuil_approbation (entite_id, nature) values ($1, 'écart')", [entite]);
    const path = `/v2/ecarts/${id}/reglement`;
    const lose = () =>
      tills.comptable.caller.send<{ approbation: { id: number } }>('POST', path, {
        reglement: 'perte',
        motif: 'Irrécouvrable',
      });
    const { status, body } = await lose();
    expect(status).toBe(202);
    expect((await ecarts(tills))[0]?.statut).toBe('ouvert');
    const waiting = `/v2/approbations/${body.approbation.id}`;
    const own = await tills.comptable.caller.send<Problem>('POST', `${waiting}/approuver`);
    expect(own.body.code).toBe('approbation.demandeur');
    expect((await tills.regisseur.caller.get(waiting)).body).toMatchObject({
      nature: 'écart',
      montant: 1_000,
      motif: 'Irrécouvrable',
      ressource: 'ecarts',
      enregistrement: id,
    });
    expect((await tills.regisseur.caller.send('POST', `${waiting}/approuver`)).body).toMatchObject({
      statut: 'approuvée',
    });
    expect((await ecarts(tills))[0]).toMatchObject({ statut: 'réglé', reglement: 'perte' });
    expect((await lose()).status).toBe(409);
  });

  it('cannot be settled by its holder, with any rights', async () => {
    const tills = await newTills();
    await closeTill(tills.regisseur, await day(tills, tills.regisseur), 24_000);
    const [ecart] = await ecarts(tills);
    const path = `ecarts/${ecart!.id}/reglement`;
    expect((await send(tills.regisseur, path, { reglement: 'perte', motif: 'x' })).status).toBe(409);
  });

  it.each([
    [24_000, 'perte', 24_000],
    [24_000, 'rectifié', 24_000],
    [24_000, 'compensé', 25_000],
    [26_000, 'excédent', 26_000],
    [26_000, 'compensé', 25_000],
  ])('of %i settled as « %s » leaves %i held', async (compte, reglement, detenu) => {
    const { tills, agent, id } = await gap(compte);
    expect((await send(tills.comptable, `ecarts/${id}/reglement`, { reglement, motif: 'Vu' })).status).toBe(
      200,
    );
    expect(await holding(agent)).toMatchObject({ detenu, ecarts: 0 });
  });
});

describe('a person who holds cash', () => {
  it('above the ceiling or for too long is reported, for an open till too', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const { body } = await openTill(agent, tills.regie);
    await cash(tills, agent.id, body.id, 100_005);
    const rows = async () =>
      (await tills.regisseur.caller.get<{ data: Detention[] }>(`/v2/detentions?entite=${tills.town.entite}`))
        .body.data;
    expect(await rows()).toMatchObject([{ detenu: null, tropDetenu: true, tropLongtemps: false }]);
    await closeTill(agent, body.id, 100_005);
    await octroi.query(
      `do $$ begin set local session_replication_role = replica;
         update session_caisse set ouverte_le = ouverte_le - interval '8 days' where id = ${body.id};
         update transaction set date_transaction = date_transaction - interval '8 days' where session_caisse_id = ${body.id}; end $$`,
    );
    expect(await rows()).toMatchObject([{ detenu: 100_005, tropDetenu: true, tropLongtemps: true }]);
    expect((await agent.caller.get('/v2/detentions')).status).toBe(403);
  });
});

it('the verification finds no difference afterwards', async () => {
  const findings = await verify(octroi.url, () => undefined);
  expect(findings.filter(({ check }) => check.startsWith('caisses'))).toEqual([]);
});
