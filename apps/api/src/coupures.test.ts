/* The field application's protocol over a network cut at any byte, against the real application. */
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { Random } from '#src/demo/random.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { PASSWORD, testApp } from '#src/testing/app.ts';
import { verify } from '#src/verification/verify.ts';
import { comparer } from './testing/phones/comparer.ts';
import { reseauCoupe } from './testing/phones/coupures.ts';
import { connecter, tenir } from './testing/phones/tenir.ts';
import { equiper } from './testing/phones/flotte.ts';

const CLIENTS = Number(process.env['CLIENTS'] ?? 3);
const COUPURES = Number(process.env['COUPURES'] ?? 40);
const octroi = await testApp();

it(
  'commands, photos and received data cross an interrupted network once each, without loss',
  async () => {
    await octroi.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = octroi.app.server.address() as AddressInfo;
    const direct = `http://127.0.0.1:${port}`;
    const equipes = await withConnection(octroi.url, 'octroi-test', (client) => equiper(client, CLIENTS));
    const agents = await connecter(direct, equipes, PASSWORD);
    const random = new Random(3);
    const reseau = await reseauCoupe(port, random, COUPURES);
    const bilan = await tenir(agents, reseau, { coupures: COUPURES, direct, random });
    await reseau.close();
    expect(bilan).toMatchObject({ fautes: [], coupures: COUPURES });
    // a cut of an idle connection costs no request
    expect(bilan.reprises).toBeGreaterThan(COUPURES / 2);
    const compte = await withConnection(octroi.url, 'octroi-test', (client) =>
      comparer(
        client,
        agents.map(({ etat }) => etat),
      ),
    );
    expect(compte).toEqual({ perdues: 0, doublees: 0, autres: 0, trous: 0 });
    const [photos] = await octroi.query(
      'select count(*)::int as loose from photo_terrain where jointe_le is null',
    );
    expect(photos).toEqual({ loose: 0 });
    expect(await verify(octroi.url, () => undefined)).toEqual([]);
  },
  120_000 + 1_000 * COUPURES,
);
