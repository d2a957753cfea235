import { expect, type Page, test } from '@playwright/test';
import { field, save } from './forms.ts';
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
