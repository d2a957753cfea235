/**
 * `npm run fuzz -- [--appels 100000] [--clients 8] [--graine 1]`: generated calls of every operation of the OpenAPI
 * document, on a product started for them with a small demonstration of its own. Exit 1 where the server failed at one,
 * or a stored total differs afterwards.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { todayIn } from '@octroi/contract';
import { withConnection } from '#src/platform/database/connection.ts';
import { command } from '#src/commands/command.ts';
import { readConfig } from '#src/config.ts';
import { loadContribuables, loadReference } from '#src/demo/load.ts';
import { openDatabase } from '#src/platform/database/connect.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { verify } from '#src/verification/verify.ts';
import { startServer } from '../server.ts';
import type { Document } from './calls.ts';
import { fuzz, MOST_REFUSED, type Send } from './fuzz.ts';

const CONTRIBUABLES = 400;
/** Faults that are told in full; the others are counted. */
const TOLD = 20;

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function fill(url: string, timeZone: string): Promise<void> {
  await migrate(url, { timeZone });
  return withConnection(url, 'octroi-fuzz', async (client) => {
    await loadReference(client);
    await loadContribuables(client, { contribuables: CONTRIBUABLES, seed: 1, today: todayIn(timeZone) });
  });
}

/** Mebibytes that a process holds; nothing where the system does not tell. */
async function heldBy(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmRSS:\s*(\d+)/m.exec(text)?.[1];
  return kibibytes === undefined ? undefined : Math.round(Number(kibibytes) / 1024);
}

await command(async ({ args, say }) => {
  const { values } = parseArgs({
    args,
    options: {
      appels: { type: 'string', default: '100000' },
      clients: { type: 'string', default: '8' },
      graine: { type: 'string', default: '1' },
    },
  });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'octroi-fuzz-'));
  await chmod(folder, 0o711); // the database's account must be able to pass
  process.env['OCTROI_DATA'] = folder;
  delete process.env['DATABASE_URL'];
  const config = readConfig();
  const database = await openDatabase(config, say);
  const port = await freePort();
  try {
    await fill(database.url, config.timeZone);
    const server = startServer(folder, String(port));
    await server.ready;
    try {
      const origin = `http://127.0.0.1:${port}`;
      const document = (await (await fetch(`${origin}/docs/json`)).json()) as Document;
      const send: Send = async ({ method, url, headers, body }, token) => {
        const reply = await fetch(`${origin}${url}`, {
          method,
          headers: { ...headers, authorization: `Bearer ${token}` },
          ...(body === undefined ? {} : { body }),
        });
        const bytes = Buffer.from(await reply.arrayBuffer());
        return {
          status: reply.status,
          type: reply.headers.get('content-type') ?? '',
          text: reply.status < 400 ? '' : bytes.toString(),
        };
      };
      const before = await heldBy(server.pid);
      const began = performance.now();
      const { calls, byStatus, succeeded, operations, faults } = await fuzz({
        document,
        url: database.url,
        send,
        count: Number(values.appels),
        clients: Number(values.clients),
        seed: Number(values.graine),
      });
      say(
        `${calls} appels de ${operations} opérations en ${Math.round((performance.now() - began) / 1000)} s ; ` +
          `${succeeded} opérations ont réussi au moins une fois.`,
      );
      say(
        Object.entries(byStatus)
          .map(([status, times]) => `${status} : ${times}`)
          .join(', '),
      );
      say(`Mémoire du serveur : ${before ?? '?'} Mio avant, ${(await heldBy(server.pid)) ?? '?'} Mio après.`);
      for (const { call, what } of faults.slice(0, TOLD)) {
        say(`\n${call.operation} : ${what}\n${call.method} ${call.url}\n${call.body ?? ''}`);
      }
      await server.stop();
      const findings = await verify(database.url, say);
      for (const { check, difference } of findings) say(`  ${check} : ${difference}`);
      say(`${faults.length} faute(s) du serveur, ${findings.length} différence(s).`);
      const refused = (byStatus[403] ?? 0) / calls;
      if (refused > MOST_REFUSED)
        say('Trop d’appels ont été refusés faute de droit : ces appels n’ont rien essayé.');
      return faults.length + findings.length === 0 && refused <= MOST_REFUSED ? 0 : 1;
    } finally {
      await server.stop('SIGKILL');
    }
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
