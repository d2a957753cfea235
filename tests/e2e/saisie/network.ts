/** A slow network, and one that is cut. */
import type { Page } from '@playwright/test';

/** Holds the calls of an address until they are released, and counts them. */
export async function hold(page: Page, method: string, path: RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let count = 0;
  await page.route(
    (url) => path.test(url.pathname),
    async (route) => {
      if (route.request().method() !== method) return route.fallback();
      count += 1;
      await released;
      return route.continue();
    },
  );
  return { release, count: () => count };
}

/** Cuts the next POST to an address, after the server took it or before. */
export async function cut(page: Page, path: RegExp, when: 'before' | 'after'): Promise<void> {
  let isCut = false;
  await page.route(
    (url) => path.test(url.pathname),
    async (route) => {
      if (isCut || route.request().method() !== 'POST') return route.fallback();
      isCut = true;
      if (when === 'after') await route.fetch();
      return route.abort();
    },
  );
}
