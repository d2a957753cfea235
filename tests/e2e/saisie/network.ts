/** A slow network, and one that is cut. */
import { expect, type Page } from '@playwright/test';
import { expectToast } from '../support.ts';

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

/** Holds the answer of the first read of an address, which tells the state of before, until it is released; counts the reads. */
export async function holdAnswer(page: Page, path: RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let count = 0;
  await page.route(
    (url) => path.test(url.pathname),
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      count += 1;
      if (count > 1) return route.continue();
      const response = await route.fetch();
      await released;
      // the page may not wait for it any more
      return route.fulfill({ response }).catch(() => undefined);
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

/** What the server says of a reading that fails. */
export const UNREADABLE = 'La base est occupée.';

/** Fails one reading (`GET /transactions/totaux`), alone or among others of the same request, until the returned function ends it. */
export async function failToRead(page: Page, reading: string): Promise<() => Promise<void>> {
  const problem = { status: 503, code: 'occupe', message: UNREADABLE };
  const alone = (url: URL): boolean => url.pathname === reading.replace('GET ', '/v2');
  await page.route(alone, (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    return route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem });
  });
  await page.route('**/v2/lectures', async (route) => {
    const { lectures } = route.request().postDataJSON() as { lectures: { appel: string }[] };
    const response = await route.fetch();
    const lines = (await response.text()).split('\n').filter(Boolean);
    const replies = lines.map((line) => {
      const { rang } = JSON.parse(line) as { rang: number };
      return lectures[rang]?.appel === reading
        ? JSON.stringify({ rang, statut: problem.status, reponse: problem })
        : line;
    });
    await route.fulfill({ response, body: `${replies.join('\n')}\n` });
  });
  return async () => {
    await page.unroute(alone);
    await page.unroute('**/v2/lectures');
  };
}

/** Comes back to the tab later, when its screens read again. The page needs Playwright's clock. */
export async function readAgain(page: Page): Promise<void> {
  // longer than what was read counts as fresh
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

/** The same, and all of it fails. */
export async function failToReadAgain(page: Page): Promise<void> {
  const failures = new Map<string, number>();
  await page.route('**/v2/**', (route) => {
    const address = route.request().url();
    failures.set(address, (failures.get(address) ?? 0) + 1);
    return route.fulfill({ status: 500, json: {} });
  });
  await readAgain(page);
  const triedTwice = (): boolean => failures.size > 0 && [...failures.values()].every((count) => count > 1);
  await expect
    .poll(
      async () => {
        // to the next try
        await page.clock.runFor(300);
        return triedTwice();
      },
      { intervals: [30] },
    )
    .toBe(true);
  await expectToast(page, 'Ce qui est affiché n’a pas pu être relu');
  await page.unroute('**/v2/**');
}
