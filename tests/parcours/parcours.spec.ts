/**
 * Every screen, for every kind of person, on a phone, a small and a large window, in light and dark mode. Too long for
 * each change: `npm run parcours`; `npm test` opens each screen once (`e2e/parcours.spec.ts`).
 */
import { expect, test } from '@playwright/test';
import { baseTaxableList } from '@octroi/contract/contribuables/lignes/base-taxable-columns';
import { contribuableList } from '@octroi/contract/contribuables/columns';
import { equipementList } from '@octroi/contract/contribuables/lignes/equipement-columns';
import { imputationList } from '@octroi/contract/paiements/imputation-columns';
import { journalList } from '@octroi/contract/administration/journal/journal-columns';
import type { StatedColumn } from '@octroi/contract/platform/listing/columns';
import { ETAPES } from '@octroi/contract/mise-en-service/etapes';
import { SCREENS } from '@octroi/contract/register';
import { transactionList } from '@octroi/contract/paiements/columns';
import { failToRead, UNREADABLE } from '../e2e/saisie/network.ts';
import { consoleErrors, signIn } from '../e2e/support.ts';
import { addressesOf } from './addresses.ts';
import { deadControls, faultsOf, settle } from './faults.ts';

const PEOPLE = ['superadmin', 'admin.nta', 'niamey', 'maradi', 'plateau', 'lecture'] as const;
const WIDTHS = [360, 1366, 1920];
const SCHEMES = ['light', 'dark'] as const;
/** Accounts whose buttons are pressed: all rights, a town's rights, read-only. */
const PRESSING: readonly string[] = ['superadmin', 'niamey', 'lecture'];

for (const person of PEOPLE)
  test(`every screen of ${person}`, async ({ page }) => {
    test.setTimeout(45 * 60_000);
    await signIn(page, person);
    await page.goto('/');
    await settle(page);
    const addresses = await addressesOf(page);
    const faultTexts: string[] = [];
    // reported at once: the run is long
    const note = (faults: string[]): void => {
      for (const fault of faults) if (!faultTexts.includes(fault)) console.log(`${person}: ${fault}`);
      faultTexts.push(...faults);
    };
    let screenCount = 0;
    for (const address of addresses) {
      await page.setViewportSize({ width: 1366, height: 800 });
      const errors = consoleErrors(page);
      await page.goto(address);
      await settle(page);
      for (const width of WIDTHS)
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          screenCount += 1;
          note(
            (await faultsOf(page, address === addresses[0])).map(
              (fault) => `${address} ${width} ${colorScheme} ${fault}`,
            ),
          );
        }
      note(errors.map((text) => `${address} console: ${text}`));
      page.removeAllListeners('console');
      page.removeAllListeners('pageerror');
      if (!PRESSING.includes(person)) continue;
      await page.setViewportSize({ width: 1366, height: 800 });
      note((await deadControls(page)).map((fault) => `${address} ${fault}`));
    }
    console.log(`${person}: ${addresses.length} screens, ${screenCount} looks, ${faultTexts.length} faults`);
    expect([...new Set(faultTexts)]).toEqual([]);
  });

const LISTS = [
  [SCREENS.contribuables.url, contribuableList],
  [SCREENS.enrollements.url, contribuableList],
  [SCREENS.equipements.url, equipementList],
  [SCREENS['bases-taxables'].url, baseTaxableList],
  [SCREENS.transactions.url, transactionList],
  [SCREENS.imputations.url, imputationList],
  [SCREENS.journal.url, journalList],
] as const;

test('every order and every filter that an address carries is there again after a reload', async ({
  page,
}) => {
  test.setTimeout(20 * 60_000);
  await signIn(page, 'superadmin');
  let reloads = 0;
  for (const [url, { columns, fields }] of LISTS) {
    const orders = Object.values<Pick<StatedColumn<never>, 'filter'>>(columns).flatMap(({ filter }) =>
      filter && filter.sorts !== false ? [filter.field] : [],
    );
    // the journal is in the order of its acts, and in no other
    expect(orders.length > 0, url).toBe(url !== SCREENS.journal.url);
    const addresses = [
      ...orders.map((field) => ({ orderBy: field, sortOrder: 'desc' })),
      ...Object.keys(fields).map((column) => ({ f: JSON.stringify([{ column, operator: 'is not null' }]) })),
    ];
    for (const query of addresses) {
      const address = `${url}?${new URLSearchParams({ dates: 'toutes', itemperpage: '5', ...query }).toString()}`;
      await page.goto(address);
      await settle(page);
      const footer = page.getByText(/^Affichage de/);
      await expect(footer, address).toBeVisible();
      const [footerText, searchText] = [await footer.innerText(), new URL(page.url()).search];
      await page.reload();
      await settle(page);
      await expect(footer, address).toHaveText(footerText);
      expect(new URL(page.url()).search, address).toBe(searchText);
      reloads += 1;
    }
  }
  console.log(`${reloads} addresses reloaded`);
});

/**
 * Readings that a screen does without: the numbers beside the entries of the menu, records read ahead, and the sums of a
 * list that is empty in the demonstration.
 */
const mayStayUntold = (address: string, reading: string): boolean =>
  reading === 'GET /attente' ||
  reading === 'GET /a_eclaircir/totaux' ||
  (address.startsWith('/enrollements/revue') && / \/contribuables\//.test(reading));
const TOLD = new RegExp(`${UNREADABLE}|n’(a|ont) pas pu être|Pas de réponse`);

test('every screen says which of its readings failed', async ({ page }) => {
  test.setTimeout(45 * 60_000);
  await signIn(page, 'superadmin');
  await page.goto('/');
  await settle(page);
  const addresses = [
    ...(await addressesOf(page)),
    ...Object.keys(ETAPES).map((etape) => `${SCREENS['mise-en-service'].url}?entite=1&etape=${etape}`),
  ];
  const readings = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() !== 'fetch' || !pathname.startsWith('/v2/')) return;
    if (pathname !== '/v2/lectures')
      return void readings.add(`${request.method()} ${pathname.slice('/v2'.length)}`);
    const { lectures } = request.postDataJSON() as { lectures: { appel: string }[] };
    for (const { appel } of lectures) readings.add(appel);
  });
  const untold: string[] = [];
  let count = 0;
  for (const address of addresses) {
    readings.clear();
    await page.goto(address);
    await settle(page);
    for (const reading of readings) {
      if (!reading.startsWith('GET ') || reading === 'GET /session' || mayStayUntold(address, reading))
        continue;
      count += 1;
      const readAgain = await failToRead(page, reading);
      await page.goto(address);
      await page
        .getByText(TOLD)
        .first()
        // a list of choices says it when it is opened
        .waitFor({ state: 'attached', timeout: 5000 })
        .catch(() => untold.push(`${address} ${reading}`));
      await readAgain();
    }
  }
  console.log(`${count} readings of ${addresses.length} screens`);
  expect(untold).toEqual([]);
});
