import { createHash, randomBytes } from 'node:crypto';
import {
  addDays,
  type AvisCompte,
  type AvisDuContribuable,
  type AvisLu,
  type AvisRemisRow,
  type CasRow,
  type Donnees,
  formatDay,
  pieceCode,
  type Problem,
} from '@octroi/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { testApp, TODAY, YEAR } from '#src/testing/app.ts';
import { enrol } from '#src/testing/books.ts';
import { enrolDevice, type Telephone } from '#src/testing/terrain.ts';
import { type Tills, tillsOf } from '#src/testing/tills.ts';

const octroi = await testApp();
const { query } = octroi;
const world = await tillsOf(octroi);
const newTills = async (): Promise<Tills> => {
  const tills = await world.newTills();
  return { ...tills, payer: Number(tills.payer) };
};

interface Notice {
  code: string;
  numero: string;
}
const on = {
  query: async (text: string, values: unknown[]) => ({ rows: await query(text, values) }),
} as never;
const enrolled = async ({ town }: Tills): Promise<number> =>
  Number((await enrol(on, town, { node: town.nodes[4] })).id);
let count = 0;
/** A notice of a taxpayer, as if it had been printed. */
async function issue(
  tills: Tills,
  {
    contribuable = tills.payer,
    jour = TODAY,
    remplace,
  }: { contribuable?: number; jour?: string; remplace?: string } = {},
): Promise<Notice> {
  const [code, numero] = [
    pieceCode(randomBytes(20)),
    `AVIS-ESSAI-${YEAR}-${String(++count).padStart(6, '0')}`,
  ];
  await query(
    `insert into piece (code, nature, numero, entite_id, contribuable_id, annee, jour, montant, contenu, remplace)
     values ($1, 'avis', $2, $3, $4, $5, $6, 12000, '{}', $7)`,
    [code, numero, tills.town.entite, contribuable, YEAR, jour, remplace ?? null],
  );
  return { code, numero };
}
/** A notice, the office of its town, and a phone of one of its agents. */
async function started(jour = TODAY) {
  const tills = await newTills();
  const notice = await issue(tills, { jour });
  return { tills, notice, office: tills.regisseur.caller, phone: await enrolDevice(octroi, tills) };
}
const replies = async (phone: Telephone) => (await phone.send()).body.data;
const register = async ({ regisseur, town }: Tills, search = ''): Promise<AvisRemisRow[]> =>
  (await regisseur.caller.get<{ data: AvisRemisRow[] }>(`/v2/avis_remis?entite=${town.entite}${search}`)).body
    .data;
const countIn = async ({ regisseur, town }: Tills, search = ''): Promise<AvisCompte> =>
  (await regisseur.caller.get<AvisCompte>(`/v2/avis_remis/compte?entite=${town.entite}${search}`)).body;
const record = (tills: Tills, body: object) =>
  tills.regisseur.caller.send<AvisRemisRow & Problem>('POST', '/v2/avis_remis', {
    remisLe: TODAY,
    remisA: 'proche',
    ...body,
  });

