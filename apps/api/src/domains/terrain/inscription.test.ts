import type { AppareilCode, AppareilRow, InscriptionAppareil, Problem } from '@octroi/contract';
import { appareilColumns, TERRAIN_MESSAGES } from '@octroi/contract';
import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SECRETS, testApp, yearOf } from '#src/testing/app.ts';
import { handoverKey, seal, sendHandover } from '#src/testing/remises.ts';
import { enrolDevice, enrolEmptyPhone, newKey, ORANGE, type Telephone } from '#src/testing/terrain.ts';
import { type Keeper, type Tills, tillsOf } from '#src/testing/tills.ts';
import { verify } from '#src/verification/verify.ts';
import { keepCles } from './remises/cles.service.ts';

const octroi = await testApp();
await keepCles(octroi.db, SECRETS);
const { newTills } = await tillsOf(octroi);

async function newCode({ regisseur, town }: Tills, agent: Keeper): Promise<string> {
  const { body } = await regisseur.caller.send<AppareilCode>('POST', '/v2/appareils', {
    entite: town.entite,
    nom: `Téléphone de ${agent.id}`,
    agent: agent.id,
    ramifications: [town.nodes[0] as number],
  });
  return body.code;
}

const enrol = (agent: Keeper, code: string, clePublique: object = newKey().clePublique, more = {}) =>
  agent.caller.send<InscriptionAppareil & Problem>('POST', '/v2/terrain/appareils/inscription', {
    code,
    clePublique,
    plateforme: 'Android 12',
    version: '1',
    ...more,
  });

it('after ten codes that are not good the eleventh waits, even a good one, and the person is told', async () => {
  const tills = await newTills();
  const [agent] = tills.agents;
  const code = await newCode(tills, agent);
  for (let n = 0; n < 10; n++) {
    const wrong = await enrol(agent, 'AAAAAAAAAA');
    expect([wrong.status, wrong.body.message]).toEqual([400, TERRAIN_MESSAGES.code]);
  }
  const throttled = await enrol(agent, code);
  expect([throttled.status, throttled.body.message]).toEqual([429, TERRAIN_MESSAGES.tropDeCodes]);
});

it('codes that are good do not count, sent once or again after a lost answer', async () => {
  const tills = await newTills();
  const [agent] = tills.agents;
  const { clePublique } = newKey();
  const code = await newCode(tills, agent);
  for (let n = 0; n < 12; n++) expect((await enrol(agent, code, clePublique)).status).toBe(200);
  // the device with another key is another phone: its code has served
  expect((await enrol(agent, code)).body.message).toBe(TERRAIN_MESSAGES.code);
});

it('a phone that holds acts goes on as the same device after a new code, and its acts are booked once', async () => {
  const tills = await newTills();
  const [agent] = tills.agents;
  const phone = await enrolDevice(octroi, tills);
  phone.encaisse({ id: Number(tills.payer) }, 50, { moyenPaiement: ORANGE });
  await phone.send();
  // the office knows of nothing that waits, and gives a code while two acts wait on the phone
  const contribuable = { id: Number(tills.payer) };
  phone.encaisse(contribuable, 100, { moyenPaiement: ORANGE });
  phone.encaisse(contribuable, 200, { moyenPaiement: ORANGE });
  const newCodeOf = async (id: number) =>
    (await tills.regisseur.caller.send<AppareilCode>('POST', `/v2/appareils/${id}/code`, {})).body.code;
  const code = await newCodeOf(phone.id);
  expect((await phone.send()).status).toBe(401);
  const other = await newCode(tills, agent);
  const { kty, crv, x, y } = createPublicKey(phone.cle).export({ format: 'jwk' });
  const again = (given: string) => enrol(agent, given, { kty, crv, x, y }, { appareil: phone.id });
  const elsewhere = await again(other);
  expect([elsewhere.status, elsewhere.body.message]).toEqual([
    400,
    TERRAIN_MESSAGES.autreAppareil(phone.inscription.appareil.code),
  ]);
  const { body } = await again(code);
  expect([body.appareil.id, body.dernierSequence]).toEqual([phone.id, 1]);
  const sent = (await phone.send()).body.data.map(({ etat }) => etat);
  expect(sent).toEqual(['deja', 'accepte', 'accepte']);
});

