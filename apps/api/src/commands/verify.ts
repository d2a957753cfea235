/** `npm run verify`: exit 1 when a stored figure is not what its base rows make it. */
import { readConfig } from '#src/config.ts';
import { openDatabase } from '#src/platform/database/connect.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { verify } from '#src/verification/verify.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const config = readConfig(process.env);
const database = await openDatabase(config, say);
try {
  await migrate(database.url, { log: say, timeZone: config.timeZone });
  const findings = await verify(database.url, say);
  for (const { check, difference } of findings) say(`  ${check} : ${difference}`);
  say(findings.length === 0 ? 'Aucune différence.' : `${findings.length} différence(s).`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`La vérification n'a pas abouti. ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await database.close();
}
