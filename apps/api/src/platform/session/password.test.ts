import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

it('a password is stored as argon2id, with the parameters of OWASP', () => {
  const file = path.join(import.meta.dirname, 'password.ts');
  // in a separate process: in this one, tests use a fast hash
  const script = `import(${JSON.stringify(file)}).then(async (it) => console.log(await it.hashPassword('Un-Secret-2026')))`;
  expect(execFileSync(process.execPath, ['-e', script]).toString()).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
  );
});

it('a password matches only its own hash, and none without an account', async () => {
  const kept = await hashPassword('Un-Secret-2026');
  expect(await verifyPassword(kept, 'Un-Secret-2026')).toBe(true);
  expect(await verifyPassword(kept, 'Un-secret-2026')).toBe(false);
  expect(await verifyPassword(undefined, 'Un-Secret-2026')).toBe(false);
});