describe('an empty phone that is enrolled by the code of a device that was in use', () => {
  const codeFor = async ({ regisseur }: Tills, id: number): Promise<string> =>
    (await regisseur.caller.send<AppareilCode>('POST', `/v2/appareils/${id}/code`, {})).body.code;
  const deviceOf = async ({ regisseur }: Tills, id: number): Promise<AppareilRow> =>
    (await regisseur.caller.get<AppareilRow>(`/v2/appareils/${id}`)).body;

  it('is a new device with a receipt series of its own, and what the old phone still holds arrives under its numbers', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const old = await enrolDevice(octroi, tills, { plafond: 50_000 });
    const cle = (await handoverKey(agent, old.id))!;
    const payer = { id: Number(tills.payer) };
    const pay = (phone: Telephone, montant: number): string =>
      String(phone.encaisse(payer, montant, { moyenPaiement: ORANGE }).corps['recu']);
    const received = pay(old, 50);
    await old.send();
    // three receipts on paper, which the office does not know
    const unsent = [pay(old, 100), pay(old, 200), pay(old, 300)];

    const phone = await enrolEmptyPhone(octroi, agent, await codeFor(tills, old.id));
    const { inscription } = phone;
    const { appareil } = old.inscription;
    expect(inscription).toMatchObject({
      appareil: { nom: appareil.nom, ramifications: appareil.ramifications, plafond: 50_000 },
      statut: 'actif',
      remplace: { code: appareil.code, actes: 1 },
      dernierSequence: 0,
      series: [],
    });
    expect(inscription.appareil.code).not.toBe(appareil.code);
    const next = [pay(phone, 400), pay(phone, 500), pay(phone, 600)];
    expect((await phone.send()).body.data.map(({ etat, code }) => [etat, code])).toEqual(
      Array.from({ length: 3 }, () => ['accepte', undefined]),
    );

    // the office reads where the known papers of the old series end
    const row = await deviceOf(tills, old.id);
    expect(row).toMatchObject({
      statut: 'remplacé',
      contact: 'non suivi',
      remplacePar: inscription.appareil.code,
      series: [{ dernier: 1, manquants: 0 }],
    });
    const suite = appareilColumns.find(({ id }) => id === 'suite')!;
    expect(suite.value(row)).toBe(
      `Remplacé par ${inscription.appareil.code}. Dernier reçu connu : ${yearOf(new Date())}, n° 1. D’autres peuvent exister sur papier.`,
    );
    const successor = await deviceOf(tills, phone.id);
    expect([successor.statut, suite.value(successor)]).toEqual(['actif', `Remplace ${appareil.code}`]);

    // a month later the old phone, or a copy of its data, is found: it hands over, and gives no receipt
    await octroi.query(
      `update appareil_terrain set dernier_contact = now() - interval '31 days', a_jour_le = now() - interval '31 days'
       where id = $1`,
      [old.id],
    );
    expect((await old.send()).status).toBe(401);
    const { kty, crv, x, y } = createPublicKey(old.cle).export({ format: 'jwk' });
    const back = await enrol(agent, await codeFor(tills, old.id), { kty, crv, x, y }, { appareil: old.id });
    expect(back.body).toMatchObject({ appareil: { id: old.id }, statut: 'bloqué', dernierSequence: 1 });
    expect((await old.send()).body).toMatchObject({ appareil: { statut: 'bloqué' }, data: [] });
    const sealed = old.log.map((commande) => seal(cle, commande, { appareil: old.id }));
    const handed = await sendHandover(octroi, old, sealed);
    expect(handed.body.data.map(({ etat }) => etat)).toEqual(old.log.map(() => 'remise'));

    const stored = await octroi.query<{ numero: string }>(
      'select numero_recu as numero from transaction where entite_id = $1 and numero_imprime is null',
      [tills.town.entite],
    );
    expect(stored.map(({ numero }) => numero).toSorted()).toEqual([received, ...unsent, ...next].toSorted());
    expect(
      await octroi.query('select from commande_terrain where appareil_id = $1 and cas is not null', [old.id]),
    ).toEqual([]);
    // each is found by the number on its paper, whatever its series
    for (const numero of [...unsent, ...next]) {
      const { body } = await tills.regisseur.caller.get<{ data: { type: string; titre: string }[] }>(
        `/v2/recherche?q=${encodeURIComponent(numero)}`,
      );
      const receipts = body.data.filter(({ type }) => type === 'recu');
      expect(receipts.map(({ titre }) => titre)).toEqual([numero]);
    }
    expect(await verify(octroi.url, () => undefined)).toEqual([]);

    // it stays replaced: it is not unblocked, and its code enrols no other empty phone
    const unblock = await tills.regisseur.caller.send<Problem>('POST', `/v2/appareils/${old.id}/statut`, {
      statut: 'actif',
      motif: 'Retrouvé',
    });
    expect([unblock.status, unblock.body.message]).toEqual([
      409,
      TERRAIN_MESSAGES.plusDeReprise(inscription.appareil.code),
    ]);
    const empty = await enrol(agent, await codeFor(tills, old.id));
    expect([empty.status, empty.body.message]).toEqual([
      400,
      TERRAIN_MESSAGES.remplace(appareil.code, inscription.appareil.code),
    ]);
  });

  it('is one device, even if the answer was lost and the phone asks again', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const old = await enrolDevice(octroi, tills);
    const code = await codeFor(tills, old.id);
    const { clePublique } = newKey();
    const [first, second] = [await enrol(agent, code, clePublique), await enrol(agent, code, clePublique)];
    expect(second.body.appareil).toEqual(first.body.appareil);
    expect(first.body.appareil.id).not.toBe(old.id);
    expect((await enrol(agent, code)).body.message).toBe(TERRAIN_MESSAGES.code);
  });

  it('leaves what was declared of a lost phone with the device that it was', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    const old = await enrolDevice(octroi, tills);
    const lost = { statut: 'effacé', motif: 'Perdu', procesVerbal: 'PV 41', recusDeclares: 2 };
    await tills.regisseur.caller.send('POST', `/v2/appareils/${old.id}/statut`, lost);
    const { body } = await enrol(agent, await codeFor(tills, old.id));
    expect(await deviceOf(tills, old.id)).toMatchObject({ procesVerbal: 'PV 41', recusDeclares: 2 });
    expect(await deviceOf(tills, body.appareil.id)).toMatchObject({
      procesVerbal: null,
      recusDeclares: null,
    });
  });
});

