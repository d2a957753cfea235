/** A commune of more than four hundred places: each screen that offers or shows places stays readable. */
import { expect, type Page, test } from '@playwright/test';
import { choice, expectAccessible, expectNoSidewaysScroll, fetchApi, heading, signIn } from '../support.ts';

const PLACES = 420;
const nameOf = (n: number): string => `Quartier Saga Gassia Kourou numéro ${n}`;

/** Gives a collectivité of the demonstration its places, as the import of a territory does. */
async function createPlaces(page: Page): Promise<number> {
  const { data } = await fetchApi<{ data: { id: number; nom: string }[] }>(page, 'entites', {
    'filter[ent.nom]': 'Commune urbaine de Gaya',
  });
  const entite = data[0]?.id ?? 0;
  const lines = Array.from({ length: PLACES }, (_, n) => nameOf(n + 1)).join('\n');
  const reply = await page.request.post('/v2/ramifications/plan', {
    multipart: {
      entite: String(entite),
      essai: '0',
      fichier: { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) },
    },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  return entite;
}

test('a commune of hundreds of places: its tree, its filters, its map and its figures', async ({ page }) => {
  test.slow();
  await signIn(page, 'superadmin');
  const entite = await createPlaces(page);

  await test.step('the tree is searched by words', async () => {
    await page.goto(`/ramifications/arbre?entite=${entite}`);
    const search = page.getByLabel('Chercher une sous-entité');
    await search.click();
    await search.pressSequentially('saga 417');
    await expect(page.getByRole('rowheader', { name: nameOf(417) })).toBeVisible();
    // a code may have the number, too
    await expect.poll(() => page.getByRole('rowheader').count()).toBeLessThan(4);
  });

  await test.step('a filter of places is searched inside, and draws a part of them', async () => {
    await page.goto(`/contribuables?entite=${entite}&dates=toutes`);
    await page.getByRole('button', { name: 'Tous les departements' }).click();
    const list = page.getByRole('listbox', { name: 'Tous les departements' });
    await expect(list.getByRole('option').first()).toBeVisible();
    expect(await list.getByRole('option').count()).toBeLessThan(110);
    await expect(page.getByText(/autres : cherchez une partie du nom/)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Rechercher dans « Tous les departements »').pressSequentially('kourou 398');
    await expect(list.getByRole('option')).toHaveText([nameOf(398)]);
    await choice(page, nameOf(398)).click();
    await expect(page).toHaveURL(/ms=/);
    await expect(page.getByRole('button', { name: `Tous les departements : ${nameOf(398)}` })).toBeFocused();
    await page.getByRole('button', { name: 'Tous les departements' }).click();
    await choice(page, 'Tous les departements').click();
    await expect(page).not.toHaveURL(/ms=/);
  });

  await test.step('the place of the figures is searched inside, and draws a part of them', async () => {
    await page.goto(`/statistiques/recouvrement/par_sous_entite?entite=${entite}&dates=toutes`);
    const field = page.getByRole('combobox', { name: 'Sous-entité' });
    await field.click();
    const options = page.getByRole('listbox').getByRole('option');
    await expect(options.last()).toHaveText(/^Et \d+ autres : cherchez une partie du nom\.$/);
    expect(await options.count()).toBeLessThan(110);
    await field.pressSequentially('kourou 398');
    await expect(options).toHaveText([nameOf(398)]);
    await field.press('Enter');
    await expect(field).toHaveValue(nameOf(398));
  });

  await test.step('the form of an enrolment says that its places are a part of all', async () => {
    await page.goto('/contribuables/create');
    const collectivite = page.getByRole('combobox', { name: /^Collectivité/ });
    await collectivite.click();
    await collectivite.pressSequentially('gaya');
    await choice(page, 'Commune urbaine de Gaya').click();
    const field = page.getByRole('combobox', { name: /^Localisation/ });
    await field.click();
    const options = page.getByRole('listbox').getByRole('option');
    await expect(options.last()).toHaveText(/^Et \d+ autres : cherchez une partie du nom\.$/);
    await expectAccessible(page);
    await field.pressSequentially('saga 398');
    await expect(options.first()).toHaveText(nameOf(398));
    await field.press('Enter');
    await expect(field).toHaveValue(nameOf(398));
  });

  await test.step('the ranking beside the map is as high as the map, and the figures fit', async () => {
    for (const width of [1366, 360]) {
      await page.setViewportSize({ width, height: 768 });
      await page.goto(`/ramifications/arbre?entite=${entite}`);
      // a name breaks between its words
      const name = page.getByRole('rowheader').getByRole('link', { name: nameOf(417) });
      expect((await name.boundingBox())?.width, `${width}`).toBeGreaterThan(60);
      await expectNoSidewaysScroll(page);
      for (const address of ['/statistiques/carte', '/', '/statistiques/recouvrement/par_sous_entite']) {
        await page.goto(`${address}?entite=${entite}&dates=toutes`);
        await expect(heading(page)).toContainText('Gaya');
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expectNoSidewaysScroll(page);
      }
      await page.goto(`/statistiques/carte?entite=${entite}`);
      const ranking = page.getByRole('group', { name: 'Classement' });
      await expect(ranking.getByRole('row').nth(50)).toBeAttached();
      expect((await ranking.boundingBox())?.height).toBeLessThan(520);
    }
  });
});
