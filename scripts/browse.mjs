// Opens the product in a real browser, beside what `npm test` does: node scripts/browse.mjs CONFIG [-- Playwright's options].
//   npm run parcours [-- --grep PERSONNE]   every screen by every kind of person, in every size and colour: under 45 minutes
//                                           on two cores; what it finds is listed by address
//   npm run aide                            draws the pictures of the user guide anew
//   npm run mesures [-- touches|ouverture]  keys of five tasks; requests, weight and steadiness of ten screens
//   npm run bench:ecrans                    records what the screens ask of the API, for npm run bench
import './lib/check-node.mjs';

const { main } = await import('./lib/main.mjs');
const { ensureInstalled, root } = await import('./lib/setup.mjs');
const { runTool } = await import('./lib/tools.mjs');

await main(async ([config, ...args]) => {
  await ensureInstalled();
  const playwright = `${root}/node_modules/@playwright/test/cli.js`;
  const { code } = await runTool([playwright, 'test', '--config', `${config}.config.ts`, ...args], {
    live: true,
  });
  return code;
});
