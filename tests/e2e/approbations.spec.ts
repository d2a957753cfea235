import { expect, type Page, test } from '@playwright/test';
import { chooser, field, save } from './forms.ts';
import {
  type Account,
  fetchApi,
  choice,
  expectAccessible,
  expectFit,
  heading,
  rows,
  signIn,
  toast,
  expectToast,
  figureText,
} from './support.ts';

interface Row {
  id: number;
  fullName: string;
  situation: { payer: number };
}
/** A taxpayer of Maradi with a payment: no other journey refunds there. */
async function payer(page: Page): Promise<Row> {
  const { data } = await fetchApi<{ data: { contrib: { id: number } }[] }>(page, 'transactions', {
    'filter[trans.montant][type]': 'gt',
    'filter[trans.montant][x]': '2000',
    entite: '[2]',
    itemperpage: '1',
  });
  const id = data[0]?.contrib.id;
  if (!id) throw new Error('nobody paid anything');
  return fetchApi<Row>(page, `contribuables/${id}`);
}

test('a refund waits for a second person, who is notified, reviews and approves it', async ({
  page,
  browser,
}) => {
  test.slow();
  const other = async (account: Account): Promise<Page> => {
    const context = await browser.newContext();
    const own = await context.newPage();
    await signIn(own, account);
    return own;
  };
  const nta = await other('admin.nta');
  await nta.goto('/seuils-approbation/create');
  await chooser(nta, 'Collectivité').click();
  await choice(nta, 'Ville de Maradi').click();
  await chooser(nta, 'Nature').click();
  await choice(nta, 'remboursement').click();
  await save(nta);
  await expectToast(nta, "L'élément a bien été ajouté !");
  await expect(rows(nta).filter({ hasText: 'Ville de Maradi' })).toContainText('En vigueur');
  await expectAccessible(nta);

  await signIn(page, 'maradi');
  const { id, fullName, situation } = await payer(page);
  await page.goto(`/contribuables/remboursement/${id}`);
  await field(page, 'Montant').fill('700');
  await field(page, 'Motif').fill('Double paiement');
  await save(page);
  const waitingToast = toast(page, 'En attente d’approbation');
  await expect(waitingToast).toBeVisible();
  await page.getByRole('link', { name: 'Voir la demande' }).click();
  await expect(heading(page)).toContainText(fullName);
  await expect(page.getByRole('definition').filter({ hasText: 'Double paiement' })).toBeVisible();
  const facture = {
    name: 'facture.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\nfacture'),
  };
  await page.locator('input[type="file"]').setInputFiles(facture);
  await expect(page.getByRole('link', { name: 'Télécharger le PDF' })).toBeVisible();
  // nobody may approve their own request
  await expect(page.getByRole('button', { name: 'Approuver' })).toHaveCount(0);
  const paid = async () => (await fetchApi<Row>(page, `contribuables/${id}`)).situation.payer;
  expect(await paid()).toBe(situation.payer);

  await nta.goto('/');
  await nta.getByRole('banner').getByRole('link', { name: '1 demande à approuver' }).click();
  await expect(rows(nta)).toHaveCount(1);
  await expect(rows(nta).first()).toContainText(figureText(700));
  await expectAccessible(nta);
  await rows(nta).getByRole('link').first().click();
  await expect(nta.getByRole('row').filter({ hasText: 'Montant' })).toContainText(figureText(700));
  await expect(nta.getByRole('link', { name: 'Télécharger le PDF' })).toBeVisible();
  await expectFit(nta);
  await nta.setViewportSize({ width: 1366, height: 850 });
  await nta.getByRole('button', { name: 'Approuver' }).click();
  await nta.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click();
  await expectToast(nta, 'Demande approuvée');
  await expect(nta.getByRole('definition').filter({ hasText: 'Approuvée' })).toBeVisible();
  await expect(nta.getByRole('banner').getByRole('link', { name: /à approuver/ })).toHaveCount(0);
  expect(await paid()).toBeLessThan(situation.payer);

  // a refused request is not executed, and shows the reason
  await page.goto(`/contribuables/remboursement/${id}`);
  await field(page, 'Montant').fill('300');
  await field(page, 'Motif').fill('Encore');
  await save(page);
  await expect(waitingToast).toBeVisible();
  const remaining = await paid();
  await nta.goto('/approbations');
  await rows(nta).getByRole('link').first().click();
  await nta.getByRole('button', { name: 'Refuser' }).click();
  await nta.getByRole('dialog').getByLabel('Motif').fill('Sans pièce');
  await nta.getByRole('dialog').getByRole('button', { name: 'Refuser' }).click();
  await expectToast(nta, 'Demande refusée');
  await page.goto('/approbations?f=[]');
  await expect(rows(page).filter({ hasText: 'Refusée' })).toHaveCount(1);
  await expect(rows(page).filter({ hasText: 'Approuvée' })).toHaveCount(1);
  expect(await paid()).toBe(remaining);

  await nta.goto('/seuils-approbation');
  await rows(nta)
    .filter({ hasText: 'Ville de Maradi' })
    .getByRole('button', { name: /^Actions : / })
    .click();
  await nta.getByRole('menuitem', { name: 'Modifier' }).click();
  await nta.getByRole('switch', { name: 'Active ?' }).uncheck();
  await save(nta);
  await expect(rows(nta).filter({ hasText: 'Ville de Maradi' })).toContainText('Désactivé');
  await nta.context().close();
});
