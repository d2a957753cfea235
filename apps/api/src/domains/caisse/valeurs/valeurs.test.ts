import type { Problem, ReleveValeurRow, SessionCaisse, ValeurRow, VenteRow } from '@octroi/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { testApp } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { closeTill, type Keeper, openTill, type Tills, tillsOf } from '#src/testing/tills.ts';
import { mine, move, sell, cancelSale, ticket } from '#src/testing/valeurs.ts';

const octroi = await testApp();
const { newTills, world } = await tillsOf(octroi);

interface List<Row> {
  data: Row[];
  meta: { total_records: number };
}
const list = async <Row>(keeper: Keeper, path: string, search = ''): Promise<List<Row>> =>
  (await keeper.caller.get<List<Row>>(`/v2/${path}?itemperpage=100&${search}`)).body;

/** Tickets of 100 F from 1 to 500 in stock, of which the first agent holds 1 to 200. */
async function stocked(tills: Tills): Promise<number> {
  const categorie = await ticket(world, tills);
  const { regisseur, agents } = tills;
  expect((await move(regisseur, 'reçu', tills, categorie, [1, 500], { reference: 'BL 12' })).status).toBe(
    201,
  );
  expect(await move(regisseur, 'remis', tills, categorie, [1, 200], { agent: agents[0].id })).toMatchObject({
    status: 201,
    body: { nombre: 200, montant: 20_000 },
  });
  return categorie;
}
const stock = async (tills: Tills): Promise<[string | null, number, number][]> =>
  (
    await list<ValeurRow>(tills.regisseur, 'valeurs_inactives', `entite=${tills.town.entite}&orderBy=tv.de`)
  ).data.map(({ agent, de, a }) => [agent?.nom ?? null, de, a]);

