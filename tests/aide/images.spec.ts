/** Regenerates the pictures of the user guide from the running product: `npm run aide`. */
import { mkdirSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { at, PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import type { Sauvegardes } from '@octroi/contract/platform/jobs/sauvegardes';
import sharp from 'sharp';
import { type Account, debtorsOf, fetchApi, signIn, todayOf } from '../e2e/support.ts';
import { settle } from '../parcours/faults.ts';

interface Picture {
  /** niamey by default; null for no account. */
  account?: Account | null;
  address: string | ((page: Page) => Promise<string>);
  /** Creates data that the demonstration lacks. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Acts on the screen before the screenshot. */
  act?: (page: Page) => Promise<void>;
}

const FOLDER = 'apps/web/src/domains/aide/images';
const EVER = '?dates=toutes';

/** A taxpayer with a large debt, so that the sheet has content. */
const debtor = async (page: Page): Promise<number> => {
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'contribuables', {
    itemperpage: '1',
    orderBy: 'contrib.restant',
    sortOrder: 'desc',
  });
  return data[0]?.id ?? 0;
};
/** A tax with one rate a year. */
const taxe = async (page: Page): Promise<number> => {
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'entite_taxes', {
    'filter[t.nom]': 'Taxe sur les pharmacies',
  });
  return data[0]?.id ?? 0;
};

const SAUVEGARDES: Sauvegardes = {
  data: [22, 21, 20].map((day) => ({
    id: `00000000-0000-4000-8000-0000000000${day}`,
    statut: 'terminé',
    createdAt: `2026-11-${day}T01:00:00.000Z`,
    startedAt: `2026-11-${day}T01:00:01.000Z`,
    endedAt: `2026-11-${day}T01:03:06.000Z`,
    fichier: `octroi-2026-11-${day}-020001.octroi.age`,
    octets: 1_530_000_000 + day * 1_000_000,
    lignes: 4_123_456 + day * 1000,
    fichiersJoints: 1200,
    verifiee: true,
    chiffree: true,
    copies: [{ lieu: '/mnt/ailleurs', message: null }],
    message: null,
  })),
  reglages: {
    dossier: '/srv/sauvegardes',
    prochaine: '2026-11-23T01:00:00.000Z',
    jours: 7,
    semaines: 4,
    mois: 6,
    chiffrees: true,
    ailleurs: ['/mnt/ailleurs'],
  },
};

const PICTURES: Record<string, Picture> = {
  connexion: { account: null, address: PAGES.login },
  liste: { address: `${SCREENS.contribuables.url}${EVER}` },
  recherche: {
    address: SCREENS['tableau-de-bord'].url,
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('Djarmakoye');
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    },
  },
  enroler: { address: PAGES.contribuableCreate },
  valider: { address: SCREENS.enrollements.url },
  revue: { address: SCREENS.revue.url },
  'point-du-mois': { address: SCREENS['point-du-mois'].url },
  importer: { address: SCREENS.import.url },
  fiche: { address: async (page) => at(PAGES.fiche, await debtor(page)) },
  encaisser: {
    address: async (page) => at(PAGES.encaissement, await debtor(page)),
    act: async (page) => {
      await page.getByLabel('Montant').fill('5000');
      await expect(page.getByRole('region', { name: 'Ce qui sera payé' })).toContainText('5 000');
    },
  },
  guichet: {
    address: SCREENS.guichet.url,
    act: async (page) => {
      const [person] = await debtorsOf(page, { count: 1, moreThan: 20_000 });
      const search = page.getByRole('combobox', { name: 'Nom, numéro, téléphone ou reçu' });
      await search.fill(person?.numKlis ?? '');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('form', { name: 'Encaisser' }).getByLabel('Montant')).toBeFocused();
      await page.keyboard.type('5000');
      await expect(page.getByRole('button', { name: /^Encaisser 5/ })).toBeVisible();
    },
  },
  journee: { address: SCREENS.journee.url },
  caisse: { address: SCREENS.detentions.url },
  valeurs: { address: SCREENS['releve-valeurs'].url },
  taxe: {
    address: async (page) => `${SCREENS.taxes.url}/${await taxe(page)}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Suivant' }).click();
      await expect(page.getByRole('switch').first()).toBeVisible();
    },
  },
  echeances: { address: SCREENS.echeances.url },
  'tableau-de-bord': { address: `${SCREENS['tableau-de-bord'].url}${EVER}` },
  recouvrement: {
    address: async (page) => {
      const year = (await todayOf(page)).slice(0, 4);
      return `${SCREENS['recouvrement-moyen-paiement'].url}?from=${year}-01-01&to=${year}-12-31&pas=mois`;
    },
  },
  rythme: { address: SCREENS.rythme.url },
  carte: { address: `${SCREENS.carte.url}${EVER}` },
  rapport: { address: `${SCREENS['situation-recouvrements'].url}${EVER}` },
  impayes: { address: SCREENS['situation-impayes'].url },
  territoire: { address: PAGES.arbre },
  configurations: { address: SCREENS['nature-activite'].url },
  papiers: { address: SCREENS.papiers.url },
  permissions: { account: 'superadmin', address: at(PAGES.permissions, 3) },
  journal: { account: 'superadmin', address: SCREENS.journal.url },
  securite: { account: 'superadmin', address: SCREENS.securite.url },
  sauvegardes: {
    account: 'superadmin',
    address: SCREENS.sauvegardes.url,
    prepare: (page) => page.route('**/v2/sauvegardes', (route) => route.fulfill({ json: SAUVEGARDES })),
  },
  collectivites: { account: 'superadmin', address: SCREENS.collectivites.url },
  'mise-en-service': {
    address: `${SCREENS['mise-en-service'].url}?entite=1&etape=territoire`,
    act: async (page) => {
      await page.getByLabel('Saisir ou coller').fill('Niamey VI\n  Koubia Nord\n  Koubia Sud');
      await page.getByRole('button', { name: 'Vérifier' }).click();
      await expect(page.getByRole('button', { name: /^Ajouter 3/ })).toBeVisible();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
};

mkdirSync(FOLDER, { recursive: true });
for (const [name, { account = 'niamey', address, prepare, act }] of Object.entries(PICTURES))
  test(`the picture « ${name} »`, async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    if (account) await signIn(page, account);
    await prepare?.(page);
    await page.goto(typeof address === 'string' ? address : await address(page));
    await settle(page);
    await act?.(page);
    const drawn = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    // screens have few colours: a palette makes the file four times smaller
    await sharp(drawn).png({ palette: true, effort: 10 }).toFile(`${FOLDER}/${name}.png`);
  });
