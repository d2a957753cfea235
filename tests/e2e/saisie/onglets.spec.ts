/** The same form in two tabs: nobody's entry is overwritten unseen, and no tab takes what is typed in another one. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { at, PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { acceptQuestions, create, field, newName, save } from '../forms.ts';
import { expectToast, fetchApi, OWN_PASSWORD, rows, signIn } from '../support.ts';

interface Case {
  what: string;
  /** Creates a record. @returns the address of its form, and of the API */
  make: (page: Page) => Promise<{ form: string; api: string }>;
  /** A field of the form, and its name in the API. */
  label: string;
  name: string;
}

interface Place {
  id: number;
  type: { id: number };
  parent: { id: number };
}

/** A sector of Niamey. */
const sector = async (page: Page): Promise<Place> => {
  const { data } = await fetchApi<{ data: Place[] }>(page, 'ramifications', {
    'filter[ent.id]': '1',
    'filter[tr.nom]': 'Secteur',
    itemperpage: '1',
  });
  return data[0] as Place;
};

const firstId = async (page: Page, path: string): Promise<number> =>
  (await fetchApi<{ data: { id: number }[] }>(page, path, { itemperpage: '1' })).data[0]?.id ?? 0;

const CASES: readonly Case[] = [
  {
    what: 'a taxpayer',
    make: async (page) => {
      const ramification = (await sector(page)).id;
      const { id } = await create(page, 'contribuables', { nom: newName('Onglets'), ramification });
      return { form: at(PAGES.contribuableEdit, id), api: `contribuables/${id}` };
    },
    label: 'Adresse',
    name: 'adresse',
  },
  {
    what: 'a user',
    make: async (page) => {
      const nom = newName('Onglets').replace(' ', '');
      const { id } = await create(page, 'users', {
        nom,
        prenom: 'Aïcha',
        username: nom.toLowerCase(),
        email: `${nom.toLowerCase()}@octroi.test`,
        password: OWN_PASSWORD,
        passwordConfirm: OWN_PASSWORD,
        groupe: (await fetchApi<{ data: { id: number }[] }>(page, 'groups', { itemperpage: '1' })).data[0]
          ?.id,
        entites: [1],
      });
      return { form: `${SCREENS.users.url}/${id}`, api: `users/${id}` };
    },
    label: 'Prénom',
    name: 'prenom',
  },
  {
    what: 'a group',
    make: async (page) => {
      const { id } = await create(page, 'groups', { nom: newName('Onglets') });
      return { form: `${SCREENS.roles.url}/${id}`, api: `groups/${id}` };
    },
    label: 'Nom',
    name: 'nom',
  },
  {
    what: 'a place',
    make: async (page) => {
      const { type, parent } = await sector(page);
      const { id } = await create(page, 'ramifications', {
        nom: newName('Onglets'),
        code: newName('').trim().slice(-6),
        entite: 1,
        type: type.id,
        parent: parent.id,
        enabled: true,
      });
      return { form: `${SCREENS.ramifications.url}/${id}`, api: `ramifications/${id}` };
    },
    label: 'Nom',
    name: 'nom',
  },
  {
    what: 'a town',
    make: async (page) => {
      const { id } = await create(page, 'villes', { nom: newName('Onglets') });
      return { form: `${SCREENS.villes.url}/${id}`, api: `villes/${id}` };
    },
    label: 'Nom',
    name: 'nom',
  },
];

/** Opens an address in the tab and in a second one, and waits for what it shows. @returns the second tab */
async function openTwice(page: Page, address: string, shown: (tab: Page) => Locator): Promise<Page> {
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(address);
    await expect(shown(tab)).toBeVisible();
  }
  return other;
}

const refusal = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'Modifié entre-temps' });

