/*
 * The agent's program, written by somebody who knew only the API, against the product in a separate process; both are
 * killed.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { AppareilCode } from '@octroi/contract';
import { afterAll, expect, it } from 'vitest';
import { PASSWORD, testApp } from '#src/testing/app.ts';
import { serverProcess } from '#src/testing/process.ts';

const octroi = await testApp();
const { url, start, stop } = await serverProcess(octroi.url);
const folder = await mkdtemp(path.join(os.tmpdir(), 'octroi-telephone-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const PROGRAM = path.join(import.meta.dirname, '../../../tests/clients/agent-terrain.mjs');
const args = (file: string, ...more: string[]): string[] => [
  PROGRAM,
  `--url=${url}`,
  `--password=${PASSWORD}`,
  `--fichier=${path.join(folder, file)}`,
  ...more,
];
const run = async (file: string, ...more: string[]): Promise<string[]> =>
  (await promisify(execFile)(process.execPath, args(file, ...more))).stdout.trim().split('\n');

/** A device of the demonstration's agent, with its enrolment code. */
async function appareil(): Promise<{ id: number; code: string }> {
  const [agent] = await octroi.query<{ id: number; entite: number; lieu: number }>(
    `select u.id, ue.entite_id as entite,
       (select ramification_id from contribuable where entite_id = ue.entite_id order by id limit 1) as lieu
     from utilisateur u join utilisateur_entite ue on ue.utilisateur_id = u.id where u.username = 'agent.terrain'`,
  );
  const made = await (
    await octroi.signIn('superadmin')
  ).send<AppareilCode>('POST', '/v2/appareils', {
    entite: agent?.entite,
    nom: 'Téléphone',
    agent: agent?.id,
    ramifications: [agent?.lieu],
  });
  expect(made.status).toBe(201);
  return { id: made.body.appareil.id, code: made.body.code };
}

const received = (id: number) =>
  octroi.query<{ sequence: number; type: string; etat: string }>(
    'select sequence, type, etat from commande_terrain where appareil_id = $1 order by sequence',
    [id],
  );

it('a device enrols by a code, sends and receives; restarted, it resumes and repeats nothing', async () => {
  await start();
  const { id, code } = await appareil();
  const first = await run('a.json', '--code', code, '--enrolements', '1', '--visites', '1');
  expect(first[0]).toBe(`Téléphone (${id}), 0 commande(s) en attente`);
  expect(first[1]).toMatch(/^[1-9]\d* contribuables reçus$/);
  expect(first[2]).toMatch(/^1 enrolement accepte \{.*"numKlis":/);
  expect(first[3]).toMatch(/^2 visite accepte \{"visite":/);
  expect(first[4]).toMatch(/^[1-9]\d* contribuables nouveaux ou changés$/);
  const paid = await run('a.json', '--paiements', '2');
  expect(paid[1]).toMatch(/^3 paiement accepte .*"numeroRecu":"[A-Z]+-\d{4}-A001-000001"/);
  expect(paid[2]).toMatch(/^4 paiement accepte .*-A001-000002"/);
  expect((await received(id)).map(({ sequence, etat }) => [sequence, etat])).toEqual(
    [1, 2, 3, 4].map((sequence) => [sequence, 'accepte']),
  );
}, 120_000);

it('acts of a killed device and a killed server are applied once, in order', async () => {
  await start();
  const { id, code } = await appareil();
  await run('b.json', '--code', code);
  const child = spawn(process.execPath, args('b.json', '--enrolements', '20', '--paiements', '60'));
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const count = async (): Promise<number> => (await received(id)).length;
  await expect.poll(count, { timeout: 60_000, interval: 5 }).toBeGreaterThan(3);
  await stop('SIGKILL');
  child.kill('SIGKILL');
  await ended;
  const before = await count();
  expect(before).toBeLessThan(80);
  await start();
  const [began] = await run('b.json');
  expect(began).toBe(`Téléphone (${id}), 80 commande(s) en attente`);
  const after = await received(id);
  expect(after.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
  expect(after.filter(({ etat }) => etat !== 'accepte')).toEqual([]);
  const [series] = await octroi.query(
    'select count(*)::int as nombre, max(rang) as dernier from commande_terrain where appareil_id = $1 and rang is not null',
    [id],
  );
  expect(series).toEqual({ nombre: 60, dernier: 60 });
}, 120_000);
