/** What every command line of the product shares: words go to the terminal, a failure is a sentence and exit code 1. */
export interface CommandLine {
  args: string[];
  say: (text: string) => void;
}

export async function command(run: (line: CommandLine) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run({
      args: process.argv.slice(2),
      say: (text) => void process.stdout.write(`${text}\n`),
    });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    if (process.env['LOG_LEVEL'] === 'debug') process.stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
