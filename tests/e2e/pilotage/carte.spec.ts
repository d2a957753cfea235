import { expect, type Page, test } from '@playwright/test';
import {
  fetchApi,
  consoleErrors,
  expectCount,
  expectNoSidewaysScroll,
  figureIn,
  heading,
  signIn,
  sumUnder,
} from '../support.ts';

const CARTE = '/statistiques/carte';
const map = (page: Page) => page.getByRole('region', { name: /^Carte des contribuables/ });
const marks = (page: Page) => map(page).getByRole('button', { name: /contribuable/ });
const outlines = (page: Page) => map(page).locator('.carte-contour');
const cells = (page: Page) => page.getByRole('region', { name: 'Contribuables en vue' });
const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('rowheader', { name: 'TOTAL' })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

test('a manager sees where taxes are paid, zooms in, and opens the taxpayers of a place', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  await signIn(page, 'niamey');
  await page.goto(CARTE);
  await expect(heading(page)).toHaveText('Ville de Niamey › Carte de situation');
  await settled(page);
  await expect(outlines(page).first()).toBeVisible();
  await expect(marks(page)).toHaveCount(0);
  const all = await fetchApi<{ total_records: number }>(page, 'contribuables/totaux', {
    entite: '1',
    betail: '0',
  });
  await expect.poll(() => sumUnder(cells(page), 'Contribuables')).toBe(all.total_records);

  // zooming in changes the address
  await map(page).getByRole('button', { name: 'Agrandir' }).click();
  await expect(page).toHaveURL(/vue=/);
  await settled(page);
  const address = page.url();
  await page.reload();
  await settled(page);
  expect(page.url()).toBe(address);

  // in the streets, taxpayers are counted in circles
  const { mailles } = await fetchApi<{ mailles: { latitude: number; longitude: number }[] }>(
    page,
    'statistiques/carte/mailles',
    { entite: '1', zoom: '15', cadre: '2.05,13.45,2.2,13.6' },
  );
  const [street] = mailles;
  await page.goto(`${CARTE}?vue=${street?.latitude.toFixed(5)},${street?.longitude.toFixed(5)},16`);
  await settled(page);
  await expect(marks(page).first()).toBeVisible();

  // a mark opens the list of its taxpayers
  const mark = marks(page).last();
  const name = (await mark.getAttribute('aria-label')) ?? '';
  await mark.press('Enter');
  await expect(page).toHaveURL(/\/contribuables\?.*maille=/);
  await expectCount(page, figureIn(name.replace(/contribuable.*/, '')));
  await expect(page.getByText(/^Carte : latitude/)).toBeVisible();
  await page.goBack();
  await settled(page);

  // the table has the same data for the keyboard, and its figures open their lists
  const row = cells(page).locator('tbody').getByRole('row').first();
  const [place, count] = await row.locator('th, td').allInnerTexts();
  expect(place).toBeTruthy();
  await row.getByRole('link').first().press('Enter');
  await expect(page).toHaveURL(/\/contribuables\?.*maille=/);
  await expectCount(page, figureIn(count ?? ''));
  expect(errors).toEqual([]);
});

test('a period without taxpayers and an invalid address are explained, with a way back', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(`${CARTE}?to=2001-01-01&vue=95,400,77`);
  await expect(page.getByText('Rien à montrer sur la carte')).toBeVisible();
  await page.getByRole('button', { name: 'Cette année', exact: true }).click();
  await expect(outlines(page).first()).toBeVisible();
  await page.goto(`${CARTE}?entite=2`);
  await expect(page.getByText(/n'existe pas, ou n'est pas dans votre périmètre/)).toBeVisible();
});

test('quartiers are outlined and named, and their secteurs when zoomed in', async ({ page }) => {
  const errors = consoleErrors(page);
  await signIn(page, 'niamey');
  const long = 'Quartier au nom sans fin '.repeat(8).trim();
  await page.route('**/v2/statistiques/carte/contours?*', async (route) => {
    const reply = await route.fetch();
    const { contours } = (await reply.json()) as { contours: { nom: string }[] };
    await route.fulfill({
      json: { contours: contours.map((each, n) => (n === 0 ? { ...each, nom: long } : each)) },
    });
  });
  await page.goto(CARTE);
  await settled(page);
  await expect(outlines(page).first()).toBeVisible();
  await outlines(page).first().hover({ force: true });
  await expect(map(page).getByRole('tooltip')).toContainText(/% payés|sans assiète/);
  const coming = page.waitForRequest(/carte\/contours\?.*niveau=secteur/);
  for (const _ of [1, 2, 3]) await map(page).getByRole('button', { name: 'Agrandir' }).click();
  await coming;
  await settled(page);
  await expectNoSidewaysScroll(page);
  // the map's last requests may still be running
  await page.unrouteAll({ behavior: 'wait' });
  expect(errors).toEqual([]);
});

