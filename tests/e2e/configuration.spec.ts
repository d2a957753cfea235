import { expect, type Locator, test } from '@playwright/test';
import { chooseInMenu, chooser, create, field, type Named, newName, only, save } from './forms.ts';
import {
  fetchApi,
  choice,
  choices,
  expectSettled,
  heading,
  rows,
  signIn,
  switchTo,
  toast,
  expectToast,
  sideMenu,
} from './support.ts';

const frequence = (name: string): string => only('/frequences', 'f.nom', name);

test('a person who sees several collectivités reads the collectivité of a régie or category once', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  for (const address of ['/regies', '/categories-valeurs']) {
    await page.goto(address);
    await expect(page.getByRole('columnheader', { name: 'Nom', exact: false }).first()).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Collectivité' })).toHaveCount(1);
  }
});

test('a frequency is created, changed and deleted, each with its toast', async ({ page }) => {
  await signIn(page, 'superadmin');
  const name = newName('Bimensuelle');
  await page.goto('/frequences');
  await page.getByRole('link', { name: 'Creation' }).click();
  await expect(heading(page)).toHaveText('Création - Fréquence');
  await expect(field(page, 'Nom')).toBeFocused();

  await save(page);
  await expect(page.getByText('Veuillez entrer le nom de la fréquence')).toBeVisible();
  await expect(field(page, 'Nom')).toBeFocused();
  await expect(field(page, 'Nom')).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL('/frequences/create');

  await field(page, 'Nom').fill(name);
  await field(page, 'Occurrences par an').fill('24');
  await field(page, 'Description').fill('Deux fois par mois');
  await expect(page.getByRole('switch', { name: 'Active ?' })).toBeChecked();
  await save(page);
  await expectToast(page, "L'élément a bien été ajouté !");
  await expect(page).toHaveURL('/frequences');

  await page.goto(frequence(name));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('24');
  await expect(rows(page)).toContainText('Active');
  await chooseInMenu(page, name, 'Modifier');
  await expect(heading(page)).toHaveText(`Modification - ${name}`);
  await expect(field(page, 'Description')).toHaveValue('Deux fois par mois');
  await field(page, 'Occurrences par an').fill('26');
  await page.getByRole('switch', { name: 'Active ?' }).uncheck();
  await save(page);
  await expectToast(page, "L'élément a bien été modifié !");
  // the form returns to the list as it was
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('26');
  await expect(rows(page)).toContainText('inactive');

  await chooseInMenu(page, name, 'Supprimer');
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Etes-vous sûr de supprimer cet élément ?');
  await question.getByRole('button', { name: 'Annuler' }).click();
  await expect(question).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await chooseInMenu(page, name, 'Supprimer');
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, "L'élément a bien été supprimé !");
  await expect(page.getByText('Rien trouvé')).toBeVisible();
});

test('a commission with more than two decimals is refused at its field', async ({ page }) => {
  await signIn(page, 'superadmin');
  const { id, nom } = await create(page, 'moyen_paiements', { nom: newName('Chèque'), commission: 1.5 });
  await page.goto(`/moyens-paiement/${id}`);
  const commission = field(page, 'Commission (%)');
  await expect(commission).toHaveValue('1,5');
  await commission.fill('1,255');
  await expect(commission).toHaveAccessibleDescription(/deux décimales au plus/);
  await save(page);
  await expect(commission).toHaveValue('1,255');
  await expect(page).toHaveURL(`/moyens-paiement/${id}`);
  await commission.fill('1.25');
  await save(page);
  await expectToast(page, "L'élément a bien été modifié !");
  await page.goto(only('/moyens-paiement', 'mp.nom', nom));
  await expect(rows(page)).toContainText('1,25');
});

test('a toast appears at the top right and disappears after three seconds', async ({ page }) => {
  await signIn(page, 'superadmin');
  const { id, nom } = await create(page, 'frequences', { nom: newName('Décadaire'), occurrences: 36 });
  await page.clock.install();
  await page.goto(`/frequences/${id}`);
  await expect(field(page, 'Nom')).toHaveValue(nom);
  await field(page, 'Description').fill('Tous les dix jours');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await save(page);
  const successToast = toast(page, "L'élément a bien été modifié !");
  await expect(successToast).toBeVisible();
  const box = await successToast.boundingBox();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  expect(box?.x).toBeGreaterThan(width / 2);
  expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height / 3);
  await page.clock.runFor(2_500);
  await expect(successToast).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(successToast).toBeHidden();
  await page.request.delete(`/v2/frequences/${id}`);
});

