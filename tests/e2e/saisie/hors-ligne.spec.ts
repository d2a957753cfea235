/** Without a network, what a person types or chooses is read as soon as the network is back; until then the screen says why not. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { SCREENS } from '@octroi/contract/register';
import {
  choices,
  type Debtor,
  debtorsOf,
  expectToast,
  fetchApi,
  heading,
  signIn,
  tomorrowOf,
} from '../support.ts';

const SILENCE = 'Le serveur ne répond pas';
const dialogOf = (page: Page): Locator => page.getByRole('dialog');

const amount = (page: Page): Locator => page.getByRole('textbox', { name: 'Montant' });
const willPay = (page: Page): Locator => page.getByRole('region', { name: 'Ce qui sera payé' });

/** Leads to a taxpayer who owes something, at the counter; Enter chooses him. */
async function findDebtor(page: Page): Promise<void> {
  const [debtor] = await debtorsOf(page, { count: 1, moreThan: 1000 });
  await page.getByRole('combobox', { name: 'Nom, numéro, téléphone ou reçu' }).fill(debtor?.numKlis ?? '');
  await expect(page.getByRole('listbox', { name: 'Trouvés' }).getByRole('option')).toHaveCount(1);
}

interface Case {
  what: string;
  url: string;
  /** Before the network is lost. */
  open?: (page: Page) => Promise<void>;
  /** Types or chooses what is then read. */
  act: (page: Page) => Promise<void>;
  /** Where the lost network is said. */
  said: (page: Page) => Locator;
  text: string;
  /** What is never said of a list that was not read. */
  wrong: string | RegExp;
  /** What is read in the end. */
  read: (page: Page) => Locator;
}

const CASES: readonly Case[] = [
  {
    what: 'the search of everything',
    url: SCREENS.villes.url,
    open: (page) => page.keyboard.press('Control+k'),
    act: (page) => dialogOf(page).getByRole('combobox').fill('niamey'),
    said: (page) => dialogOf(page).getByRole('alert'),
    text: SILENCE,
    wrong: /^Rien trouvé/,
    read: (page) => dialogOf(page).getByRole('option').first(),
  },
  {
    what: 'the search of the counter',
    url: SCREENS.guichet.url,
    act: (page) => page.getByRole('combobox', { name: 'Nom, numéro, téléphone ou reçu' }).fill('moussa'),
    said: (page) => page.getByRole('region', { name: 'Recherche' }).getByRole('alert'),
    text: SILENCE,
    wrong: /^Rien trouvé/,
    read: (page) => page.getByRole('listbox', { name: 'Trouvés' }).getByRole('option').first(),
  },
  {
    what: 'the account of the person at the counter',
    url: SCREENS.guichet.url,
    open: findDebtor,
    act: (page) => page.keyboard.press('Enter'),
    said: (page) => page.getByRole('region', { name: 'Ce que doit le contribuable' }).getByRole('alert'),
    text: SILENCE,
    wrong: 'Ce qui sera payé',
    read: (page) => page.getByText(/à payer, dont .* échus/),
  },
  {
    what: 'what another amount would pay at the counter',
    url: SCREENS.guichet.url,
    open: async (page) => {
      await findDebtor(page);
      await page.keyboard.press('Enter');
      await amount(page).fill('100');
      await expect(willPay(page)).toBeVisible();
    },
    act: (page) => amount(page).fill('500'),
    said: (page) => page.getByRole('form', { name: 'Encaisser' }).getByRole('alert'),
    text: SILENCE,
    wrong: 'Restera à payer',
    read: willPay,
  },
  {
    what: 'what unpaid statements would hold',
    url: SCREENS['situation-impayes'].url,
    act: (page) => page.getByRole('button', { name: 'Relevés par contribuable' }).click(),
    said: (page) => dialogOf(page).getByRole('status'),
    text: SILENCE,
    wrong: 'Compte en cours…',
    read: (page) => dialogOf(page).getByText(/contribuables? doi(t|vent)/),
  },
  {
    what: 'what a suspension takes away',
    url: SCREENS.suspensions.url,
    open: async (page) => {
      await page.getByRole('button', { name: 'Suspendre ou différer' }).click();
      await expect(dialogOf(page)).toBeVisible();
    },
    act: async (page) => {
      const day = await tomorrowOf(page);
      await dialogOf(page).getByLabel('Du').fill(day);
      await dialogOf(page).getByLabel('Au').fill(day);
    },
    said: (page) => dialogOf(page).getByRole('status'),
    text: SILENCE,
    wrong: 'Un instant…',
    read: (page) => dialogOf(page).getByText(/Rien de facturé ne change|échéances? :/),
  },
  {
    what: 'the agents of a device',
    url: SCREENS.terrain.url,
    act: async (page) => {
      await page.getByRole('button', { name: 'Ajouter un appareil' }).click();
      await dialogOf(page).getByRole('combobox', { name: 'Agent' }).click();
    },
    said: (page) => page.getByRole('listbox', { name: 'Agent' }),
    text: 'Hors ligne',
    wrong: 'Aucun agent dans cette collectivité',
    read: (page) => choices(page).first(),
  },
];

