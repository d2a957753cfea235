/**
 * Records the calls of every screen of the register: by default, for a period, in a place, on the second page, for a name, and in each
 * order, for three accounts (all collectivités, a town, a département). `npm run bench` replays them without a browser, so
 * that a new screen is measured without a change of the bench.
 */
import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page, type Request, test } from '@playwright/test';
import type { Lecture } from '@octroi/contract/platform/http/lectures';
import type { Recording } from '@octroi/contract/platform/http/recording';
import { root } from '../../scripts/lib/setup.mjs';
import { addressesOf } from '../parcours/addresses.ts';
import { settle } from '../parcours/faults.ts';
import { signIn } from '../e2e/support.ts';

const PEOPLE = ['superadmin', 'niamey', 'plateau'] as const;
const FOLDER = path.resolve(root, process.env['OCTROI_DATA'] ?? '.octroi', 'bench');

test.describe.configure({ mode: 'serial' });
const recorded: Recording[] = [];

/** The same screen with other choices: a period, a place, the second page, a name that few have and one that nobody has. */
const CHOICES: Record<string, string>[] = [
  { from: '2026-01-01', to: '2026-03-31' },
  { entite: '1' },
  { page: '2' },
  { q: 'abdou moumouni' },
  { q: 'xyzabc' },
];

/** The orders that the open list offers. */
const ordersOf = (page: Page): Promise<string[]> =>
  page
    .getByLabel('Order By', { exact: true })
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));

/** The readings of a request: its own, or those that it groups. */
function readingsOf(request: Request): string[] {
  const { pathname, search } = new URL(request.url());
  if (pathname === '/v2/lectures') {
    const { lectures } = request.postDataJSON() as { lectures: Lecture[] };
    return lectures.map(({ appel, query }) => `${appel.replace('GET ', '/v2')}?${query}`);
  }
  return request.method() === 'GET' && pathname.startsWith('/v2/') ? [pathname + search] : [];
}

for (const person of PEOPLE)
  test(`the calls of the screens of ${person}`, async ({ page }) => {
    test.setTimeout(45 * 60_000);
    await signIn(page, person);
    await page.goto('/');
    await settle(page);
    const calls = new Map<string, string>();
    let screen = '';
    page.on('request', (request) => {
      for (const call of readingsOf(request)) if (!calls.has(call)) calls.set(call, screen);
    });
    const open = async (address: string): Promise<void> => {
      await page.goto(address);
      await settle(page);
    };
    for (const address of await addressesOf(page)) {
      [screen = ''] = address.split('?');
      await open(screen);
      const orders = (await ordersOf(page)).map((orderBy) => ({ orderBy }));
      for (const choice of [...CHOICES, ...orders]) await open(`${screen}?${new URLSearchParams(choice)}`);
    }
    expect(calls.size).toBeGreaterThan(50);
    for (const [call, opened] of calls) recorded.push({ person, screen: opened, call });
    fs.mkdirSync(FOLDER, { recursive: true });
    fs.writeFileSync(path.join(FOLDER, 'ecrans.json'), JSON.stringify(recorded, null, 1));
  });