describe('a notice handed over by a phone', () => {
  it('is stored with its day, instant, place, agent and who took it, whether its QR was read or its number typed', async () => {
    const { tills, notice, phone } = await started();
    const other = await issue(tills, { contribuable: await enrolled(tills) });
    phone.note('avis', {
      avis: `https://octroi.example/verifier/${notice.code}`,
      remisA: 'proche',
      contribuable: { id: tills.payer },
      latitude: 13.5137,
      longitude: 2.1098,
      precisionPosition: 12,
    });
    phone.note('avis', { avis: other.numero.toLowerCase(), remisA: 'refusé' });
    expect((await replies(phone)).map(({ etat }) => etat)).toEqual(['accepte', 'accepte']);
    const [refused, handed] = await register(tills);
    expect(handed).toMatchObject({
      avis: { numero: notice.numero, annee: YEAR, montant: 12_000 },
      contribuable: { id: tills.payer },
      etat: 'remis',
      remisLe: TODAY,
      remisA: 'proche',
      agent: { id: tills.agents[0].id },
      position: { latitude: 13.5137, longitude: 2.1098, precision: 12 },
      saisiePar: null,
    });
    expect(handed?.instant).toMatch(/^\d{4}-/);
    expect(refused).toMatchObject({ avis: { numero: other.numero }, etat: 'refusé', position: null });
    expect(await countIn(tills)).toEqual({ annee: YEAR, emis: 2, remis: 1, refuses: 1, aRemettre: 0 });
  });

  it('a second time is refused as a case that names the first, which stands; the same command is answered as before', async () => {
    const { tills, notice, phone } = await started();
    phone.note('avis', { avis: notice.code, remisA: 'contribuable' });
    phone.note('avis', { avis: notice.numero, remisA: 'employé' });
    const [, second] = await replies(phone);
    expect(second).toMatchObject({ etat: 'refuse', code: 'conflit.doublon' });
    expect(second?.message).toContain(
      `L’avis ${notice.numero} est déjà noté : Remis le ${formatDay(TODAY)} au contribuable`,
    );
    expect((await replies(phone)).map(({ etat, premier }) => [etat, premier])).toEqual([
      ['deja', 'accepte'],
      ['deja', 'refuse'],
    ]);
    expect(await register(tills)).toHaveLength(1);
    const { body } = await tills.regisseur.caller.get<{ data: CasRow[] }>(
      `/v2/cas_terrain?entite=${tills.town.entite}`,
    );
    expect(body.data).toMatchObject([{ type: 'avis', motif: 'refus' }]);
  });

  it('to nobody stays to hand over, however often', async () => {
    const { tills, notice, phone } = await started();
    phone.note('avis', { avis: notice.code, remisA: 'absent' });
    phone.note('avis', { avis: notice.code, remisA: 'absent' });
    phone.note('avis', { avis: notice.code, remisA: 'contribuable' });
    const told = await replies(phone);
    expect(told.map(({ etat }) => etat)).toEqual(['accepte', 'accepte', 'accepte']);
    expect((await register(tills)).map(({ etat }) => etat).toSorted()).toEqual(['absent', 'absent', 'remis']);
    expect(await countIn(tills)).toMatchObject({ emis: 1, remis: 1, aRemettre: 0 });
  });

  it('that was replaced before is a case; replaced since, it counts, and the new one is left to hand over', async () => {
    const { tills, notice, phone } = await started();
    const before = phone.note(
      'avis',
      { avis: notice.code, remisA: 'contribuable' },
      { faitLe: new Date(Date.now() - 60_000) },
    );
    const next = await issue(tills, { remplace: notice.code });
    const late = phone.note(
      'avis',
      { avis: notice.code, remisA: 'proche' },
      { faitLe: new Date(Date.now() + 1000) },
    );
    const [first] = (await phone.send([before])).body.data;
    expect(first?.etat).toBe('accepte');
    expect(await countIn(tills)).toMatchObject({ emis: 1, remis: 0, aRemettre: 1 });
    const undone = await tills.regisseur.caller.send(
      'POST',
      `/v2/avis_remis/${first?.resultat?.remise}/annulation`,
      { motif: 'Essai' },
    );
    expect(undone.status).toBe(200);
    const [second] = (await phone.send([late])).body.data;
    expect(second).toMatchObject({ etat: 'refuse', code: 'conflit.regle' });
    expect(second?.message).toContain(`est remplacé par ${next.numero}`);
  });

  it('is unknown outside the places of its agent, and on a receipt’s code', async () => {
    const [{ phone }, { notice }] = [await started(), await started()];
    phone.note('avis', { avis: notice.code, remisA: 'contribuable' });
    phone.note('avis', { avis: 'n’importe quoi', remisA: 'contribuable' });
    expect((await replies(phone)).map(({ code }) => code)).toEqual(['introuvable', 'introuvable']);
  });

  it('has the photo of its stub, whenever that arrives', async () => {
    const { tills, notice, phone, office } = await started();
    const bytes = await sharp(randomBytes(40 * 30 * 3), { raw: { width: 40, height: 30, channels: 3 } })
      .jpeg()
      .toBuffer();
    const photo = createHash('sha256').update(bytes).digest('hex');
    phone.note('avis', { avis: notice.code, remisA: 'employé', photo });
    const [told] = await replies(phone);
    const address = `/v2/avis_remis/${told?.resultat?.remise}/photo`;
    expect((await office.get(address)).status).toBe(404);
    const sent = await tills.agents[0].caller.send('PUT', `/v2/terrain/photos/${photo}`, bytes, {
      'content-type': 'image/jpeg',
    });
    expect(sent.status).toBe(204);
    expect((await office.get(address)).status).toBe(200);
    expect((await register(tills))[0]?.photo).toBe(true);
    expect(await query('select from photo where contribuable_id = $1', [tills.payer])).toHaveLength(0);
  });

  it('is told to the phones of the place with the next download, as are its issue and its being taken back', async () => {
    const { tills, notice, phone } = await started();
    const pull = async (depuis?: string): Promise<Donnees> =>
      (
        await tills.agents[0].caller.get<Donnees>(
          `/v2/terrain/donnees?appareil=${phone.id}${depuis ? `&depuis=${encodeURIComponent(depuis)}` : ''}`,
        )
      ).body;
    const avisIn = ({ contribuables }: Donnees) => contribuables.find(([id]) => id === tills.payer)?.[14];
    const all = await pull();
    expect(avisIn(all)).toEqual([[YEAR, notice.numero, notice.code.slice(0, 8), TODAY, null, null]]);
    phone.note('avis', { avis: notice.code, remisA: 'proche' });
    const [told] = await replies(phone);
    const then = await pull(all.curseur);
    expect(avisIn(then)?.[0]?.slice(4)).toEqual([TODAY, 'proche']);
    await tills.regisseur.caller.send('POST', `/v2/avis_remis/${told?.resultat?.remise}/annulation`, {
      motif: 'Autre porte',
    });
    expect(avisIn(await pull(then.curseur))?.[0]?.slice(4)).toEqual([null, null]);
  });
});