for (const { what, url, open, act, said, text, wrong, read } of CASES)
  test(`${what} is not read without a network: the screen says so, then reads it`, async ({ page }) => {
    await signIn(page, 'niamey');
    await page.goto(url);
    await expect(heading(page)).toBeVisible();
    await open?.(page);
    await page.context().setOffline(true);
    await act(page);
    await expect(said(page)).toContainText(text);
    await expect(page.getByText(wrong)).toHaveCount(0);
    await page.context().setOffline(false);
    await expect(read(page)).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
  });

/** Other journeys record notices, and one is recorded once. */
async function debtorWithoutNotice(page: Page): Promise<Debtor> {
  for (const debtor of await debtorsOf(page, { count: 20, moreThan: 1000, last: true })) {
    const { data } = await fetchApi<{ data: unknown[] }>(page, `contribuables/${debtor.id}/avis`);
    if (data.length === 0) return debtor;
  }
  throw new Error('each of the twenty has a notice');
}

test('a notice typed without a network is not asked for again, and is recorded once it is read', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const debtor = await debtorWithoutNotice(page);
  const printed = await page.request.post(`/v2/contribuables/${debtor.id}/avis`, { data: {} });
  expect(printed.status()).toBe(200);
  const sheet = await page.request.get(`/v2/contribuables/${debtor.id}/avis`);
  const [notice] = ((await sheet.json()) as { data: { numero: string }[] }).data;
  await page.goto(SCREENS['avis-distribues'].url);
  await page.getByRole('button', { name: 'Noter une remise' }).click();
  const dialog = dialogOf(page);
  const record = dialog.getByRole('button', { name: 'Noter', exact: true });
  await page.context().setOffline(true);
  await dialog.getByRole('textbox', { name: 'Avis' }).fill(notice?.numero ?? '');
  await expect(dialog.getByText(SILENCE)).toBeVisible();
  await record.click();
  await expect(dialog.getByText(SILENCE)).toBeVisible();
  await expect(dialog.getByText('Entrez le numéro de l’avis')).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(dialog.getByText(debtor.numKlis)).toBeVisible();
  await record.click();
  await expect(page.getByText(`${notice?.numero} : noté`)).toBeVisible();
});

test('an act pressed without a network fails and says so: it is not sent later by itself', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.goto(SCREENS.villes.url);
  await page.getByRole('button', { name: 'Vues', exact: true }).click();
  const views = page.getByRole('dialog', { name: 'Vues' });
  await expect(views.getByText('Aucune vue encore')).toBeVisible();
  await views.getByRole('textbox', { name: 'Nom de la vue' }).fill('Hors ligne');
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await page.context().setOffline(true);
  await views.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, SILENCE);
  const tried = posts.length;
  await expect(views.getByRole('button', { name: 'Enregistrer' })).toBeEnabled();
  await page.context().setOffline(false);
  await expect(views.getByRole('textbox', { name: 'Nom de la vue' })).toHaveValue('Hors ligne');
  expect(posts).toHaveLength(tried);
});
