/* The field application's protocol over a network cut at any byte, against the real application. */
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { Random } from '#src/demo/random.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { PASSWORD, testApp } from '#src/testing/app.ts';
import { verify } from '#src/verification/verify.ts';
import { compareDevices } from './testing/phones/comparison.ts';
import { startCutNetwork } from './testing/phones/cut-network.ts';
import { signInAgents, sendThroughCuts } from './testing/phones/send-through-cuts.ts';
import { createDevices } from './testing/phones/devices.ts';

const CLIENTS = Number(process.env['CLIENTS'] ?? 3);
const COUPURES = Number(process.env['COUPURES'] ?? 40);
const octroi = await testApp();

it(
  'commands, photos and received data cross an interrupted network once each, without loss',
  async () => {
    await octroi.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = octroi.app.server.address() as AddressInfo;
    const direct = `http://127.0.0.1:${port}`;
    const devices = await withConnection(octroi.url, 'octroi-test', (client) =>
      createDevices(client, CLIENTS),
    );
    const agents = await signInAgents(direct, devices, PASSWORD);
    const random = new Random(3);
    const network = await startCutNetwork(port, random, COUPURES);
    const result = await sendThroughCuts(agents, network, { cuts: COUPURES, direct, random });
    await network.close();
    expect(result).toMatchObject({ faults: [], cuts: COUPURES });
    // a cut of an idle connection costs no request
    expect(result.retries).toBeGreaterThan(COUPURES / 2);
    const comparison = await withConnection(octroi.url, 'octroi-test', (client) =>
      compareDevices(
        client,
        agents.map(({ etat }) => etat),
      ),
    );
    expect(comparison).toEqual({ lost: 0, repeated: 0, different: 0, gaps: 0 });
    const [photos] = await octroi.query(
      'select count(*)::int as loose from photo_terrain where jointe_le is null',
    );
    expect(photos).toEqual({ loose: 0 });
    expect(await verify(octroi.url, () => undefined)).toEqual([]);
  },
  120_000 + 1_000 * COUPURES,
);
