/** First start of a real installation: its reference lists, and one Super Admin who sets up the rest. */
import { randomBytes } from 'node:crypto';
import { withConnection } from '#src/platform/database/connection.ts';
import { advanceSequences } from '#src/platform/database/sequences.ts';
import { hashPassword } from '#src/platform/session/password.ts';
import { GROUPE_ID } from './groupes.ts';
import { insertPlatform, PLATFORM_TABLES } from './platform.ts';

interface FirstAccount {
  username: string;
  /** Shown once, at the first start; only its hash is stored. */
  password: string;
}

/**
 * Prepares a database without accounts; changes no other. Of two concurrent first starts, one does it.
 * @param ownerUrl address of the database for its owner
 * @param named whether to create the first account; in production it is created through the one-time address
 */
export async function prepareInstallation(
  ownerUrl: string,
  named = true,
): Promise<'prepared' | FirstAccount | undefined> {
  return withConnection(ownerUrl, 'octroi-installation', async (client) => {
    await client.query('begin');
    await client.query('lock table utilisateur in share row exclusive mode');
    const { rows } = await client.query<{ empty: boolean }>(
      'select not exists (select from utilisateur) and not exists (select from groupe) as empty',
    );
    if (!rows[0]?.empty) return undefined;
    await insertPlatform(client);
    await advanceSequences(client, PLATFORM_TABLES);
    if (!named) {
      await client.query('commit');
      return 'prepared';
    }
    const account = { username: 'superadmin', password: randomBytes(12).toString('base64url') };
    await client.query(
      `insert into utilisateur (nom, prenom, username, email, password_hash, groupe_id)
       values ('Admin', 'Super', $1, 'superadmin@localhost', $2, $3)`,
      [account.username, await hashPassword(account.password), GROUPE_ID.superAdmin],
    );
    await client.query('commit');
    return account;
  });
}
