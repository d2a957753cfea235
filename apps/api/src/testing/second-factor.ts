import { Secret, TOTP } from 'otpauth';
import { SECRETS } from './app.ts';

/** What the device of a person shows now, or some steps of 30 s later. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

type Query = (text: string, values: unknown[]) => Promise<unknown>;

/** Gives somebody a second factor of a secret, as the application under test keeps it; `active` or only begun. */
export async function giveSecret(query: Query, id: number, secret: string, active = true): Promise<void> {
  const { cle, chiffre } = SECRETS.seal(secret, `second_facteur ${id}`);
  await query(
    'insert into second_facteur (utilisateur_id, cle, chiffre, actif_depuis) values ($1, $2, $3, case when $4 then now() end)',
    [id, cle, chiffre, active],
  );
}
