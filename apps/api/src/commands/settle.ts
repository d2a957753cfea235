/**
 * Run by the supervisor after a program of the product was killed and could clear nothing up: opens the database and
 * lets it go, which ends what a restore had under way and stops a server that nobody else needs.
 */
import { command, withDatabase } from './command.ts';

await command(({ say }) => withDatabase(say, async () => 0));
