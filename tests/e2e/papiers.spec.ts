import { expect, test } from '@playwright/test';
import { ask, expectAccessible, heading, signIn } from './support.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
);

interface Papiers {
  office: string;
  ecusson: string | null;
}

test('a town sets what stands on its papers, and sees it', async ({ page }) => {
  await signIn(page, 'maradi');
  await page.goto('/');
  await page.getByRole('link', { name: 'Papiers officiels' }).click();
  await expect(heading(page)).toHaveText('Papiers officiels');
  await expectAccessible(page);

  const office = page.getByLabel('Office');
  await office.fill('Perception de Maradi');

  // a crest that is none is told where it was chosen, and what was typed stays
  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles({ name: 'ecusson.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('Ce fichier n’est pas une image')).toBeVisible();
  await choose.setInputFiles({
    name: 'ecusson.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(3 * 1024 * 1024),
  });
  await expect(page.getByText('L’écusson dépasse 2 Mo.', { exact: false })).toBeVisible();
  await expect(office).toHaveValue('Perception de Maradi');

  const before = await ask<Papiers>(page, 'entites/2/papiers');
  await choose.setInputFiles({ name: 'ecusson.png', mimeType: 'image/png', buffer: PNG });
  await expect(page.getByText("L'élément a bien été modifié !").first()).toBeVisible();
  await expect(office).toHaveValue('Perception de Maradi');

  const droits = page.getByLabel('Vos droits');
  await droits.fill('x'.repeat(301));
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('300 caractères au plus.', { exact: true })).toBeVisible();
  await droits.fill('Réclamation écrite au Maire.');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeDisabled();
  const saved = await ask<Papiers>(page, 'entites/2/papiers');
  expect(saved.office).toBe('Perception de Maradi');
  expect(saved.ecusson).not.toBe(before.ecusson);
  await expect(page.frameLocator('iframe[title="Aperçu de l’avis"]').owner()).toBeVisible();

  await page.getByRole('button', { name: 'Retirer' }).click();
  await expect(page.getByText('Pas d’écusson')).toBeVisible();
});

test('whoever has one sub-entity reads the papers and changes nothing', async ({ page }) => {
  await signIn(page, 'plateau');
  await page.goto('/papiers-officiels');
  await expect(page.getByLabel('Office')).toHaveValue('Régie de recettes');
  await expect(page.getByLabel('Office')).toHaveAttribute('readonly');
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toHaveCount(0);
  await expect(page.getByText(/demandez-le à son administrateur/)).toBeVisible();
});
