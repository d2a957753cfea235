import { addDays, MAX_VISITES } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { gather } from '#src/authorisation/testing/people.ts';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { testApp, TODAY } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';
import type { Problem } from '#src/testing/people.ts';
import { enrolWithoutDues } from '#src/testing/without-dues.ts';

const octroi = await testApp();
const world = await gather(octroi);
const { query } = octroi;
const niamey = world.by('niamey');
await enrolWithoutDues(octroi, 3);

interface Debtor {
  id: number;
  numero: string;
  nom: string;
  ramification: number;
  departement: number;
  du: number;
}
/** Of Niamey, in the order of places and names, with what each owes today. */
const debtors = await query<Debtor>(
  `select c.id::int, c.num_klis as numero, c.nom_complet as nom, c.ramification_id as ramification,
     (select a.id from ramification_descendance d join ramification a on a.id = d.ancetre_id
      where d.descendant_id = c.ramification_id and a.parent_id is null) as departement,
     sum(x.montant - x.paye)::int as du
   from contribuable c join echeance x on x.entite_id = c.entite_id and x.contribuable_id = c.id
   where c.entite_id = 1 and x.montant > x.paye and x.closed_at is null and x.exigible_le <= aujourdhui()
   group by c.entite_id, c.id
   order by array(select r.nom from ramification_descendance d join ramification r on r.id = d.ancetre_id
     where d.descendant_id = c.ramification_id order by d.distance desc), c.nom_complet, c.id`,
);
const square = await query<{ id: number }>(
  `select id::int from contribuable c where entite_id = 1 and not exists (
     select from echeance x where x.contribuable_id = c.id and x.montant > x.paye and x.exigible_le <= aujourdhui()) limit 3`,
);
const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

interface Tournee {
  id: number;
  jour: string;
  visites: number;
  aVisiter: number;
  visitees: number;
  promesses: number;
  promis: number;
  payeDepuis: number;
}
interface Created {
  tournee: Tournee;
  sansDette: number;
  dejaPrevus: number;
}
interface Visite {
  id: number;
  version: number;
  ordre: number;
  contribuable: number;
  numKlis: string;
  fullName: string;
  presence: string;
  exigible: number | null;
  payeDepuis: number | null;
  issue: string | null;
  promisLe: string | null;
  promis: number | null;
  note: string | null;
}

let agent = 0;
beforeAll(async () => {
  agent = await world.copyOf('agent.terrain');
});
const newAgent = (): Promise<number> => world.copyOf('agent.terrain');
const plan = (body: object, by = niamey) =>
  by.send<Created & Problem>('POST', '/v2/tournees', { jour: TODAY, ...body });
const prepare = (body: object, by = niamey) =>
  by.send<
    {
      choisis: number;
      visites: number;
      sansDette: number;
      exigible: number;
      agents: { id: number }[];
    } & Problem
  >('POST', '/v2/tournees/preparation', body);
const visitesOf = async (tournee: number, by = niamey): Promise<Visite[]> =>
  (await by.get<{ data: Visite[] }>(`/v2/visites?tournee=${tournee}&itemperpage=500`)).body.data;
const note = (visite: Pick<Visite, 'id'>, body: object, by = niamey, headers = {}) =>
  by.send<Visite & Problem>('PATCH', `/v2/visites/${visite.id}`, body, headers);
async function made(
  rows: readonly Debtor[],
  more: object = {},
): Promise<{ tournee: number; visites: Visite[] }> {
  const { status, body } = await plan({ ids: idsOf(rows), agent: await newAgent(), ...more });
  expect(status, body.message).toBe(201);
  return { tournee: body.tournee.id, visites: await visitesOf(body.tournee.id) };
}
const of = <Row>(rows: readonly Row[], index: number): Row => rows[index] as Row;
/** New taxpayers beside one of Niamey, each of whom owes 1 000 francs since today. */
async function owing(count: number): Promise<number[]> {
  const made = await query<{ id: number }>(
    `insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id)
     select entite_id, ramification_id, 'ESSAI-' || gen_random_uuid(), 'Essai ' || n, created_by_id
     from contribuable, generate_series(1, $2) n where id = $1 returning id::int`,
    [of(debtors, 0).id, count],
  );
  await query(
    `with ligne as (
       insert into enrollement (entite_id, contribuable_id, nature_activite_id, created_by_id)
       select 1, id, (select min(id) from nature_activite where entite_id = 1), 1 from unnest($1::bigint[]) id
       returning contribuable_id, id)
     insert into echeance (entite_id, contribuable_id, ramification_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le)
     select 1, contribuable_id, $2, id, (select min(id) from taxe where entite_id = 1),
       extract(year from aujourdhui()), 1, 1000, aujourdhui() from ligne`,
    [idsOf(made), of(debtors, 0).ramification],
  );
  return idsOf(made);
}

