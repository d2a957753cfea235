import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

it('a password is kept as argon2id, as slowly as OWASP recommends', () => {
  const file = path.join(import.meta.dirname, 'password.ts');
  // in a process of its own: in this one, tests hash quickly
  const script = `import(${JSON.stringify(file)}).then(async (it) => console.log(await it.hashPassword('Un-Secret-2026')))`;
  expect(execFileSync(process.execPath, ['-e', script]).toString()).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
  );
});

it('a password opens its own hash alone, and none where there is no account', async () => {
  const kept = await hashPassword('Un-Secret-2026');
  expect(await verifyPassword(kept, 'Un-Secret-2026')).toBe(true);
  expect(await verifyPassword(kept, 'Un-secret-2026')).toBe(false);
  expect(await verifyPassword(undefined, 'Un-Secret-2026')).toBe(false);
});
