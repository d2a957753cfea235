import type { Compte } from '@octroi/contract';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { expect, type Page, test } from '@playwright/test';
import {
  fetchApi,
  type Debtor,
  debtorsOf,
  expectSettled,
  filterRow,
  heading,
  openFilters,
  pick,
  rows,
  searchNow,
  signIn,
  expectToast,
  figureText,
} from '../support.ts';

interface Row {
  id: number;
  numKlis: string;
  fullName: string;
  situation: { total: number; payer: number; restant: number };
}

/** A taxpayer of Niamey with a debt. */
async function debtor(page: Page): Promise<Row> {
  const [{ id }] = (await debtorsOf(page, { count: 1, moreThan: 5000 })) as [Debtor];
  return fetchApi<Row>(page, `contribuables/${id}`);
}
const situationOf = async (page: Page, id: number) =>
  (await fetchApi<Row>(page, `contribuables/${id}`)).situation;

test('a payment is taken at the counter, partly refunded, and the figures follow', async ({ page }) => {
  await signIn(page, 'niamey');
  const { id, fullName, situation } = await debtor(page);
  await page.goto(`/contribuables/profile/${id}`);
  await page.getByRole('link', { name: 'Encaisser' }).click();
  await expect(heading(page)).toHaveText(`Encaissement - ${fullName}`);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Veuillez entrer le montant.')).toBeVisible();
  await expect(page.getByText('Veuillez choisir le moyen de paiement.')).toBeVisible();
  await page.getByLabel('Montant').fill('2500');
  await pick(page, page.getByRole('combobox', { name: 'Moyen de paiement' }), 'Payer', 'Payer à la mairie');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, "L'élément a bien été ajouté !");
  await expect(heading(page)).toContainText('Paiement');
  await expect(page.getByText(/^NIA-\d{4}-\d{6}$/)).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: figureText(2500) })).toBeVisible();

  await page.goto(`/contribuables/remboursement/${id}`);
  const form = page.locator('form');
  await form.getByLabel('Montant').fill('999999999');
  await form.getByLabel('Motif').fill('Erreur de caisse');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form.getByLabel('Montant')).toHaveAccessibleDescription(/n'a payé que/);
  await form.getByLabel('Montant').fill('500');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page).toHaveURL(/\/contribuables(\?|$)/);
  const after = await situationOf(page, id);
  const paidBefore = situation.payer;
  // older years are paid first, so at most the rest shows up this year
  expect(after.payer - paidBefore).toBeLessThanOrEqual(2_000);
});

test('the counter shows the amount due and what will be paid, and confirms a larger amount', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const { id } = await debtor(page);
  const compte = (): Promise<Compte> => fetchApi(page, `contribuables/${id}/compte`);
  const { solde, annee } = await compte();
  await page.goto(`/contribuables/encaissement/${id}`);
  const figure = (label: string) =>
    page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');
  await expect(figure('Arriérés')).toHaveText(formatFrancs(solde.anterieurs));
  await expect(figure(`Exercice ${annee}`)).toHaveText(formatFrancs(solde.exercice.restant));
  await expect(figure('Total à payer')).toHaveText(formatFrancs(solde.aPayer));
  const montant = page.locator('form').getByLabel('Montant');
  const willPay = page.getByRole('region', { name: 'Ce qui sera payé' });
  await page.getByRole('button', { name: 'Tout solder' }).click();
  await expect(montant).toHaveValue(formatNumber(solde.aPayer));
  await expect(willPay.getByRole('listitem').first()).toBeVisible();
  await expect(willPay).not.toContainText("Payé d'avance");
  await page.getByRole('button', { name: `Solder ${annee}` }).click();
  await expect(page.getByLabel('Année à payer d’abord')).toHaveValue(String(annee));

  await montant.fill(String(solde.aPayer + 1234));
  await expect(willPay.getByRole('listitem').last()).toHaveText(`Payé d'avance${formatFrancs(1234)}`);
  await pick(page, page.getByRole('combobox', { name: 'Moyen de paiement' }), 'Payer', 'Payer à la mairie');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${formatFrancs(1234)} de trop`);
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  expect((await compte()).solde.aPayer).toBe(solde.aPayer);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await dialog.getByRole('button', { name: 'Enregistrer quand même' }).click();
  await expectToast(page, "L'élément a bien été ajouté !");
  expect((await compte()).solde).toMatchObject({ aPayer: 0, credit: 1234 });

  await page.goto(`/contribuables/remboursement/${id}`);
  await montant.fill('2000');
  const willTakeBack = page.getByRole('region', { name: 'Ce qui sera repris' });
  await expect(willTakeBack.getByRole('listitem').first()).toHaveText(`Payé d'avance${formatFrancs(1234)}`);
  await expect(willTakeBack.getByRole('listitem').last()).toContainText(formatFrancs(766));
});

