import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { ACTIONS } from '@octroi/contract/actions';
import {
  fetchApi,
  consoleErrors,
  countContribuables,
  expectAccessible,
  expectCount,
  expectNoSidewaysScroll,
  expectSettled,
  heading,
  rows,
  signIn,
} from './support.ts';

interface Person {
  id: number;
  fullName: string;
  numKlis: string;
  telephone: string;
}
interface Page1 {
  data: Person[];
}

test('Ctrl+K finds a taxpayer whose name is misspelt, and Enter opens the record', async ({ page }) => {
  await signIn(page, 'niamey');
  const errors = consoleErrors(page);
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: 'Rechercher dans Octroi' });
  const field = box.getByRole('combobox');
  await expect(field).toBeFocused();
  await expectAccessible(page);

  await field.fill('Djarmakoye');
  const options = box.getByRole('group', { name: 'Contribuables' }).getByRole('option');
  await expect(options.first()).toContainText('Djermakoye');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  const name = await options.first().locator('span').first().innerText();
  await field.press('Enter');
  await expect(box).toBeHidden();
  await expect(page).toHaveURL(/\/contribuables\/profile\/\d+$/);
  await expect(heading(page)).toContainText(name);

  await page.getByRole('button', { name: 'Rechercher (Ctrl K)' }).click();
  await field.fill('niamey');
  const results = box.getByRole('option');
  await expect(results.nth(1)).toBeVisible();
  await field.press('ArrowDown');
  await expect(results.nth(1)).toHaveAttribute('aria-selected', 'true');
  await field.press('ArrowUp');
  await expect(results.first()).toHaveAttribute('aria-selected', 'true');
  await field.fill('catégories activité');
  await expect(box.getByRole('option')).toHaveText([/Catégories d'activité/]);
  await field.fill('zzqqzz');
  await expect(box.getByText('Rien trouvé pour « zzqqzz »')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  expect(errors).toEqual([]);
});

test('what a person comes to do is found in everyday words, and opens where it is done', async ({ page }) => {
  await signIn(page, 'superadmin');
  const errors = consoleErrors(page);
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: 'Rechercher dans Octroi' });
  await box.getByRole('combobox').fill('nouveau redevable');
  await expect(box.getByRole('option')).toHaveText([/Enrôler un contribuable/]);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Nouvel enrôlement');
  await expect(page).toHaveURL(/\/contribuables\/create/);

  for (const { nom, url } of ACTIONS) {
    await page.evaluate((to) => history.pushState({}, '', to), url);
    await expect(page, nom).toHaveURL(new RegExp(`${url}(\\?|$)`));
    await expect(heading(page), nom).toBeVisible();
    await expect(heading(page), nom).not.toHaveText('Page introuvable');
  }
  expect(errors).toEqual([]);
});

test('what is typed at once after Ctrl+K is kept, and an early Enter waits for the results', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const { data } = await fetchApi<Page1>(page, 'contribuables', { betail: '0', itemperpage: '1' });
  const [person] = data;
  if (!person) throw new Error('no taxpayer');
  // the results come only after Enter
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/v2/recherche?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  // in one go, before the field of the box can have the focus
  await page.evaluate(async (numero) => {
    const press = (key: string, ctrlKey = false): boolean =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
      );
    press('k', true);
    await Promise.resolve();
    for (const key of [...Array.from(numero), 'x', 'Backspace', 'Enter']) press(key);
  }, person.numKlis);
  release();
  await expect(page).toHaveURL(`/contribuables/profile/${person.id}`);
  await expect(heading(page)).toContainText(person.fullName);
});

test('the empty search box offers the last records opened, until the person signs out', async ({ page }) => {
  await signIn(page, 'niamey');
  const { data } = await fetchApi<Page1>(page, 'contribuables', { betail: '0', itemperpage: '10' });
  for (const { id, fullName } of data.slice(0, 9)) {
    await page.goto(`/contribuables/profile/${id}`);
    await expect(heading(page)).toContainText(fullName);
  }
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: 'Rechercher dans Octroi' });
  const recents = box.getByRole('group', { name: 'Derniers ouverts' }).getByRole('option');
  await expect(recents).toHaveCount(8);
  await expect(recents.first()).toContainText(data[8]?.fullName ?? '');
  await expectAccessible(page);
  await box.getByRole('combobox').press('ArrowDown');
  await box.getByRole('combobox').press('Enter');
  await expect(page).toHaveURL(`/contribuables/profile/${data[7]?.id}`);
});

