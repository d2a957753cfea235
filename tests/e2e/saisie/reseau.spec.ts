/** Forms on a slow network, and on one that is cut in the middle of a save. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { at, PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { newRegie } from '../caisse/caisse-support.ts';
import { cut, hold } from './network.ts';
import { acceptQuestions, chooser, create, field, newName, save } from '../forms.ts';
import { newEclaircissement } from '../paiements/eclaircissement-support.ts';
import { type Account, choices, debtorsOf, expectToast, fetchApi, pick, signIn } from '../support.ts';

interface Case {
  what: string;
  /** Who saves it; Niamey if absent. */
  account?: Account;
  call: RegExp;
  /** Opens the form and fills it. */
  fill: (page: Page) => Promise<void>;
  button: (page: Page) => Locator;
  /** A field in which Enter sends too. */
  field?: (page: Page) => Locator;
  done: string;
}

const named = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).last();
const fiche = async (page: Page): Promise<number> =>
  (await debtorsOf(page, { count: 1, moreThan: 3000, last: true }))[0]?.id ?? 0;

const CASES: readonly Case[] = [
  {
    what: 'a taxpayer',
    call: /\/v2\/contribuables$/,
    fill: async (page) => {
      await page.goto(PAGES.contribuableCreate);
      await field(page, 'Nom').fill(newName('Lent'));
      await chooser(page, 'Localisation').click();
      await chooser(page, 'Localisation').fill('Secteur A');
      await choices(page).first().click();
    },
    button: (page) => named(page, 'Enregistrer'),
    done: "L'élément a bien été ajouté !",
  },
  {
    what: 'a record of a configuration',
    account: 'superadmin',
    call: /\/v2\/villes$/,
    fill: async (page) => {
      await page.goto(`${SCREENS.villes.url}/create`);
      await field(page, 'Nom').fill(newName('Lente'));
    },
    button: (page) => named(page, 'Enregistrer'),
    field: (page) => field(page, 'Nom'),
    done: "L'élément a bien été ajouté !",
  },
  {
    what: 'a payment',
    call: /\/v2\/contribuables\/transactions$/,
    fill: async (page) => {
      await page.goto(at(PAGES.encaissement, await fiche(page)));
      await page.locator('form').getByLabel('Montant').fill('700');
      await pick(page, chooser(page, 'Moyen de paiement'), 'Payer', 'Payer à la mairie');
    },
    button: (page) => named(page, 'Enregistrer'),
    field: (page) => page.locator('form').getByLabel('Montant'),
    done: "L'élément a bien été ajouté !",
  },
  {
    what: 'the confirmation of a validation',
    call: /\/v2\/contribuables\/\d+\/validation$/,
    fill: async (page) => {
      const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'ramifications', {
        'filter[ent.id]': '1',
        'filter[tr.nom]': 'Secteur',
        itemperpage: '1',
      });
      const nom = newName('Lent');
      await create(page, 'contribuables', { nom, ramification: data[0]?.id });
      const f = JSON.stringify([{ column: 'contrib.nom', operator: 'eq', x: nom }]);
      await page.goto(`/enrollements?${new URLSearchParams({ f }).toString()}`);
      await page.getByRole('button', { name: /^Actions : / }).click();
      await page.getByRole('menuitem', { name: 'Valider' }).click();
    },
    button: (page) => page.getByRole('dialog').getByRole('button', { name: 'Valider' }),
    done: "L'élément a bien été modifié !",
  },
];

for (const { what, account = 'niamey', call, fill, button, field: typed, done } of CASES)
  test(`${what}: a double click, and Enter pressed again while the reply is late, send it once`, async ({
    page,
  }) => {
    await signIn(page, account);
    await fill(page);
    const posts = await hold(page, 'POST', call);
    await button(page).dblclick();
    await expect.poll(posts.count).toBe(1);
    if (typed) {
      await expect(button(page)).toBeDisabled();
      await typed(page).press('Enter');
      await typed(page).press('Enter');
    }
    posts.release();
    await expectToast(page, done);
    expect(posts.count()).toBe(1);
  });

for (const when of ['before', 'after'] as const)
  test(`at the counter, a network cut ${when} the server took a payment: a second press books it once`, async ({
    page,
  }) => {
    await signIn(page, 'niamey');
    const [debtor] = await debtorsOf(page, { count: 1, moreThan: 3000, last: true });
    const countPayments = async (): Promise<number> =>
      (
        await fetchApi<{ total_records: number }>(page, 'transactions/totaux', {
          'filter[contrib.id]': String(debtor?.id),
        })
      ).total_records;
    const before = await countPayments();
    await page.goto(SCREENS.guichet.url);
    await page.getByRole('combobox', { name: 'Nom, numéro, téléphone ou reçu' }).fill(debtor?.numKlis ?? '');
    await page.getByRole('listbox', { name: 'Trouvés' }).getByRole('option').first().click();
    const form = page.getByRole('form', { name: 'Encaisser' });
    await form.getByLabel('Montant').fill('1100');
    await cut(page, /\/v2\/encaissements$/, when);
    await form.getByRole('button', { name: /^Encaisser 1/ }).click();
    await expect(form.getByRole('alert')).toContainText('Le serveur ne répond pas');
    await expect(form.getByLabel('Montant')).toHaveValue(/1\s100/);
    await form.getByRole('button', { name: /^Encaisser 1/ }).click();
    await expect(page.getByRole('region', { name: 'Encaissé' })).toBeVisible();
    expect(await countPayments()).toBe(before + 1);
  });

