/** `npm run verify`: exit code 1 if a stored figure differs from its base rows. */
import { migrate } from '#src/platform/database/migrate.ts';
import { verify } from '#src/verification/verify.ts';
import { command, withDatabase } from './command.ts';

await command(({ say }) =>
  withDatabase(say, async ({ url }, config) => {
    try {
      await migrate(url, { log: say, timeZone: config.timeZone });
      const findings = await verify(url, say);
      for (const { check, difference } of findings) say(`  ${check} : ${difference}`);
      say(findings.length === 0 ? 'Aucune différence.' : `${findings.length} différence(s).`);
      return findings.length === 0 ? 0 : 1;
    } catch (error) {
      throw new Error(`La vérification n'a pas abouti. ${(error as Error).message}`, { cause: error });
    }
  }),
);
