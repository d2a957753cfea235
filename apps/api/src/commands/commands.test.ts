/** Commands, run as an operator runs them. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { newKeyPair, opening } from '#src/backup/encryption.ts';
import { readArchive } from '#src/backup/archive.ts';
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
): Promise<{ code: number; output: string }> {
  const file = path.join(import.meta.dirname, `${name}.ts`);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], { env: { PATH: process.env['PATH'], ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => void (output += chunk.toString()));
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

describe('a backup started from the command line', () => {
  test('is encrypted if a public key is set, even without scheduled backups', async () => {
    const database = await databaseFromTemplate(inject('ownerUrl'), 'commands', async (url) => {
      await migrate(url);
    });
    cleanups.push(() => database.drop());
    const keys = await newKeyPair();
    const data = folder();
    const file = path.join(data, 'avant.octroi');
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