describe('tickets', () => {
  it('are received, given, given back, sent back and lost; each number has one holder', async () => {
    const tills = await newTills();
    const { regisseur, agents } = tills;
    const categorie = await stocked(tills);
    const [agent] = agents;
    const [holding] = await mine(agent);
    expect(holding).toMatchObject({ categorie: { id: categorie }, nombre: 200, numeros: [[1, 200]] });
    expect((await move(regisseur, 'rendu', tills, categorie, [151, 200], { agent: agent.id })).status).toBe(
      201,
    );
    expect(
      (
        await move(regisseur, 'perdu', tills, categorie, [11, 12], {
          agent: agent.id,
          motif: 'Sac volé',
          procesVerbal: 'PV 3',
        })
      ).status,
    ).toBe(201);
    expect((await move(regisseur, 'renvoyé', tills, categorie, [401, 500])).status).toBe(201);
    const rows = await stock(tills);
    expect(rows.map(([who, de, a]) => [who === null, de, a])).toEqual([
      [false, 1, 10],
      [false, 13, 150],
      [true, 151, 400],
    ]);
    const totals = await regisseur.caller.get(`/v2/valeurs_inactives/totaux?entite=${tills.town.entite}`);
    expect(totals.body).toEqual({ total_records: 3, montant: (10 + 138 + 250) * 100 });
    // what the accountant took back may be received anew
    expect((await move(regisseur, 'reçu', tills, categorie, [401, 450])).status).toBe(201);
  });

  it('cannot be taken from a person who does not hold them; the refusal gives the numbers and their holder', async () => {
    const tills = await newTills();
    const { regisseur, agents } = tills;
    const categorie = await stocked(tills);
    const [{ body: sold }] = [await sell(agents[0], tills, categorie, [21, 30])];
    expect(sold).toMatchObject({ montant: 1000, statut: 'Vendu', nombre: 10 });
    const refusals = [
      // received twice
      [await move(regisseur, 'reçu', tills, categorie, [490, 510]), /490 à 500 \(en stock à la régie/],
      // given twice
      [
        await move(regisseur, 'remis', tills, categorie, [150, 210], { agent: agents[1].id }),
        /150 à 200 \(détenus par /,
      ],
      // sold twice, and by somebody who does not hold them
      [
        await sell(agents[0], tills, categorie, [25, 40]),
        /Numéros refusés de « Ticket \d+ » : 25 à 30 \(déjà vendus\)\./,
      ],
      [await sell(agents[1], tills, categorie, [50, 50]), /: 50 \(détenus par /],
      // never received
      [await sell(agents[0], tills, categorie, [199, 501]), /501 \(pas reçus du comptable\)/],
      [await move(regisseur, 'rendu', tills, categorie, [1, 201], { agent: agents[0].id }), /201 \(en stock/],
    ] as const;
    for (const [{ status, body }, message] of refusals) {
      expect([status, body.code]).toEqual([409, 'conflit.regle']);
      expect(body.message).toMatch(message);
    }
    expect((await stock(tills)).map(([, de, a]) => [de, a])).toEqual([
      [1, 20],
      [31, 200],
      [201, 500],
    ]);
  });

  it('are refused with invalid numbers, too many, or in the wrong order', async () => {
    const tills = await newTills();
    const { regisseur, agents } = tills;
    const categorie = await stocked(tills);
    for (const numeros of [
      [0, 5],
      [-3, 5],
      [9, 8],
      [1, 100_001],
      [1, 1_000_000_000],
      [1.5, 3],
    ] as const) {
      expect((await move(regisseur, 'reçu', tills, categorie, numeros)).status, String(numeros)).toBe(400);
      expect((await sell(agents[0], tills, categorie, numeros)).status, String(numeros)).toBe(400);
    }
    const fields = ({ body }: { body: Problem }): string[] => (body.errors ?? []).map(({ field }) => field);
    expect(fields(await move(regisseur, 'perdu', tills, categorie, [300, 301]))).toEqual([
      'motif',
      'procesVerbal',
    ]);
    expect(fields(await move(regisseur, 'remis', tills, categorie, [300, 301]))).toEqual(['agent']);
    expect(
      fields(await move(regisseur, 'reçu', tills, categorie, [600, 601], { agent: agents[0].id })),
    ).toEqual(['agent']);
    const elsewhere = await newTills();
    expect(fields(await move(regisseur, 'reçu', elsewhere, categorie, [600, 601]))).toEqual(['regie']);
    expect(fields(await move(elsewhere.regisseur, 'reçu', elsewhere, categorie, [600, 601]))).toEqual([
      'categorie',
    ]);
    expect(
      fields(await move(regisseur, 'remis', tills, categorie, [300, 301], { agent: elsewhere.agents[0].id })),
    ).toEqual(['agent']);
  });

  it('keep the face value and the kind that numbers were received with', async () => {
    const tills = await newTills();
    const free = await ticket(world, tills);
    const path = (id: number) => `/v2/categorie_valeurs/${id}`;
    const { caller } = tills.regisseur;
    expect((await caller.send('PATCH', path(free), { valeur: 200 })).status).toBe(200);
    const categorie = await stocked(tills);
    for (const change of [{ valeur: 200 }, { sorte: 'carnet à souche' }])
      expect(await caller.send<Problem>('PATCH', path(categorie), change)).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/sa valeur et sa sorte ne changent plus/) as string },
      });
    expect((await caller.send('PATCH', path(categorie), { nom: `Rebaptisé ${categorie}` })).status).toBe(200);
    expect((await caller.send('DELETE', path(categorie))).status).toBe(409);
    for (const valeur of [0, -5, 1.5])
      expect((await caller.send('PATCH', path(free), { valeur })).status).toBe(400);
  });
});

