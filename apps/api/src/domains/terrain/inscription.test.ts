import type { AppareilCode, InscriptionAppareil, Problem } from '@octroi/contract';
import { TERRAIN_MESSAGES } from '@octroi/contract';
import { createPublicKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { enrolDevice, newKey, ORANGE } from '#src/testing/terrain.ts';
import { type Keeper, type Tills, tillsOf } from '#src/testing/tills.ts';

const octroi = await testApp();
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

  // once another phone has served as this device, the first one cannot go on: its numbers may be taken
  expect((await enrol(agent, await newCodeOf(phone.id))).status).toBe(200);
  const late = await again(await newCodeOf(phone.id));
  expect([late.status, late.body.message]).toEqual([
    400,
    TERRAIN_MESSAGES.autreTelephone(phone.inscription.appareil.code),
  ]);
});
