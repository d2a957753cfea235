import { ensureWebBuilt } from '../scripts/lib/setup.mjs';
import { announce, externalProduct, WORKERS } from './product.ts';
import { startProduct } from './started.ts';

/**
 * Starts one product per worker, on a free port with its own data folder and a small demonstration, unless a running
 * product is given.
 * @returns a function that stops them
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
