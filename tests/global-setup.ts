import { ensureWebBuilt } from '../scripts/lib/setup.mjs';
import { announce, externalProduct, WORKERS } from './product.ts';
import { startProduct } from './started.ts';

/**
 * Starts for each worker the product as an operator would, on a free port with a data folder of its own and a small
 * demonstration, unless one is given that runs already.
 * @returns what ends them
 */
export default async function globalSetup() {
  const runningProduct = externalProduct();
  if (runningProduct) return announce([runningProduct]);
  await ensureWebBuilt();
  const started = await Promise.allSettled(Array.from({ length: WORKERS }, () => startProduct()));
  const running = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const teardown = async () => void (await Promise.all(running.map(({ stop }) => stop())));
  const refused = started.find((start) => start.status === 'rejected');
  if (refused) {
    await teardown();
    throw refused.reason;
  }
  announce(running.map(({ url, data }) => ({ url, data })));
  return teardown;
}
