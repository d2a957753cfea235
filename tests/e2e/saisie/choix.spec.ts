/** Lists of choices in forms: how they open, and what Enter does in them. */
import { expect, type Locator, test } from '@playwright/test';
import { at, PAGES } from '@octroi/contract/pages';
import { chooser, save } from '../forms.ts';
import { choices, debtorsOf, signIn } from '../support.ts';

test('a choice that is refused gets the focus with its message in sight; a click, an arrow or a letter opens its list', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const [debtor] = await debtorsOf(page, { count: 1, moreThan: 0 });
  await page.goto(at(PAGES.changeSecteur, encodeURIComponent(`[${debtor?.id}]`)));
  const secteur = chooser(page, 'Secteur');
  await expect(secteur).toBeVisible();
  await save(page);
  await expect(secteur).toBeFocused();
  await expect(secteur).toHaveAccessibleDescription('Veuillez choisir un secteur');
  await expect(secteur).toHaveAttribute('aria-expanded', 'false');
  for (const open of [() => secteur.press('ArrowDown'), () => secteur.press('s'), () => secteur.click()]) {
    await open();
    await expect(secteur).toHaveAttribute('aria-expanded', 'true');
    await secteur.press('Escape');
    await expect(secteur).toHaveAttribute('aria-expanded', 'false');
  }
});

test('a text that is no choice is not sent by Enter, also after its list was closed', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(PAGES.contribuableCreate);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v2/contribuables')) posts.push(request.url());
  });
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Sans lieu');
  const place = chooser(page, 'Localisation');
  await place.fill('Secteur A');
  await place.press('Escape');
  await place.press('Enter');
  await expect(place).toHaveAttribute('aria-expanded', 'true');
  await place.press('Enter');
  await expect(place).toHaveAttribute('aria-expanded', 'false');
  await expect(place).toHaveValue(/^Secteur A \(/);
  expect(posts).toEqual([]);
});

test('letters typed over a held choice go as its list closes: the field shows the choice', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  /** Chooses the first option, types over it, and leaves in both ways. */
  const tryOver = async (select: Locator, letters: string): Promise<void> => {
    await select.click();
    await choices(page).first().click();
    // the name is read after the choice
    await expect(select).toHaveValue(/[^\s…]/);
    const held = await select.inputValue();
    await select.fill(letters);
    await select.press('Escape');
    await expect(select).toHaveAttribute('aria-expanded', 'false');
    await expect(select).toHaveValue(held);
    // and opened again, the list is not searched for them
    await select.click();
    await expect(select).toHaveAttribute('aria-expanded', 'true');
    await expect(select).toHaveValue(held);
    await select.fill(letters);
    await select.press('Tab');
    await expect(select).toHaveValue(held);
  };
  await page.goto(PAGES.contribuableCreate);
  // searched in the browser, and by the server
  await tryOver(chooser(page, 'Collectivité'), 'Zz');
  await tryOver(chooser(page, 'Localisation'), 'Zz');
});
