import { expect, type Page, test } from '@playwright/test';
import { MESSAGES } from '@octroi/contract/messages';
import { addressesOf } from '../parcours/addresses.ts';
import { deadControls, faultsOf, hiddenCells } from '../parcours/faults.ts';
import { failToReadAgain } from './saisie/network.ts';
import { consoleErrors, heading, signIn } from './support.ts';

const PARTS = 4;
// parts are distributed over the workers
test.describe.configure({ mode: 'parallel' });

/** What the screen shows, line by line, but for names that are not read yet and the scale of a map. */
const linesOf = async (page: Page): Promise<string[]> =>
  (await page.getByRole('main').innerText()).split('\n').filter((line) => !/^(…|\d+ k?m)$/.test(line));

/** Whether a line is still among those of the screen; the number of a tab may have come after its name. */
const isLeft = (line: string, left: readonly string[]): boolean =>
  left.some(
    (now) => now === line || (now.startsWith(`${line} `) && /^\d+$/.test(now.slice(line.length + 1))),
  );

/** The faults of the current screen on a phone in dark mode. */
async function onPhone(page: Page, framed: boolean): Promise<string[]> {
  // colours first: elements out of view keep their old colours until they are scrolled to
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.setViewportSize({ width: 360, height: 800 });
  const faults = await faultsOf(page, framed);
  await page.emulateMedia({ colorScheme: 'light' });
  return faults.map((fault) => `on a phone in the dark, ${fault}`);
}

/** Light desktop and dark phone; `npm run parcours` covers all kinds of person, sizes and colours. */
for (let part = 0; part < PARTS; part++)
  test(`every screen opens completely, in French, without an error (${part + 1} of ${PARTS})`, async ({
    page,
  }) => {
    test.slow();
    await page.clock.install();
    await signIn(page, 'superadmin');
    await page.goto('/');
    await expect(heading(page).first()).toBeVisible();
    const addresses = await addressesOf(page);
    expect(addresses.length).toBeGreaterThan(60);
    const faultTexts: string[] = [];
    for (const [index, address] of addresses.filter((_, place) => place % PARTS === part).entries()) {
      const framed = index === 0;
      const errors = consoleErrors(page);
      await page.goto(address);
      await expect(heading(page).first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
      // the number of rows comes after the rows
      await expect(page.getByText('/ …')).toHaveCount(0);
      const shown = await linesOf(page);
      const faults: string[] = await faultsOf(page, framed);
      await page.setViewportSize({ width: 1920, height: 850 });
      faults.push(...(await hiddenCells(page)));
      faults.push(...(await onPhone(page, framed)));
      await page.setViewportSize({ width: 1366, height: 850 });
      faultTexts.push(...[...faults, ...errors].map((fault) => `${address} ${fault}`));
      page.removeAllListeners('console');
      page.removeAllListeners('pageerror');
      await failToReadAgain(page);
      if (await page.getByRole('main').getByText(MESSAGES.echec).count())
        faultTexts.push(`${address} shows a failure although it has what it read before`);
      const left = await linesOf(page);
      for (const line of shown.filter((each) => !isLeft(each, left)))
        faultTexts.push(`${address} takes « ${line} » away because it cannot be read again`);
    }
    expect(faultTexts).toEqual([]);
  });

test('the crawl detects each kind of error', async ({ page }) => {
  await page.goto('/login');
  await page.setContent(`<html lang="fr"><title>Essai</title><main>
    <h1>Essai</h1><div style="width: 3000px">large</div>
    <div style="width: 30px; overflow: hidden; white-space: nowrap">1 234 567</div>
    <p>colonne « user.id »</p><p>Invalid date</p><p>2026-11-22</p><p>niamey@octroi.test, NIA-000024, Next</p>
    <div data-densite tabindex="0" style="width: 300px; overflow: auto"><table style="width: 900px"><thead><tr><th>Nom</th><th>Payé</th></tr></thead>
    <tbody><tr><td data-essential>Ali</td><td data-essential><span style="display: block; width: 20px; overflow: hidden">12345678</span></td></tr></tbody></table></div>
    <div data-densite tabindex="0" style="width: 300px; overflow: auto"><table style="width: 900px; table-layout: fixed; border-spacing: 0"><thead><tr><th style="width: 100px">Taxe</th><th>Tarif</th><th style="width: 80px">Statut</th></tr></thead>
    <tbody><tr><td data-essential style="position: sticky; left: 0">Étal</td><td style="padding: 0 0 0 90px">185 500</td>
    <td data-essential style="position: sticky; right: 0; background: white">Active</td></tr></tbody></table></div>
    <img src="x"><button>Rien</button><button>Acte</button></main>`);
  const faults = await faultsOf(page);
  const kinds = (kind: string): string[] => faults.filter((fault) => fault.startsWith(`${kind}:`));
  expect(kinds('sideways')).toHaveLength(1);
  expect(kinds('cut')).toEqual([
    'cut: Payé « 12345678 »',
    'cut: Tarif « 185 500 »',
    expect.stringContaining('1 234 567'),
    expect.stringContaining('12345678'),
  ]);
  expect(kinds('hidden')).toEqual(['hidden: Nom « Ali »', 'hidden: Payé « 12345678 »']);
  expect(kinds('word')).toEqual(['word: colonne « user.id »', 'word: Invalid date', 'word: 2026-11-22']);
  expect(kinds('axe')).toEqual([expect.stringContaining('image-alt')]);
  await page
    .getByRole('button', { name: 'Acte' })
    .evaluate((button) => button.addEventListener('click', () => (document.title = 'Fait')));
  expect(await deadControls(page)).toEqual(['dead: Rien']);
});
