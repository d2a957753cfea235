// npm test [-- LANE…]: everything that the repository promises; the last lines name what failed, the very last is the sum.
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
  const { passed, failed, failures } = await prove(names, console.log, true);
  for (const failure of failures) console.log(`!! ${failure}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed || !passed ? 1 : 0;
});
