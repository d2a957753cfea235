import { addDays, formatDay } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { testApp, YEAR } from '#src/testing/app.ts';
import { bill, enrol } from '#src/testing/books.ts';
import { pay } from '#src/testing/caisse.ts';
import { fileOf } from '#src/testing/files/files.ts';
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
const { newTills, world } = await tillsOf(octroi);
const on = {
  query: async (text: string, values: unknown[]) => ({ rows: await octroi.query(text, values) }),
} as never;

/** A new taxpayer who owes of both taxes. */
async function owing({ town }: Tills, ...montants: [number, number]): Promise<number> {
  const { id } = await enrol(on, town, { node: town.nodes[4] });
  for (const [index, montant] of montants.entries())
    if (montant > 0)
      await bill(on, town, id, { annee: 2025 + index, montant, taxe: town.taxes[index] as number });
  return id;
}
const book = (tills: Tills, taxe: 0 | 1, debut: string, code: string, libelle = `Ligne ${code}`) =>
  world.make('imputation_budgetaires', {
    entite: tills.town.entite,
    taxe: tills.town.taxes[taxe],
    debut,
    code,
    libelle,
  });

/** What a versement hands over, as its bordereau was frozen: by line. */
const lignes = async (versement: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await octroi.query<{ nom: string; montant: string }>(
        `select coalesce(code, origine) || case when a_la_reception then ' manquant' else '' end as nom, sum(montant) as montant
         from versement_ligne where versement_id = $1 group by 1`,
        [versement],
      )
    ).map(({ nom, montant }) => [nom, Number(montant)]),
  );
const declared = async (
  keeper: Keeper,
  { regie }: Tills,
  montant: number,
  more?: object,
): Promise<number> => {
  const { status, body } = await declareVersement(keeper, regie, montant, more);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};
const print = async (url: string, body: object = {}): Promise<{ text: string; pages: number }> => {
  const { status, bytes } = await fileOf(octroi, 'superadmin', `/v2/${url}`, body);
  expect(status, bytes.subarray(0, 300).toString()).toBe(200);
  const { pages } = readPdf(bytes);
  return { text: pages.flat().join('\n'), pages: pages.length };
};

