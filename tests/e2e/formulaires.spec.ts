import { expect, type Locator, type Page, test } from '@playwright/test';
import { PAGES, at } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { WITH_FORMS } from '../parcours/addresses.ts';
import { treeFaults } from '../parcours/tree.ts';
import { chooser, field, newName, save } from './forms.ts';
import { choice, choices, expectAccessible, heading, OWN_PASSWORD, signIn, expectToast } from './support.ts';

/** The declared creation forms; a tax has a wizard instead. */
const FORMS = [
  ...WITH_FORMS.filter(([screen]) => screen !== 'taxes').map(([screen]) => `${SCREENS[screen].url}/create`),
  at(PAGES.collectiviteUser, 1),
];

const MARK = '.mantine-InputWrapper-required';
const fields = (page: Page): Locator => page.locator('form .mantine-InputWrapper-root');
const marked = (page: Page): Locator => fields(page).filter({ has: page.locator(MARK) });
const inputOf = (wrapper: Locator): Locator => wrapper.locator('input:not([type=hidden]), textarea').first();
const nameOf = async (wrapper: Locator): Promise<string> =>
  (await wrapper.locator('label').first().innerText()).replace(/\s*\*$/, '');

/** A unique word for one-line fields. */
const word = (): string => `e2e${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

/** Fills a field with a valid value; a choice made before stays. */
async function fill(page: Page, wrapper: Locator): Promise<void> {
  const input = inputOf(wrapper);
  const name = await nameOf(wrapper);
  const list = (await input.getAttribute('aria-haspopup')) === 'listbox';
  if (list) {
    if (await input.isDisabled()) return;
    const several = ((await wrapper.getAttribute('class')) ?? '').includes('MultiSelect');
    for (const _again of several ? [1] : [1, 2]) {
      await input.click();
      const searched = name.startsWith('Collectivité')
        ? choice(page, 'Ville de Niamey')
        : choices(page).first();
      await searched.click();
    }
    if (several) return page.keyboard.press('Escape');
    await expect(input, `${name}, chosen again`).not.toHaveValue('');
    return;
  }
  if ((await input.getAttribute('inputmode')) !== null) {
    const value = (await input.inputValue()) || '1';
    await input.fill('35 ans');
    await save(page);
    await expect(input, name).toHaveAttribute('aria-invalid', 'true');
    await expect(input, name).toHaveValue('35 ans');
    return input.fill(value);
  }
  if ((await input.getAttribute('type')) === 'password') return input.fill(OWN_PASSWORD);
  const typed = name === 'Email' ? `${word()}@octroi.test` : word();
  return input.fill(typed);
}

for (const address of FORMS)
  test(`the fields marked in ${address} are those that it requires`, async ({ page }) => {
    await signIn(page, 'superadmin');
    await page.goto(address);
    await expect(heading(page)).toBeVisible();
    await expect(marked(page).first()).toBeVisible();
    await save(page);
    await expect(page.locator('form [aria-invalid="true"]').first()).toBeVisible();
    // each fault is tied to its field
    expect(await treeFaults(page)).toEqual([]);
    for (const wrapper of await fields(page).all()) {
      const isRequired = (await wrapper.locator('[aria-invalid="true"]').count()) > 0;
      const name = await nameOf(wrapper);
      if (isRequired)
        expect(await wrapper.locator(MARK).count(), `${name} is asked for without a mark`).toBe(1);
    }

    // required fields may change with the choices
    const filled = new Set<string>();
    for (let again = true; again;) {
      again = false;
      for (const wrapper of await marked(page).all()) {
        const name = await nameOf(wrapper);
        if (filled.has(name)) continue;
        filled.add(name);
        await fill(page, wrapper);
        again = true;
      }
    }
    const postReply = page.waitForResponse((reply) => reply.request().method() === 'POST');
    await save(page);
    const reply = await postReply;
    expect(reply.status(), await reply.text()).toBe(201);
    await expectToast(page, "L'élément a bien été ajouté !");
    const { id } = (await reply.json()) as { id: number };
    expect((await page.request.delete(`${new URL(reply.url()).pathname}/${id}`)).status()).toBe(204);
  });

test('a missing record can be created from the select that needs it, and typed values are kept', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const ville = newName('Téra');
  await page.goto('/administration/collectivite/create');
  await field(page, 'Nom').fill('Commune en cours');
  await chooser(page, 'Ville').click();
  await chooser(page, 'Ville').fill(ville);
  await choice(page, `Créer « ${ville} »`).click();
  const dialog = page.getByRole('dialog', { name: 'Création - Ville' });
  const name = dialog.getByRole('textbox', { name: 'Nom' });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue(ville);
  await expectAccessible(page);
  await name.fill('');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(name).toHaveAccessibleDescription('Veuillez entrer le nom de la ville');
  await name.fill(ville);
  const postReply = page.waitForResponse((reply) => reply.request().method() === 'POST');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(chooser(page, 'Ville')).toHaveValue(ville);
  await expect(field(page, 'Nom')).toHaveValue('Commune en cours');
  await expect(page).toHaveURL(/collectivite\/create$/);
  const { id } = (await (await postReply).json()) as { id: number };
  await page.request.delete(`/v2/villes/${id}`);
});

test('a record created from a select belongs to the chosen collectivité, and needs the right to create it', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const nature = newName('Vannerie');
  const categorie = newName('Artisanat');
  await page.goto('/contribuables/create');
  await field(page, 'Nom').fill('Seyni');
  await chooser(page, 'Moyen de paiement préféré').click();
  await chooser(page, 'Moyen de paiement préféré').fill('Nulle part');
  await expect(page.getByRole('listbox').getByText('Rien trouvé')).toBeVisible();
  await page.keyboard.press('Escape');
  await chooser(page, 'Localisation').click();
  await choices(page).first().click();
  await page.getByRole('tab', { name: 'Enrollements' }).click();
  const line = chooser(page, "Nature d'activité, ligne 1");
  await line.click();
  await line.fill(nature);
  await choice(page, `Créer « ${nature} »`).click();
  const dialog = page.getByRole('dialog', { name: "Création - Nature d'activité" });
  await expect(dialog.getByRole('combobox', { name: 'Collectivité' })).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: 'Unité de compte' })).toBeVisible();
  const categorieField = dialog.getByRole('combobox', { name: 'Catégorie' });
  await categorieField.click();
  await categorieField.fill(categorie);
  await choice(page, `Créer « ${categorie} »`).click();
  const innerDialog = page.getByRole('dialog', { name: "Création - Catégorie d'activité" });
  await innerDialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(innerDialog).toHaveCount(0);
  await expect(categorieField).toHaveValue(categorie);
  await expect(categorieField).toBeFocused();
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(line).toHaveValue('');
  await line.fill(nature);
  await choice(page, `Créer « ${nature} »`).click();
  await categorieField.click();
  await choice(page, categorie).click();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(line).toHaveValue(nature);
  await expect(line).toBeFocused();
  await page.getByRole('tab', { name: 'Infos contribuable' }).click();
  await expect(field(page, 'Nom')).toHaveValue('Seyni');
});

/** Forms with lists of choices that are searched, here and by the server. */
const withChoices = (contribuable: number): string[] => [
  PAGES.contribuableCreate,
  at(PAGES.contribuableEdit, contribuable),
  `${SCREENS.taxes.url}/create`,
  `${SCREENS['nature-activite'].url}/create`,
  `${SCREENS.ramifications.url}/create`,
  `${SCREENS.agents.url}/create`,
];

test('Enter in a list of choices selects, and does not submit the form', async ({ page }) => {
  await signIn(page, 'superadmin');
  const reply = await page.request.get('/v2/contribuables?itemperpage=1');
  const { data } = (await reply.json()) as { data: { id: number }[] };
  const addresses = withChoices(data[0]!.id);
  const sent: string[] = [];
  page.on('request', (request) => {
    // duplicates of a taxpayer are looked for by a POST
    if (request.method() !== 'GET' && !request.url().endsWith('/doublons'))
      sent.push(`${request.method()} ${request.url()}`);
  });
  let [chosen, kept] = [0, 0];
  const lists = page
    .locator('form input[aria-haspopup="listbox"]:not([readonly]):not([disabled])')
    .filter({ visible: true });
  const tryEach = async (): Promise<void> => {
    for (const id of await lists.evaluateAll((inputs) => inputs.map((input) => input.id))) {
      const list = lists.and(page.locator(`[id="${id}"]`));
      // a choice before may have taken it away
      if ((await list.count()) === 0) continue;
      await expect(list).not.toHaveValue('…');
      const before = await list.inputValue();
      await list.click();
      await expect(list).toHaveAttribute('aria-expanded', 'true');
      await expect(list).not.toHaveAttribute('aria-busy', 'true');
      await list.press('Enter');
      await expect(list, 'an untouched choice stays').toHaveValue(before);
      if (before !== '') kept += 1;

      await list.fill('');
      await list.pressSequentially('a');
      await list.press('Enter');
      await expect(list).not.toHaveAttribute('aria-busy', 'true');
      if (!['', 'a'].includes(await list.inputValue())) chosen += 1;
      await list.press('Escape');
    }
  };
  for (const address of addresses) {
    await page.goto(address);
    await expect(heading(page)).toBeVisible();
    await expect(lists.first()).toBeVisible();
    await tryEach();
    for (const tab of (await page.getByRole('tab').all()).slice(1)) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await tryEach();
    }
    expect(new URL(page.url()).pathname).toBe(address);
  }
  expect(kept).toBeGreaterThan(0);
  expect(chosen).toBeGreaterThan(addresses.length);
  expect(sent).toEqual([]);
});
