import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER } from '../scripts/lib/server.mjs';
import { pinnedNode, root } from '../scripts/lib/setup.mjs';
import type { Product } from './product.ts';

const START_PATIENCE_MS = 180_000;

/** Variables of a developer's shell that the tests' product must not inherit. */
const FOREIGN =
  /^(OCTROI_(?!CHROMIUM)|DATABASE_URL$|SMTP_URL$|NODE_ENV$|HOST$|PORT$|LOG_LEVEL$|NODE_OPTIONS$)/;

/** With it an operator signs its notifications in the journeys; the payment method is Orange Money. */
export const OPERATEUR = { moyenPaiement: 1, secret: 'secret-de-l-operateur-des-parcours' };

const DEMONSTRATION = {
  OCTROI_DEMO: '1',
  OCTROI_DEMO_CONTRIBUABLES: '400',
  OCTROI_OPERATEURS: `${OPERATEUR.moyenPaiement}=${OPERATEUR.secret}`,
  LOG_LEVEL: 'warn',
};

/** With LATE_MS set, the product is slow, which reveals journeys that read too early. */
const LATE = process.env['LATE_MS'] ? ['--import', path.join(root, 'tests/late.mjs')] : [];

export interface Started extends Product {
  /** The end of its output so far. */
  output: () => string;
  stop: () => Promise<void>;
}

/** Starts the product as an operator would, on a free port with its own data folder. */
export async function startProduct(settings: Record<string, string> = DEMONSTRATION): Promise<Started> {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi-e2e-'));
  fs.chmodSync(data, 0o711); // the database's account must be able to pass
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
  const product = spawn(pinnedNode(), [...LATE, ...SERVER], {
    cwd: root,
    env: {
      ...inherited,
      PORT: String(port),
      OCTROI_DATA: data,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [product.stdout, product.stderr]) {
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
  }
  const stop = async () => {
    await end(product);
    fs.rmSync(data, { recursive: true, force: true });
  };
  try {
    await untilReady(url, product);
  } catch (error) {
    await stop();
    throw new Error(`${(error as Error).message}\n${output}`, { cause: error });
  }
  return { url, data, output: () => output, stop };
}

async function untilReady(address: string, product: ChildProcess): Promise<void> {
  const began = Date.now();
  while (Date.now() - began < START_PATIENCE_MS) {
    if (product.exitCode !== null || product.signalCode)
      throw new Error('The product ended while it started:');
    const ready = await fetch(`${address}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await sleep(200);
  }
  throw new Error(`The product was not ready after ${START_PATIENCE_MS / 1000} s:`);
}

async function end(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode) return;
  const ended = new Promise((resolve) => product.once('exit', resolve));
  product.kill('SIGTERM');
  const patience = setTimeout(() => product.kill('SIGKILL'), 30_000);
  await ended;
  clearTimeout(patience);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
