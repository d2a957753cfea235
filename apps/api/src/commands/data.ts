/** `npm run data -- --contribuables N [--seed S]`: adds N generated taxpayers to an empty or a demonstration database. */
import { parseArgs } from 'node:util';
import { todayIn } from '@octroi/contract';
import { withConnection } from '#src/platform/database/connection.ts';
import { isEmpty, loadContribuables, loadReference, refuseProduction } from '#src/demo/load.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { command, withDatabase } from './command.ts';

const USAGE = `Usage : npm run data -- --contribuables N [--seed S]
  --contribuables N  contribuables à ajouter (1 à 5000000), avec équipements, enrôlements, échéances et transactions
  --seed S           graine : la même donne les mêmes lignes le même jour (1 par défaut)`;

const MOST = 5_000_000;

/** @throws if it is not a whole number between the bounds */
function parseInteger(name: string, text: string | undefined, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`--${name} attend un nombre entier de ${min} à ${max}.\n${USAGE}`);
}

function read(args: string[]): { contribuables: number; seed: number } {
  try {
    const { values } = parseArgs({
      args,
      options: { contribuables: { type: 'string' }, seed: { type: 'string', default: '1' } },
    });
    return {
      contribuables: parseInteger('contribuables', values.contribuables, 1, MOST),
      seed: parseInteger('seed', values.seed, 0, 4_294_967_295),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) {
      throw new Error(`${(error as Error).message}\n${USAGE}`, { cause: error });
    }
    throw error;
  }
}

await command(async ({ args, say }) => {
  refuseProduction();
  const options = read(args);
  return withDatabase(
    say,
    async ({ url }, config) => {
      await migrate(url, { log: say, timeZone: config.timeZone });
      await withConnection(url, 'octroi-data', async (client) => {
        if (await isEmpty(client)) await loadReference(client);
        const { rows } = await client.query<{ fuseau: string }>(
          "select valeur as fuseau from parametre where cle = 'fuseau'",
        );
        const today = todayIn(rows[0]?.fuseau ?? config.timeZone);
        await loadContribuables(client, { ...options, today, log: say });
      });
      return 0;
    },
    { fills: true },
  );
});
