/**
 * Before each API test file: passwords are hashed with the least that argon2id allows. What the product asks for is slow
 * on purpose, and over a thousand sign-ins of the tests would be slow with it; a hash says itself how it is verified.
 */
import { vi } from 'vitest';

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  const hash: typeof argon2.hash = (password, options) =>
    argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  return { ...argon2, hash };
});
