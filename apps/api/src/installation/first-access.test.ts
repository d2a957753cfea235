import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { tellFirstAccess } from './first-access.ts';

function told(terminal: boolean, before?: (file: string) => void) {
  const dataDir = temporaryFolder();
  onTestFinished(() => fs.rmSync(dataDir, { recursive: true }));
  const file = path.join(dataDir, 'premier-acces.txt');
  before?.(file);
  let said = '';
  const say = (text: string): void => void (said += text);
  tellFirstAccess('un-jeton', { publicUrl: 'https://octroi.example', dataDir, terminal, say });
  return { said, file };
}
const ADDRESS = 'https://octroi.example/premier-demarrage#un-jeton';

it('is told to a person at a terminal, and written nowhere', () => {
  const { said, file } = told(true);
  expect(said).toContain(ADDRESS);
  expect(fs.existsSync(file)).toBe(false);
});

it('never reaches a service’s log: a file that its account alone reads holds it', () => {
  const { said, file } = told(false, (old) => fs.writeFileSync(old, 'ancienne', { mode: 0o644 }));
  expect(said).toContain(file);
  expect(said).not.toContain('un-jeton');
  expect(fs.readFileSync(file, 'utf8')).toBe(`${ADDRESS}\n`);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});