test('the search box reports that the server does not answer, and retries', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  await page.route('**/v2/recherche?*', (route) => route.abort());
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: 'Rechercher dans Octroi' });
  await box.getByRole('combobox').fill('moussa');
  const again = box.getByRole('button', { name: 'Réessayer' });
  await expect(again).toBeVisible();
  await page.unroute('**/v2/recherche?*');
  await again.click();
  await expect(box.getByRole('option').first()).toBeVisible();
});

test('the search box fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'niamey');
  await page.goto('/');
  await page.getByRole('button', { name: 'Rechercher (Ctrl K)' }).click();
  const box = page.getByRole('dialog', { name: 'Rechercher dans Octroi' });
  await box.getByRole('combobox').fill('moussa');
  await expect(box.getByRole('option').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('the quick search of a list tolerates typing errors, ignores the period and says so', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const { data } = await fetchApi<Page1>(page, 'contribuables', {
    q: 'Djermakoye',
    betail: '0',
    itemperpage: '1',
  });
  const [person] = data;
  if (!person) throw new Error('nobody of that name');
  await page.goto('/contribuables');
  await expectSettled(page);
  const field = page.getByRole('textbox', { name: /^Rechercher dans / });
  await field.fill('Djarmakoye');
  await expect(page).toHaveURL(/[?&]q=Djarmakoye/);
  await expectCount(page, await countContribuables(page, { q: 'Djermakoye', betail: '0' }));
  await expect(page.getByText('Recherche dans toutes les périodes')).toBeVisible();
  await expectAccessible(page);

  await field.fill(person.telephone.replaceAll(' ', ''));
  await expect(page).toHaveURL(/[?&]q=%22?\d{8}/);
  await expect(rows(page).first()).toContainText(person.numKlis);
  await page.reload();
  await expect(field).toHaveValue(person.telephone.replaceAll(' ', ''));
  await expect(rows(page).first()).toContainText(person.numKlis);

  await field.fill('zzqqzz');
  await expect(page.getByText('Rien trouvé')).toBeVisible();
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await expect(page).toHaveURL('/contribuables');
  await expect(page.getByText('Recherche dans toutes les périodes')).toBeHidden();
});

test('every list has its quick search: of a configuration list, of payments', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/ramifications');
  await expectSettled(page);
  const field = page.getByRole('textbox', { name: /^Rechercher dans / });
  await field.fill('yantala');
  await expect(page).toHaveURL(/[?&]q=yantala/);
  // by the names of its ancestors too
  const { meta } = await fetchApi<{ meta: { total_records: number } }>(page, 'ramifications', {
    q: 'yantala',
  });
  expect(meta.total_records).toBeGreaterThan(2);
  await expectCount(page, meta.total_records);

  await page.goto('/transactions');
  const [payment] = // of those that the list opens with: received, of people
    (
      await fetchApi<{ data: { noTransaction: string }[] }>(page, 'transactions', {
        itemperpage: '1',
        betail: '0',
        'filter[trans.montant][type]': 'gt',
        'filter[trans.montant][x]': '0',
      })
    ).data;
  await field.fill(payment?.noTransaction ?? '');
  await expectCount(page, 1);
  await expect(rows(page).first()).toContainText(payment?.noTransaction ?? '');
});

test('a person who may export always has an act on ticked rows', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/contribuables?dates=toutes');
  await expectSettled(page);
  const selected = page.getByRole('button', { name: 'Télécharger la sélection' });
  await expect(selected).toHaveCount(0);
  await rows(page).first().getByRole('checkbox').check();
  await rows(page).nth(1).getByRole('checkbox').check();
  await selected.click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\n')).toHaveLength(3);
  await expectAccessible(page);
});
