/**
 * The product behind a real Caddy, configured as in `deploy/caddy`. Without Caddy the file is not run, and `npm test`
 * says so.
 */
import path from 'node:path';
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { freePort } from '#src/platform/database/embedded/process.ts';
import { PUBLIC_URL, testApp } from '#src/testing/app.ts';
import { proxyFolder, runProxy, sample, signInThrough, through } from '#src/testing/proxy.ts';
import { findProgram } from '../../../../../../scripts/lib/proof/debian-programs.mjs';

const { app } = await testApp({ trustProxy: 1 });
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };

it('people can sign in', async () => {
  const folder = proxyFolder();
  const [listening, admin] = [await freePort(), await freePort()];
  const file = path.join(folder, 'Caddyfile');
  fs.writeFileSync(file, `{\n\tadmin 127.0.0.1:${admin}\n}\n${sample('caddy/Caddyfile')}`);
  const output = runProxy(
    findProgram('caddy') as string,
    ['run', '--config', file, '--adapter', 'caddyfile'],
    {
      // without TLS: a certificate would be requested from the internet
      OCTROI_HOTE: `http://${new URL(PUBLIC_URL).host}:${listening}`,
      OCTROI_ADRESSE: `127.0.0.1:${port}`,
      HOME: folder,
    },
  );
  const base = `http://127.0.0.1:${listening}`;
  const host = { host: `${new URL(PUBLIC_URL).host}:${listening}` };
  await expect
    .poll(
      () =>
        through(base, { url: '/health', headers: host }).then(
          ({ status }) => status,
          () => output(),
        ),
      {
        timeout: 30_000,
      },
    )
    .toBe(200);
  const { answer, headers } = await signInThrough(base);
  expect(answer.status, answer.body).toBe(200);
  expect((await through(base, { url: '/v2/session', headers })).status).toBe(200);
});
