/** Runs a proxy with its configuration from `deploy` in front of the application. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import https from 'node:https';
import http from 'node:http';
import path from 'node:path';
import { afterAll } from 'vitest';
import { REPOSITORY_ROOT } from '#src/config-values.ts';
import { temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { PUBLIC_URL } from './app.ts';

export const sample = (file: string): string =>
  fs.readFileSync(path.join(REPOSITORY_ROOT, 'deploy', file), 'utf8');

/** A temporary folder, removed after the test. */
export function proxyFolder(): string {
  const folder = temporaryFolder();
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program until the end of the test file, or of this process if the run is interrupted (`setpriv` is Linux's). */
export function runProxy(program: string, args: string[], env: Record<string, string> = {}): () => string {
  const proxy = spawn('setpriv', ['--pdeathsig', 'TERM', program, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [proxy.stdout, proxy.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        if (proxy.exitCode !== null) return resolve();
        proxy.once('exit', () => resolve());
        proxy.kill('SIGTERM');
      }),
  );
  return () => output;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** Sends a call like a browser at the public address, through a proxy on a local port. */
export function through(
  base: string,
  {
    method = 'GET',
    url,
    headers = {},
    body,
  }: { method?: string; url: string; headers?: Record<string, string>; body?: string | Buffer },
): Promise<Answer> {
  const { protocol, hostname, port } = new URL(base);
  const { request } = protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: hostname,
        port,
        method,
        path: url,
        // the certificate of the test is self-signed
        rejectUnauthorized: false,
        headers: { host: new URL(PUBLIC_URL).host, origin: PUBLIC_URL, ...headers },
      },
      (reply) => {
        let text = '';
        reply.on('data', (chunk: Buffer) => void (text += chunk.toString()));
        reply.once('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: text }),
        );
      },
    );
    call.once('error', reject);
    call.end(body);
  });
}

/**
 * Signs in through the proxy.
 * @returns headers of later calls
 */
export async function signInThrough(
  base: string,
): Promise<{ answer: Answer; headers: Record<string, string> }> {
  const answer = await through(base, {
    method: 'POST',
    url: '/v2/users/check',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'niamey', password: 'Octroi-2026!' }),
  });
  const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]);
  return { answer, headers: { cookie: cookies.join('; '), 'sec-fetch-site': 'same-origin' } };
}
