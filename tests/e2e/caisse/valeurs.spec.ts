import { expect, type Page, test } from '@playwright/test';
import { fetchApi, consoleErrors, expectSettled, rows, signIn, expectToast, figureText } from '../support.ts';

/** A new régie and category in Niamey, whose numbers no other test moves. */
async function prepare(page: Page): Promise<{ regie: string; categorie: string }> {
  const { user } = await fetchApi<{ user: { id: number } }>(page, 'session');
  const [regie, categorie] = [`Régie des tickets ${Date.now()}`, `Ticket ${Date.now()}`];
  const created = [
    await page.request.post('/v2/regies', {
      data: { nom: regie, entite: 1, regisseur: user.id, plafond: 200_000, delaiJours: 7 },
    }),
    await page.request.post('/v2/categorie_valeurs', {
      data: { nom: categorie, entite: 1, sorte: 'ticket', valeur: 100 },
    }),
  ];
  expect(created.map((reply) => reply.status())).toEqual([201, 201]);
  return { regie, categorie };
}

const choose = async (page: Page, label: string, name: string): Promise<void> => {
  const input = page.getByRole('dialog').getByRole('combobox', { name: label });
  await input.fill(name);
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click();
};

const cell = (page: Page, row: RegExp, name: RegExp) =>
  rows(page).filter({ hasText: row }).first().getByRole('cell', { name });

const act = async (page: Page, row: RegExp, name: string): Promise<void> => {
  await rows(page)
    .filter({ hasText: row })
    .first()
    .getByRole('button', { name: /^Actions : / })
    .click();
  await page.getByRole('menuitem', { name }).click();
};

const numeros = async (page: Page, de: number, a: number): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Du numéro').fill(String(de));
  await dialog.getByLabel('Au numéro').fill(String(a));
};

test('tickets are followed from the accountant to the buyer: received, given, sold, taken back, lost, signed for', async ({
  page,
}) => {
  const errors = consoleErrors(page);
  await signIn(page, 'niamey');
  const { user } = await fetchApi<{ user: { nom: string; prenom: string } }>(page, 'session');
  const { regie, categorie } = await prepare(page);
  const mine = `${user.prenom} ${user.nom}`.trim();
  await page.goto(
    `/caisse/valeurs?f=${encodeURIComponent(JSON.stringify([{ column: 'cv.nom', operator: 'like', x: categorie }]))}`,
  );
  await page.getByRole('button', { name: 'Recevoir du comptable' }).click();
  await choose(page, 'Régie', regie);
  await choose(page, 'Catégorie', categorie);
  await numeros(page, 1, 500);
  await page.getByRole('dialog').getByRole('button', { name: 'Recevoir' }).click();
  await expectToast(page, 'Valeurs reçues');
  await expect(rows(page).first()).toContainText('Stock de la régie');
  await expect(cell(page, /Stock/, figureText(50_000))).toBeVisible();

  await act(page, /Stock/, 'Remettre à un agent');
  await page.getByRole('dialog').getByLabel('Agent').selectOption({ label: mine });
  await numeros(page, 1, 200);
  await expect(page.getByRole('dialog')).toContainText(figureText(20_000));
  await page.getByRole('dialog').getByRole('button', { name: 'Remettre' }).click();
  await expectToast(page, 'Valeurs remises');
  await expect(rows(page).filter({ hasText: mine })).toContainText('1 à 200');

  // sold into the seller's own till
  await page.goto('/ma-caisse');
  await page.getByLabel('Régie', { exact: true }).selectOption({ label: regie });
  await page.getByRole('button', { name: 'Ouvrir ma caisse' }).click();
  await expect(page.getByRole('heading', { name: /^Caisse du / })).toBeVisible();
  await page
    .getByRole('region', { name: 'Valeurs que je détiens' })
    .getByRole('button', { name: 'Vendre' })
    .click();
  const dialog = page.getByRole('dialog');
  const optionText = await dialog
    .getByLabel('Catégorie')
    .locator('option', { hasText: categorie })
    .textContent();
  await dialog.getByLabel('Catégorie').selectOption({ label: optionText ?? '' });
  await dialog.getByLabel('Au numéro').fill('30');
  await choose(page, 'Marché', 'Secteur A');
  await dialog.getByRole('button', { name: 'Vendre' }).click();
  await expectToast(page, 'Vente enregistrée');

  // the row's text has no space between name and numbers: a name ending in 3 followed by « 1 à 40 » would match « 31 à
  // 40 »
  const sold = (numbers: string): RegExp => new RegExp(`${categorie}\\s*${numbers}`);
  await page.goto('/caisse/ventes');
  await expectSettled(page);
  await expect(cell(page, sold('1 à 30'), figureText(3000))).toBeVisible();
  await page.getByRole('button', { name: 'Vendre' }).click();
  await dialog.getByLabel('Catégorie').selectOption({ label: optionText ?? '' });
  // already sold: the message names the numbers
  await numeros(page, 25, 40);
  await choose(page, 'Marché', 'Secteur A');
  await dialog.getByRole('button', { name: 'Vendre' }).click();
  await expect(dialog.getByRole('alert')).toContainText('25 à 30 (déjà vendus)');
  await numeros(page, 31, 40);
  await dialog.getByRole('button', { name: 'Vendre' }).click();
  await expect(dialog).toHaveCount(0);
  await act(page, sold('31 à 40'), 'Annuler la vente');
  await page.getByRole('dialog').getByRole('textbox').fill('Mauvais carnet');
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler la vente' }).click();
  await expectToast(page, 'Vente annulée');
  await expect(rows(page).filter({ hasText: sold('31 à 40') })).toContainText('Annulé');

  await page.goto(
    `/caisse/valeurs?f=${encodeURIComponent(JSON.stringify([{ column: 'cv.nom', operator: 'like', x: categorie }]))}`,
  );
  await act(page, /31 à 200/, 'Déclarer perdues');
  await numeros(page, 50, 51);
  await dialog.getByLabel('Motif').fill('Sac volé');
  await dialog.getByRole('button', { name: 'Déclarer perdues' }).click();
  await expect(dialog.getByRole('alert')).toContainText('procès-verbal');
  await dialog.getByLabel('Numéro du procès-verbal').fill('PV 12');
  await dialog.getByRole('button', { name: 'Déclarer perdues' }).click();
  await expectToast(page, 'Perte déclarée');

  await page.goto(
    `/caisse/valeurs/releve?f=${encodeURIComponent(JSON.stringify([{ column: 'cv.nom', operator: 'like', x: categorie }]))}`,
  );
  await expectSettled(page);
  await expect(cell(page, new RegExp(mine), /^1 à 30$/)).toBeVisible();
  await expect(cell(page, new RegExp(mine), figureText(16_800))).toBeVisible();
  const paper = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Relevé à signer' }).click();
  expect((await paper).suggestedFilename()).toMatch(/^recu-vendu-rendu.*\.pdf$/);

  // 3,000 sold, none missing
  await page.goto('/ma-caisse');
  await page.getByLabel('1 000', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Enregistrer le comptage' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer la caisse' }).click();
  await expectToast(page, 'Caisse fermée');
  await expect(page.getByText('Recettes au comptant')).toBeVisible();
  expect(errors.filter((error) => !/409/.test(error))).toEqual([]);
});
