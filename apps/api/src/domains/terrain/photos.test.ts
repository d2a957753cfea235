import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Problem } from '@octroi/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { enrolDevice } from '#src/testing/terrain.ts';
import { type Keeper, tillsOf } from '#src/testing/tills.ts';

const octroi = await testApp();
const { newTills } = await tillsOf(octroi);

const empreinteOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const picture = (): Promise<Buffer> =>
  sharp(randomBytes(40 * 30 * 3), { raw: { width: 40, height: 30, channels: 3 } })
    .jpeg()
    .toBuffer();
const put = (agent: Keeper, bytes: Buffer, empreinte = empreinteOf(bytes)) =>
  agent.caller.send<Problem>('PUT', `/v2/terrain/photos/${empreinte}`, bytes, {
    'content-type': 'image/jpeg',
  });
const portrait = async (id: unknown): Promise<string | null> =>
  (await octroi.query<{ photo: string | null }>('select photo from contribuable where id = $1', [id]))[0]
    ?.photo ?? null;

describe('a photo from the field', () => {
  it.each(['before', 'after'])(
    'that arrives %s its command is attached once, redrawn, even if it is sent several times',
    async (when) => {
      const tills = await newTills();
      const phone = await enrolDevice(octroi, tills);
      const [agent] = tills.agents;
      const bytes = await picture();
      const photo = empreinteOf(bytes);
      if (when === 'before') expect((await put(agent, bytes)).status).toBe(204);
      phone.note('enrolement', {
        local: randomUUID(),
        nom: 'Photographié',
        ramification: tills.town.nodes[4] as number,
        photo,
      });
      const { body } = await phone.send();
      const id = body.data[0]?.resultat?.contribuable;
      for (let n = 0; n < 2; n++) expect((await put(agent, bytes)).status).toBe(204);
      const nom = (await portrait(id)) as string;
      expect(nom).toMatch(/^[0-9a-f]{32}\.jpg$/);
      const shown = await tills.regisseur.caller.get<unknown>(`/uploads/${nom}`);
      expect(shown.status).toBe(200);
      expect(await octroi.query('select from photo where contribuable_id = $1', [id])).toHaveLength(1);
    },
  );

  it('of a slip is attached to its versement', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const bytes = await picture();
    phone.note('session', { acte: 'ouverture', fonds: 500 });
    phone.note('comptage', { billets: { '500': 1 } });
    phone.note('versement', { montant: 500, destination: 'banque', photo: empreinteOf(bytes) });
    const { body } = await phone.send();
    expect(body.data.map(({ etat }) => etat)).toEqual(['accepte', 'accepte', 'accepte']);
    expect((await put(tills.agents[0], bytes)).status).toBe(204);
    const [row] = await octroi.query('select bordereau from versement where id = $1', [
      body.data[2]?.resultat?.versement,
    ]);
    expect(row?.['bordereau']).toMatch(/^[0-9a-f]{32}\.jpg$/);
  });

  it('is refused if it differs from its hash, is no picture, is too large, or comes without a device', async () => {
    const tills = await newTills();
    await enrolDevice(octroi, tills);
    const [agent, other] = tills.agents;
    const bytes = await picture();
    expect((await put(agent, bytes, empreinteOf(Buffer.from('autre')))).status).toBe(400);
    expect((await put(agent, Buffer.from('pas une image'))).status).toBe(415);
    expect((await put(agent, randomBytes(400_001))).status).toBe(413);
    expect((await put(other, bytes)).status).toBe(403);
    expect((await put(tills.regisseur, bytes)).status).toBe(403);
  });
});
