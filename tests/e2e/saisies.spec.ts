/** What is typed survives the end of the session, a reload and a cut network, until it is saved or thrown away. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { at, PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { WITH_FORMS } from '../parcours/addresses.ts';
import { field, save } from './forms.ts';
import {
  debtorsOf,
  expectToast,
  fetchApi,
  heading,
  pick,
  signIn,
  signInByForm,
  storedValue,
} from './support.ts';

/** Leaves forms without answering the browser's question. */
const acceptQuestions = (page: Page): void => void page.on('dialog', (dialog) => void dialog.accept());

/** The first field of a form that takes any text. */
const textOf = (page: Page): Locator =>
  page
    .getByRole('main')
    .locator('form')
    .first()
    .getByRole('textbox')
    .and(
      page.locator(
        ':not([inputmode]):not([type="password"]):not([readonly]):not([disabled]), [inputmode="tel"]',
      ),
    )
    .first();

test('what is typed in any form is there again after the session has ended, for that person only', async ({
  page,
}) => {
  acceptQuestions(page);
  await page.goto('/login');
  await signInByForm(page, 'superadmin');
  await expect(page.getByRole('button', { name: 'Menu de Ramatou Mayaki' })).toBeVisible();
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'contribuables', { itemperpage: '1' });
  const id = data[0]?.id ?? 0;
  const forms = [
    ...WITH_FORMS.map(([screen]) => `${SCREENS[screen].url}/create`),
    at(PAGES.contribuableEdit, id),
    at(PAGES.enrollement, id),
    PAGES.profil,
    PAGES.contribuableCreate,
  ];
  for (const [index, address] of forms.entries()) {
    await page.goto(address);
    await textOf(page).fill(`90 00 00 ${index + 10}`);
  }
  await page.request.post('/v2/session/logout', { headers: { origin: new URL(page.url()).origin } });
  // doubles of the name are looked for, and the session is found ended
  await textOf(page).fill(`90 00 00 ${forms.length + 9}8`);
  await expect(page).toHaveURL(/\/login\?suite=/);

  await signInByForm(page, 'superadmin');
  await expect(page).toHaveURL(PAGES.contribuableCreate);
  await expectToast(page, 'Saisie reprise');
  await textOf(page).fill(`90 00 00 ${forms.length + 9}`);
  for (const [index, address] of [...forms.entries()].toReversed()) {
    if (address !== PAGES.contribuableCreate) await page.goto(address);
    await expect(textOf(page), address).toHaveValue(`90 00 00 ${index + 10}`);
  }

  // « Annuler » throws it away; a password is never stored
  await page.goto(`${SCREENS.villes.url}/create`);
  await page.getByRole('link', { name: 'Annuler' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitter' }).click();
  await expect(heading(page)).toHaveText('Villes');
  await page.goto(`${SCREENS.villes.url}/create`);
  await expect(textOf(page)).toHaveValue('');
  await page.goto(`${SCREENS.users.url}/create`);
  await page.locator('input[type="password"]').first().fill('Puits-natte-27');
  await field(page, 'Nom').fill('Djibo');
  await expect.poll(async () => JSON.stringify(await storedValue(page, 'saisies'))).toContain('Djibo');
  expect(JSON.stringify(await storedValue(page, 'saisies'))).not.toContain('Puits-natte');
  await page.request.post('/v2/users/check', { data: { email: 'niamey', password: 'Octroi-2026!' } });
  await page.goto(PAGES.contribuableCreate);
  await expect(textOf(page)).toHaveValue('');
});

test('a payment whose answer is lost is booked once, also after a reload', async ({ page }) => {
  acceptQuestions(page);
  await signIn(page, 'niamey');
  const [debtor] = await debtorsOf(page, { count: 1, moreThan: 3000, last: true });
  const id = debtor?.id ?? 0;
  const countPayments = async (): Promise<number> =>
    (
      await fetchApi<{ total_records: number }>(page, 'transactions/totaux', {
        'filter[contrib.id]': String(id),
      })
    ).total_records;
  const before = await countPayments();
  await page.goto(at(PAGES.encaissement, id));
  await page.locator('form').getByLabel('Montant').fill('1300');
  await pick(page, page.getByRole('combobox', { name: 'Moyen de paiement' }), 'Payer', 'Payer à la mairie');
  await page.route(
    '**/v2/contribuables/transactions*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await save(page);
  await expectToast(page, 'Le serveur ne répond pas');
  await expect(page.locator('form').getByLabel('Montant')).toHaveValue(/1\s300/);
  await page.reload();
  await expectToast(page, 'Saisie reprise');
  await expect(page.locator('form').getByLabel('Montant')).toHaveValue(/1\s300/);
  await save(page);
  await expectToast(page, "L'élément a bien été ajouté !");
  expect(await countPayments()).toBe(before + 1);
});
