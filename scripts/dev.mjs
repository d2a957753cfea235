// npm run dev: the API restarts on a change, the web is replaced in the browser.
import './lib/check-node.mjs';

const { main } = await import('./lib/main.mjs');
const { ensureInstalled } = await import('./lib/setup.mjs');
const { supervise } = await import('./lib/supervise.mjs');

await main(async () => {
  await ensureInstalled();
  return supervise(
    ['--watch', '--watch-preserve-output', 'apps/api/src/main.ts'],
    ['scripts/lib/dev-web.mjs'],
  );
});