test('places are ranked by their gap to the mean, and the list and the map choose the same one', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto(CARTE);
  await settled(page);
  const ranking = page.getByRole('region', { name: 'Classement' }).last();
  const names = ranking.getByRole('button');
  await expect(names.first()).toBeVisible();
  const parts = (await ranking.locator('tbody td:nth-child(2)').allInnerTexts()).map((text) =>
    Number(text.replace(',', '.').replace(/[^\d.]/g, '')),
  );
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  // a dot a collectivité, with its name and gap, and the border of the country around them
  await expect(map(page).locator('.carte-dot')).toHaveCount(parts.length);
  await expect(map(page).locator('.carte-pays').first()).toBeAttached();
  await expect(page.getByRole('list', { name: 'Couleurs de la carte' }).getByRole('listitem')).toHaveCount(5);

  await map(page)
    .getByRole('button', { name: /^Ville de Niamey :/ })
    .press('Enter');
  await expect(page).toHaveURL(/entite=1/);
  await expect(heading(page)).toHaveText('Ville de Niamey › Carte de situation');
  await expect(outlines(page).first()).toBeVisible();
  await names.first().click();
  await expect(page).toHaveURL(/ms=/);
  await settled(page);
  await expectNoSidewaysScroll(page);
});

/** Pairs of texts that overlap. */
const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>('.carte-dot b, .carte-nom span')]
      .filter((text) => text.checkVisibility())
      .map((text) => ({ text: text.innerText, box: text.getBoundingClientRect() }));
    return boxes.flatMap(({ text, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right - 1 &&
            other.left < box.right - 1 &&
            box.top < other.bottom - 1 &&
            other.top < box.bottom - 1,
        )
        .map((other) => `${text} / ${other.text}`),
    );
  });

test('on the map of the country no name covers another, and a place without room for its name keeps its dot', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  // ten more places between the two largest towns, each at the door of the next
  await page.route('**/v2/statistiques/carte/lieux?*', async (route) => {
    const reply = await route.fetch();
    const { lieux } = (await reply.json()) as {
      lieux: { id: number; nom: string; position: { latitude: number; longitude: number } | null }[];
    };
    const [first] = lieux.filter(({ position }) => position);
    const more = Array.from({ length: 10 }, (_, n) => ({
      ...first!,
      id: 900 + n,
      nom: `Commune voisine numéro ${n}`,
      position: {
        latitude: first!.position!.latitude + n * 0.08,
        longitude: first!.position!.longitude + n * 0.08,
      },
    }));
    await route.fulfill({ json: { lieux: [...lieux, ...more] } });
  });
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 768 });
    await page.goto(CARTE);
    await settled(page);
    const dots = map(page).locator('.carte-dot');
    await expect(dots.first()).toBeVisible();
    const names = dots.locator('b:not([hidden])');
    expect(await names.count()).toBeGreaterThan(3);
    expect(await names.count()).toBeLessThan(await dots.count());
    expect(await overlaps(page), `${width} px`).toEqual([]);
  }
  await page.unrouteAll({ behavior: 'wait' });
});

test('outlines are reached and opened by the keyboard', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(CARTE);
  await settled(page);
  const places = map(page).getByRole('button', { name: /% payés|sans assiète/ });
  await expect(places.first()).toBeVisible();
  // one of them is in the tab order, arrows lead to the others
  await expect(map(page).locator('.carte-contour[tabindex="0"]')).toHaveCount(1);
  await places.first().focus();
  await page.keyboard.press('ArrowRight');
  const second = places.nth(1);
  await expect(second).toBeFocused();
  const name = ((await second.getAttribute('aria-label')) ?? '').replace(/ : .*/, '');
  await expect(map(page).getByRole('tooltip')).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/ms=/);
  await expect(heading(page)).toContainText(name);
  await expect(page.getByRole('region', { name: 'Carte', exact: true })).toBeFocused();
});
