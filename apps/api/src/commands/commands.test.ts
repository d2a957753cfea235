/** Commands, run as an operator runs them. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { newKeyPair, opening } from '#src/backup/encryption.ts';
import { tryBackupLock } from '#src/backup/storing.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { readArchive } from '#src/backup/archive.ts';
import { startEmbedded } from '#src/platform/database/embedded/embedded.ts';
import { databaseFromTemplate, temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { migrate } from '#src/platform/database/migrate.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

function folder(): string {
  const made = temporaryFolder();
  cleanups.push(() => fs.rmSync(made, { recursive: true, force: true }));
  return made;
}

function run(
  name: string,
  args: string[],
  env: Record<string, string>,
  onOutput?: (child: ChildProcess, output: string) => void,
): Promise<{ code: number; output: string }> {
  const file = path.join(import.meta.dirname, `${name}.ts`);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], { env: { PATH: process.env['PATH'], ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => void ((output += chunk.toString()), onOutput?.(child, output)));
    child.once('exit', (code) => resolve({ code: code ?? -1, output }));
  });
}

describe('a command without a database', () => {
  test.each([
    ['verify', []],
    ['backup', ['sauvegarde.octroi']],
    ['drill', []],
    ['premier-acces', []],
    ['revenir', []],
  ])('%s does not create one, and names the folder it looked in', async (name, args) => {
    const data = path.join(folder(), 'nulle-part');
    const { code, output } = await run(name, args, { OCTROI_DATA: data });
    expect([1, 2], output).toContain(code);
    expect(output).toContain(data);
    expect(fs.existsSync(data)).toBe(false);
  });
});

// only root places a database elsewhere than in its data folder
test.runIf(process.getuid?.() === 0)('a command finds a database that was placed elsewhere', async () => {
  const data = folder();
  fs.chmodSync(data, 0o700);
  const server = await startEmbedded({ dataDir: path.join(data, 'pg') });
  cleanups.push(() => fs.rmSync(path.dirname(server.dataDir), { recursive: true, force: true }));
  await server.stop();
  expect(fs.existsSync(path.join(data, 'pg'))).toBe(false);
  expect(await run('settle', [], { OCTROI_DATA: data })).toMatchObject({ code: 0 });
});

test('a command that is interrupted twice while its database starts leaves no server', async () => {
  const data = folder();
  fs.chmodSync(data, 0o711);
  const server = await startEmbedded({ dataDir: path.join(data, 'pg') });
  await server.stop();
  const { code, output } = await run('settle', [], { OCTROI_DATA: data }, (child, said) => {
    if (said.includes(data)) child.kill('SIGTERM');
  });
  expect(code, output).toBe(128 + 15);
  expect(fs.existsSync(path.join(data, 'pg/postmaster.pid'))).toBe(false);
});

test('a drill does not disturb a backup, which is restored into the same database beside', async () => {
  const database = await databaseFromTemplate(inject('ownerUrl'), 'commands', async (url) => {
    await migrate(url);
  });
  cleanups.push(() => database.drop());
  const data = folder();
  const env = { DATABASE_URL: database.url, OCTROI_DATA: data };
  const file = path.join(data, 'avant.octroi');
  expect(await run('backup', [file], env)).toMatchObject({ code: 0 });
  await withConnection(database.url, 'octroi test', async (client) => {
    expect(await tryBackupLock(client)).toBe(true);
    const { code, output } = await run('drill', [file], env);
    expect(output).toContain('Une sauvegarde est déjà en cours');
    expect(code).toBe(1);
  });
  expect(await run('drill', [file], env)).toMatchObject({ code: 0 });
});

describe('a backup started from the command line', () => {
  test('is encrypted if a public key is set, even without scheduled backups', async () => {
    const database = await databaseFromTemplate(inject('ownerUrl'), 'commands', async (url) => {
      await migrate(url);
    });
    cleanups.push(() => database.drop());
    const keys = await newKeyPair();
    const data = folder();
    const file = path.join(data, 'avant.octroi');
    // left unencrypted by a killed command
    fs.mkdirSync(path.join(data, 'sauvegarde-demandee'));
    fs.writeFileSync(path.join(data, 'sauvegarde-demandee/sauvegarde.octroi'), 'en clair');
    const { code, output } = await run('backup', [file], {
      DATABASE_URL: database.url,
      OCTROI_DATA: data,
      OCTROI_BACKUP_CLE_PUBLIQUE: keys.publicKey,
    });
    expect(code, output).toBe(0);
    expect(output).toContain('Chiffré');
    await expect(readArchive(file)).rejects.toThrow();
    const { contents } = await readArchive(file, {}, opening(keys.privateKey));
    expect(Object.keys(contents.tables).length).toBeGreaterThan(50);
    // no unencrypted file is left
    expect(fs.readdirSync(data)).toEqual(['avant.octroi']);
  });
});