describe('a sale', () => {
  it('enters the seller’s own till, and no figure of what is due', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const categorie = await stocked(tills);
    await octroi.query('update entite set caisse_depuis = $2 where id = $1', [
      tills.town.entite,
      '2020-01-01',
    ]);
    expect(await sell(agent, tills, categorie, [1, 10])).toMatchObject({
      status: 409,
      body: { code: 'caisse.session_absente' },
    });
    const { body: till } = await openTill(agent, tills.regie, 5000);
    const sold = await sell(agent, tills, categorie, [1, 10]);
    expect(sold).toMatchObject({ status: 201, body: { montant: 1000, agent: { id: agent.id } } });
    expect((await sell(agent, tills, categorie, [11, 15])).status).toBe(201);
    const detenu = async (): Promise<number> => {
      const [row] = await octroi.query<{ detenu: string }>(
        'select detenu from detention where regie_id = $1 and utilisateur_id = $2',
        [tills.regie, agent.id],
      );
      return Number(row?.detenu);
    };
    expect(await detenu()).toBe(6500);
    expect(await cancelSale(agent, sold.body.id)).toMatchObject({
      status: 200,
      body: { montant: 0, statut: 'Annulé', motif: 'Erreur de saisie' },
    });
    expect(await detenu()).toBe(5500);
    expect((await cancelSale(agent, sold.body.id)).status).toBe(409);
    // what was taken back can be sold again
    const again = await sell(agent, tills, categorie, [1, 3]);
    expect(again.status).toBe(201);
    const closed = await closeTill(agent, till.id, 5800);
    expect(closed.body).toMatchObject({ recu: 0, annule: 0, vendu: 800, attendu: 5800, ecart: null });
    expect(await detenu()).toBe(5800);
    expect((await sell(agent, tills, categorie, [20, 21])).body.code).toBe('caisse.session_absente');
    // the till that it went into is counted
    expect(await cancelSale(agent, again.body.id)).toMatchObject({
      status: 409,
      body: { code: 'conflit.regle' },
    });
    const payments = await octroi.query('select from transaction where entite_id = $1', [tills.town.entite]);
    expect(payments).toHaveLength(0);
  });

  it('is dated today, at a market of the seller’s places, and can be cancelled only by its seller', async () => {
    const tills = await newTills();
    const [agent, other] = tills.agents;
    const categorie = await stocked(tills);
    const elsewhere = await newTills();
    const fields = ({ status, body }: { status: number; body: Problem }) => [
      status,
      ...(body.errors ?? []).map(({ field }) => field),
    ];
    expect(fields(await sell(agent, tills, categorie, [1, 1], { jour: '2026-01-02' }))).toEqual([
      400,
      'jour',
    ]);
    expect(
      fields(await sell(agent, tills, categorie, [1, 1], { ramification: elsewhere.town.nodes[4] })),
    ).toEqual([400, 'ramification']);
    expect(fields(await sell(elsewhere.agents[0], elsewhere, categorie, [1, 1]))).toEqual([400, 'categorie']);
    const { body } = await sell(agent, tills, categorie, [1, 1]);
    expect(await cancelSale(other, body.id)).toMatchObject({ status: 409 });
    expect(await cancelSale(elsewhere.agents[0], body.id)).toMatchObject({ status: 404 });
    expect((await cancelSale(agent, body.id, ' ')).status).toBe(400);
    for (const text of [
      'update vente_valeur set a = 5',
      'delete from vente_valeur',
      'delete from mouvement_valeur',
      `update tranche_valeur set etat = 'détenu'`,
    ])
      await expect(sql.raw(text).execute(octroi.db), text).rejects.toThrow(/permission denied/);
  });

  it('enters no till of another régie, and no till counted meanwhile', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const categorie = await stocked(tills);
    const regie = await world.make('regies', {
      nom: 'Autre régie',
      entite: tills.town.entite,
      regisseur: tills.regisseur.id,
      plafond: 100_000,
      delaiJours: 7,
    });
    const { body: other } = await openTill(agent, regie);
    expect(await sell(agent, tills, categorie, [1, 1])).toMatchObject({
      status: 409,
      body: { message: 'Ces valeurs sont d’une autre régie que la caisse ouverte.'.replace('’', "'") },
    });
    await closeTill(agent, other.id, 0);
    const { body: till } = await openTill(agent, tills.regie);
    const [closed, ...sold] = await Promise.all([
      closeTill(agent, till.id, 0),
      ...Array.from({ length: 6 }, (_, n) => sell(agent, tills, categorie, [n + 1, n + 1])),
    ]);
    const inside = await octroi.query('select from vente_valeur where session_caisse_id = $1', [till.id]);
    expect((closed as { body: SessionCaisse }).body.vendu).toBe(inside.length * 100);
    expect(sold.every(({ status }) => status === 201 || status === 409)).toBe(true);
  });

  it('sells a number once, even to two calls at the same moment', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const categorie = await stocked(tills);
    const attempts = await Promise.all(
      Array.from({ length: 6 }, (_, n) => sell(agent, tills, categorie, [1 + n, 10 + n])),
    );
    expect(attempts.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(attempts.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  it('is listed by place and period, with the sum shown in the figures', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const { entite, nodes, taxes } = tills.town;
    const categorie = await ticket(world, tills, 250, { taxe: taxes[0] });
    await move(tills.regisseur, 'reçu', tills, categorie, [1, 50]);
    await move(tills.regisseur, 'remis', tills, categorie, [1, 50], { agent: agent.id });
    await sell(agent, tills, categorie, [1, 4]);
    const { body: wrong } = await sell(agent, tills, categorie, [5, 9]);
    await cancelSale(agent, wrong.id);
    const { caller } = tills.regisseur;
    const total = async (search: string): Promise<unknown> =>
      (await caller.get(`/v2/ventes_valeurs/totaux?${search}`)).body;
    expect(await total(`entite=${entite}`)).toEqual({ total_records: 2, montant: 1000 });
    expect(await total(`ms=${nodes[0]}`)).toEqual({ total_records: 2, montant: 1000 });
    expect(await total(`entite=${entite}&from=2020-01-01&to=2020-12-31`)).toEqual({
      total_records: 0,
      montant: 0,
    });
    const { data } = await list<VenteRow>(
      tills.regisseur,
      'ventes_valeurs',
      `entite=${entite}&filter[vv.statut]=Vendu`,
    );
    expect(data).toMatchObject([
      {
        de: 1,
        a: 4,
        montant: 1000,
        taxe: { id: taxes[0] },
        ramification: { id: nodes[4] },
        categorie: { valeur: 250 },
      },
    ]);
    expect((await caller.get(`/v2/ventes_valeurs/${data[0]?.id}`)).body).toEqual(data[0]);
  });
});

