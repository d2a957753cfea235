import { expect, test } from '@playwright/test';
import { choices, expectNoSidewaysScroll, expectSettled, footer, rows, signIn } from './support.ts';

test.beforeEach(({ page }) => signIn(page, 'niamey'));

test('a list prints completely, in light colours, without menu or buttons', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/contribuables?dates=toutes&itemperpage=200');
  await expectSettled(page);
  const shown = Number(
    (/de ([\d\s]+) \//.exec(await footer(page).innerText())?.[1] ?? '').replaceAll(/\s/g, ''),
  );
  const drawn = await rows(page).count();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect.poll(() => rows(page).count()).toBe(shown);
  expect(drawn).toBeLessThan(shown);
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const button of await page.getByRole('main').getByRole('checkbox').all())
    await expect(button).toBeHidden();
  expect(
    await page
      .locator('thead')
      .first()
      .evaluate((head) => getComputedStyle(head).display),
  ).toBe('table-header-group');
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
});

test('the first record of a list is visible on a phone without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/contribuables?dates=toutes', '/transactions?dates=toutes', '/taxes']) {
    await page.goto(address);
    const first = page.locator('#liste').getByRole('listitem').first();
    await expect(first).toBeVisible();
    const box = await first.boundingBox();
    expect((box?.y ?? 740) + 60, address).toBeLessThan(740);
    await expectNoSidewaysScroll(page);
  }
  const fold = page.getByRole('button', { name: /^Filtres/ });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
});

test('on a phone, a fact of a card that is alone on its line has its value beside its label', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const url of ['/frequences', '/imputations', '/equipements', '/appareils']) {
    await page.goto(`${url}?dates=toutes&itemperpage=10`);
    const cards = page.getByRole('region', { name: 'Résultats' }).getByRole('listitem');
    await expect(cards.first().locator('dt').first()).toBeVisible();
    const wrong = await cards.locator('dl > div').evaluateAll((facts) =>
      facts.flatMap((fact) => {
        const isAlone = [...(fact.parentElement?.children ?? [])].every(
          (other) =>
            other === fact ||
            Math.abs(other.getBoundingClientRect().top - fact.getBoundingClientRect().top) > 2,
        );
        const [label, value] = [...fact.children].map((part) => part.getBoundingClientRect());
        return isAlone && label && value && value.left < label.right ? [fact.textContent] : [];
      }),
    );
    expect(wrong, url).toEqual([]);
  }
});

test('a skip link leads the keyboard to the list', async ({ page }) => {
  await page.goto('/taxes');
  await expectSettled(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller à la liste' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#liste')).toBeFocused();
});

test('a select says that the network is missing', async ({ page }) => {
  await page.goto('/type-equipement/create');
  const collectivite = page.getByRole('combobox', { name: 'Collectivité' });
  await expect(collectivite).toBeVisible();
  await page.context().setOffline(true);
  await collectivite.fill('Maradi');
  await expect(page.getByText('Hors ligne')).toBeVisible();
  await page.context().setOffline(false);
});

test('a select whose list could not be loaded says so, and can retry', async ({ page }) => {
  await page.route('**/v2/entites?**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/type-equipement/create');
  const collectivite = page.getByRole('combobox', { name: 'Collectivité' });
  await collectivite.click();
  const again = page.getByRole('button', { name: 'Réessayer' });
  await expect(again).toBeVisible();
  await expect(page.getByText('Rien trouvé')).toHaveCount(0);
  await page.unroute('**/v2/entites?**');
  await again.click();
  await expect(again).toHaveCount(0);
  await collectivite.click();
  await expect(choices(page).filter({ hasText: 'Ville de Niamey' })).toBeVisible();
});