describe('a tour', () => {
  it('contains debtors, in walking order, with their present dues', async () => {
    const chosen = debtors.slice(0, 20);
    const asked = { ids: idsOf([...chosen, ...square]).toReversed() };
    const { body: told } = await prepare(asked);
    expect(told).toMatchObject({
      choisis: 20 + square.length,
      visites: 20,
      sansDette: square.length,
      exigible: chosen.reduce((sum, { du }) => sum + du, 0),
    });
    const { status, body } = await plan({ ...asked, agent });
    expect([status, body.sansDette, body.dejaPrevus]).toEqual([201, square.length, 0]);
    expect(body.tournee).toMatchObject({ visites: 20, aVisiter: 20, visitees: 0, payeDepuis: 0 });
    const visites = await visitesOf(body.tournee.id);
    expect(visites.map(({ ordre, numKlis, exigible }) => [ordre, numKlis, exigible])).toEqual(
      chosen.map(({ numero, du }, index) => [index + 1, numero, du]),
    );
    const totals = await niamey.get<{ exigible: number }>(`/v2/visites/totaux?tournee=${body.tournee.id}`);
    expect(totals.body).toMatchObject({ total_records: 20, exigible: told.exigible });
  });

  it('can be created from a filter of the debtors or of the taxpayers', async () => {
    const quartier = of(debtors, 0).departement;
    for (const resource of ['impayes', 'contribuables']) {
      const kept = await niamey.send<{ token: string; count: number }>('POST', '/v2/selections', {
        resource,
        query: `ms=${quartier}`,
      });
      const { status, body } = await prepare({ selection: kept.body.token });
      expect([resource, status, body.visites]).toEqual([
        resource,
        200,
        debtors.filter(({ departement }) => departement === quartier).length,
      ]);
    }
  });

  it('is limited in number, to one collectivité, and to the scope', async () => {
    const [there] = await query<{ id: number }>(
      'select min(id)::int as id from contribuable where entite_id = 2',
    );
    const all = { ids: [...idsOf(debtors.slice(0, 2)), there?.id] };
    expect((await plan({ ...all, agent })).status).toBe(404);
    const told = await plan({ ...all, agent }, world.by('admin.nta'));
    expect([told.status, told.body.errors?.[0]?.field]).toEqual([400, 'ids']);
    const ids = await owing(MAX_VISITES + 1);
    const many = await plan({ ids, agent: await newAgent() });
    expect([many.status, many.body.message]).toEqual([
      400,
      `${MAX_VISITES + 1} contribuables doivent quelque chose : une tournée en visite ${MAX_VISITES} au plus. Ajoutez un filtre, un quartier par exemple.`,
    ]);
    expect((await plan({ ids: ids.slice(1), agent: await newAgent() })).status).toBe(201);
  });

  it('is refused without debtors, and for a past or distant day', async () => {
    expect((await plan({ ids: idsOf(square), agent })).status).toBe(409);
    const ids = idsOf(debtors.slice(0, 1));
    const planned = async (jour: string) => (await plan({ ids, agent: await newAgent(), jour })).status;
    expect(await planned(addDays(TODAY, -1))).toBe(400);
    expect(await planned(addDays(TODAY, 61))).toBe(400);
    expect(await planned(addDays(TODAY, 60))).toBe(201);
    expect(await planned('2026-02-30')).toBe(400);
  });

  it('has no taxpayer twice on one day for one agent, also if two tours are created at once', async () => {
    const who = await newAgent();
    const [first, second] = [idsOf(debtors.slice(0, 6)), idsOf(debtors.slice(3, 9))];
    const both = await Promise.all([plan({ ids: first, agent: who }), plan({ ids: second, agent: who })]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both.map(({ body }) => body.dejaPrevus).toSorted((a, b) => a - b)).toEqual([0, 3]);
    expect(both.reduce((sum, { body }) => sum + body.tournee.visites, 0)).toBe(9);
    expect((await plan({ ids: first, agent: who })).body.code).toBe('conflit.doublon');
    expect((await plan({ ids: first, agent: who, jour: addDays(TODAY, 1) })).status).toBe(201);
    expect((await plan({ ids: first, agent: await newAgent() })).status).toBe(201);
  });

  it('can be assigned only to an agent who sees all its taxpayers', async () => {
    const plateau = debtors
      .filter(({ departement }) => departement === of(debtors, 0).departement)
      .slice(0, 4);
    const elsewhere = debtors.find(({ departement }) => departement !== of(plateau, 0).departement) as Debtor;
    const kept = await world.copyOf('plateau');
    await query('delete from utilisateur_ramification where utilisateur_id = $1', [kept]);
    await query('insert into utilisateur_ramification (utilisateur_id, ramification_id) values ($1, $2)', [
      kept,
      of(plateau, 0).departement,
    ]);
    const people = await query<{ id: number }>(
      'select id from utilisateur where enabled and type_id in (2, 3)',
    );
    for (const rows of [plateau, [...plateau, elsewhere]]) {
      const { body } = await prepare({ ids: idsOf(rows) });
      const offered = idsOf(body.agents);
      expect(offered.includes(kept)).toBe(rows === plateau);
      const jour = addDays(TODAY, 9);
      for (const { id } of people) {
        const { status, body: told } = await plan({
          ids: idsOf(rows),
          agent: id,
          jour,
        });
        const all = id === 1 || told.code === 'conflit.doublon';
        expect([id, all || status === 201]).toEqual([id, all || offered.includes(id)]);
      }
    }
    const refused = await plan({ ids: [elsewhere.id], agent: kept });
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'agent']);
    expect((await plan({ ids: [elsewhere.id], agent: 2_000_000_000 })).status).toBe(400);
    await query('update utilisateur set enabled = false where id = $1', [kept]);
    expect((await plan({ ids: idsOf(plateau), agent: kept, jour: addDays(TODAY, 5) })).status).toBe(400);
  });

  it('shows only the visits in scope, and nothing to another collectivité', async () => {
    const mixed = [
      ...debtors.slice(0, 3),
      debtors.find(({ departement }) => departement !== of(debtors, 0).departement) as Debtor,
    ];
    const { tournee } = await made(mixed);
    const caller = await (async () => {
      const id = await world.copyOf('plateau');
      await query('delete from utilisateur_ramification where utilisateur_id = $1', [id]);
      await query('insert into utilisateur_ramification (utilisateur_id, ramification_id) values ($1, $2)', [
        id,
        of(mixed, 0).departement,
      ]);
      return world.enter(id);
    })();
    const { body } = await caller.get<Tournee>(`/v2/tournees/${tournee}`);
    expect(body.visites).toBe(3);
    expect((await visitesOf(tournee, caller)).map(({ numKlis }) => numKlis)).toEqual(
      mixed.slice(0, 3).map(({ numero }) => numero),
    );
    const whole = await visitesOf(tournee);
    expect((await note(of(whole, 3), { issue: 'absent' }, caller)).status).toBe(404);
    const maradi = world.by('maradi');
    expect((await maradi.get(`/v2/tournees/${tournee}`)).status).toBe(404);
    expect(await visitesOf(tournee, maradi)).toEqual([]);
    const { body: list } = await maradi.get<{ data: Tournee[] }>('/v2/tournees');
    expect(list.data).toEqual([]);
  });

  it('can be found by its day, places and agent', async () => {
    const rows = debtors.slice(0, 2);
    const { tournee } = await made(rows, { jour: addDays(TODAY, 20) });
    const found = async (asked: string) =>
      (await niamey.get<{ data: Tournee[] }>(`/v2/tournees?${asked}&itemperpage=500`)).body.data.map(
        ({ id }) => id,
      );
    const day = `from=${addDays(TODAY, 20)}&to=${addDays(TODAY, 20)}`;
    expect(await found(day)).toEqual([tournee]);
    expect(await found(`${day}&entite=1&ms=${of(rows, 0).departement}&orderBy=user.nom`)).toEqual([tournee]);
    expect(await found(`${day}&entite=2`)).toEqual([]);
    expect(await found(`${day}&q=personne de ce nom`)).toEqual([]);
    const sorted = await niamey.get<{ data: Visite[] }>(
      `/v2/visites?tournee=${tournee}&orderBy=contrib.exigible&sortOrder=desc`,
    );
    expect(sorted.body.data.map(({ exigible }) => exigible)).toEqual(
      rows.map(({ du }) => du).toSorted((a, b) => b - a),
    );
  });

  it('can be cancelled before any outcome, by a user who sees all of it', async () => {
    const { tournee, visites } = await made(debtors.slice(0, 2));
    await note(of(visites, 0), { issue: 'absent' });
    expect((await niamey.send('DELETE', `/v2/tournees/${tournee}`)).status).toBe(409);
    await note(of(visites, 0), { issue: null });
    expect((await niamey.send('DELETE', `/v2/tournees/${tournee}`)).status).toBe(204);
    expect((await niamey.get(`/v2/tournees/${tournee}`)).status).toBe(404);
  });
});

