import { Secret, TOTP } from 'otpauth';
import { SECRETS } from './app.ts';

/** The present code of a secret, or the one some steps of 30 s later. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

type Query = (text: string, values: unknown[]) => Promise<unknown>;

/** Stores a second factor with a secret for a user; `active`, or only started. */
export async function giveSecret(query: Query, id: number, secret: string, active = true): Promise<void> {
  const { cle, chiffre } = SECRETS.seal(secret, `second_facteur ${id}`);
  await query(
    'insert into second_facteur (utilisateur_id, cle, chiffre, actif_depuis) values ($1, $2, $3, case when $4 then now() end)',
    [id, cle, chiffre, active],
  );
}
