import { SetupError } from './setup.mjs';

/** Runs a script's work: its result is the exit code, and a refusal is a sentence, not a stack. */
export async function main(work) {
  try {
    process.exitCode = await work(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