test('after a concurrent change, the second editor is warned and keeps the typed values', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const { id, nom } = await create(page, 'frequences', { nom: newName('Saisonnière'), occurrences: 4 });
  const other = await page.context().newPage();
  for (const editor of [page, other]) {
    await editor.goto(`/frequences/${id}`);
    await expect(field(editor, 'Nom')).toHaveValue(nom);
  }
  await field(other, 'Description').fill('celle du premier');
  await save(other);
  await expectToast(other, "L'élément a bien été modifié !");

  await field(page, 'Description').fill('celle du second');
  const refused = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await save(page);
  const { message } = (await (await refused).json()) as { message: string };
  expect((await refused).status()).toBe(412);
  const failure = page.locator('form').getByRole('alert');
  await expect(failure).toContainText('Modifié entre-temps');
  await expect(failure).toContainText(message);
  await expect(field(page, 'Description')).toHaveValue('celle du second');

  await failure.getByRole('button', { name: 'Enregistrer ma saisie par-dessus' }).click();
  await expectToast(page, "L'élément a bien été modifié !");
  expect((await fetchApi<{ description: string }>(page, `frequences/${id}`)).description).toBe(
    'celle du second',
  );
  await page.request.delete(`/v2/frequences/${id}`);
});

test('a category with natures is not deleted, and the refusal names the dependent records', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.goto('/categorie-activite');
  await expectSettled(page);
  const before = await rows(page).count();
  await chooseInMenu(page, 'Commerce', 'Supprimer');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  const refusal = toast(
    page,
    'Impossible de supprimer cet élément car toutes les données liées à cet élément seront supprimé !',
  );
  await expect(refusal).toBeVisible();
  await expect(refusal).toContainText(/nature/i);
  await expect(page.getByRole('link', { name: 'Commerce', exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(before);
});

test('a bulk deletion deletes what it can, and lists the rest', async ({ page }) => {
  await signIn(page, 'superadmin');
  const { nom } = await create(page, 'frequences', { nom: newName('Éphémère'), occurrences: 2 });
  const names = JSON.stringify([{ column: 'f.nom', operator: 'in', x: [nom, 'Annuelle'] }]);
  await page.goto(`/frequences?f=${encodeURIComponent(names)}`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Sélectionner toutes les lignes de la page').check();
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer 2 lignes' }).click();
  await expectToast(page, "L'élément a bien été supprimé !");
  await expect(page.getByRole('dialog')).toContainText('1 élément(s) non supprimé(s)');
  // by name, with its dependent records
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(/^Annuelle : Lié à : \d+ /);
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Annuelle');
});

test('the list of a collectivité includes the shared category', async ({ page }) => {
  await signIn(page, 'superadmin');
  const common = await create(page, 'categorietaxes', { nom: newName('Commune à toutes') });
  await page.goto('/categorie-taxes');
  await switchTo(page, 'Ville de Zinder');
  await expect(page.getByText('Valable pour = Ville de Zinder')).toBeVisible();
  await page.getByRole('textbox', { name: 'Rechercher dans' }).fill(common.nom);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(common.nom);
  await page.request.delete(`/v2/categorietaxes/${common.id}`);
});

test('the nature form offers only the active categories of the chosen collectivité', async ({ page }) => {
  await signIn(page, 'superadmin');
  const nom = newName('Rémoulage');
  const active = await create(page, 'categorie_activites', { nom: newName('Métiers'), entite: 2 });
  const asleep = await create(page, 'categorie_activites', {
    nom: newName('Anciens métiers'),
    entite: 2,
    enabled: false,
  });
  await page.goto('/nature-activite/create');
  await save(page);
  // specification 2 section 5: the same message under each required field
  await expect(page.getByText('Veuillez entrer le nom de la taxe')).toHaveCount(3);

  await field(page, 'Nom').fill(nom);
  await chooser(page, 'Collectivité').click();
  await choice(page, 'Ville de Maradi').click();
  await chooser(page, 'Catégorie').click();
  await expect(choice(page, active.nom)).toBeVisible();
  await expect(choice(page, asleep.nom)).toHaveCount(0);
  const { data } = await fetchApi<{ data: Named[] }>(page, 'categorie_activites', {
    'filter[ent.id]': '2',
    'filter[ca.enabled]': '1',
    itemperpage: '30',
  });
  await expect(choices(page)).toHaveText(data.map((row) => row.nom));
  await choice(page, active.nom).click();
  await save(page);
  await expectToast(page, "L'élément a bien été ajouté !");

  await page.goto(only('/nature-activite', 'na.nom', nom));
  await expect(rows(page)).toContainText(active.nom);
  await expect(rows(page)).toContainText('Ville de Maradi');
  await chooseInMenu(page, nom, 'Modifier');
  // a record's collectivité cannot change
  await expect(chooser(page, 'Collectivité')).toBeDisabled();
  await page.goBack();
  await chooseInMenu(page, nom, 'Supprimer');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText('Rien trouvé')).toBeVisible();
  for (const { id } of [active, asleep]) await page.request.delete(`/v2/categorie_activites/${id}`);
});

test('leaving with unsaved values asks for confirmation', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/frequences');
  await page.getByRole('link', { name: 'Creation' }).click();
  await field(page, 'Nom').fill('à peine commencée');
  const question = page.getByRole('dialog');
  await sideMenu(page).getByRole('link', { name: 'Contribuables' }).click();
  await expect(question).toContainText('Quitter sans enregistrer ?');
  await question.getByRole('button', { name: 'Rester' }).click();
  await expect(page).toHaveURL('/frequences/create');
  await expect(field(page, 'Nom')).toHaveValue('à peine commencée');

  await page.goBack();
  await expect(question).toContainText('Ce que vous avez saisi sera perdu.');
  await question.getByRole('button', { name: 'Rester' }).click();
  await expect(field(page, 'Nom')).toHaveValue('à peine commencée');

  await page.getByRole('link', { name: 'Annuler' }).click();
  await question.getByRole('button', { name: 'Quitter' }).click();
  await expect(page).toHaveURL('/frequences');
});

test('a refusal of the server is shown once, and all typed values stay', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/frequences/create');
  await field(page, 'Nom').fill('Perdue en route');
  await page.route('**/v2/frequences', (route) => route.abort());
  await save(page);
  const failure = toast(page, "Une erreur s'est produite !");
  await expect(failure).toHaveCount(1);
  await expect(failure).toContainText('Le serveur ne répond pas');
  await expect(page.getByText('Le serveur ne répond pas')).toHaveCount(1);
  await expect(field(page, 'Nom')).toHaveValue('Perdue en route');
});