describe('the lines of a versement', () => {
  it('are the received sums by budget line of the day, the float last', async () => {
    const tills = await newTills();
    const { regie, regisseur, comptable } = tills;
    const [agent] = tills.agents;
    await book(tills, 0, '2020-01-01', '7011');
    await book(tills, 0, '2099-01-01', '7099');
    const opened = await openTill(agent, regie, 5000);
    // 6,000 and 3,000 are owed: 1,000 are paid in advance
    expect((await pay(agent.caller, await owing(tills, 6000, 3000), 10_000)).status).toBe(201);
    await closeTill(agent, opened.body.id, 15_000);
    // tax by tax of the day, then what is in advance
    const first = await declared(agent, tills, 9500);
    expect(await lignes(first)).toEqual({ '7011': 6000, taxe: 3000, avance: 500 });
    const rest = await declared(agent, tills, 5500);
    expect(await lignes(rest)).toEqual({ avance: 500, fonds: 5000 });
    // what is refused is held again, for what it was taken for
    expect(
      (await regisseur.caller.send('POST', `/v2/versements/${first}/refus`, { motif: 'Non' })).status,
    ).toBe(200);
    const again = await declared(agent, tills, 9500);
    expect(await lignes(again)).toEqual({ '7011': 6000, taxe: 3000, avance: 500 });
    // short: what is missing is an écart of who declared it
    await receiveVersement(regisseur, again, 8500, 'Un faux billet');
    await receiveVersement(regisseur, rest, 5500);
    expect(await lignes(again)).toEqual({ '7011': 6000, taxe: 3000, avance: 500, 'écart manquant': -1000 });
    const all = await declared(regisseur, tills, 14_000, { destination: 'comptable' });
    expect(await lignes(all)).toEqual({ '7011': 6000, taxe: 3000, avance: 1000, écart: -1000, fonds: 5000 });
    await receiveVersement(comptable, all, 14_000);
    // the holder pays the missing note in: that is what is handed over then
    const [{ id: ecart } = { id: 0 }] = await octroi.query<{ id: number }>(
      'select id::int from ecart where versement_id = $1',
      [again],
    );
    const settled = { reglement: 'reversé', motif: 'Remboursé' };
    expect((await comptable.caller.send('POST', `/v2/ecarts/${ecart}/reglement`, settled)).status).toBe(200);
    const last = await declared(agent, tills, 1000);
    expect(await lignes(last)).toEqual({ écart: 1000 });
  });

  it('include ticket sales, by the line of their tax or without one', async () => {
    const tills = await newTills();
    const { regie, regisseur, town } = tills;
    const [agent] = tills.agents;
    await book(tills, 0, '2020-01-01', '7011');
    const taxed = await ticket(world, tills, 100, { taxe: town.taxes[0] });
    const plain = await ticket(world, tills, 50);
    for (const categorie of [taxed, plain]) {
      expect((await move(regisseur, 'reçu', tills, categorie, [1, 150])).status).toBe(201);
      const given = await move(regisseur, 'remis', tills, categorie, [1, 100], { agent: agent.id });
      expect(given.status).toBe(201);
    }
    const { body } = await openTill(agent, regie, 1000);
    await pay(agent.caller, await owing(tills, 6000, 0), 6000);
    expect((await sell(agent, tills, taxed, [1, 20])).status).toBe(201);
    expect((await sell(agent, tills, plain, [1, 30])).status).toBe(201);
    const undone = await sell(agent, tills, plain, [31, 40]);
    expect((await cancelSale(agent, undone.body.id)).status).toBe(200);
    await closeTill(agent, body.id, 10_500);
    const part = await declared(agent, tills, 8500);
    expect(await lignes(part)).toEqual({ '7011': 8000, valeurs: 500 });
    const rest = await declared(agent, tills, 2000);
    expect(await lignes(rest)).toEqual({ valeurs: 1000, fonds: 1000 });
    const plainText = ({ text }: { text: string }): string => text.replaceAll(/[\u202f\u00a0]/g, ' ');
    expect(plainText(await print(`versements/${part}/papier`))).toMatch(/Recettes au comptant\s+500/);
    const counted = plainText(await print(`sessions_caisse/${body.id}/papier`));
    expect(counted).toMatch(/Recettes au comptant\s+3 500 F CFA/);
    expect(counted).toMatch(/Attendu en caisse\s+10 500 F CFA/);
    const [{ jour } = { jour: '' }] = await octroi.query<{ jour: string }>(
      'select aujourdhui()::text as jour',
    );
    const text = plainText(await print(`regies/${regie}/situation`, { jour }));
    // 80 and 70 with the agent, 50 of each in stock
    expect(text).toContain('Valeurs inactives détenues : 19 000 F CFA');
    expect(text).toContain('Stock de la régie');
  });

  it('do not change once computed; sums taken back since come first in the next versement', async () => {
    const tills = await newTills();
    const [agent, other] = tills.agents;
    const { body } = await openTill(agent, tills.regie);
    const payer = await owing(tills, 6000, 0);
    const paid = await pay(agent.caller, payer, 6000);
    const first = await declared(agent, tills, 6000);
    expect(await lignes(first)).toEqual({ taxe: 6000 });
    // what it is made of tells what lies in the till: nobody reads it before the count
    for (const reader of [agent, tills.regisseur])
      expect((await reader.caller.send('POST', `/v2/versements/${first}/papier`)).status).toBe(409);
    const line = await book(tills, 0, '2020-01-01', '7011', 'Droits de place');
    expect(await lignes(first)).toEqual({ taxe: 6000 });
    // 2,000 of the next come in, and the first is taken back out of them
    await pay(agent.caller, await owing(tills, 8000, 0), 8000);
    await octroi.query(
      `with extourne as (
         insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, moyen_paiement_id,
           bureau_accepteur_id, statut, session_caisse_id, extourne_de_id)
         select entite_id, contribuable_id, ramification_id, gen_random_uuid(), -montant, moyen_paiement_id, bureau_accepteur_id,
           statut, session_caisse_id, id from transaction where id = $1 returning *)
       insert into imputation (entite_id, transaction_id, contribuable_id, annee, echeance_id, montant)
       select e.entite_id, e.id, e.contribuable_id, i.annee, i.echeance_id, -i.montant
       from extourne e join imputation i on i.entite_id = e.entite_id and i.transaction_id = e.extourne_de_id`,
      [paid.body.id],
    );
    const second = await declared(agent, tills, 2000, { destination: 'détenteur', destinataire: other.id });
    expect(await lignes(second)).toEqual({ '7011': 2000 });
    await world.by('superadmin').send('DELETE', `/v2/imputation_budgetaires/${line}`);
    expect(await lignes(second)).toEqual({ '7011': 2000 });
    await closeTill(agent, body.id, 0);
    expect((await print(`versements/${first}/papier`)).text).toContain('Sans imputation budgétaire');
    expect((await print(`versements/${first}/papier`)).text).toMatch(/DUPLICATA[\s\S]*Sans imputation/);
  });

  it('are computed later for versements declared before lines were stored', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const { body } = await openTill(agent, tills.regie, 1000);
    await pay(agent.caller, await owing(tills, 6000, 0), 6000);
    await closeTill(agent, body.id, 7000);
    const old = await declared(agent, tills, 6500);
    await octroi.query('delete from versement_ligne where versement_id = $1', [old]);
    await receiveVersement(tills.regisseur, old, 6000, 'Manque');
    expect(await lignes(old)).toEqual({ taxe: 6000, fonds: 500, 'écart manquant': -500 });
    const gone = await declared(agent, tills, 500);
    await octroi.query('delete from versement_ligne where versement_id = $1', [gone]);
    expect((await print(`versements/${gone}/papier`)).text).toContain('Fonds de caisse');
    expect(await lignes(gone)).toEqual({ fonds: 500 });
  });
});

