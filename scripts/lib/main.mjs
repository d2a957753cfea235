import { SetupError } from './setup.mjs';

/** Runs a script: its result is the exit code, and a SetupError is shown as a sentence, without a stack. */
export async function main(work) {
  try {
    process.exitCode = await work(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
