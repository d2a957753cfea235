/** The way in of a production installation that nobody has entered yet: an address that serves once, within a day. */
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { PAGES } from '@octroi/contract/pages';
import { withConnection } from '#src/platform/database/connection.ts';

const HOURS = 24;

/**
 * Makes the address's token, in place of a former one; only its hash is kept.
 * @param ownerUrl address of the database for its owner
 * @returns nothing where somebody has an account already
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
  /** Whether a person reads what is said, and no log keeps it. */
  terminal: boolean;
  say: (text: string) => void;
}

/** Tells the address to the person at the terminal; elsewhere it goes to a file that the service's account alone reads. */
export function tellFirstAccess(token: string, { publicUrl, dataDir, terminal, say }: Telling): void {
  const address = `${publicUrl}${PAGES.premierDemarrage}#${token}`;
  const once = `Elle sert une fois, pendant ${HOURS} heures ; « npm run premier-acces » en donne une autre.`;
  if (terminal) {
    say(`\n  Premier démarrage : ouvrez ${address}\n  ${once}\n`);
    return;
  }
  const file = path.join(dataDir, 'premier-acces.txt');
  // made anew: an old file would keep its mode, and a link would lead elsewhere
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, `${address}\n`, { mode: 0o600, flag: 'wx' });
  say(`\n  Premier démarrage : l'adresse à ouvrir est dans ${file}\n  ${once}\n`);
}
