/**
 * Run by the supervisor after a program of the product was killed: opening and closing the database completes an
 * interrupted restore, and stops a server that nobody uses.
 */
import { command, withDatabase } from './command.ts';

await command(({ say }) => withDatabase(say, async () => 0));
