import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  fetchApi,
  choice,
  consoleErrors,
  figureIn,
  figureOf,
  heading,
  headsOf,
  rows,
  signIn,
  sumUnder,
  toast,
  todayOf,
  figureText,
} from './support.ts';

const RECOUVREMENT = '/statistiques/recouvrement';
const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('rowheader', { name: 'TOTAL' }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};
/** The TOTAL below a heading of the first table; the previous period follows it. */
async function totalUnder(page: Page, head: string): Promise<Locator> {
  const first = page.getByRole('table').first();
  const heads = await headsOf(first);
  return first.locator(`tfoot tr:first-child > :nth-child(${heads.indexOf(head) + 1})`);
}
const thisYear = (page: Page) => page.getByRole('button', { name: 'Cette année', exact: true }).click();
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Fil d’Ariane' });
const HEADS = [
  'Orange Money',
  'Depot orange Money',
  'Ecobank',
  'Cheque',
  'Mairie',
  'Virement',
  'Moov Money',
  'Carte bancaire',
];

test('payments by method open with the week, and each figure with the payments that it counts', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  await signIn(page, 'niamey');
  await page.goto(`${RECOUVREMENT}/par_moyen_paiement`);
  await settled(page);
  await expect(crumbs(page)).toHaveText(/Statistiques›Recouvrement$/);
  await expect(heading(page)).toHaveText('Ville de Niamey');
  await expect(page.getByRole('button', { name: 'Cette semaine' })).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page)).toHaveCount(7);
  for (const head of HEADS)
    await expect(page.getByRole('columnheader', { name: head, exact: true })).toBeVisible();

  await thisYear(page);
  await expect(rows(page)).toHaveCount(12);
  await settled(page);
  const cell = await totalUnder(page, 'Orange Money');
  const orange = await figureOf(cell);
  expect(orange).toBeGreaterThan(0);
  await cell.getByRole('link').click();
  await expect(page).toHaveURL(/\/transactions\?/);
  await expect(page.locator('tfoot')).toHaveText(figureText(orange));
  expect(errors).toEqual([]);
});

test('payments by sub-entity need a period, then list the sub-entities by amount descending', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.goto(`${RECOUVREMENT}/par_sous_entite`);
  await expect(heading(page)).toHaveText('Ville de Niamey > Sous-entités');
  await expect(page.getByText('Choisissez une période')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await thisYear(page);
  await settled(page);
  const list = page.getByRole('region', { name: 'Sous-entités' });
  const amounts = (await list.locator('tbody td:last-child').allInnerTexts()).map(figureIn);
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one));
  const total = await figureOf(await totalUnder(page, 'Total collecté'));
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total);
  await expect(page.getByRole('img', { name: /^Total collecté par sous-entité/ })).toBeVisible();
  // no checkboxes without the right to delete
  await expect(list.getByRole('checkbox')).toHaveCount(0);

  const chosen = page.getByRole('combobox', { name: 'Sous-entité' });
  await chosen.click();
  await chosen.fill('Niamey IV');
  await choice(page, 'Niamey IV').click();
  await expect(page).toHaveURL(/ms=/);
  await settled(page);
  // the period's own days, above its sub-places
  const days = page.getByRole('group', { name: /^Recouvrement par sous-entité/ });
  await expect.poll(() => sumUnder(days, 'Total collecté')).toBeLessThan(total);
});

test('payments by agent list all agents until a period is chosen; Super Admin removes under the usual refusals', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto(`${RECOUVREMENT}/par_agent?entite=1`);
  await expect(heading(page)).toHaveText('Ville de Niamey > Agents');
  const agents = page.getByRole('region', { name: 'Tous les agents' });
  await settled(page);
  const { totaux } = await fetchApi<{ totaux: { totalTransactions: number } }>(page, 'statistiques/agents', {
    entite: '1',
  });
  await expect(agents.locator('tfoot')).toHaveText(figureText(totaux.totalTransactions));

  // an agent with payments cannot be deleted
  await agents.getByRole('checkbox').nth(1).check();
  await agents.getByRole('button', { name: 'Action' }).click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  await expect(page.getByText('Etes vous sûr de vouloir supprimer cet élément ?')).toBeVisible();
  await page.getByRole('button', { name: 'Supprimer 1 ligne' }).click();
  await expect(page.getByRole('dialog').or(toast(page, 'Impossible de supprimer'))).toBeVisible();
  await page.keyboard.press('Escape');

  const first = agents.getByRole('row').nth(1);
  const name = (await first.getByRole('link').first().innerText()).trim();
  await first.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/agent=\d+/);
  await settled(page);
  await expect(page.getByRole('columnheader', { name: 'Date' })).toBeVisible();
});

test('payments by activity add up to the money received, and out-of-scope or reversed ones are reported', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const today = await todayOf(page);
  const year = { from: `${today.slice(0, 4)}-01-01`, to: today };
  await page.goto(`${RECOUVREMENT}/par_activite?${new URLSearchParams(year)}`);
  await settled(page);
  const { totaux } = await fetchApi<{ totaux: { total: number } }>(
    page,
    'statistiques/transactions/par-entite',
    {
      collectivite: '1',
      ...year,
    },
  );
  await expect.poll(() => sumUnder(page, 'Total collecté')).toBe(totaux.total);
  await page.goto(`${RECOUVREMENT}/par_activite?entite=2`);
  await expect(page.getByText(/n'existe pas, ou n'est pas dans votre périmètre/)).toBeVisible();
  // a reversed range is corrected
  await page.goto(`${RECOUVREMENT}/par_activite?from=${today}&to=${year.from}`);
  await settled(page);
  await expect.poll(() => sumUnder(page, 'Total collecté')).toBe(totaux.total);
});
