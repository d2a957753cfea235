import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { tellFirstAccess } from './first-access.ts';

function tellAccess(terminal: boolean, before?: (file: string) => void) {
  const dataDir = temporaryFolder();
  onTestFinished(() => fs.rmSync(dataDir, { recursive: true }));
  const file = path.join(dataDir, 'premier-acces.txt');
  before?.(file);
  let output = '';
  const say = (text: string): void => void (output += text);
  tellFirstAccess('un-jeton', { publicUrl: 'https://octroi.example', dataDir, terminal, say });
  return { said: output, file };
}
const ADDRESS = 'https://octroi.example/premier-demarrage#un-jeton';

it('the address of the first access is shown at a terminal, and written nowhere', () => {
  const { said: output, file } = tellAccess(true);
  expect(output).toContain(ADDRESS);
  expect(fs.existsSync(file)).toBe(false);
});

it('the address of the first access of a service is in a file readable only by its account, never in its log', () => {
  const { said: output, file } = tellAccess(false, (old) =>
    fs.writeFileSync(old, 'ancienne', { mode: 0o644 }),
  );
  expect(output).toContain(file);
  expect(output).not.toContain('un-jeton');
  expect(fs.readFileSync(file, 'utf8')).toBe(`${ADDRESS}\n`);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});