it('a device changed in the office since it was read is not overwritten, and the contacts of its phone change nothing', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  const path = `/v2/appareils/${phone.id}`;
  const { caller } = tills.regisseur;
  const versionNow = async (): Promise<number> => (await caller.get<{ version: number }>(path)).body.version;
  const shown = await versionNow();
  phone.encaisse({ id: Number(tills.payer) }, 50, { moyenPaiement: ORANGE });
  await phone.send();
  expect(await versionNow()).toBe(shown);

  const match = { 'if-match': `"${shown}"` };
  const [, other] = tills.town.nodes;
  expect((await caller.send('PATCH', path, { ramifications: [other] }, match)).status).toBe(200);
  const loss = { statut: 'effacé', motif: 'Volé', procesVerbal: 'PV 1' };
  for (const [method, url, body] of [
    ['PATCH', path, { nom: 'Autre' }],
    ['POST', `${path}/statut`, loss],
    ['POST', `${path}/code`, {}],
  ] as const)
    expect([url, (await caller.send(method, url, body, match)).status]).toEqual([url, 412]);
  const changed = { 'if-match': `"${await versionNow()}"` };
  expect((await caller.send('POST', `${path}/statut`, loss, changed)).status).toBe(200);
  // the same press in another tab would undo the procès-verbal
  const block = { statut: 'bloqué', motif: 'Perdu de vue' };
  expect((await caller.send('POST', `${path}/statut`, block, changed)).status).toBe(412);
});
