import { gzipSync } from 'node:zlib';
import type { ContribuableAppareil, Donnees } from '@octroi/contract';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Person } from '#src/platform/access/person.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import { testApp, YEAR } from '#src/testing/app.ts';
import { enrol, type Town } from '#src/testing/books.ts';
import { MOYEN } from '#src/testing/caisse.ts';
import { enrolDevice, type Telephone } from '#src/testing/terrain.ts';
import { type Tills, tillsOf } from '#src/testing/tills.ts';
import { donneesService } from './donnees/donnees.service.ts';

const octroi = await testApp();
const { newTills } = await tillsOf(octroi);
const superadmin = await octroi.signIn('superadmin');
const on = {
  query: async (text: string, values: unknown[]) => ({ rows: await octroi.query(text, values) }),
} as never;

/** What a device has, as its app keeps it. */
class Pulling {
  contribuables = new Map<number, ContribuableAppareil>();
  curseur: string | undefined;
  referentiel: Donnees['referentiel'] = null;
  #brought = new Set<number>();
  readonly #next: (depuis: string | undefined) => Promise<Donnees>;
  constructor(next: (depuis: string | undefined) => Promise<Donnees>) {
    this.#next = next;
  }
  /** One page. @returns whether more follow */
  async step(): Promise<boolean> {
    const { curseur, suite, complet, contribuables, retires, referentiel } = await this.#next(this.curseur);
    // the first page of a pull tells what surrounds the taxpayers, new to the device or not
    this.referentiel = referentiel ?? this.referentiel;
    for (const id of retires) this.contribuables.delete(id);
    for (const row of contribuables) {
      this.contribuables.set(row[0], row);
      this.#brought.add(row[0]);
    }
    this.curseur = curseur;
    if (suite) return true;
    if (complet)
      for (const id of this.contribuables.keys()) if (!this.#brought.has(id)) this.contribuables.delete(id);
    this.#brought = new Set();
    return false;
  }
  async all(): Promise<this> {
    while (await this.step());
    return this;
  }
  get state() {
    return [...this.contribuables.values()].toSorted((a, b) => a[0] - b[0]);
  }
}

const agentOf = async ({ agents }: Tills): Promise<Person> =>
  (await findAbsent(octroi.db, agents[0].id)) as Person;
/** A device of a town, which pulls pages of three. */
async function device(tills: Tills, pageSize = 3): Promise<{ phone: Telephone; pulling: () => Pulling }> {
  const phone = await enrolDevice(octroi, tills, { ramifications: [tills.town.nodes[2] as number] });
  const person = await agentOf(tills);
  const service = donneesService(octroi.db, pageSize);
  return {
    phone,
    pulling: () => new Pulling((depuis) => service.pull(person, { appareil: phone.id, depuis })),
  };
}

type Act = (town: Town, pick: number) => Promise<unknown>;
const oneOf = (town: Town, pick: number, condition = 'true'): Promise<{ id: string; entite_id: number }[]> =>
  octroi.query(
    `select id, entite_id from contribuable c where entite_id = $1 and ${condition} order by id offset $2 % greatest(1,
       (select count(*) from contribuable c where entite_id = $1 and ${condition})) limit 1`,
    [town.entite, pick],
  );
const place = (town: Town, pick: number): number => town.nodes[pick % town.nodes.length] as number;
const UNPAID =
  'not exists (select from transaction t where t.entite_id = c.entite_id and t.contribuable_id = c.id)';

/** What may happen to taxpayers of a town, in the office or elsewhere. */
const ACTS: Record<string, Act> = {
  enrol: (town, pick) => enrol(on, town, { node: place(town, pick) }),
  async owe(town, pick) {
    const [row] = await oneOf(town, pick);
    await octroi.query(
      `insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id)
       select l.entite_id, l.contribuable_id, l.id, $2, 2020 + $3 % 5, 1 + $3 % 12, 100 + $3, '2024-01-01', c.ramification_id
       from enrollement l join contribuable c on c.id = l.contribuable_id where c.id = $1 limit 1 on conflict do nothing`,
      [row?.id, town.taxes[pick % 2], pick],
    );
  },
  async pay(town, pick) {
    const [row] = await oneOf(town, pick);
    if (!row) return;
    await superadmin.send('POST', '/v2/contribuables/transactions', {
      contribuable: Number(row.id),
      montant: 30 + pick,
      moyenPaiement: 5,
    });
  },
  async wait(town, pick) {
    const [row] = await oneOf(town, pick);
    await superadmin.send('POST', '/v2/contribuables/transactions', {
      contribuable: Number(row?.id),
      montant: 40 + pick,
      moyenPaiement: MOYEN.orange,
    });
  },
  async fail(town) {
    await octroi.query(
      `update transaction set statut = 'Failed' where id = (
         select min(id) from transaction where entite_id = $1 and statut = 'En attente de confirmation')`,
      [town.entite],
    );
  },
  async move(town, pick) {
    const [row] = await oneOf(town, pick);
    await octroi.query('update contribuable set ramification_id = $2 where id = $1', [
      row?.id,
      place(town, pick >> 3),
    ]);
  },
  async rename(town, pick) {
    const [row] = await oneOf(town, pick);
    await octroi.query("update contribuable set nom = 'Nom ' || $2 where id = $1", [row?.id, pick]);
  },
  async toggle(town, pick) {
    const [row] = await oneOf(town, pick);
    await octroi.query('update contribuable set enabled = not enabled where id = $1', [row?.id]);
  },
  async close(town, pick) {
    const [row] = await oneOf(town, pick);
    await octroi.query('update echeance set closed_at = now() where contribuable_id = $1', [row?.id]);
    await octroi.query('update enrollement set closed_at = now() where contribuable_id = $1', [row?.id]);
  },
  async forgive(town, pick) {
    const [row] = await oneOf(town, pick);
    await octroi.query('delete from echeance where contribuable_id = $1 and paye = 0', [row?.id]);
  },
  async remove(town, pick) {
    const [row] = await oneOf(town, pick, UNPAID);
    await octroi.query('delete from echeance where contribuable_id = $1', [row?.id]);
    await octroi.query('delete from enrollement where contribuable_id = $1', [row?.id]);
    await octroi.query('delete from contribuable where id = $1', [row?.id]);
  },
};

describe('the data of a device', () => {
  it('has the taxpayers of its places with their dues, and the reference data', async () => {
    const tills = await newTills();
    const { town } = tills;
    const { pulling, phone } = await device(tills);
    await ACTS['owe']?.(town, 7);
    const before = await pulling().all();
    expect(before.state).toHaveLength(1);
    const [row] = before.state as [ContribuableAppareil];
    expect(row[0]).toBe(Number(tills.payer));
    expect(row[5]).toBe(town.nodes[4]);
    // owed of a year before its line: of that whole year
    expect(row[10]).toEqual([[town.taxes[1], 2022, '2024-01-01', 0, 107]]);
    expect(row[11]).toEqual([[town.nature, 0, null]]);
    expect(before.referentiel).toMatchObject({
      entite: { id: town.entite },
      lieux: expect.arrayContaining([
        [town.nodes[2], 'Niveau 2', null],
        [town.nodes[3], 'Niveau 3', town.nodes[2]],
      ]),
      regies: [[tills.regie, 'Régie du marché']],
    });
    const { body, status } = await tills.agents[0].caller.get<Donnees>(
      `/v2/terrain/donnees?appareil=${phone.id}`,
    );
    expect([status, body.contribuables]).toEqual([200, before.state]);
    expect(body).toMatchObject({
      complet: true,
      suite: false,
      tournees: [],
      caisse: { session: null, valeurs: [] },
      fuseau: 'Africa/Niamey',
    });
  });

  it('give the day on which taxes fall due and the rates that begin within the year, if there are any', async () => {
    const tills = await newTills();
    const { town } = tills;
    const { pulling } = await device(tills);
    const plain = await pulling().all();
    expect(plain.referentiel).not.toHaveProperty('termes');
    expect(plain.referentiel).not.toHaveProperty('changements');
    expect(plain.referentiel).not.toHaveProperty('suspensions');
    expect(plain.referentiel).not.toHaveProperty('moratoires');
    const [taxe] = await octroi.query<{ id: number }>('select id from taxe where nature_activite_id = $1', [
      town.nature,
    ]);
    await octroi.query(`update taxe set limite = '31/03' where id = $1`, [taxe?.id]);
    await octroi.query(
      `insert into application (entite_id, taxe_id, ramification_id, annee, depuis, tarif)
       values ($1, $2, $3, $4::smallint, make_date($4::smallint, 7, 1), 900)`,
      [town.entite, taxe?.id, town.nodes[2], YEAR],
    );
    const [du, fin] = [`${YEAR}-04-01`, `${YEAR}-06-30`];
    for (const [nature, partielles, payes, place, until] of [
      ['suspension', 'mois', 'gardés', town.nodes[0], fin],
      ['moratoire', null, null, null, fin],
      // elsewhere, and withdrawn
      ['suspension', 'mois', 'gardés', town.nodes[1], fin],
      ['moratoire', null, null, null, `${YEAR}-03-31`],
    ])
      await octroi.query(
        `insert into suspension (entite_id, nature, partielles, payes, ramification_id, du, au, fin, motif, reference, created_by_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'x', 'x', 3)`,
        [town.entite, nature, partielles, payes, place, du, fin, until],
      );
    const { referentiel } = await pulling().all();
    const places = expect.arrayContaining((referentiel?.lieux ?? []).map(([id]) => id));
    expect(referentiel?.suspensions).toEqual([[0, du, fin, 'mois', places]]);
    expect(referentiel?.moratoires).toEqual([[0, du, fin, places]]);
    expect(referentiel?.termes).toEqual([[taxe?.id, '31/03', null]]);
    expect(referentiel?.changements).toContainEqual([
      taxe?.id,
      town.nodes[2],
      `${YEAR}-07-01`,
      900,
      [],
      [false, null, null, null, 1, []],
      [],
    ]);
    // before that day the rates are as they were
    expect(referentiel?.tarifs).toEqual(plain.referentiel?.tarifs);
  });

  it('has a row without a rate for a place that a tax leaves out, which would inherit one', async () => {
    const tills = await newTills();
    const { town } = tills;
    const { pulling } = await device(tills);
    const [taxe] = await octroi.query<{ id: number }>('select id from taxe where nature_activite_id = $1', [
      town.nature,
    ]);
    const rateAt = async (lieu: number | undefined) =>
      (await pulling().all()).referentiel?.tarifs.filter(([id, at]) => id === taxe?.id && at === lieu);
    expect(await rateAt(town.nodes[3])).not.toEqual([[taxe?.id, town.nodes[3], null, []]]);
    await octroi.query(
      `insert into application (entite_id, taxe_id, ramification_id, annee, exclue) values ($1, $2, $3, $4, true)
       on conflict (taxe_id, ramification_id, annee, (coalesce(depuis, make_date(annee, 1, 1)))) where taxe_id is not null
       do update set exclue = true, tarif = null`,
      [town.entite, taxe?.id, town.nodes[3], YEAR],
    );
    expect(await rateAt(town.nodes[3])).toEqual([[taxe?.id, town.nodes[3], null, []]]);
  });

  it('has units of bases and rates by unit, and neither if nothing is counted', async () => {
    const tills = await newTills();
    const { town } = tills;
    const { pulling } = await device(tills);
    const plain = await pulling().all();
    expect(plain.referentiel).not.toHaveProperty('unites');
    expect(plain.referentiel).not.toHaveProperty('baremes');
    await octroi.query(`update nature_activite set unite = 'm²', unite_decimales = 2 where id = $1`, [
      town.nature,
    ]);
    const [taxe] = await octroi.query<{ id: number }>('select id from taxe where nature_activite_id = $1', [
      town.nature,
    ]);
    await octroi.query('delete from application where taxe_id = $1', [taxe?.id]);
    await octroi.query(
      `insert into application (entite_id, taxe_id, ramification_id, annee, tarif, par_unite, franchise, arrondi)
       values ($1, $2, $3, $4, 500, true, 10, 25)`,
      [town.entite, taxe?.id, town.nodes[0], YEAR],
    );
    const counted = await pulling().all();
    expect(counted.referentiel?.unites).toEqual([[town.nature, 0, 'm²', 2]]);
    expect(counted.referentiel?.baremes).toContainEqual([
      taxe?.id,
      town.nodes[2],
      true,
      10,
      null,
      null,
      25,
      [],
    ]);
    expect(counted.referentiel).not.toHaveProperty('seuils');
    await octroi.query(
      `with a as (update application set tarif = null, par_unite = false, franchise = null where taxe_id = $1 returning id),
         p as (insert into precision_taxe (annee, libelle, tarif, par_unite, seuil)
           values ($2, 'Petit', 100, false, 5), ($2, 'Grand', 40, true, 10) returning id, seuil)
       insert into application_precision select a.id, p.id, p.seuil from a, p`,
      [taxe?.id, YEAR],
    );
    const { referentiel } = await pulling().all();
    const [place] = town.nodes.slice(2);
    expect(referentiel?.seuils).toContainEqual([taxe?.id, place, [5, 10]]);
    expect(referentiel?.tarifs).toContainEqual([
      taxe?.id,
      place,
      null,
      [
        ['Petit', 100],
        ['Grand', 40],
      ],
    ]);
  });

  it('after any history and any steps, equals a complete new download', async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.nat(200)) },
      { weight: 1, arbitrary: fc.constant(['page', 0] as [string, number]) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (history) => {
        const tills = await newTills();
        const { town } = tills;
        for (let n = 0; n < 6; n++) await enrol(on, town, { node: place(town, 2 + (n % 4)) });
        const { pulling } = await device(tills);
        const here = pulling();
        for (const [act, pick] of history) await (act === 'page' ? here.step() : ACTS[act]?.(town, pick));
        await here.all();
        // what was under way has ended: one more shows what came meanwhile
        await here.all();
        expect(here.state).toEqual((await pulling().all()).state);
      }),
      { numRuns: 15 },
    );
  });

  it('includes transactions that are committed late', async () => {
    const tills = await newTills();
    const { pulling } = await device(tills);
    const here = await pulling().all();
    const late = new pg.Client({ connectionString: octroi.url });
    await late.connect();
    try {
      await late.query('begin');
      await late.query('savepoint part');
      await late.query("update contribuable set nom = 'Tardif' where id = $1", [tills.payer]);
      // others begin and end meanwhile, and the device pulls between
      await ACTS['enrol']?.(tills.town, 4);
      await here.all();
      await ACTS['enrol']?.(tills.town, 4);
      await here.all();
      expect(here.state).toHaveLength(3);
      await late.query('commit');
    } finally {
      await late.end();
    }
    await here.all();
    expect(here.contribuables.get(Number(tills.payer))?.[3]).toContain('Tardif');
  });

  it('is sent completely again if its places or the database change', async () => {
    const tills = await newTills();
    const { pulling, phone } = await device(tills);
    const { id } = await enrol(on, tills.town, { node: tills.town.nodes[1] as number });
    const here = await pulling().all();
    const cut = here.curseur as string;
    const moved = await tills.regisseur.caller.send('PATCH', `/v2/appareils/${phone.id}`, {
      ramifications: [tills.town.nodes[1]],
    });
    expect(moved.status).toBe(200);
    await here.all();
    expect(here.state.map(([one]) => one)).toEqual([Number(id)]);
    for (const wrong of [cut, 'x', Buffer.from('{"l":"1.1.1"}').toString('base64url')]) {
      const { body } = await tills.agents[0].caller.get<Donnees>(
        `/v2/terrain/donnees?appareil=${phone.id}&depuis=${wrong}`,
      );
      expect([body.complet, body.contribuables.length]).toEqual([true, 1]);
    }
  });

  it('is only for its agent, not for a blocked device, and a device to be wiped gets none', async () => {
    const tills = await newTills();
    const { phone } = await device(tills);
    const [agent, other] = tills.agents;
    const address = `/v2/terrain/donnees?appareil=${phone.id}`;
    expect((await other.caller.get(address)).status).toBe(404);
    expect((await tills.regisseur.caller.get(address)).status).toBe(403);
    const decide = (statut: string) =>
      tills.regisseur.caller.send('POST', `/v2/appareils/${phone.id}/statut`, { statut, motif: 'Essai' });
    await decide('bloqué');
    expect((await agent.caller.get(address)).status).toBe(403);
    await decide('effacé');
    expect((await agent.caller.get(address)).body).toMatchObject({
      appareil: { statut: 'effacé' },
      contribuables: [],
    });
  });

  it('is light enough for a slow network', async () => {
    const tills = await newTills();
    for (let n = 0; n < 40; n++) await enrol(on, tills.town, { node: tills.town.nodes[4] as number });
    const { phone, pulling } = await device(tills, 500);
    const { state } = await pulling().all();
    const [agent] = tills.agents;
    const address = `/v2/terrain/donnees?appareil=${phone.id}`;
    const plain = await agent.caller.get<Donnees>(address);
    const packed = await agent.caller.get<Donnees>(address, { 'accept-encoding': 'gzip, deflate, br' });
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([
      undefined,
      'gzip',
    ]);
    expect(packed.body.contribuables).toEqual(plain.body.contribuables);
    expect(gzipSync(JSON.stringify(state)).length / state.length).toBeLessThan(150);
  });
});
