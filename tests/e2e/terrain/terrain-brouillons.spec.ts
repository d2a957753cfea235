/** A cheap phone closes the page when the camera opens: every form keeps what was typed until it is saved or cleared. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import {
  enrolPhone,
  expectFitOnPhone,
  PHONE,
  photo,
  show,
  takeCash,
  test,
  unlock,
} from './terrain-support.ts';

test.use({
  ...PHONE,
  geolocation: { latitude: 13.5, longitude: 2.1, accuracy: 8 },
  permissions: ['geolocation'],
});

/** Closes the page once what was typed is stored, and opens the app again at the same address. */
async function killed(page: Page, context: BrowserContext): Promise<Page> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const { hash } = new URL(page.url());
  await page.close();
  const again = await context.newPage();
  await again.goto(`/terrain/${hash}`);
  await unlock(again, 'agent.terrain');
  return again;
}

const RESTORED = 'Voici ce que vous aviez saisi.';

interface Form {
  address: string;
  type: (page: Page) => Promise<void>;
  expectTyped: (page: Page) => Promise<void>;
}

const field = (label: string, value: string): Pick<Form, 'type' | 'expectTyped'> => ({
  type: (page) => page.getByLabel(label, { exact: true }).fill(value),
  expectTyped: (page) => expect(page.getByLabel(label, { exact: true })).toHaveValue(value),
});

const chosen = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('button', { name, pressed: true })).toBeVisible();

const FORMS: Record<string, Form> = {
  'a payment': {
    address: '/encaisser/887',
    async type(page) {
      await page.getByRole('button', { name: 'Mobile', exact: true }).click();
      await page.getByLabel('Téléphone qui paie').fill('96 00 00 01');
      await page.getByLabel('Référence de l’opérateur').fill('PP.1234');
      await page.getByRole('button', { name: '3', exact: true }).click();
      await page.getByRole('button', { name: '000', exact: true }).click();
    },
    async expectTyped(page) {
      await chosen(page, 'Mobile');
      await expect(page.getByLabel('Téléphone qui paie')).toHaveValue('96 00 00 01');
      await expect(page.getByLabel('Référence de l’opérateur')).toHaveValue('PP.1234');
      await expect(page.getByRole('button', { name: /^Encaisser 3.000/ })).toBeVisible();
    },
  },
  'a correction': {
    address: '/corriger/887',
    async type(page) {
      await page.getByLabel(/^Nom/).fill('Djermakoye');
      await page.getByRole('button', { name: 'Prendre la position' }).click();
      await expect(page.getByText('Position à 8 m près')).toBeVisible();
      await page.locator('input[type=file]').setInputFiles(await photo());
      await expect(page.getByAltText('Photo prise')).toBeVisible();
    },
    async expectTyped(page) {
      await expect(page.getByLabel(/^Nom/)).toHaveValue('Djermakoye');
      await expect(page.getByText('Position à 8 m près')).toBeVisible();
      await expect(page.getByAltText('Photo prise')).toBeVisible();
    },
  },
  'a line': {
    address: '/ligne/887',
    type: (page) => page.getByRole('button', { name: /Étal/ }).click(),
    expectTyped: (page) => chosen(page, /Étal/),
  },
  'a visit': {
    address: '/visite/887',
    async type(page) {
      await page.getByRole('button', { name: 'Promis' }).click();
      await page.getByLabel('Montant promis (F CFA)').fill('2500');
      await page.getByLabel('Note').fill('Revient du marché');
    },
    async expectTyped(page) {
      await chosen(page, 'Promis');
      await expect(page.getByLabel('Montant promis (F CFA)')).toHaveValue('2500');
      await expect(page.getByLabel('Note')).toHaveValue('Revient du marché');
    },
  },
  'a sale': {
    address: '/caisse/vendre',
    async type(page) {
      await page.getByRole('button', { name: /Ticket de bétail/ }).click();
      await page.getByLabel('Combien').fill('12');
      await page.getByLabel('Marché').selectOption('11');
    },
    async expectTyped(page) {
      await chosen(page, /Ticket de bétail/);
      await expect(page.getByLabel('Combien')).toHaveValue('12');
      await expect(page.getByLabel('Marché')).toHaveValue('11');
    },
  },
  'a versement': {
    address: '/caisse/verser',
    async type(page) {
      await page.getByLabel('Montant remis (F CFA)').fill('4000');
      await page.getByRole('button', { name: 'Banque' }).click();
      await page.locator('input[type=file]').setInputFiles(await photo());
      await expect(page.getByAltText('Photo prise')).toBeVisible();
    },
    async expectTyped(page) {
      await expect(page.getByLabel('Montant remis (F CFA)')).toHaveValue('4000');
      await chosen(page, 'Banque');
      await expect(page.getByAltText('Photo prise')).toBeVisible();
    },
  },
  'a count': { address: '/caisse/compter', ...field('500 F', '7') },
};

test.describe('after the page is closed', () => {
  for (const [name, { address, type, expectTyped }] of Object.entries(FORMS))
    test(`${name} is as it was typed, until it is cleared`, async ({
      page: first,
      context,
      fakeOffice: office,
    }) => {
      await enrolPhone(first);
      office.offline = true;
      await show(first, address);
      await type(first);
      await expect(first.getByText(RESTORED)).toHaveCount(0);
      let page = await killed(first, context);
      await expectTyped(page);
      await expect(page.getByText(RESTORED)).toBeVisible();
      await page.setViewportSize({ width: 320, height: 1000 });
      await expectFitOnPhone(page);
      await page.getByRole('main').getByRole('button', { name: 'Effacer', exact: true }).click();
      await expect(page.getByText(RESTORED)).toHaveCount(0);
      page = await killed(page, context);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Ouverture…')).toHaveCount(0);
      await expect(page.getByText(RESTORED)).toHaveCount(0);
    });
});

test('a receipt that was given ends the draft of its payment, in every tab', async ({
  page,
  context,
  fakeOffice: office,
}) => {
  await enrolPhone(page);
  const other = await context.newPage();
  await other.goto('/terrain/#/encaisser/5');
  await unlock(other, 'agent.terrain');
  office.offline = true;
  await expect(other.getByRole('button', { name: /^Encaisser 21/ })).toBeVisible();
  await takeCash(page, 5);
  // the other tab still shows the payment, and something is typed there
  await other.getByRole('button', { name: '7', exact: true }).click();
  await other.getByRole('button', { name: '000', exact: true }).click();
  await expect(other.getByRole('button', { name: /^Encaisser 7.000/ })).toBeVisible();
  const again = await killed(other, context);
  await expect(again.getByRole('button', { name: 'Encaisser', exact: true })).toBeDisabled();
  await expect(again.getByText(RESTORED)).toHaveCount(0);
  await show(again, '/recus');
  await expect(again.getByRole('link', { name: /NIA-\d{4}-A017/ })).toHaveCount(1);
});
