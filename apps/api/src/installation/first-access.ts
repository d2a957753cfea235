/** First access to a production installation without accounts: a one-time address, valid for a day. */
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { PAGES } from '@octroi/contract/pages';
import { withConnection } from '#src/platform/database/connection.ts';

const HOURS = 24;

/**
 * Creates the address's token and replaces a former one; only its hash is stored.
 * @param ownerUrl address of the database for its owner
 * @returns undefined if there is an account
 */
export const openFirstAccess = (ownerUrl: string): Promise<string | undefined> =>
  withConnection(ownerUrl, 'octroi-premier-acces', async (client) => {
    const token = randomBytes(32).toString('base64url');
    const { rowCount } = await client.query(
      `insert into parametre (cle, valeur)
       select 'premier_acces', $1 || ' ' || to_char(now() + make_interval(hours => $2), 'YYYY-MM-DD"T"HH24:MI:SSOF')
       where not exists (select from utilisateur)
       on conflict (cle) do update set valeur = excluded.valeur`,
      [createHash('sha256').update(token).digest('hex'), HOURS],
    );
    return rowCount ? token : undefined;
  });

interface Telling {
  publicUrl: string;
  dataDir: string;
  /** Whether a person reads the output, and no log stores it. */
  terminal: boolean;
  say: (text: string) => void;
}

/** Shows the address at a terminal; otherwise writes it to a file readable only by the service's account. */
export function tellFirstAccess(token: string, { publicUrl, dataDir, terminal, say }: Telling): void {
  const address = `${publicUrl}${PAGES.premierDemarrage}#${token}`;
  const once = `Elle sert une fois, pendant ${HOURS} heures ; « npm run premier-acces » en donne une autre.`;
  if (terminal) {
    say(`\n  Premier démarrage : ouvrez ${address}\n  ${once}\n`);
    return;
  }
  const file = path.join(dataDir, 'premier-acces.txt');
  // created anew: an old file would keep its mode, and a link would lead elsewhere
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, `${address}\n`, { mode: 0o600, flag: 'wx' });
  say(`\n  Premier démarrage : l'adresse à ouvrir est dans ${file}\n  ${once}\n`);
}
