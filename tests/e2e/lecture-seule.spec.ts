import { expect, test } from '@playwright/test';
import { fetchApi, expectAccessible, heading, signIn } from './support.ts';

const REFUSED = 'Vous ne pouvez pas faire ceci';

test('a person who may only read sees the missing right instead of a form', async ({ page }) => {
  await signIn(page, 'lecture');
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'contribuables', { itemperpage: '1' });
  const id = data[0]?.id;
  for (const [address, right] of [
    ['/type-equipement/create', "le droit « Créer » sur « Types d'équipement »"],
    ['/taxes/create', 'le droit « Créer » sur « Taxes »'],
    ['/ramifications/create', 'le droit « Créer » sur « Sous-entités »'],
    ['/contribuables/create', 'le droit « Créer » sur « Contribuables »'],
    ['/contribuables/import', 'le droit « Créer » sur « Contribuables »'],
    [`/contribuables/edit/${id}`, 'le droit « Modifier » sur « Contribuables »'],
    [`/contribuables/change-secteur/[${id}]`, 'le droit « Modifier » sur « Enrôlements »'],
    [`/contribuables/encaissement/${id}`, 'le droit « Créer » sur « Transactions »'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(REFUSED), address).toBeVisible();
    await expect(page.getByText(right), address).toBeVisible();
    await expect(page.locator('main form'), address).toHaveCount(0);
  }
  await expectAccessible(page);
});

test('a list whose right is missing says so, and offers no retry', async ({ page }) => {
  await signIn(page, 'plateau');
  await page.goto('/administration/journal');
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText("Vous n'avez pas accès à cet outil");
  await expect(refusal).toContainText('Demandez-les à votre administrateur');
  await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
});

test('a bulk act reserved for two groups says so to other people', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/contribuables/change-secteur/[1]');
  await expect(page.getByText('réservé aux groupes Super Admin et Admin NTA')).toBeVisible();
});

test('official papers that may only be read say which right is missing', async ({ page }) => {
  await signIn(page, 'lecture');
  await page.goto('/papiers-officiels');
  await expect(page.getByRole('note')).toContainText('le droit « Modifier » sur « Papiers officiels »');
});

test('a person who may only read sees the values of a record', async ({ page }) => {
  await signIn(page, 'plateau');
  await page.goto('/ramifications/1');
  await expect(heading(page)).toHaveText(/^Consultation - /);
  await expect(page.getByRole('note')).toContainText('Vous consultez sans pouvoir modifier.');
  await expect(page.getByRole('term').filter({ hasText: 'Statut' })).toBeVisible();
  await expect(page.locator('main').locator('input, textarea, select')).toHaveCount(0);
  await expectAccessible(page);
});
