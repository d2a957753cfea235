/**
 * Before each API test file: uses the lowest parameters of argon2id. Those of the product are slow on purpose, and
 * would slow down over a thousand sign-ins of the tests; a hash contains its own parameters.
 */
import { vi } from 'vitest';

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  const hash: typeof argon2.hash = (password, options) =>
    argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  return { ...argon2, hash };
});