describe('a paper of a till', () => {
  it('has a number without gaps, and the same content when printed again', async () => {
    const tills = await newTills();
    const { regie, regisseur } = tills;
    const [agent, other] = tills.agents;
    const [{ code } = { code: '' }] = await octroi.query<{ code: string }>(
      'select code from entite where id = $1',
      [tills.town.entite],
    );
    const { body } = await openTill(agent, regie, 5000);
    await pay(agent.caller, await owing(tills, 6000, 0), 6000);
    const session = `sessions_caisse/${body.id}`;
    expect((await regisseur.caller.send('POST', `/v2/${session}/papier`)).status).toBe(409);
    const control = { billets: inNotes(10_000), procesVerbal: 'Contrôle de dix heures' };
    const { body: controle } = await regisseur.caller.send<{ id: number }>(
      'POST',
      `/v2/${session}/controles`,
      control,
    );
    // it tells what is expected: while the till is open, to who has counted alone
    const controlled = `${session}/controles/${controle.id}/papier`;
    expect((await agent.caller.send('POST', `/v2/${controlled}`)).status).toBe(409);
    expect((await regisseur.caller.send('POST', `/v2/${controlled}`)).status).toBe(200);
    await closeTill(regisseur, body.id, 10_500, 'Titulaire absent, devant deux témoins');
    const closing = await print(`${session}/papier`);
    expect(closing.text).toContain('Procès-verbal de clôture de caisse');
    expect(closing.text).toContain(`N° PV-${code}-${YEAR}-000002`);
    for (const expected of [
      '10 500',
      '11 000',
      'En moins : 500',
      'Titulaire absent',
      'Qui a fermé la caisse',
    ])
      expect(closing.text.replaceAll(/[\u202f\u00a0]/g, ' ')).toContain(expected);
    const again = await print(`${session}/papier`);
    expect(again.text).toContain('DUPLICATA (impression n° 2)');
    expect(again.text).toContain(`PV-${code}-${YEAR}-000002`);
    const { text: counted } = await print(controlled);
    for (const expected of ['contrôle inopiné', '-000001', 'En moins', 'Contrôle de dix heures'])
      expect(counted).toContain(expected);

    const passed = await declared(agent, tills, 10_500, { destination: 'détenteur', destinataire: other.id });
    expect((await agent.caller.send('POST', `/v2/versements/${passed}/papier`)).status).toBe(409);
    await receiveVersement(other, passed, 10_500);
    const passation = await print(`versements/${passed}/papier`);
    expect(passation.text).toContain(`PV-${code}-${YEAR}-000003`);
    // a till that begins with what another handed over says so: its lines come to what is expected
    const next = await openTill(other, regie, 1000);
    await closeTill(other, next.body.id, 11_500);
    const { text: after } = await print(`sessions_caisse/${next.body.id}/papier`);
    expect(after.replaceAll(/[\u202f\u00a0]/g, ' ')).toMatch(
      /Détenu avant, versements déduits\s+10 500 F CFA\s+Attendu en caisse\s+11 500 F CFA/,
    );
    const paid = await declared(other, tills, 10_500);
    expect((await print(`versements/${paid}/papier`)).text).toContain(`BV-${code}-${YEAR}-000001`);
    await regisseur.caller.send('POST', `/v2/versements/${paid}/refus`, { motif: 'Sac ouvert' });
    expect((await print(`versements/${paid}/papier`)).text).toMatch(/REFUSÉ le[\s\S]*Sac ouvert/);
    // none of it is somebody else's to take along
    expect((await agent.caller.send('POST', `/v2/versements/${paid}/papier`)).status).toBe(404);
    expect((await other.caller.send('POST', `/v2/${session}/papier`)).status).toBe(404);
  });

  it('keeps the texts that it was printed with', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const { body } = await openTill(agent, tills.regie);
    await closeTill(agent, body.id, 0);
    const papiers = `/v2/entites/${tills.town.entite}/papiers`;
    const { text } = await print(`sessions_caisse/${body.id}/papier`);
    expect(text).toContain('Rien n’a été compté.');
    const now = (await world.by('superadmin').get<Record<string, unknown>>(papiers)).body;
    const { entite: _entite, ecusson: _ecusson, version: _version, ...textes } = now;
    const put = await world
      .by('superadmin')
      .send('PUT', papiers, { ...textes, enTete: 'RÉPUBLIQUE D’AILLEURS' });
    expect(put.status).toBe(200);
    expect((await print(`sessions_caisse/${body.id}/papier`)).text).not.toContain('AILLEURS');
  });
});