test('the keyboard alone creates a frequency and deletes it', async ({ page }) => {
  await signIn(page, 'superadmin');
  const nom = newName('Au clavier');
  await page.goto('/frequences');
  await expect(rows(page).first()).toBeVisible();
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  /** Presses Tab until the element has the focus; limited to a screenful of stops. */
  const tabTo = async (target: Locator): Promise<void> => {
    for (let stop = 0; stop < 60; stop++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await press('Tab');
    }
    await expect(target).toBeFocused();
  };

  await press('Tab');
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await press('Enter');
  await tabTo(page.getByRole('link', { name: 'Creation' }));
  await press('Enter');
  await expect(field(page, 'Nom')).toBeFocused();
  await page.keyboard.type(nom);
  await tabTo(page.getByRole('switch', { name: 'Active ?' }));
  await press('Space');
  await expect(page.getByRole('switch', { name: 'Active ?' })).not.toBeChecked();
  await tabTo(page.getByRole('button', { name: 'Enregistrer' }));
  await press('Enter');
  await expect(page).toHaveURL('/frequences');

  const menu = page.getByRole('button', { name: `Actions : ${nom}` });
  await expect(menu).toBeVisible();
  await tabTo(page.getByRole('link', { name: nom }));
  await tabTo(menu);
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Modifier' })).toBeFocused();
  await press('ArrowDown');
  await press('Enter');
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  await tabTo(question.getByRole('button', { name: 'Supprimer' }));
  await press('Enter');
  await expectToast(page, "L'élément a bien été supprimé !");
  await expect(menu).toHaveCount(0);
});
