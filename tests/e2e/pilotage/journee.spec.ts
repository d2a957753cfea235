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
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/v2/affichage'));
  await choice.click();
  await saved;
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
});
