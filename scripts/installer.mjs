// npm run installer: packages and the web, without starting anything. A service's account need not write here afterwards.
import './lib/check-node.mjs';

const { main } = await import('./lib/main.mjs');
const { ensureInstalled, ensureWebBuilt } = await import('./lib/setup.mjs');

await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  return 0;
});