describe('a notice handed over, recorded by the office', () => {
  it('is read before, then recorded for the agent who did it, on that day', async () => {
    const { tills, notice, office } = await started(addDays(TODAY, -3));
    const read = await office.get<AvisLu>(`/v2/avis_remis/preparation?avis=${notice.numero}`);
    expect(read.body).toMatchObject({
      numero: notice.numero,
      contribuable: { id: tills.payer },
      remise: null,
    });
    const [agent] = tills.agents;
    expect(read.body.agents.map(({ id }) => id)).toContain(agent.id);
    const { status, body } = await record(tills, {
      avis: notice.numero,
      agent: agent.id,
      remisLe: addDays(TODAY, -1),
    });
    expect([status, body.agent?.id, body.remisLe, body.instant]).toEqual([
      201,
      agent.id,
      addDays(TODAY, -1),
      null,
    ]);
    expect(body.saisiePar?.id).toBe(tills.regisseur.id);
    const { body: sheet } = await office.get<{ data: AvisDuContribuable[] }>(
      `/v2/contribuables/${tills.payer}/avis`,
    );
    expect(sheet.data).toMatchObject([
      { numero: notice.numero, remises: [{ remisLe: addDays(TODAY, -1), remisA: 'proche' }] },
    ]);
  });

  it.each([
    ['before its issue', { remisLe: addDays(TODAY, -4) }, 400, 'remisLe'],
    ['on a day to come', { remisLe: addDays(TODAY, 1) }, 400, 'remisLe'],
    ['by an unknown agent', { agent: 999_999 }, 400, 'agent'],
    ['to an unknown sort of person', { remisA: 'voisin' }, 400, 'remisA'],
    ['under an unknown number', { avis: 'AVIS-X-2026-999999' }, 404, undefined],
  ])('is refused %s', async (_why, more, status, field) => {
    const { tills, notice } = await started(addDays(TODAY, -3));
    const told = await record(tills, { avis: notice.numero, ...more });
    expect([told.status, told.body.errors?.[0]?.field]).toEqual([status, field]);
  });

  it('is taken back once, with a reason and in the journal, and can then be recorded again', async () => {
    const { tills, notice, office } = await started();
    const { body } = await record(tills, { avis: notice.numero });
    const undo = (motif: string) =>
      office.send<AvisRemisRow & Problem>('POST', `/v2/avis_remis/${body.id}/annulation`, { motif });
    expect((await undo(' ')).status).toBe(400);
    expect((await undo('Mauvais talon')).body).toMatchObject({ etat: 'annulé', motif: 'Mauvais talon' });
    expect((await undo('Encore')).status).toBe(409);
    expect((await record(tills, { avis: notice.numero, remisA: 'contribuable' })).status).toBe(201);
    const journal = await query<{ acte: string }>(
      `select acte from journal where ressource = 'avis_remis' and entite_id = $1 order by id`,
      [tills.town.entite],
    );
    expect(journal.map(({ acte }) => acte)).toEqual(['créer', 'supprimer', 'créer']);
  });

  it('two at once: one is recorded', async () => {
    const { tills, notice } = await started();
    const both = await Promise.all([1, 2].map(() => record(tills, { avis: notice.numero })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});

it('the register is read by agent, place and period', async () => {
  const { tills, notice, phone } = await started(addDays(TODAY, -9));
  phone.note('avis', { avis: notice.code, remisA: 'contribuable' });
  await phone.send();
  const [agent, other] = tills.agents;
  const by = (id: number) => `&filter[user.id][type]=eq&filter[user.id][x]=${id}`;
  const node = tills.town.nodes[0] as number;
  const found = async (search: string) => (await register(tills, search)).length;
  expect(await found(`&from=${TODAY}&to=${TODAY}&ms=${node}`)).toBe(1);
  expect(await found(`&to=${addDays(TODAY, -1)}`)).toBe(0);
  expect([await found(by(agent.id)), await found(by(other.id))]).toEqual([1, 0]);
  expect(await countIn(tills, `&ms=${node}`)).toMatchObject({ emis: 1, remis: 1 });
  expect([await found(`&q=${notice.numero.toLowerCase()}`), await found('&q=personne')]).toEqual([1, 0]);
});
