// npm run installer: installs packages and builds the web without starting anything, so that a service's account needs
// no write access here.
import './lib/check-node.mjs';

const { main } = await import('./lib/main.mjs');
const { ensureInstalled, ensureWebBuilt } = await import('./lib/setup.mjs');

await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  return 0;
});