describe('the statement', () => {
  it('gives opening + received - sold - returned - lost = closing, for agents and the régie', async () => {
    const tills = await newTills();
    const { regisseur, agents, town } = tills;
    const categorie = await stocked(tills);
    await sell(agents[0], tills, categorie, [1, 30]);
    await cancelSale(agents[0], (await sell(agents[0], tills, categorie, [31, 40])).body.id);
    await move(regisseur, 'rendu', tills, categorie, [101, 150], { agent: agents[0].id });
    await move(regisseur, 'remis', tills, categorie, [101, 120], { agent: agents[1].id });
    await move(regisseur, 'perdu', tills, categorie, [50, 50], {
      agent: agents[0].id,
      motif: 'Déchiré',
      procesVerbal: '7',
    });
    const of = `entite=${town.entite}`;
    const { data } = await list<ReleveValeurRow>(
      regisseur,
      'releves_valeurs',
      `${of}&orderBy=rv.recu&sortOrder=desc`,
    );
    expect(data).toMatchObject([
      {
        agent: { id: agents[0].id },
        ouverture: 0,
        recu: 200,
        vendu: 30,
        rendu: 50,
        perdu: 1,
        cloture: 119,
        recus: [[1, 200]],
        vendus: [[1, 30]],
        rendus: [[101, 150]],
        montantVendu: 3000,
        montantCloture: 11_900,
      },
      { agent: { id: agents[1].id }, recu: 20, vendu: 0, cloture: 20, recus: [[101, 120]], vendus: [] },
    ]);
    const { status, bytes } = await fileOf(
      octroi,
      'superadmin',
      '/v2/impressions/releve-valeurs?emargement=1',
      { query: of, format: 'pdf' },
    );
    expect(status).toBe(200);
    const printed = readPdf(bytes).pages.flat().join(' ').replaceAll(/\s/g, '');
    const [agent] = data;
    for (const text of [
      agent?.agent?.nom ?? 'nobody',
      'Reçu, vendu, rendu',
      '101 à 150',
      '1 à 30',
      '11 900',
      '13 900',
      'Émargement',
    ])
      expect(printed).toContain(text.replaceAll(/\s/g, ''));
    const all = await list<ReleveValeurRow>(regisseur, 'releves_valeurs', `${of}&compte=regie`);
    expect(all.data).toMatchObject([
      { agent: null, ouverture: 0, recu: 500, vendu: 30, rendu: 0, perdu: 1, cloture: 469 },
    ]);
    expect((await regisseur.caller.get(`/v2/releves_valeurs/totaux?${of}`)).body).toEqual({
      total_records: 2,
      montantVendu: 3000,
      montantCloture: 13_900,
    });
    const { data: later } = await list<ReleveValeurRow>(
      regisseur,
      'releves_valeurs',
      `${of}&from=2100-01-01&filter[ag.id]=${agents[0].id}`,
    );
    expect(later).toMatchObject([{ ouverture: 119, recu: 0, vendu: 0, cloture: 119 }]);
    expect((await list<ReleveValeurRow>(regisseur, 'releves_valeurs', `${of}&to=2020-01-01`)).data).toEqual(
      [],
    );
    expect((await regisseur.caller.get('/v2/releves_valeurs?from=2026-02-01&to=2026-01-01')).status).toBe(
      400,
    );
  });
});
