// npm test [-- LANE…]: everything that the repository promises; the last line is the sum.
import './lib/check-node.mjs';

const { main } = await import('./lib/main.mjs');
const { ensureInstalled } = await import('./lib/setup.mjs');
const { LANES, prove } = await import('./lib/proof/proof.mjs');

await main(async (names) => {
  const unknown = names.filter((name) => !Object.hasOwn(LANES, name));
  if (unknown.length > 0) {
    console.error(`Inconnu : ${unknown.join(', ')}. Connus : ${Object.keys(LANES).join(', ')}.`);
    return 2;
  }
  await ensureInstalled();
  const { passed, failed } = await prove(names, console.log, true);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed || !passed ? 1 : 0;
});
