/** Dialogs over a cut network, a lost session and a double press: nothing typed is lost, and the act is done once. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { at, PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { newRegie } from '../caisse/caisse-support.ts';
import { newName } from '../forms.ts';
import { newEclaircissement } from '../paiements/eclaircissement-support.ts';
import {
  choices,
  debtorsOf,
  expectToast,
  fetchApi,
  signInByForm,
  storedValue,
  tomorrowOf,
} from '../support.ts';
import { hold } from './network.ts';

interface Case {
  what: string;
  /** Prepares a record. @returns opens its dialog, as often as it is called, and fills it */
  make: (page: Page) => Promise<{ open: () => Promise<void>; fill: () => Promise<void> }>;
  call: RegExp;
  button: string;
  /** What must be there again. */
  typed: (dialog: Locator) => Promise<void>;
  done: string | RegExp;
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog');

/** Chooses the first option that has the text. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  await dialogOf(page).getByRole('combobox', { name: label }).fill(text);
  await choices(page).filter({ hasText: text }).first().click();
}

const clearedUp = (what: string, act: string, motif: string, done: string, button = act): Case => ({
  what,
  make: async (page) => {
    const { openMenu } = await newEclaircissement(page);
    return {
      open: async () => {
        await openMenu();
        await page.getByRole('menuitem', { name: act }).click();
        await expect(dialogOf(page).getByLabel('Motif')).toBeFocused();
      },
      fill: () => page.keyboard.type(motif),
    };
  },
  call: /\/reglement$/,
  button,
  typed: async (dialog) => expect(dialog.getByLabel('Motif')).toHaveValue(motif),
  done,
});

const CASES: readonly Case[] = [
  clearedUp('a payment to clear up, booked', 'Encaisser', 'Vu au relevé', 'Paiement encaissé'),
  clearedUp(
    'a payment to clear up, given back',
    'Rendu par l’opérateur',
    'Appel à l’opérateur',
    'Cas réglé',
    'Rendu',
  ),
  clearedUp('a payment to clear up, dismissed', 'Écarter', 'Un essai de l’opérateur', 'Cas réglé'),
  {
    what: 'a réimputation',
    make: async (page) => {
      const [one] = await debtorsOf(page, { count: 1, moreThan: 3000, last: true });
      const booked = await page.request.post('/v2/encaissements', {
        data: {
          moyenPaiement: 5,
          montant: 700,
          lignes: [{ contribuable: one?.id, montant: 700, annee: null }],
        },
      });
      expect(booked.status()).toBe(201);
      return {
        open: async () => {
          await page.goto(SCREENS.guichet.url);
          await page
            .getByRole('region', { name: 'Derniers reçus' })
            .getByRole('button', { name: `Réimputer ${one?.fullName}` })
            .first()
            .click();
        },
        fill: async () => {
          const [other] = await debtorsOf(page, { count: 1, moreThan: 3000 });
          await choose(page, 'Contribuable', other?.numKlis ?? '');
          await dialogOf(page).getByLabel('Motif').fill('Homonyme');
        },
      };
    },
    call: /\/reimputation$/,
    button: 'Réimputer',
    typed: async (dialog) => expect(dialog.getByLabel('Motif')).toHaveValue('Homonyme'),
    done: 'Le paiement est réimputé',
  },
  {
    what: 'a remise',
    make: async (page) => {
      const [one] = await debtorsOf(page, { count: 1, moreThan: 3000 });
      const printed = await page.request.post(`/v2/contribuables/${one?.id}/avis`, { data: {} });
      expect(printed.status()).toBe(200);
      return {
        open: async () => {
          await page.goto(at(PAGES.fiche, one?.id ?? 0));
          await page.getByRole('link', { name: 'Noter la remise' }).click();
          await expect(dialogOf(page).getByText(one?.numKlis ?? '')).toBeVisible();
        },
        fill: async () => {
          await dialogOf(page).getByLabel('À qui').selectOption('Un proche');
        },
      };
    },
    call: /\/v2\/avis_remis$/,
    button: 'Noter',
    typed: async (dialog) =>
      expect(dialog.getByLabel('À qui').locator('option:checked')).toHaveText('Un proche'),
    done: /^AVIS-.* : noté$/,
  },
  {
    what: 'a reception of valeurs inactives',
    make: async (page) => {
      const regie = await newRegie(page);
      const categorie = newName('Ticket');
      const made = await page.request.post('/v2/categorie_valeurs', {
        data: { nom: categorie, entite: 1, sorte: 'ticket', valeur: 100 },
      });
      expect(made.status()).toBe(201);
      return {
        open: async () => {
          await page.goto('/caisse/valeurs');
          await page.getByRole('button', { name: 'Recevoir du comptable' }).click();
        },
        fill: async () => {
          await choose(page, 'Régie', regie);
          await choose(page, 'Catégorie', categorie);
          await dialogOf(page).getByLabel('Du numéro').fill('1');
          await dialogOf(page).getByLabel('Au numéro').fill('50');
        },
      };
    },
    call: /\/mouvements$/,
    button: 'Recevoir',
    typed: async (dialog) => expect(dialog.getByLabel('Au numéro')).toHaveValue('50'),
    done: 'Valeurs reçues',
  },
  {
    what: 'a tour',
    make: async (page) => {
      const { data } = await fetchApi<{ data: { id: number; type: { nom: string } }[] }>(
        page,
        'ramifications',
        { 'filter[ent.id]': '1', itemperpage: '500' },
      );
      // the oldest quartier: parallel journeys create quartiers without debtors
      const oldest = Math.min(...data.flatMap(({ id, type }) => (type.nom === 'Quartier' ? id : [])));
      return {
        open: async () => {
          await page.goto(`/impressions/situation-des-impayes?ms=[${oldest}]`);
          await page.getByRole('button', { name: 'Préparer une tournée' }).click();
          await expect(dialogOf(page).getByText(/\d+ visites? \(au plus 300\)/)).toBeVisible();
        },
        fill: async () => {
          await dialogOf(page).getByRole('combobox', { name: 'Agent' }).click();
          await choices(page).first().click();
          // of today it would be the tour of another journey
          await dialogOf(page)
            .getByLabel('Jour')
            .fill(await tomorrowOf(page));
        },
      };
    },
    call: /\/v2\/tournees$/,
    button: 'Créer la tournée',
    typed: async (dialog) => expect(dialog.getByRole('combobox', { name: 'Agent' })).not.toHaveValue(''),
    // the tour of a day to come, with its outcomes to come
    done: /^À visiter$/,
  },
];

for (const { what, make, call, button, typed, done } of CASES)
  test(`${what}: its dialog keeps what is typed without a network and without a session, and acts once`, async ({
    page,
  }) => {
    await page.goto('/login');
    await signInByForm(page, 'niamey');
    await expect(page.getByRole('button', { name: /^Menu de / })).toBeVisible();
    const { open, fill } = await make(page);
    await open();
    await fill();
    const press = dialogOf(page).getByRole('button', { name: button, exact: true });

    await page.context().setOffline(true);
    await press.click();
    await expect(dialogOf(page).getByRole('alert')).toContainText('Le serveur ne répond pas');
    await expect(press).toBeEnabled();
    await typed(dialogOf(page));
    // what the screen reads again must not find the end of the session before the press does
    await page.route('**/v2/**', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.fallback(),
    );
    await page.context().setOffline(false);
    await page.request.post('/v2/session/logout', { headers: { origin: new URL(page.url()).origin } });
    await press.click();
    await expect(page).toHaveURL(/\/login\?suite=/);
    await page.unroute('**/v2/**');
    await signInByForm(page, 'niamey');
    await expect(page.getByRole('button', { name: /^Menu de / })).toBeVisible();
    await open();
    await expectToast(page, 'Saisie reprise');
    await typed(dialogOf(page));

    const posts = await hold(page, 'POST', call);
    await press.dblclick();
    await expect.poll(posts.count).toBe(1);
    expect(await storedValue(page, 'saisies')).toHaveLength(1);
    const reads = await hold(page, 'GET', /^\/v2\//);
    posts.release();
    // it is done: who leaves before the screen has read again must not find it to do
    await expect.poll(() => storedValue(page, 'saisies')).toBeNull();
    reads.release();
    await expect(page.getByText(done).first()).toBeVisible();
    expect(posts.count()).toBe(1);
  });
