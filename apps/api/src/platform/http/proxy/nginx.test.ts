/**
 * The product behind a real nginx, configured as in `deploy/nginx`. Without nginx the file is not run, and `npm test`
 * says so.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '#src/platform/database/embedded/process.ts';
import { testApp } from '#src/testing/app.ts';
import { sentFile } from '#src/testing/files/photos.ts';
import { proxyFolder, runProxy, sample, signInThrough, through } from '#src/testing/proxy.ts';
import { findProgram } from '../../../../../../scripts/lib/proof/debian-programs.mjs';

const { app } = await testApp({ trustProxy: 1 });
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };

/** @param change applied to the sample, as other guides configure it */
async function start(change: (text: string) => string = (text) => text): Promise<string> {
  const folder = proxyFolder();
  const [secure, plain] = [await freePort(), await freePort()];
  const [key, certificate] = ['cle.pem', 'certificat.pem'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=octroi.example',
    ].concat('-keyout', key, '-out', certificate),
    { stdio: 'ignore' },
  );
  const server = change(sample('nginx/octroi.conf'))
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${secure} ssl;`)
    .replace(/ssl_certificate .*/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${key};`)
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = path.join(folder, 'nginx.conf');
  fs.writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${server} }`,
  );
  const output = runProxy(findProgram('nginx') as string, ['-p', folder, '-c', file, '-e', 'stderr']);
  const base = `https://127.0.0.1:${secure}`;
  await expect
    .poll(
      () =>
        through(base, { url: '/health' }).then(
          ({ status }) => status,
          () => output(),
        ),
      { timeout: 30_000 },
    )
    .toBe(200);
  return base;
}

it('people can sign in, and upload a register of many megabytes', async () => {
  const base = await start();
  const { answer, headers } = await signInThrough(base);
  expect(answer.status, answer.body).toBe(200);
  expect((await through(base, { url: '/v2/session', headers })).status).toBe(200);
  const file = sentFile(Buffer.alloc(8 * 2 ** 20, 'x,y\n'), {
    name: 'registre.csv',
    type: 'text/csv',
    part: 'fichier',
  });
  const sent = await through(base, {
    method: 'POST',
    url: '/v2/contribuables/imports',
    headers: { ...headers, ...file.headers },
    body: file.body,
  });
  // the product itself answers, about the content of the file
  expect([400, 201, 202], sent.body).toContain(sent.status);
});

it('people can sign in if the proxy sends its own host, as proxy_pass does by default', async () => {
  const base = await start((text) => text.replace(/\s*proxy_set_header Host .*/, ''));
  const { answer } = await signInThrough(base);
  expect(answer.status, answer.body).toBe(200);
  const foreign = await through(base, {
    method: 'POST',
    url: '/v2/users/check',
    headers: { 'content-type': 'application/json', origin: 'https://ailleurs.example' },
    body: JSON.stringify({ email: 'niamey', password: 'Octroi-2026!' }),
  });
  expect(foreign.status).toBe(403);
});
