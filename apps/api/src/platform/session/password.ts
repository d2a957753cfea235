/** Passwords are stored as argon2id, with the first parameters that OWASP recommends. */
import { hash, verify } from '@node-rs/argon2';

/** `algorithm` 2 is argon2id. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2ID);

/** Verified for an unknown account, so that the response time does not reveal which accounts exist. */
let decoy: Promise<string> | undefined;

/** Whether the password matches the hash; without a hash, false after the same time. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('personne');
  return (await verify(passwordHash ?? (await decoy), password)) && passwordHash !== undefined;
}
