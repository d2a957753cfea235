// npm start: installs, builds and starts the product; what is up to date is skipped.
import './lib/check-node.mjs';

const { main } = await import('./lib/main.mjs');
const { ensureInstalled, ensureWebBuilt } = await import('./lib/setup.mjs');
const { SERVER } = await import('./lib/server.mjs');
const { keepServing } = await import('./lib/supervise.mjs');

await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  return keepServing(SERVER);
});
