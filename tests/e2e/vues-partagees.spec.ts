import { expect, test } from '@playwright/test';
import { expectFit, expectSettled, signIn } from './support.ts';

test('a view of a list is shared with one’s group, and taken away again', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/contribuables?dates=toutes');
  await expectSettled(page);
  await page.getByRole('button', { name: 'Vues', exact: true }).click();
  const views = page.getByRole('dialog', { name: 'Vues' });
  const name = `Tournée ${Date.now()}`;
  await views.getByRole('textbox', { name: 'Nom de la vue' }).fill(name);
  await views.getByRole('checkbox', { name: 'Partager avec mon groupe' }).check();
  await views.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(views.getByRole('listitem').filter({ hasText: name })).toContainText('partagée');
  await expect(views.getByRole('checkbox', { name: 'Partager avec mon groupe' })).not.toBeChecked();
  await expectFit(page);
  await views.getByRole('button', { name: `Supprimer la vue ${name}` }).click();
  await expect(views.getByText(name)).toHaveCount(0);
});
