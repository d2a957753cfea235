import type { Compte, Encaissement } from '@octroi/contract';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { expect, type Page, test } from '@playwright/test';
import { printed, recordPrints } from './guichet-support.ts';
import {
  fetchApi,
  type Debtor,
  debtorsOf,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  expectToast,
} from '../support.ts';

const debtors = (page: Page, count: number): Promise<Debtor[]> => debtorsOf(page, { count, moreThan: 5000 });
const compteOf = (page: Page, id: number): Promise<Compte> => fetchApi(page, `contribuables/${id}/compte`);
const mine = async (page: Page): Promise<Encaissement[]> =>
  (await fetchApi<{ data: Encaissement[] }>(page, 'encaissements')).data;

const search = (page: Page) => page.getByRole('combobox', { name: 'Nom, numéro, téléphone ou reçu' });
const hits = (page: Page) => page.getByRole('listbox', { name: 'Trouvés' }).getByRole('option');
const pay = (page: Page) => page.getByRole('form', { name: 'Encaisser' });

test('a payment is taken by keyboard, in under 15 seconds and 12 keys after the name', async ({ page }) => {
  await signIn(page, 'niamey');
  const [one] = await debtors(page, 1);
  const before = await compteOf(page, one!.id);
  await page.goto('/guichet');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type(one!.numKlis);
  await expect(hits(page)).toHaveCount(1);
  const started = Date.now();
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('Enter');
  await expect(pay(page).getByLabel('Montant')).toBeFocused();
  await expect(page.getByText('Restera à payer')).toBeHidden();
  await expect(page.getByRole('button', { name: /Tout solder/ })).toBeEnabled();
  await press('t');
  await expect(page.getByText('Restera à payer')).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('region', { name: 'Encaissé' })).toContainText(
    formatFrancs(before.solde.aPayer),
  );
  expect(keys).toBeLessThanOrEqual(12);
  expect(Date.now() - started).toBeLessThan(15_000);
  // the next name is typed at once
  await expect(page.getByRole('button', { name: /^Personne suivante/ })).toBeFocused();
  await page.keyboard.type('moussa');
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('moussa');
  expect((await compteOf(page, one!.id)).solde.aPayer).toBe(0);
});

test('change given back is not income; the dues, the split and the last receipts are shown', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const [one] = await debtors(page, 1);
  await page.goto('/guichet');
  await search(page).fill(one!.numKlis);
  await hits(page).first().click();
  await expect(page.getByRole('heading', { name: one!.fullName })).toBeVisible();
  await pay(page).getByLabel('Montant').fill('1500');
  await pay(page).getByLabel('Reçu en main').fill('2000');
  await expect(pay(page).locator('output')).toContainText('500');
  await expectAccessible(page);
  await pay(page)
    .getByRole('button', { name: /^Encaisser 1/ })
    .click();
  await expect(page.getByRole('region', { name: 'Encaissé' })).toContainText('À rendre : 500');
  const [last] = await mine(page);
  expect([last?.montant, last?.recuEnMain, last?.rendu]).toEqual([1_500, 2_000, 500]);
  const receipts = page.getByRole('region', { name: 'Derniers reçus' });
  await page.keyboard.press('F8');
  // the same person may have older receipts, of a till that was counted since; they stand first until the new one has come
  const recu = last!.lignes[0]!.numeroRecu!;
  const row = receipts.getByRole('listitem').filter({ hasText: recu });
  await row.getByRole('button', { name: `Annuler ${one!.fullName}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${formatFrancs(1_500)}, reçu ${recu}.`);
  await dialog.getByLabel('Motif').fill('Erreur de personne');
  await dialog.getByRole('button', { name: 'Annuler l’encaissement' }).click();
  await expectToast(page, 'L’encaissement est annulé.');
  await expect(row).toContainText('Annulé');
  expect((await mine(page))[0]?.etat).toBe('Annulé');
});