for (const when of ['before', 'after'] as const)
  test(`a note whose call is cut ${when} the server took it stays typed, and is written once by a second press`, async ({
    page,
  }) => {
    await signIn(page, 'niamey');
    await page.goto(`/contribuables/profile/${await fiche(page)}`);
    const notes = page.getByRole('region', { name: 'Notes et tâches' });
    const text = newName('Coupée');
    const entry = notes.getByRole('textbox', { name: 'Nouvelle note' });
    await entry.fill(text);
    await cut(page, /\/notes$/, when);
    await notes.getByRole('button', { name: 'Ajouter' }).click();
    await expectToast(page, 'Le serveur ne répond pas');
    await expect(entry).toHaveValue(text);
    await notes.getByRole('button', { name: 'Ajouter' }).click();
    await expect(entry).toHaveValue('');
    await page.reload();
    await expect(notes.getByText(text)).toHaveCount(1);
  });

test('a versement whose answer is lost is declared once by a second press', async ({ page }) => {
  await signIn(page, 'niamey');
  const regie = await newRegie(page);
  await page.goto(SCREENS['ma-caisse'].url);
  await page.getByLabel('Régie', { exact: true }).selectOption({ label: regie });
  await page.getByLabel('Fonds de caisse remis aujourd’hui').fill('5000');
  await page.getByRole('button', { name: 'Ouvrir ma caisse' }).click();
  await page.getByLabel('5 000', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Enregistrer le comptage' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer la caisse' }).click();
  await expectToast(page, 'Caisse fermée');
  await page.goto(SCREENS['ma-caisse'].url);
  const card = page.getByRole('region', { name: regie });
  await card.getByLabel('Verser').selectOption('comptable');
  await card.getByLabel('Montant').fill('2000');
  await cut(page, /\/v2\/versements$/, 'after');
  await card.getByRole('button', { name: 'Déclarer le versement' }).click();
  await expectToast(page, 'Le serveur ne répond pas');
  await card.getByRole('button', { name: 'Déclarer le versement' }).click();
  await expectToast(page, 'Versement déclaré');
  const { data } = await fetchApi<{ data: { regie: { nom: string } }[] }>(page, 'versements', {
    itemperpage: '20',
  });
  expect(data.filter((one) => one.regie.nom === regie)).toHaveLength(1);
});

test('a taxpayer whose answer is lost is enrolled once, also after a reload', async ({ page }) => {
  acceptQuestions(page);
  await signIn(page, 'niamey');
  const nom = newName('Coupure');
  await page.goto(PAGES.contribuableCreate);
  await field(page, 'Nom').fill(nom);
  await chooser(page, 'Localisation').click();
  await chooser(page, 'Localisation').fill('Secteur A');
  await choices(page).first().click();
  await cut(page, /\/v2\/contribuables$/, 'after');
  await save(page);
  await expectToast(page, 'Le serveur ne répond pas');
  await page.reload();
  await expectToast(page, 'Saisie reprise');
  await expect(field(page, 'Nom')).toHaveValue(nom);
  await save(page);
  await expectToast(page, "L'élément a bien été ajouté !");
  const { total_records: count } = await fetchApi<{ total_records: number }>(page, 'contribuables/totaux', {
    'filter[contrib.nom]': nom,
  });
  expect(count).toBe(1);
});

test('letters typed while the choices are late stay, and Enter takes the choice once it arrives', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.goto(PAGES.contribuableCreate);
  const place = chooser(page, 'Localisation');
  await place.click();
  await expect(choices(page).first()).toBeVisible();
  const late = await hold(page, 'GET', /\/v2\/ramifications$/);
  const posts = await hold(page, 'POST', /\/v2\/contribuables$/);
  await place.pressSequentially('Secteur');
  await expect.poll(late.count).toBeGreaterThan(0);
  await place.pressSequentially(' A');
  await place.press('Enter');
  await expect(place).toHaveValue('Secteur A');
  late.release();
  await expect(place).toHaveAttribute('aria-expanded', 'false');
  await expect(place).toHaveValue(/^Secteur A \(/);
  expect(posts.count()).toBe(0);
});

for (const when of ['before', 'after'] as const)
  for (const [act, button, done] of [
    ['Encaisser', 'Encaisser', 'Paiement encaissé'],
    ['Rendu par l’opérateur', 'Rendu', 'Cas réglé'],
    ['Écarter', 'Écarter', 'Cas réglé'],
  ] as const)
    test(`a payment to clear up, « ${act} » cut ${when} the server took it: a second press does it once`, async ({
      page,
    }) => {
      await signIn(page, 'niamey');
      const { openMenu, payer } = await newEclaircissement(page);
      const countPayments = async (): Promise<number> =>
        (
          await fetchApi<{ total_records: number }>(page, 'transactions/totaux', {
            'filter[contrib.id]': String(payer),
          })
        ).total_records;
      const before = await countPayments();
      await openMenu();
      await page.getByRole('menuitem', { name: act }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Motif').fill('Vu au relevé');
      await cut(page, /\/reglement$/, when);
      const press = dialog.getByRole('button', { name: button, exact: true });
      await press.click();
      await expect(dialog.getByRole('alert')).toContainText('Le serveur ne répond pas');
      await expect(dialog.getByLabel('Motif')).toHaveValue('Vu au relevé');
      await press.click();
      await expectToast(page, done);
      await expect(dialog).toBeHidden();
      expect(await countPayments()).toBe(before + (act === 'Encaisser' ? 1 : 0));
      await expect(page.locator('body')).not.toBeFocused();
    });
