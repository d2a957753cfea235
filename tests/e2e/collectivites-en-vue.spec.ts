import { expect, test } from '@playwright/test';
import { fetchApi, expectCount, expectSettled, signIn, switchTo } from './support.ts';

test('the collectivité of the top bar filters accounts, agents and the journal too', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/users');
  await switchTo(page, 'Ville de Maradi');
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'entites', {
    'filter[nom][type]': 'eq',
    'filter[nom][x]': 'Ville de Maradi',
  });
  const there = { 'filter[ent.id]': String(data[0]?.id), itemperpage: '1' };
  for (const [url, path, query] of [
    ['/users', 'users', there],
    ['/collectivite/agent', 'users', { ...there, type: '2' }],
    ['/administration/journal', 'journal', there],
  ] as const) {
    await page.goto(url);
    await expect(page.getByRole('button', { name: /Ville de Maradi/ }).last()).toBeVisible();
    const { meta } = await fetchApi<{ meta: { total_records: number } }>(page, path, query);
    await expectCount(page, meta.total_records);
  }
});

test('the collectivité of a row is shown when several are visible', async ({ page }) => {
  await signIn(page, 'admin.nta');
  for (const [url, head] of [
    ['/categorie-taxes', 'Collectivité'],
    ['/collectivite/agent', 'Affectation'],
    ['/echeances/sans-tarif', 'Collectivité'],
  ] as const) {
    await page.goto(url);
    await expectSettled(page);
    await expect(page.getByRole('columnheader', { name: head, exact: true }), url).toBeVisible();
  }
});