test('a landlord pays for two; one payment is booked for the right taxpayer afterwards', async ({ page }) => {
  await signIn(page, 'niamey');
  const [one, two, three] = await debtors(page, 3);
  await page.goto('/guichet');
  for (const each of [one, two]) {
    // Enter before the results arrive is not lost
    await search(page).fill(each!.numKlis);
    await page.keyboard.press('Enter');
    await expect(pay(page).getByLabel('Montant')).toBeFocused();
    await page.keyboard.type('1000');
    if (each === one) await page.keyboard.press('+');
  }
  await pay(page).getByLabel('Payeur', { exact: true }).fill('Elhadj Moussa');
  await pay(page)
    .getByRole('button', { name: /^Encaisser 2/ })
    .click();
  await expect(page.getByRole('region', { name: 'Encaissé' })).toContainText('Elhadj Moussa');
  const [last] = await mine(page);
  expect(last?.lignes.map(({ contribuable }) => contribuable.id)).toEqual([one!.id, two!.id]);

  await search(page).fill(one!.numKlis);
  await expect(hits(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(pay(page).getByLabel('Montant')).toBeFocused();
  await page.keyboard.type('700');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Encaissé' })).toContainText('700');
  // the same person may have older receipts, which stand first until the new one has come
  await page
    .getByRole('region', { name: 'Derniers reçus' })
    .getByRole('listitem')
    .filter({ has: page.getByText('700', { exact: true }) })
    .getByRole('button', { name: `Réimputer ${one!.fullName}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Contribuable' }).fill(three!.fullName);
  await page.getByRole('option', { name: three!.fullName }).first().click();
  await dialog.getByLabel('Motif').fill('Homonyme');
  await dialog.getByRole('button', { name: 'Réimputer' }).click();
  await expectToast(page, 'Le paiement est réimputé');
  const moved = (await mine(page))[0]!;
  expect(moved.lignes[1]?.remplace?.id).toBe(moved.lignes[0]?.id);
});

test('Tab leads from the amount to the cash given and the button; letters choose; what is typed while it is sent waits', async ({
  page,
}) => {
  await recordPrints(page);
  await signIn(page, 'niamey');
  const [one] = await debtors(page, 1);
  await page.goto('/guichet');
  await search(page).fill(one!.numKlis);
  await hits(page).first().click();
  const amount = pay(page).getByLabel('Montant');
  const cash = pay(page).getByLabel('Reçu en main');
  await expect(page.getByRole('button', { name: /Tout solder/ })).toBeEnabled();
  await page.keyboard.type('600');
  await page.keyboard.press('Tab');
  await expect(cash).toBeFocused();
  await page.keyboard.press('Tab');
  // where cash has several methods, theirs is chosen on the way
  const method = pay(page).getByLabel('Par');
  if (await method.isVisible()) {
    await expect(method).toBeFocused();
    await page.keyboard.press('Tab');
  }
  await expect(pay(page).getByRole('button', { name: /^Encaisser 600/ })).toBeFocused();
  await cash.focus();
  await page.keyboard.press('c');
  await expect(pay(page).getByRole('button', { name: /^Chèque/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(amount).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(pay(page).getByLabel('Banque')).toBeFocused();
  await amount.focus();
  await page.keyboard.press('e');

  const late = Promise.withResolvers<void>();
  await page.route('**/v2/encaissements?*', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await expect(pay(page).getByRole('button', { name: /^Encaisser 600/ })).toHaveAttribute(
    'data-loading',
    'true',
  );
  await page.keyboard.type('garba');
  await expect(amount).toHaveValue('600');
  late.resolve();
  const paid = page.getByRole('region', { name: 'Encaissé' });
  await expect(paid).toContainText('600');
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('garba');
  await page.getByRole('button', { name: /^Personne suivante/ }).focus();
  expect(await printed(page, () => page.keyboard.press('p'))).toBeGreaterThan(0);
  await expect(search(page)).toHaveValue('garba');
});

test('with « Imprimer dès l’encaissement » the receipt is printed without a key', async ({ page }) => {
  await recordPrints(page);
  await signIn(page, 'niamey');
  const [one] = await debtors(page, 1);
  await page.goto('/guichet');
  await page.getByRole('switch', { name: 'Imprimer dès l’encaissement' }).click();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Imprimer dès l’encaissement' })).toBeChecked();
  await search(page).fill(one!.numKlis);
  await hits(page).first().click();
  await pay(page).getByLabel('Montant').fill('500');
  expect(await printed(page, () => page.keyboard.press('Enter'))).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: /^Personne suivante/ })).toBeFocused();
});

test('at 200 % the amount and the cash given are in view, and nothing covers them', async ({ page }) => {
  await page.setViewportSize({ width: 683, height: 384 });
  await signIn(page, 'niamey');
  const [one] = await debtors(page, 1);
  await page.goto('/guichet');
  await search(page).fill(one!.numKlis);
  await hits(page).first().click();
  await expect(page.getByRole('button', { name: /Tout solder/ })).toBeEnabled();
  const amount = pay(page).getByLabel('Montant');
  await expect(amount).toBeFocused();
  await page.keyboard.press('t');
  for (const field of [amount, pay(page).getByLabel('Reçu en main')]) {
    await expect(field).toBeInViewport({ ratio: 1 });
    // each corner belongs to the field: neither the bar above nor the button below covers it
    const uncovered = await field.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [
        [left + 4, top + 4],
        [right - 4, bottom - 4],
      ].every(([x, y]) => element.parentElement!.contains(document.elementFromPoint(x!, y!)));
    });
    expect(uncovered).toBe(true);
  }
  await expectNoSidewaysScroll(page);
});

test('without methods of payment nothing is booked; once they are read again, Enter pays', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const [one] = await debtors(page, 1);
  const methods = '**/v2/moyen_paiements?**';
  await page.route(methods, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/guichet');
  await search(page).fill(one!.numKlis);
  await page.keyboard.press('Enter');
  await expect(pay(page).getByLabel('Montant')).toBeFocused();
  await page.keyboard.type('700');
  await expect(pay(page).getByRole('alert')).toContainText('Les moyens de paiement n’ont pas pu être lus.');
  await expect(pay(page).getByRole('button', { name: /^Encaisser 700/ })).toBeDisabled();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.unroute(methods);
  await pay(page).getByRole('button', { name: 'Réessayer' }).click();
  await expect(pay(page).getByRole('button', { name: /^Espèces/ })).toBeVisible();
  await pay(page).getByLabel('Montant').press('Enter');
  await expect(page.getByRole('region', { name: 'Encaissé' })).toContainText('700');
});

test('the button does not move when the payment preview arrives late', async ({ page }) => {
  await signIn(page, 'niamey');
  const people = await debtors(page, 3);
  // the content is higher than the window, as high as it, and lower
  for (const [rank, height] of [700, 750, 1400].entries()) {
    await page.setViewportSize({ width: 1366, height });
    const late = Promise.withResolvers<void>();
    await page.route('**/repartition?*', async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.goto('/guichet');
    await search(page).fill(people[rank]!.numKlis);
    await hits(page).first().click();
    await expect(page.getByRole('button', { name: /Tout solder/ })).toBeEnabled();
    await pay(page).getByLabel('Montant').fill('500');
    const button = pay(page).getByRole('button', { name: /^Encaisser 500/ });
    await button.hover();
    const before = await button.boundingBox();
    await page.mouse.down();
    late.resolve();
    await expect(page.getByText('Restera à payer')).toBeVisible();
    const after = await button.boundingBox();
    expect(Math.abs(after!.y - before!.y)).toBeLessThan(2);
    await page.mouse.up();
    await expect(page.getByRole('region', { name: 'Encaissé' })).toContainText('500');
    await page.unroute('**/repartition?*');
  }
});

test('the counter fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'niamey');
  const [one] = await debtors(page, 1);
  await page.goto('/guichet');
  await search(page).fill(one!.numKlis);
  await hits(page).first().click();
  await pay(page)
    .getByRole('button', { name: /Tout solder/ })
    .click();
  await expect(page.getByText('Restera à payer')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('of several cash methods, the one that the person used last is proposed', async ({ page }) => {
  await signIn(page, 'superadmin');
  // after the others by name: it becomes nobody else's default
  const nom = `Zz espèces ${Date.now()}`;
  const made = await page.request.post('/v2/moyen_paiements', {
    data: { nom, nature: 'espèces', enabled: true },
  });
  expect(made.status()).toBe(201);
  const [one] = await debtors(page, 1);
  const method = pay(page).getByRole('combobox', { name: 'Par', exact: true });
  const begin = async (): Promise<void> => {
    await page.goto('/guichet');
    await search(page).fill(one!.numKlis);
    await expect(hits(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await pay(page).getByLabel('Montant').fill('300');
  };
  await begin();
  await expect(method.locator('option:checked')).not.toHaveText(nom);
  await method.selectOption({ label: nom });
  await pay(page)
    .getByRole('button', { name: /^Encaisser 3/ })
    .click();
  await expect(page.getByRole('region', { name: 'Encaissé' })).toBeVisible();
  await begin();
  await expect(method.locator('option:checked')).toHaveText(nom);
  const { id } = (await made.json()) as { id: number };
  await page.request.patch(`/v2/moyen_paiements/${id}`, { data: { enabled: false } });
});
