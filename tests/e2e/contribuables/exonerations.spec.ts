import { expect, type Page, test } from '@playwright/test';
import { create, newName } from '../forms.ts';
import { expectAccessible, expectFit, expectToast, fetchApi, signIn, toast, todayOf } from '../support.ts';

/** Somebody of Maradi who owes something this year. */
async function debtor(page: Page): Promise<{ id: number; fullName: string }> {
  const { data } = await fetchApi<{ data: { id: number; fullName: string; ramification: { id: number } }[] }>(
    page,
    'impayes',
    {
      entite: '[2]',
      'filter[contrib.exercice][type]': 'gt',
      'filter[contrib.exercice][x]': '1000',
      itemperpage: '1',
    },
  );
  const first = data[0];
  if (!first) throw new Error('nobody owes anything');
  const { lignes } = await fetchApi<{
    lignes: {
      typeEquipement: { id: number } | null;
      natureActivite: { id: number } | null;
      precision: string | null;
    }[];
  }>(page, `contribuables/${first.id}`);
  const nom = newName('Exonéré');
  const { id } = await create<{ id: number }>(page, 'contribuables', {
    nom,
    prenom: 'Awa',
    ramification: first.ramification.id,
    lignes: lignes.slice(0, 1).map(({ typeEquipement, natureActivite, precision }) => ({
      ...(typeEquipement ? { typeEquipement: typeEquipement.id } : { natureActivite: natureActivite?.id }),
      ...(precision && { precision }),
    })),
  });
  return fetchApi(page, `contribuables/${id}`);
}

test('an exonération waits for a second person and its document, is shown, and is withdrawn the same way', async ({
  page,
  browser,
}) => {
  test.slow();
  await signIn(page, 'maradi');
  const { id, fullName } = await debtor(page);
  const year = (await todayOf(page)).slice(0, 4);
  const context = await browser.newContext();
  const nta = await context.newPage();
  await signIn(nta, 'admin.nta');
  const deliberation = {
    name: 'deliberation.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\ndélibération'),
  };
  const approve = async (): Promise<void> => {
    await expect(toast(page, 'En attente d’approbation').first()).toBeVisible();
    await page.getByRole('link', { name: 'Voir la demande' }).first().click();
    await expect(page).toHaveURL(/approbations\/\d+/);
    await nta.goto(new URL(page.url()).pathname);
    await expect(nta.getByRole('link', { name: 'Télécharger le PDF' })).toBeVisible();
    await nta.getByRole('button', { name: 'Approuver' }).click();
    await nta.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click();
    await expectToast(nta, 'Demande approuvée');
  };

  await page.goto(`/contribuables/profile/${id}`);
  await page.getByRole('button', { name: 'Exonérer' }).click();
  const dialog = page.getByRole('dialog', { name: `Exonérer ${fullName}` });
  const ask = dialog.getByRole('button', { name: 'Demander l’exonération' });
  await ask.click();
  await expect(dialog.getByText('Joignez le document')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Fondement' }).fill('Délibération nº 12');
  await dialog.locator('input[type="file"]').setInputFiles(deliberation);
  await expect(dialog.getByRole('status')).toContainText('ne seront plus dus');
  await expectAccessible(page);
  await ask.click();
  await approve();

  await page.goto(`/contribuables/profile/${id}`);
  const card = page.getByRole('region', { name: 'Exonérations' });
  await expect(card).toContainText('Délibération nº 12');
  await page.getByRole('tab', { name: 'Echeances' }).click();
  await expect(page.getByText('Aucune échéance')).toBeVisible();

  await page.goto('/contribuables/exonerations');
  await expectFit(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  await page.getByRole('button', { name: `Actions : ${fullName}` }).click();
  await page.getByRole('menuitem', { name: 'Retirer' }).click();
  await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(deliberation);
  await page.getByRole('dialog').getByRole('button', { name: 'Demander le retrait' }).click();
  await approve();
  await page.goto(`/contribuables/profile/${id}?onglet=echeances`);
  await expect(page.getByRole('region', { name: `Échéances de ${year}` })).toBeVisible();
});
