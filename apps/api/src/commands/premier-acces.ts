/** `npm run premier-acces`: a new one-time address for an installation without any account. */
import { openFirstAccess, tellFirstAccess } from '#src/installation/first-access.ts';
import { prepareInstallation } from '#src/installation/first-account.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { command, withDatabase } from './command.ts';

await command(({ say }) =>
  withDatabase(say, async ({ url }, { publicUrl, dataDir, timeZone }) => {
    await migrate(url, { log: say, timeZone });
    await prepareInstallation(url, false);
    const token = await openFirstAccess(url);
    if (!token) throw new Error('Quelqu’un a déjà un compte : il fait les autres, sur l’écran Utilisateurs.');
    tellFirstAccess(token, { publicUrl, dataDir, terminal: process.stdout.isTTY, say });
    return 0;
  }),
);
