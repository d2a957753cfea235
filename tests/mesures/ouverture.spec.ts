/**
 * Ten screens, opened with an empty cache and then again: `npm run mesures -- ouverture` prints requests, weight,
 * milliseconds until the screen is usable, and the shift of its layout, and fails above the limits.
 */
import { expect, type Page, test } from '@playwright/test';
import { SCREENS } from '@octroi/contract/register';
import { signIn } from '../e2e/support.ts';
import { settle } from '../parcours/faults.ts';
import { printTable } from './table.ts';

/** Requests of a list of which nothing is cached. */
const LIST = 15;
const MOST_SHIFT = 0.05;
/** Data of a first view, as sent. */
const MOST_DATA_KB = 100;

/** Each screen with its most requests, data included. */
const OPENED = {
  contribuables: LIST,
  enrollements: LIST,
  transactions: LIST,
  'bases-taxables': LIST,
  'situation-impayes': LIST,
  'tableau-de-bord': LIST,
  journee: LIST,
  guichet: LIST,
  carte: 20,
  rythme: LIST,
} as const satisfies Partial<Record<keyof typeof SCREENS, number>>;

interface Opening {
  requests: number;
  kb: number;
  dataKb: number;
  ms: number;
  shift: number;
}

/** Notes every shift of the layout that no key or click caused. */
const watchShifts = (): void => {
  const noted = window as unknown as { shift: number };
  noted.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) noted.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};

/** Opens an address, and waits until nothing is asked any more. */
async function open(page: Page, address: string): Promise<Opening> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const bytes = new Map<string, { data: boolean; size: number }>();
  network.on('Network.requestWillBeSent', ({ requestId, request }) =>
    bytes.set(requestId, { data: new URL(request.url).pathname.startsWith('/v2/'), size: 0 }),
  );
  const cached = new Set<string>();
  network.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = bytes.get(requestId);
    if (request) request.size = encodedDataLength;
  });
  const started = Date.now();
  await page.goto(address);
  await settle(page);
  const ms = Date.now() - started;
  await page.waitForLoadState('networkidle');
  await settle(page);
  await network.detach();
  const sent = [...bytes].filter(([id, { size }]) => !cached.has(id) && size > 0).map(([, each]) => each);
  const kbOf = (sizes: typeof sent): number => sizes.reduce((sum, { size }) => sum + size, 0) / 1000;
  return {
    requests: sent.length,
    kb: kbOf(sent),
    dataKb: kbOf(sent.filter(({ data }) => data)),
    ms,
    shift: await page.evaluate(() => (window as unknown as { shift: number }).shift),
  };
}

const cellsOf = ({ requests, kb, ms }: Opening): (string | number)[] => [requests, Math.round(kb), ms];

test('ten screens: few requests, a steady layout, little data', async ({ browser }) => {
  test.setTimeout(10 * 60_000);
  const rows: (string | number)[][] = [];
  for (const [key, most] of Object.entries(OPENED) as [keyof typeof OPENED, number][]) {
    const { nom, url } = SCREENS[key];
    const page = await browser.newPage();
    await signIn(page, 'niamey');
    await page.addInitScript(watchShifts);
    const cold = await open(page, url);
    const warm = await open(page, url);
    const shift = Math.max(cold.shift, warm.shift);
    rows.push([nom, ...cellsOf(cold), ...cellsOf(warm), Math.round(cold.dataKb), shift.toFixed(3)]);
    expect.soft(cold.requests, `${nom}, requests`).toBeLessThanOrEqual(most);
    expect.soft(shift, `${nom}, shift`).toBeLessThan(MOST_SHIFT);
    expect.soft(cold.dataKb, `${nom}, kB of data`).toBeLessThan(MOST_DATA_KB);
    await page.close();
  }
  printTable(
    ['écran', 'requêtes', 'kB', 'ms', 'revu : requêtes', 'kB', 'ms', 'kB de données', 'mouvement'],
    rows,
  );
});
