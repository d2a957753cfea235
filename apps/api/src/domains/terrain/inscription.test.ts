import type { AppareilCode, InscriptionAppareil, Problem } from '@octroi/contract';
import { TERRAIN_MESSAGES } from '@octroi/contract';
import { expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { newKey } from '#src/testing/terrain.ts';
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

const enrol = (agent: Keeper, code: string, { clePublique } = newKey()) =>
  agent.caller.send<InscriptionAppareil & Problem>('POST', '/v2/terrain/appareils/inscription', {
    code,
    clePublique,
    plateforme: 'Android 12',
    version: '1',
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
  const key = newKey();
  const code = await newCode(tills, agent);
  for (let n = 0; n < 12; n++) expect((await enrol(agent, code, key)).status).toBe(200);
  // the device with another key is another phone: its code has served
  expect((await enrol(agent, code)).body.message).toBe(TERRAIN_MESSAGES.code);
});
