import { joursDuPoint, moisDuPoint } from '@octroi/contract';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { readPoint } from '#src/domains/pilotage/index.ts';
import { testApp, TODAY } from '#src/testing/app.ts';

const { db, signIn, query, runPeriodic, mails, unreachable } = await testApp();
const [niamey, plateau, maradi, lecture] = await Promise.all([
  signIn('niamey'),
  signIn('plateau'),
  signIn('maradi'),
  signIn('lecture'),
]);
const PATH = '/v2/entites/1/point-du-mois';
const MOIS = moisDuPoint(TODAY);

const before = async (month: string): Promise<string> => {
  const [row] = await query<{ jour: string }>(`select ($1::date - interval '1 month')::date::text as jour`, [
    month,
  ]);
  return row?.jour ?? '';
};

beforeEach(async () => {
  await query('delete from envoi_point');
  mails.length = 0;
});
afterAll(() => query('delete from envoi_point'));

/** Imputations of payments received in some days, from base rows. */
async function imputed(years: string, from: string, to: string): Promise<number> {
  const [row] = await query<{ montant: string }>(
    `select coalesce(sum(i.montant), 0) as montant
     from imputation i join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
     where t.statut = 'Confirmé' and not t.betail and t.entite_id = 1 and not t.a_classer and i.annee ${years}
       and (t.date_transaction at time zone 'Africa/Niamey')::date between $1 and $2`,
    [from, to],
  );
  return Number(row?.montant);
}

it.each([MOIS, `${Number(MOIS.slice(0, 4)) - 1}-12`])(
  'the figures of %s equal the base rows, and each table adds up',
  async (mois) => {
    const jours = joursDuPoint(mois, TODAY);
    if (!jours) throw new Error('no day is over');
    const figures = await readPoint(db, { kind: 'entites', entites: [1] }, 1, jours);
    const annee = Number(mois.slice(0, 4));
    expect(figures.recu.exercice).toBe(await imputed(`= ${annee}`, jours.from, jours.to));
    expect(figures.recu.arrieres).toBe(await imputed(`< ${annee}`, jours.from, jours.to));
    expect(figures.recu.avance).toBe(await imputed(`> ${annee}`, jours.from, jours.to));
    expect(figures.exercice.encaisse).toBe(await imputed(`= ${annee}`, '2000-01-01', jours.to));
    const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
    expect(sum(figures.moyens.map(({ montant }) => montant))).toBe(figures.recu.total);
    expect(sum(figures.lieux.map((lieu) => lieu.mois))).toBe(figures.recu.total);
    expect(sum(figures.lieux.map(({ paye }) => paye))).toBe(figures.exercice.encaisse);
    expect(sum(figures.lieux.map(({ prevu }) => prevu))).toBe(figures.exercice.attendu);
    expect(sum(figures.mois.map(({ recu }) => recu))).toBe(
      figures.exercice.encaisse - figures.exercice.avant,
    );
    expect(sum(figures.mois.map(({ echu }) => echu))).toBe(figures.exercice.echu);
  },
);

it('is a PDF for who sees the whole collectivité, and is journaled', async () => {
  const reply = await niamey.send('POST', PATH, { mois: MOIS });
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('application/pdf');
  expect(reply.headers['content-disposition']).toContain(`point-du-mois-${MOIS}.pdf`);
  const [act] = await query<{ acte: string; apres: object }>(
    `select acte, apres from journal where ressource = 'point-du-mois' order by id desc limit 1`,
  );
  expect(act).toEqual({ acte: 'exporter', apres: { document: 'point-du-mois', mois: MOIS } });
  expect((await plateau.send('POST', PATH, {})).status).toBe(403);
  expect((await maradi.send('POST', PATH, {})).status).toBe(404);
});

it('is refused for a month without a complete day', async () => {
  const next = `${Number(TODAY.slice(0, 4)) + 1}-01`;
  const reply = await niamey.send<{ message: string }>('POST', PATH, { mois: next });
  expect(reply.status).toBe(400);
  expect(JSON.stringify(reply.body)).toContain('n’est encore fini');
  expect((await niamey.send('POST', PATH, { mois: '2026-13' })).status).toBe(400);
});

it('nobody gets it by mail until addresses are named, nor for a month that was over by then', async () => {
  expect((await niamey.get(`${PATH}/envoi`)).body).toEqual({
    version: 0,
    adresses: [],
    par: null,
    possible: true,
  });
  const saved = await niamey.send('PUT', `${PATH}/envoi`, {
    adresses: ['Maire@niamey.ne', 'maire@niamey.ne'],
  });
  expect(saved).toMatchObject({ status: 200, body: { adresses: ['maire@niamey.ne'], possible: true } });
  await runPeriodic('point-du-mois');
  expect(mails).toEqual([]);
});