describe('the situation of a régie', () => {
  const situation = (regie: number, jour?: string) =>
    fileOf(octroi, 'superadmin', `/v2/regies/${regie}/situation`, jour ? { jour } : {});
  const textOf = ({ bytes }: { bytes: Buffer }): string =>
    readPdf(bytes)
      .pages.flat()
      .join('\n')
      .replaceAll(/[\u202f\u00a0]/g, ' ');
  const today = async (): Promise<string> =>
    (await octroi.query<{ jour: string }>('select aujourdhui()::text as jour'))[0]?.jour as string;

  it('gives cash and cheques by holder at the end of a day, and hides tills not yet counted', async () => {
    const tills = await newTills();
    const { regie, regisseur } = tills;
    const [agent, other] = tills.agents;
    const jour = await today();
    const { body } = await openTill(agent, regie, 5000);
    const refused = await situation(regie, jour);
    expect([refused.status, refused.bytes.toString()]).toEqual([
      409,
      expect.stringContaining('n’est pas comptée'),
    ]);
    await pay(agent.caller, await owing(tills, 6000, 0), 6000);
    const payer = await owing(tills, 9000, 0);
    const cheque = await agent.caller.send<{ id: number }>('POST', '/v2/encaissements', {
      moyenPaiement: 4,
      montant: 9000,
      lignes: [{ contribuable: payer, montant: 9000 }],
      cheque: { banque: 'BIA', numero: '0012345', tireur: 'Elhadj Moussa' },
    });
    expect(cheque.status, JSON.stringify(cheque.body)).toBe(201);
    await closeTill(agent, body.id, 11_000);
    const paid = await declared(agent, tills, 4000);
    const printed = await situation(regie, jour);
    expect(printed.status, printed.bytes.subarray(0, 200).toString()).toBe(200);
    const text = textOf(printed);
    for (const expected of [
      '11 000',
      '4 000',
      '9 000',
      'BIA',
      '0012345',
      'Elhadj Moussa',
      'Espèces détenues : 11 000',
    ])
      expect(text).toContain(expected);
    // the day is not over: the paper says its hour, and that of the first print stays
    const [, heure = ''] = new RegExp(`Le ${formatDay(jour)} à (\\d\\d:\\d\\d)`).exec(text) ?? [];
    expect(heure).not.toBe('');
    const again = textOf(await situation(regie, jour));
    expect(again).toContain('DUPLICATA (impression n° 2)');
    expect(again).toContain(`à ${heure}`);
    await receiveVersement(regisseur, paid, 3500, 'Manque');
    // it is another paper once it says something else
    const changed = textOf(await situation(regie, jour));
    expect(changed).not.toContain('DUPLICATA');
    expect(changed).toMatch(/-000002/);
    expect(changed).toContain('-500');
    const [chequeId] = await octroi.query<{ id: number }>(
      'select id::int from transaction where contribuable_id = $1',
      [payer],
    );
    // confirmed, it is held no longer; on the day before nobody held anything
    const confirmed = await world
      .by('superadmin')
      .send('PATCH', `/v2/transactions/${chequeId?.id}`, { statut: 'Confirmé' });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    expect(textOf(await situation(regie, jour))).not.toContain('BIA');
    const before = textOf(await situation(regie, addDays(jour, -1)));
    expect(before).toContain('Personne ne détient rien.');
    expect(before).toContain(`À la fin du ${formatDay(addDays(jour, -1))}`);
    // without a day it is that of the last year's end
    const ended = jour === `${YEAR}-12-31` ? YEAR : YEAR - 1;
    expect(textOf(await situation(regie))).toContain(`À la fin du 31/12/${ended}`);
    expect((await situation(regie, '2099-12-31')).status).toBe(400);
    expect((await other.caller.send('POST', `/v2/regies/${regie}/situation`, { jour })).status).toBe(403);
  });
});

it('every line is present, and their sum is the held sum', async () => {
  const findings = await verify(octroi.url, () => undefined);
  expect(findings.filter(({ check }) => check.startsWith('caisses'))).toEqual([]);
});
