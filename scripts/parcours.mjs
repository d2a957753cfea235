// npm run parcours [-- --grep PERSONNE]: every screen by every kind of person, in every size and colour. Under 45 minutes
// on two cores; what it finds is listed by address.
import './lib/check-node.mjs';

const { main } = await import('./lib/main.mjs');
const { ensureInstalled, root } = await import('./lib/setup.mjs');
const { runTool } = await import('./lib/tools.mjs');

await main(async (args) => {
  await ensureInstalled();
  const playwright = `${root}/node_modules/@playwright/test/cli.js`;
  const { code } = await runTool([playwright, 'test', '--config', 'parcours.config.ts', ...args], {
    live: true,
  });
  return code;
});
