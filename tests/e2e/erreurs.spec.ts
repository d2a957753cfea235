import { expect, type Page, test } from '@playwright/test';
import { field, save } from './forms.ts';
import { failToRead, UNREADABLE } from './saisie/network.ts';
import { fetchApi, pick, signIn, toast } from './support.ts';

/** Refuses a form's request with errors at fields, as the server does. */
async function refuse(page: Page, url: string, errors: object[], message: string): Promise<void> {
  await page.route(url, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({ status: 409, code: 'conflit.doublon', message, errors, requestId: 'x' }),
        }),
  );
}

const REASON = 'Cette valeur est déjà prise par un autre';
const TITLE = "Une erreur s'est produite !";

/** Expects one toast with the specified title and the reason, at most one field error, and no other message. */
async function expectShownOnce(page: Page, marks: 0 | 1): Promise<void> {
  const errorToast = toast(page, TITLE);
  await expect(errorToast).toHaveCount(1);
  await expect(errorToast).toContainText(REASON);
  await expect(page.getByText(REASON)).toHaveCount(1 + marks);
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(marks);
}

test('each form shows a refusal once: a toast, and an error at the field', async ({ page }) => {
  await signIn(page, 'superadmin');
  for (const [errors, marks] of [
    [[{ field: 'nom', message: REASON }], 1],
    [[], 0],
  ] as const) {
    for (const path of ['frequences', 'villes']) {
      await page.goto(`/${path}`);
      await page.getByRole('link', { name: 'Creation' }).click();
      await field(page, 'Nom').fill('Déjà là');
      await refuse(page, `**/v2/${path}`, [...errors], REASON);
      await save(page);
      await expectShownOnce(page, marks);
      await page.unroute(`**/v2/${path}`);
    }
  }
});

test('the forms for money, taxpayers and the profile show a refusal once', async ({ page }) => {
  await signIn(page, 'superadmin');
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'contribuables', { itemperpage: '1' });
  const id = data[0]?.id;

  await page.goto(`/contribuables/encaissement/${id}`);
  await refuse(page, '**/v2/contribuables/transactions*', [{ field: 'montant', message: REASON }], REASON);
  await page.locator('form').getByLabel('Montant').fill('5');
  await pick(page, page.getByRole('combobox', { name: 'Moyen de paiement' }), 'Payer', 'Payer à la mairie');
  await save(page);
  await expectShownOnce(page, 1);

  await page.goto(`/contribuables/edit/${id}`);
  await refuse(page, `**/v2/contribuables/${id}*`, [{ field: 'nif', message: REASON }], REASON);
  await field(page, 'Adresse').fill('Ailleurs');
  await save(page);
  await expectShownOnce(page, 1);

  await page.goto('/profil');
  await refuse(page, '**/v2/profil', [], REASON);
  await field(page, 'Téléphone').fill('90 00 00 00');
  await page.getByRole('button', { name: 'Enregistrer' }).first().click();
  await expectShownOnce(page, 0);
});

/** Screens, one of their readings, and what they say if it fails. */
const UNREAD = [
  ['/?base=encaissement', 'GET /ventes_valeurs/totaux', 'Ce qui est encaissé en plus de ce qui est payé'],
  ['/?base=encaissement', 'GET /transactions/totaux', 'Ce qui est encaissé en plus de ce qui est payé'],
  [
    '/statistiques/recouvrement/par_agent?dates=toutes',
    'GET /transactions/totaux',
    'Ce qui est encaissé en plus',
  ],
  ['/transactions', 'GET /transactions/totaux', 'Les paiements dont le payeur n’est pas connu'],
  ['/appareils/cas', 'GET /cas_terrain/a_classer', 'Les recettes à classer'],
  ['/guichet', 'GET /sessions_caisse/courante', 'L’état de votre caisse'],
  ['/avis-distribues', 'GET /avis_remis/compte', 'Leur nombre'],
  ['/contribuables/profile/1', 'GET /contribuables/1/avis', 'Les avis d’imposition'],
  ['/contribuables/profile/1', 'GET /a_eclaircir', 'Les paiements à éclaircir'],
  ['/contribuables/profile/1', 'GET /contribuables/1/compte', 'Ce qui est à payer'],
  ['/contribuables/profile/1?onglet=echeances', 'GET /contribuables/1/apercu', 'Ce qui n’est pas dû'],
  ['/taxes/create', 'GET /frequences', 'L’unité de la base et la fréquence'],
  ['/mise-en-service?entite=1&etape=encaisser', 'GET /mandats', UNREADABLE],
  ['/contribuables/import', 'GET /contribuables/imports', UNREADABLE],
  ['/journee', 'GET /ventes_valeurs/totaux', UNREADABLE],
] as const;

test('what would be said about money, and cannot be read, is not left out in silence', async ({ page }) => {
  test.slow();
  await signIn(page, 'superadmin');
  for (const [address, reading, said] of UNREAD) {
    const readAnew = await failToRead(page, reading);
    await page.goto(address);
    const main = page.getByRole('main');
    const note = main.getByRole('alert').filter({ hasText: said }).first();
    await expect(note, `${address} ${reading}`).toBeVisible();
    // a part of the money is not told as all of it
    await expect(main.getByText('Encaissé en tout')).toHaveCount(0);
    await readAnew();
    await note.getByRole('button', { name: 'Réessayer' }).click();
    await expect(note).toBeHidden();
  }
});