describe('an outcome', () => {
  it('can be entered, changed and removed, with author and time, and is counted', async () => {
    const { tournee, visites } = await made(debtors.slice(0, 4));
    const promise = { issue: 'promis', promisLe: addDays(TODAY, 3), promis: 5000, note: ' chez son frère ' };
    const { status, body } = await note(of(visites, 0), promise);
    expect([status, body.note]).toEqual([200, 'chez son frère']);
    expect(body).toMatchObject({ issue: 'promis', promis: 5000, saisiePar: { username: 'niamey' } });
    await note(of(visites, 1), { issue: 'fermé' });
    const counted = async () => (await niamey.get<Tournee>(`/v2/tournees/${tournee}`)).body;
    expect(await counted()).toMatchObject({ aVisiter: 2, visitees: 2, promesses: 1, promis: 5000 });
    await note(of(visites, 0), { issue: 'conteste' });
    expect(await counted()).toMatchObject({ visitees: 2, promesses: 0, promis: 0 });
    await note(of(visites, 0), { issue: null });
    expect(await counted()).toMatchObject({ aVisiter: 3, visitees: 1 });
    const acts = await query<{ apres: { issue: string | null } }>(
      "select apres from journal where ressource = 'visites' and enregistrement_id = $1 order by id",
      [of(visites, 0).id],
    );
    expect(acts.map(({ apres }) => apres.issue)).toEqual(['promis', 'conteste', null]);
  });

  it.each([
    [{ issue: 'promis' }, 'promisLe'],
    [{ issue: 'promis', promisLe: TODAY }, 'promis'],
    [{ issue: 'promis', promisLe: TODAY, promis: 0 }, 'promis'],
    [{ issue: 'promis', promisLe: TODAY, promis: 10.5 }, 'promis'],
    [{ issue: 'promis', promisLe: addDays(TODAY, -1), promis: 10 }, 'promisLe'],
    [{ issue: 'absent', promisLe: TODAY, promis: 10 }, 'issue'],
    [{ issue: 'parti' }, 'issue'],
    [{}, 'issue'],
  ])('is refused if incomplete, too long or for a past day: %j', async (body, field) => {
    const { visites } = await made(debtors.slice(0, 1));
    const reply = await note(of(visites, 0), body);
    expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('cannot be entered before the day, or over a newer change', async () => {
    const { visites } = await made(debtors.slice(0, 1), { jour: addDays(TODAY, 1) });
    expect((await note(of(visites, 0), { issue: 'absent' })).status).toBe(409);
    const now = await made(debtors.slice(0, 1));
    const one = of(now.visites, 0);
    const held = { 'if-match': `"${one.version}"` };
    expect((await note(one, { issue: 'absent' }, niamey, held)).status).toBe(200);
    expect((await note(one, { issue: 'payé' }, niamey, held)).status).toBe(412);
  });
});

describe('a taxpayer on a tour', () => {
  it('who paid, moved or was removed since is shown with that', async () => {
    const [away = 0, gone = 0] = await owing(2);
    const [paid, moved] = debtors.slice(0, 2) as [Debtor, Debtor];
    const { body: planned } = await plan({ ids: [paid.id, moved.id, away, gone], agent: await newAgent() });
    const tournee = planned.tournee.id;
    await niamey.send('POST', '/v2/contribuables/transactions', {
      contribuable: paid.id,
      montant: paid.du,
      moyenPaiement: 5,
    });
    const [other] = await query<{ id: number }>(
      'select id from ramification where entite_id = 1 and id <> $1 order by id desc limit 1',
      [moved.ramification],
    );
    await query('update contribuable set ramification_id = $2 where id = $1', [moved.id, other?.id]);
    for (const table of ['echeance', 'enrollement'])
      await query(`delete from ${table} where contribuable_id = $1`, [away]);
    await query(
      `update contribuable set entite_id = 2,
         ramification_id = (select min(id) from ramification where entite_id = 2) where id = $1`,
      [away],
    );
    expect((await niamey.send('DELETE', `/v2/contribuables/${gone}`)).status).toBe(204);

    const visites = await visitesOf(tournee);
    const known = new Map(visites.map((visite) => [visite.contribuable, visite]));
    const told = (id: number) => {
      const { presence, exigible, payeDepuis } = known.get(id) as Visite;
      return [presence, exigible, payeDepuis];
    };
    expect([paid.id, moved.id, away, gone].map(told)).toEqual([
      ['présent', 0, paid.du],
      ['déplacé', moved.du, 0],
      ['ailleurs', null, null],
      ['supprimé', null, null],
    ]);
    const { body } = await niamey.get<Tournee>(`/v2/tournees/${tournee}`);
    expect(body).toMatchObject({ visites: 4, payeDepuis: paid.du });
    // a visit is found by the taxpayer's present words, and by those it was planned with where the taxpayer is gone
    const foundBy = async (typed: string) => {
      const address = `/v2/visites?tournee=${tournee}&q=${encodeURIComponent(typed)}`;
      return (await niamey.get<{ data: Visite[] }>(address)).body.data.map((one) => one.contribuable);
    };
    for (const id of [moved.id, gone]) {
      const { numKlis, fullName } = known.get(id) as Visite;
      expect(await foundBy(numKlis)).toEqual([id]);
      expect(await foundBy(fullName)).toContain(id);
    }
    expect(await foundBy('personne de ce nom')).toEqual([]);
    const noted = async (id: number) => (await note(known.get(id) as Visite, { issue: 'absent' })).status;
    expect(await noted(moved.id)).toBe(200);
    expect(await noted(paid.id)).toBe(200);
    expect([await noted(away), await noted(gone)]).toEqual([409, 409]);
  });
});

describe('the sheet of a tour', () => {
  it('names the tour and each visit in its order, grouped by place, with a column to sign', async () => {
    const rows = debtors.slice(4, 24);
    const { tournee } = await made(rows);
    const url = '/v2/impressions/tournee?groupe=quartier&emargement=1';
    const { status, bytes } = await fileOf(octroi, 'niamey', url, { query: `tournee=${tournee}` });
    expect(status, bytes.subarray(0, 300).toString()).toBe(200);
    const texts = readPdf(bytes).pages.flat();
    expect(texts.join(' ')).toContain('Émargement');
    expect(texts.join(' ')).toContain('Tournée du');
    const numbers = new Set(rows.map(({ numero }) => numero));
    expect(texts.map((text) => text.trim()).filter((text) => numbers.has(text))).toEqual(
      rows.map(({ numero }) => numero),
    );
  });

  it.each(['tournees', 'visites'])('and the list of %s can be exported as spreadsheets', async (resource) => {
    const { tournee } = await made(debtors.slice(4, 6));
    for (const format of ['csv', 'xlsx'] as const) {
      const body = { resource, format, query: resource === 'visites' ? `tournee=${tournee}` : 'entite=1' };
      expect((await fileOf(octroi, 'niamey', '/v2/exports', body)).status).toBe(200);
    }
  });
});