for (const { what, make, label, name } of CASES)
  test(`${what} edited in two tabs: the second save is refused, says what to do, and keeps the entry`, async ({
    page,
  }) => {
    acceptQuestions(page);
    await signIn(page, 'superadmin');
    const { form, api } = await make(page);
    const other = await openTwice(page, form, (tab) => field(tab, label));
    const first = newName('Premier');
    const second = newName('Second');
    await field(page, label).fill(second);
    // the other tab has not taken what is typed here
    await field(other, label).fill(first);
    await save(other);
    await expectToast(other, "L'élément a bien été modifié !");

    await save(page);
    await expect(refusal(page)).toContainText('Rechargez-le');
    await expect(field(page, label)).toHaveValue(second);
    expect((await fetchApi<Record<string, unknown>>(page, api))[name]).toBe(first);

    await refusal(page).getByRole('button', { name: 'Charger la version enregistrée' }).click();
    await expect(refusal(page)).toHaveCount(0);
    await expect(field(page, label)).toHaveValue(first);
    await field(page, label).fill(second);
    await save(page);
    await expectToast(page, "L'élément a bien été modifié !");
    expect((await fetchApi<Record<string, unknown>>(page, api))[name]).toBe(second);
  });

test('a tax edited in two tabs: the second save is refused, and keeps the entry', async ({ page }) => {
  acceptQuestions(page);
  await signIn(page, 'superadmin');
  const id = await firstId(page, 'entite_taxes');
  const stored = () => fetchApi<{ nom: string }>(page, `entite_taxes/${id}`);
  const { nom } = await stored();
  const other = await page.context().newPage();
  for (const editor of [page, other]) {
    await editor.goto(`${SCREENS.taxes.url}/${id}`);
    await expect(field(editor, 'Nom')).toHaveValue(nom);
  }
  const [first, second] = [newName('Première'), newName('Seconde')];
  const press = (editor: Page, name: string): Promise<void> =>
    editor.getByRole('button', { name, exact: true }).click();
  const step = (editor: Page, name: string): Locator => editor.getByRole('heading', { level: 2, name });
  await field(page, 'Nom').fill(second);
  await field(other, 'Nom').fill(first);
  for (const editor of [other, page]) {
    await press(editor, 'Suivant');
    await expect(step(editor, 'Applications')).toBeVisible();
    await press(editor, 'Suivant');
    await expect(step(editor, 'Recap')).toBeVisible();
    await press(editor, 'Valider & créer');
    if (editor === other) await expect(editor.getByRole('heading', { name: 'Félicitation !' })).toBeVisible();
  }
  await expect(refusal(page)).toContainText('Rechargez-le');
  expect((await stored()).nom).toBe(first);
  await press(page, 'Retourner aux applications');
  await press(page, 'Revenir aux infos');
  await expect(field(page, 'Nom')).toHaveValue(second);
  expect((await page.request.patch(`/v2/entite_taxes/${id}`, { data: { nom } })).status()).toBe(200);
});

test('addresses of « Point du mois » edited in two tabs: the second save is refused, and keeps the entry', async ({
  page,
}) => {
  await signIn(page, 'maradi');
  const other = await page.context().newPage();
  const addresses = (editor: Page): Locator => editor.getByRole('textbox', { name: 'Adresses' });
  const press = (editor: Page): Promise<void> =>
    editor.getByRole('button', { name: 'Enregistrer les adresses' }).click();
  for (const editor of [page, other]) {
    await editor.goto(SCREENS['point-du-mois'].url);
    await expect(addresses(editor)).toBeVisible();
  }
  const [first, second] = [1, 2].map((n) => `mairie${n}.${Date.now()}@maradi.ne`) as [string, string];
  await addresses(page).fill(second);
  await addresses(other).fill(first);
  await press(other);
  await expectToast(other, 'Le point du mois leur sera envoyé le 1er');
  await press(page);
  await expect(refusal(page)).toContainText('Rechargez-le');
  await expect(addresses(page)).toHaveValue(second);
  await refusal(page).getByRole('button', { name: 'Charger la version enregistrée' }).click();
  await expect(addresses(page)).toHaveValue(first);
  await addresses(page).fill('');
  await press(page);
  await expectToast(page, 'Le point du mois n’est plus envoyé');
});