test('a waiting payment is shown wherever money is taken, and taking it again asks for confirmation', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const { id, numKlis } = await debtor(page);
  const { solde } = await fetchApi<Compte>(page, `contribuables/${id}/compte`);
  const waits = await page.request.post('/v2/contribuables/transactions', {
    data: { contribuable: id, montant: solde.aPayer, moyenPaiement: 1 },
  });
  expect(waits.status()).toBe(201);
  const sum = formatFrancs(solde.aPayer);
  const waitingNote = page.getByText(`En attente de confirmation : ${sum}`);
  for (const path of ['profile', 'individuel', 'encaissement']) {
    await page.goto(`/contribuables/${path}/${id}`);
    await expect(waitingNote, path).toBeVisible();
  }
  await page.goto('/guichet');
  await page.getByRole('combobox', { name: 'Nom, numéro, téléphone ou reçu' }).fill(numKlis);
  await page.keyboard.press('Enter');
  await expect(waitingNote).toBeVisible();
  await page.getByRole('form', { name: 'Encaisser' }).getByLabel('Montant').fill('1000');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Encaisser quand même ?' });
  await expect(dialog).toContainText(`${sum} attendent déjà d’être confirmés`);
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  const { attentes, solde: after } = await fetchApi<Compte>(page, `contribuables/${id}/compte`);
  expect([attentes.length, after]).toEqual([1, solde]);
});

test('without a notification to review, the list says that nothing is left to clear up', async ({ page }) => {
  await signIn(page, 'maradi');
  await page.goto('/paiements/a-eclaircir');
  await expect(page.getByText('Rien à éclaircir')).toBeVisible();
  await page.getByPlaceholder('Rechercher', { exact: true }).fill('personne de ce nom');
  await expect(page.getByText('Rien trouvé')).toBeVisible();
});

test('amount fields accept whole francs only: anything else is refused at its field, and nothing is sent', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const { id } = await debtor(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(request.postData() ?? '');
  });
  const save = page.getByRole('button', { name: 'Enregistrer' });
  for (const [screen, taken] of [
    ['encaissement', 1500],
    ['remboursement', -1500],
  ] as const) {
    await page.goto(`/contribuables/${screen}/${id}`);
    const montant = page.locator('form').getByLabel('Montant');
    if (screen === 'encaissement')
      await pick(
        page,
        page.getByRole('combobox', { name: 'Moyen de paiement' }),
        'Payer',
        'Payer à la mairie',
      );
    else await page.getByLabel('Motif').fill('Erreur de caisse');
    for (const typed of ['1500,00', '12,5', '12.5', '-200', '1.500', 'mille', '9007199254740993']) {
      await montant.fill(typed);
      await expect(montant).toHaveAccessibleDescription(/Un nombre entier de francs est attendu/);
      await save.click();
      await expect(montant).toHaveValue(typed);
      await expect(montant).toHaveAttribute('aria-invalid', 'true');
    }
    for (const [typed, fault] of [
      ['1000000001', /dépasse un milliard/],
      ['0', /ne peut pas être nul/],
    ] as const) {
      await montant.fill(typed);
      await save.click();
      await expect(montant).toHaveAccessibleDescription(fault);
    }
    expect(requests).toEqual([]);
    await montant.fill('1\u202f500');
    await save.click();
    await expectToast(page, "L'élément a bien été ajouté !");
    expect(requests.map((body) => (JSON.parse(body) as { montant: number }).montant)).toEqual([taken]);
    requests.length = 0;
  }

  await page.goto('/transactions?dates=toutes&f=[]');
  await openFilters(page);
  const { field, value } = filterRow(page, 0);
  await field.selectOption('Montant');
  await value.fill('1500,00');
  await expect(value).toHaveAccessibleDescription(/Un nombre entier de francs est attendu/);
  await searchNow(page);
  await expect(page).not.toHaveURL(/trans\.montant/);
  await value.fill('-1\u00a0500');
  await searchNow(page);
  await expect(page.getByTitle('Modifier les filtres')).toHaveText(/^Montant = -1\s500$/);
  await expectSettled(page);
  expect(await rows(page).count()).toBeGreaterThan(0);
});

test('a payment that waits is confirmed by hand, then taken back with a reason', async ({ page }) => {
  await signIn(page, 'superadmin');
  const { id } = await debtor(page);
  const reply = await page.request.post('/v2/contribuables/transactions', {
    data: { contribuable: id, montant: 700, moyenPaiement: 4 },
  });
  const payment = (await reply.json()) as { id: number; noTransaction: string };
  await page.goto(`/transactions/${payment.id}`);
  await expect(page.getByText('En attente de confirmation').first()).toBeVisible();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByRole('term').filter({ hasText: /^Reçu$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Supprimer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(dialog.getByText('Veuillez entrer le motif.')).toBeVisible();
  await dialog.getByLabel('Motif').fill('Chèque sans provision');
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText('Extournée par')).toBeVisible();
  await expectToast(page, 'Le paiement a bien été extourné !');
  await expect(page.getByText('Extourné', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reçu' })).toHaveCount(0);
  await page.getByRole('link', { name: /^par .*extourne/ }).click();
  await expect(heading(page)).toContainText('Extourne');
});

test('several payments are reversed from the list with one reason', async ({ page }) => {
  await signIn(page, 'admin.nta');
  const { id } = await debtor(page);
  await page.request.post('/v2/contribuables/transactions', {
    data: { contribuable: id, montant: 700, moyenPaiement: 5 },
  });
  await page.goto('/transactions?dates=toutes');
  await rows(page).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Etes vous sûr de vouloir supprimer cet élément ?');
  await dialog.getByLabel('Motif').fill('Doublon');
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, 'Le paiement a bien été extourné !');
  await expect(rows(page).filter({ hasText: 'Extourné' }).first()).toBeVisible();
});
