import type { Encaissement } from '@octroi/contract';
import { expect, type Page, test } from '@playwright/test';
import { printed, recordPrints } from './guichet-support.ts';
import {
  fetchApi,
  type Debtor,
  debtorsOf,
  expectAccessible,
  expectFit,
  expectNoSidewaysScroll,
  signIn,
  expectToast,
} from '../support.ts';

const debtors = (page: Page, count: number): Promise<Debtor[]> =>
  debtorsOf(page, { count, moreThan: 5000, last: true });
const search = (page: Page) => page.getByRole('combobox', { name: 'Nom, numéro, téléphone ou reçu' });
const amount = (page: Page) => page.getByRole('form', { name: 'Encaisser' }).getByLabel('Montant');
const doneCard = (page: Page) => page.getByRole('region', { name: 'Encaissé' });
const receipts = (page: Page) => page.getByRole('region', { name: 'Derniers reçus' });
const last = async (page: Page): Promise<Encaissement> =>
  (await fetchApi<{ data: Encaissement[] }>(page, 'encaissements')).data[0]!;

test.beforeEach(({ page }) => recordPrints(page));

test('Enter before the results arrive takes the first; the receipt has the chosen format, also on another day', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const [one] = await debtors(page, 1);
  await page.goto('/guichet');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type(one!.numKlis);
  await page.keyboard.press('Enter');
  await expect(amount(page)).toBeFocused();
  await expect(page.getByRole('heading', { name: one!.fullName })).toBeVisible();
  await page.keyboard.type('500');
  await page.keyboard.press('Enter');
  await expect(doneCard(page)).toContainText('500');
  const paper = doneCard(page).getByRole('radiogroup', { name: 'Papier des reçus' });
  const saved = page.waitForResponse('**/v2/affichage');
  await paper.getByText('80 mm').click();
  await saved;
  const print = doneCard(page).getByRole('button', { name: 'Imprimer le reçu' });
  expect(await printed(page, () => print.click())).toBeCloseTo(226.77, 1);
  await page.reload();
  await expect(receipts(page).getByRole('radio', { name: '80 mm' })).toBeChecked();
  const again = receipts(page).getByRole('button', { name: `Réimprimer ${one!.fullName}` });
  expect(await printed(page, () => again.first().click())).toBeCloseTo(226.77, 1);
  const back = page.waitForResponse('**/v2/affichage');
  await receipts(page).getByRole('radiogroup').getByText('A4').click();
  await back;
});

test('one of a landlord’s two payments is cancelled; the summary says so', async ({ page }) => {
  await signIn(page, 'niamey');
  const [one, two] = await debtors(page, 2);
  await page.goto('/guichet');
  for (const each of [one, two]) {
    await search(page).fill(each!.numKlis);
    await page.keyboard.press('Enter');
    await expect(amount(page)).toBeFocused();
    await page.keyboard.type('1000');
    if (each === one) await page.keyboard.press('+');
  }
  await page.getByLabel('Payeur', { exact: true }).fill('Hadjia Mariama');
  await page.getByRole('button', { name: /^Encaisser 2/ }).click();
  const summary = doneCard(page).getByRole('button', { name: 'Imprimer le récapitulatif' });
  expect(await printed(page, () => summary.click())).toBeCloseTo(595.28, 1);
  await receipts(page).getByRole('button', { name: '2 contribuables' }).first().click();
  await expectAccessible(page);
  const parts = receipts(page).getByRole('list', { name: 'Contribuables de Hadjia Mariama' });
  await parts.getByRole('button', { name: `Annuler ${two!.fullName}` }).click();
  await page.getByLabel('Motif').fill('Déjà payé ailleurs');
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler le paiement' }).click();
  await expectToast(page, 'Le paiement est annulé.');
  await expect(receipts(page).getByText('Annulé en partie').first()).toBeVisible();
  const cancelled = (await last(page)).lignes.filter(({ annulee }) => annulee);
  expect(cancelled.map(({ contribuable }) => contribuable.id)).toEqual([two!.id]);
});