test('a device edited in two tabs: the second save is refused, and keeps the entry', async ({ page }) => {
  await signIn(page, 'niamey');
  const agents = await fetchApi<{ data: { id: number }[] }>(page, 'appareils/agents', { entite: '1' });
  const nom = newName('Onglets');
  const made = await page.request.post('/v2/appareils', {
    data: {
      entite: 1,
      nom,
      agent: agents.data[0]?.id,
      ramifications: [(await sector(page)).id],
      plafond: null,
    },
  });
  expect(made.status()).toBe(201);
  const other = await page.context().newPage();
  const dialog = (editor: Page): Locator => editor.getByRole('dialog');
  for (const editor of [page, other]) {
    await editor.goto('/appareils');
    const row = rows(editor).filter({ hasText: nom });
    await row.getByRole('button', { name: /^Actions : / }).click();
    await editor.getByRole('menuitem', { name: 'Modifier', exact: true }).click();
    await expect(dialog(editor).getByLabel('Nom')).toHaveValue(nom);
  }
  const [first, second] = [newName('Premier'), newName('Second')];
  await dialog(page).getByLabel('Nom').fill(second);
  await dialog(other).getByLabel('Nom').fill(first);
  await dialog(other).getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(other, "L'élément a bien été modifié !");
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click();
  await expect(refusal(page)).toContainText('Rechargez-le');
  await expect(dialog(page).getByLabel('Nom')).toHaveValue(second);
  await refusal(page).getByRole('button', { name: 'Charger la version enregistrée' }).click();
  await expect(refusal(page)).toHaveCount(0);
  await expect(dialog(page).getByLabel('Nom')).toHaveValue(first);
  await dialog(page).getByLabel('Nom').fill(second);
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, "L'élément a bien été modifié !");
});

test('rights edited in two tabs: the second save is refused, and keeps the ticks', async ({ page }) => {
  await signIn(page, 'superadmin');
  const { id } = await create(page, 'groups', { nom: newName('Onglets') });
  const [villes, frequences] = ['Villes : Lister', 'Fréquences : Lister'];
  const tick = (editor: Page, name: string): Locator => editor.getByRole('checkbox', { name, exact: true });
  const other = await openTwice(page, at(PAGES.permissions, id), (tab) => tick(tab, villes));
  await tick(page, villes).check();
  await tick(other, frequences).check();
  await save(other);
  await expectToast(other, "L'élément a bien été modifié !");
  await save(page);
  await expect(refusal(page)).toBeVisible();
  await expect(tick(page, villes)).toBeChecked();
  await refusal(page).getByRole('button', { name: 'Charger la version enregistrée' }).click();
  await expect(tick(page, frequences)).toBeChecked();
  await expect(tick(page, villes)).not.toBeChecked();
});

test('a new record in two tabs: each tab keeps its own entry, also over a reload', async ({ page }) => {
  await signIn(page, 'superadmin');
  const other = await page.context().newPage();
  const editors = [page, other] as const;
  const address = `${SCREENS.villes.url}/create`;
  for (const editor of editors) {
    acceptQuestions(editor);
    await editor.goto(address);
    await expect(field(editor, 'Nom')).toHaveValue('');
  }
  await field(page, 'Nom').fill('Dosso');
  await field(other, 'Nom').fill('Tahoua');
  for (const editor of editors) await editor.reload();
  await expect(field(page, 'Nom')).toHaveValue('Dosso');
  await expect(field(other, 'Nom')).toHaveValue('Tahoua');

  // what is typed in a tab that is closed comes back in the next one
  await other.close();
  const next = await page.context().newPage();
  acceptQuestions(next);
  await next.goto(address);
  await expect(field(next, 'Nom')).toHaveValue('Tahoua');
  await expect(field(page, 'Nom')).toHaveValue('Dosso');
});
