import { expect, type Page, test } from '@playwright/test';
import { expectCount, expectFit, expectSettled, heading, signIn, sumUnder } from '../support.ts';

const JOURNEE = '/journee';
const waiting = (page: Page) => page.getByRole('region', { name: 'Ce qui attend' });

async function open(page: Page): Promise<void> {
  await page.goto(JOURNEE);
  await expect(heading(page)).toHaveText('Ma journée');
  await expect(page.getByRole('rowheader', { name: 'TOTAL' })).toHaveCount(2);
  await expect(page.locator('main table td a').last()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

const figureOf = (text: string): number => Number(text.replaceAll(/[^\d-]/g, ''));

/** The sum of the list on the page: a list without rows has no TOTAL, as on a Sunday without payments. */
const listSum = async (page: Page, head: string): Promise<number | undefined> =>
  (await page.getByText(/^Aucune ligne ne répond/).isVisible()) ? 0 : sumUnder(page, head);

test('each figure of « Ma journée » opens a list with the same total', async ({ page }) => {
  test.slow();
  await signIn(page, 'niamey');
  await open(page);
  const links = await page
    .locator('main table td a')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href') ?? '', link.textContent ?? '']));
  const figures = new Map(
    links
      .map(([href = '', text = '']): [string, number] => [href, figureOf(text)])
      .filter(([, sum]) => sum !== 0),
  );
  expect(figures.size).toBeGreaterThan(10);
  for (const [href, figure] of figures) {
    await page.goto(href);
    await expectSettled(page);
    const head = href.startsWith('/contribuables') ? 'Restant' : 'Montant';
    await expect.poll(() => sumUnder(page, head), { message: href }).toBe(figure);
  }
});

test('the year to date opens the payments and dues it is the sum of, and each day its payments', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'niamey');
  await open(page);
  const year = page.getByRole('region', { name: /^Exercice \d{4}, au/ });
  const days = page.getByRole('region', { name: 'Quatorze jours' });
  await expect(days.getByRole('group').getByRole('link')).toHaveCount(14);
  const figures = await page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: /^(Exercice \d{4}, au|Quatorze jours)/ }) })
    .locator('div > div > a')
    .evaluateAll((all) =>
      all.map((link) => [
        link.getAttribute('href') ?? '',
        link.getAttribute('aria-label')?.split(' : ')[1] ?? link.textContent ?? '',
      ]),
    );
  const [received = 0, due = 0] = figures.map(([, text = '']) => figureOf(text));
  expect(figureOf(await year.locator('b[data-tone]').innerText())).toBe(received - due);
  // the two of the year, yesterday, seven and fourteen days, and the last two bars
  const opened = [...figures.slice(0, 2), ...figures.slice(-5)];
  for (const [href = '', text = ''] of opened) {
    await page.goto(href);
    await expectSettled(page);
    const head = href.startsWith('/contribuables') ? 'Prévu' : 'Montant';
    await expect.poll(() => listSum(page, head), { message: href }).toBe(figureOf(text));
  }
});

test('waiting work is counted for people who may act on it', async ({ page }) => {
  await signIn(page, 'niamey');
  await open(page);
  const tiles = await waiting(page)
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href') ?? '', link.querySelector('b')?.textContent ?? '']),
    );
  expect(tiles.length).toBeGreaterThan(2);
  // the screen of cash holders is no list
  const lists = tiles.filter(
    ([href = '', text = '']) => figureOf(text) > 0 && !href.startsWith('/caisse/regie'),
  );
  expect(lists.length).toBeGreaterThan(1);
  for (const [href = '', text = ''] of lists) {
    await page.goto(href);
    await expectSettled(page);
    await expectCount(page, figureOf(text));
  }
});

test('a person who may only read sees the figures without waiting work, in light and dark mode', async ({
  page,
}) => {
  await signIn(page, 'lecture');
  await open(page);
  await expect(waiting(page).getByText('À valider')).toHaveCount(0);
  await expect(waiting(page).getByText('À confirmer')).toHaveCount(0);
  await expectFit(page);
});

test('« Ma journée » is the start screen of people who chose it, and the dashboard stays in the menu', async ({
  page,
}) => {
  await signIn(page, 'maradi');
  await open(page);
  const choice = page.getByRole('switch', { name: 'Page de départ' });
  const proposal = page.getByRole('group', { name: 'Page de départ' });
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/v2/affichage'));
  await proposal.getByRole('button', { name: 'Oui' }).click();
  await saved;
  await expect(proposal).toBeHidden();
  await expect(choice).toBeChecked();
  await page.goto('/');
  await expect(heading(page)).toHaveText('Ma journée');
  await page.getByRole('link', { name: 'Tableau de bord', exact: true }).click();
  await expect(heading(page)).not.toHaveText('Ma journée');
  await expect(page).toHaveURL(/\/$/);
  await page.goto(JOURNEE);
  const back = page.waitForResponse((reply) => reply.url().endsWith('/v2/affichage'));
  await choice.click();
  await back;
  await page.goto('/');
  await expect(heading(page)).not.toHaveText('Ma journée');
  // answered once, it is not proposed again
  await open(page);
  await expect(choice).not.toBeChecked();
  await expect(proposal).toHaveCount(0);
});