/** Journal entries of the page since the last call, oldest first. */
let seen = 0;
async function journaled(): Promise<unknown[]> {
  const rows = await query<{ id: string; acte: string; apres: unknown }>(
    `select id, acte, apres from journal where ressource = 'point-du-mois' and id > $1 order by id`,
    [seen],
  );
  seen = Number(rows.at(-1)?.id ?? seen);
  return rows.filter(({ acte }) => acte === 'exporter').map(({ apres }) => apres);
}
/** Addresses whose last sent month is long ago. */
async function due(...adresses: string[]): Promise<string> {
  await niamey.send('PUT', `${PATH}/envoi`, { adresses });
  await query(`update envoi_point set envoye = '2020-01-01'`);
  await journaled();
  return (await before(`${TODAY.slice(0, 7)}-01`)).slice(0, 7);
}

it('the journal says that it left once, however many servers prepare it at the same time', async () => {
  const mois = await due('maire@niamey.ne');
  await Promise.all([runPeriodic('point-du-mois'), runPeriodic('point-du-mois')]);
  expect(mails).toHaveLength(1);
  expect(await journaled()).toEqual([{ document: 'point-du-mois', mois, adresses: ['maire@niamey.ne'] }]);
});

it('the journal names the addresses that could be mailed, and a month mailed to none is tried again', async () => {
  const mois = await due('maire@niamey.ne', 'sg@niamey.ne');
  unreachable.add('maire@niamey.ne').add('sg@niamey.ne');
  await runPeriodic('point-du-mois');
  expect(await journaled()).toEqual([]);
  unreachable.delete('sg@niamey.ne');
  await runPeriodic('point-du-mois');
  unreachable.clear();
  await runPeriodic('point-du-mois');
  expect(mails.map(({ to }) => to.address)).toEqual(['sg@niamey.ne']);
  expect(await journaled()).toEqual([{ document: 'point-du-mois', mois, adresses: ['sg@niamey.ne'] }]);
});

it('addresses saved since by somebody else are not overwritten; a month that is sent changes nothing', async () => {
  const put = (adresses: string[], version: number) =>
    niamey.send<{ version: number; adresses: string[] }>(
      'PUT',
      `${PATH}/envoi`,
      { adresses },
      { 'if-match': `"${version}"` },
    );
  const first = await put(['maire@niamey.ne'], 0);
  expect((await put(['sg@niamey.ne'], 0)).status).toBe(412);
  const second = await put(['sg@niamey.ne'], first.body.version);
  expect(second.body.adresses).toEqual(['sg@niamey.ne']);
  await query(`update envoi_point set envoye = '2020-01-01'`);
  await runPeriodic('point-du-mois');
  expect((await put(['maire@niamey.ne'], first.body.version)).status).toBe(412);
  expect((await put(['maire@niamey.ne'], second.body.version)).status).toBe(200);
});

it('each address gets each month once', async () => {
  await niamey.send('PUT', `${PATH}/envoi`, { adresses: ['maire@niamey.ne', 'sg@niamey.ne'] });
  const last = await before(`${TODAY.slice(0, 7)}-01`);
  await query('update envoi_point set envoye = $1', [await before(last)]);
  await runPeriodic('point-du-mois');
  await runPeriodic('point-du-mois');
  expect(mails.map(({ to }) => to.address)).toEqual(['maire@niamey.ne', 'sg@niamey.ne']);
  const [attached] = mails[0]?.attachments ?? [];
  expect(attached?.name).toBe(`point-du-mois-${last.slice(0, 7)}.pdf`);
  expect(attached?.content.subarray(0, 5).toString()).toBe('%PDF-');
});

it.each([{ adresses: ['maire'] }, { adresses: Array.from({ length: 11 }, (_, n) => `a${n}@b.ne`) }, {}])(
  'addresses are refused if they are too many or none (case %#)',
  async (body) => {
    expect((await niamey.send('PUT', `${PATH}/envoi`, body)).status).toBe(400);
  },
);

it('the addresses belong to who edits the papers of the whole collectivité', async () => {
  for (const [caller, status] of [
    [lecture, 403],
    [plateau, 403],
    [maradi, 404],
  ] as const) {
    expect((await caller.get(`${PATH}/envoi`)).status).toBe(status);
    expect((await caller.send('PUT', `${PATH}/envoi`, { adresses: [] })).status).toBe(status);
  }
});

it('is sent with the rights of the account that named the addresses, and not without them', async () => {
  await niamey.send('PUT', `${PATH}/envoi`, { adresses: ['maire@niamey.ne'] });
  await query(`update envoi_point set envoye = '2020-01-01'`);
  await query(`update utilisateur set enabled = false where username = 'niamey'`);
  await runPeriodic('point-du-mois');
  expect(mails).toEqual([]);
  await query(`update utilisateur set enabled = true where username = 'niamey'`);
  await runPeriodic('point-du-mois');
  expect(mails).toHaveLength(1);
});