test('a cheque has a provisional receipt; F9 opens the till, whose state is shown above', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const [one] = await debtors(page, 1);
  await page.goto('/guichet');
  await search(page).fill(one!.numKlis);
  await page.keyboard.press('Enter');
  await expect(amount(page)).toBeFocused();
  await page.keyboard.type('700');
  await page.keyboard.press('c');
  await page.getByLabel('Banque').fill('BOA Niger');
  await page.getByLabel('Numéro du chèque').fill('0012345');
  await page.getByLabel('Tireur').fill('Ets Garba');
  await page.keyboard.press('Enter');
  await expect(doneCard(page)).toContainText('Reçu provisoire');
  const print = doneCard(page).getByRole('button', { name: 'Imprimer le reçu' });
  expect(await printed(page, () => print.click())).toBeGreaterThan(0);
  await expect(page.getByRole('link', { name: /Ouvrir ma caisse|Compter et fermer/ })).toBeVisible();
  await page.keyboard.press('F9');
  await expect(page).toHaveURL(/ma-caisse|caisse/);
  await page.goBack();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(receipts(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a person who may reverse payments corrects one from its own page; both payments say so', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const [one, two] = await debtors(page, 2);
  await page.goto('/guichet');
  await search(page).fill(one!.numKlis);
  await page.keyboard.press('Enter');
  await expect(amount(page)).toBeFocused();
  await page.keyboard.type('600');
  await page.keyboard.press('Enter');
  await expect(doneCard(page)).toContainText('600');
  const paid = (await last(page)).lignes[0]!;
  await page.goto(`/transactions/${paid.id}`);
  await page.getByRole('button', { name: 'Réimputer' }).click();
  const dialog = page.getByRole('dialog');
  // by number; place, phone and debt distinguish equal names
  await dialog.getByRole('combobox', { name: 'Contribuable' }).fill(two!.numKlis);
  const candidate = page.getByRole('option', { name: two!.fullName });
  await expect(candidate).toContainText(two!.numKlis);
  await expect(candidate).toContainText(/›/);
  await expect(candidate).toContainText(/Doit [\d\s]+F\s?CFA, dont/);
  await candidate.click();
  await dialog.getByLabel('Motif').fill('Homonyme');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Réimputer' }).click();
  await expectToast(page, 'Le paiement est réimputé');
  await expect(page.getByText('Remplacée par')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Réimputer' })).toHaveCount(0);
  expect((await last(page)).lignes[1]?.remplace?.id).toBe(paid.id);
});

test('a cheque returned by its bank is due again; the payment, its receipt and the record say so', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const [one] = await debtors(page, 1);
  const paid = await page.request.post('/v2/contribuables/transactions', {
    data: { contribuable: one!.id, montant: 800, moyenPaiement: 4 },
  });
  const { id } = (await paid.json()) as { id: number };
  await page.request.patch(`/v2/transactions/${id}`, { data: { statut: 'Confirmé' } });
  await page.goto(`/transactions/${id}`);
  await page.getByRole('button', { name: 'Chèque rejeté' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motif').fill('Sans provision');
  await dialog.getByRole('button', { name: 'Chèque rejeté' }).click();
  await expect(dialog.getByText('Veuillez joindre l’avis de la banque.')).toBeVisible();
  await expectFit(page);
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'avis.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 avis'),
  });
  await dialog.getByRole('button', { name: 'Chèque rejeté' }).click();
  await expectToast(page, 'Ce qu’il avait payé est dû à nouveau');
  await expect(page.getByText(/, chèque rejeté$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Voir l’avis de rejet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Chèque rejeté' })).toHaveCount(0);
  await page.goto(`/contribuables/profile/${one!.id}`);
  await page.getByRole('tab', { name: 'Transactions' }).click();
  await expect(page.getByText('Chèque rejeté').first()).toBeVisible();
});
