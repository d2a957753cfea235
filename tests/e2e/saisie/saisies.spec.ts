/** What is typed survives the end of the session, a reload and a cut network, until it is saved or thrown away. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { at, PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { WITH_FORMS } from '../../parcours/addresses.ts';
import { acceptQuestions, field, save } from '../forms.ts';
import {
  beginOwnSession,
  debtorsOf,
  endSession,
  expectToast,
  fetchApi,
  heading,
  pick,
  signIn,
  signInByForm,
  storedValue,
} from '../support.ts';
import { hold } from './network.ts';

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
  await beginOwnSession(page);
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
  await endSession(page);
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

test('what is typed in a dialog is there again in the same dialog on the same record, until it is cancelled', async ({
  page,
}) => {
  acceptQuestions(page);
  await beginOwnSession(page);
  const [one, two] = await debtorsOf(page, { count: 2, moreThan: 0 });
  const reason = page.getByRole('dialog').getByRole('textbox', { name: 'Fondement' });
  const open = async (id = 0): Promise<void> => {
    await page.goto(at(PAGES.fiche, id));
    await page.getByRole('button', { name: 'Exonérer' }).click();
  };
  await open(one?.id);
  await reason.fill('Délibération nº 12');
  await open(two?.id);
  await expect(reason).toHaveValue('');
  await open(one?.id);
  await expectToast(page, 'Saisie reprise');
  await expect(reason).toHaveValue('Délibération nº 12');

  // the session ends before it is sent
  await endSession(page);
  await page.reload();
  await signInByForm(page, 'superadmin');
  await page.getByRole('button', { name: 'Exonérer' }).click();
  await expect(reason).toHaveValue('Délibération nº 12');
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
  await open(one?.id);
  await expect(reason).toHaveValue('');
});

test('a reason stays in its dialog while the server does not take it', async ({ page }) => {
  await signIn(page, 'superadmin');
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'transactions', {
    'filter[trans.statut]': 'Confirmé',
    itemperpage: '1',
  });
  await page.goto(at(PAGES.transaction, data[0]?.id ?? 0));
  await page.getByRole('button', { name: 'Supprimer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suppression' });
  const reason = dialog.getByRole('textbox', { name: 'Motif' });
  await reason.fill('Saisie deux fois');
  await page.route('**/v2/transactions/*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Le serveur ne répond pas');
  await expect(reason).toHaveValue('Saisie deux fois');
});

test('ticked rights, typed rates and addresses are there again after a reload', async ({ page }) => {
  acceptQuestions(page);
  await signIn(page, 'superadmin');
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'groups', {
    'filter[g.nom]': 'Consultation',
  });
  const right = page.getByRole('checkbox', { name: 'Villes : Créer', exact: true });
  await page.goto(at(PAGES.permissions, data[0]?.id ?? 0));
  await right.check();
  await page.reload();
  await expectToast(page, 'Saisie reprise');
  await expect(right).toBeChecked();

  await page.goto(`${SCREENS['mise-en-service'].url}?entite=1&etape=taxes`);
  const taxe = page.getByRole('main').getByRole('checkbox').and(page.locator(':not(:disabled)')).first();
  await taxe.check();
  await page.getByRole('link', { name: 'Donner les tarifs de 1 taxe' }).click();
  const rate = page.getByRole('region', { name: 'Tarifs à donner' }).getByRole('textbox').first();
  await rate.fill('4321');
  await page.reload();
  await expectToast(page, 'Saisie reprise');
  await expect(rate).toHaveValue(/4\s321/);

  await page.goto(SCREENS['point-du-mois'].url);
  const addresses = page.getByRole('textbox', { name: 'Adresses' });
  await addresses.fill('maire@niamey.test');
  await page.reload();
  await expectToast(page, 'Saisie reprise');
  await expect(addresses).toHaveValue('maire@niamey.test');
});

test('what is stored does not come back, even before the screen has read again', async ({ page }) => {
  acceptQuestions(page);
  await beginOwnSession(page);
  // the last ones are made by other journeys, without all that a correction asks for
  const debtors = await debtorsOf(page, { count: 20, moreThan: 0 });
  const id = debtors.at(-1)?.id ?? 0;
  const forms: [address: string, label: string, button: string, written: string][] = [
    [at(PAGES.fiche, id), 'Nouvelle note', 'Ajouter', 'POST'],
    [at(PAGES.contribuableEdit, id), 'Téléphone', 'Enregistrer', 'PATCH'],
    [at(PAGES.enrollement, id), 'Téléphone', 'Enregistrer', 'PATCH'],
    [`${SCREENS.villes.url}/create`, 'Nom', 'Enregistrer', 'POST'],
    [PAGES.profil, 'Téléphone', 'Enregistrer', 'PATCH'],
  ];
  for (const [index, [address, label, button, written]] of forms.entries()) {
    await page.goto(address);
    await page
      .getByRole('main')
      .getByRole('textbox', { name: label, exact: true })
      .fill(`90 00 02 ${index + 10}`);
    await expect.poll(() => storedValue(page, 'saisies'), address).toHaveLength(1);
    const stores = page.waitForResponse((response) => response.request().method() === written, {
      timeout: 30_000,
    });
    const reads = await hold(page, 'GET', /^\/v2\//);
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    expect((await stores).ok(), address).toBe(true);
    await expect.poll(() => storedValue(page, 'saisies'), address).toBeNull();
    reads.release();
  }
});
