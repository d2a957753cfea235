/** Passwords are kept as argon2id, by the first parameters that OWASP recommends. */
import { hash, verify } from '@node-rs/argon2';

/** `algorithm` 2 is argon2id. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2ID);

/** Verified in place of an unknown account's, so that the time taken does not tell which accounts exist. */
let decoy: Promise<string> | undefined;

/** Whether the password is the one behind `passwordHash`; without a hash the answer is no, as slowly. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('personne');
  return (await verify(passwordHash ?? (await decoy), password)) && passwordHash !== undefined;
}
