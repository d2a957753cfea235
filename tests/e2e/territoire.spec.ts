import { expect, test } from '@playwright/test';
import { chooseInMenu, chooser, create, field, newName, only, save } from './forms.ts';
import {
  fetchApi,
  choices,
  column,
  expectAccessible,
  expectCount,
  expectNoSidewaysScroll,
  expectSettled,
  figureOf,
  heading,
  headsOf,
  pick,
  rows,
  signIn,
  toast,
  expectToast,
  openFromMenu,
  sideMenu,
} from './support.ts';

const collectivite = (name: string): string => only('/administration/collectivite', 'ent.nom', name);

test('a collectivité is created with a unique name, and deleted when nothing depends on it', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const name = newName('Commune de Téra');
  await page.goto('/administration/collectivite');
  await expect(heading(page)).toHaveText('Collectivités');
  await page.getByRole('link', { name: 'Creation' }).click();
  await save(page);
  for (const hint of [
    'Veuillez entrer le nom de la collectivité',
    'Veuillez entrer le nom court',
    'Veuillez entrer le code',
    'Veuillez choisir une ville',
  ])
    await expect(page.getByText(hint)).toBeVisible();
  await field(page, 'Nom').fill(name);
  await field(page, 'Nom court').fill('Téra');
  await field(page, 'Code').fill(newName('T').replaceAll(' ', '').slice(0, 18));
  await pick(page, chooser(page, 'Ville'), 'Tahoua');
  await field(page, 'Commission').fill('12,5');
  await save(page);
  await expectToast(page, "L'élément a bien été ajouté !");
  await expect(page.getByRole('dialog')).toContainText(`Activer « ${name} » ?`);
  await page.getByRole('button', { name: 'Laisser inactive' }).click();

  await page.goto('/administration/collectivite/create');
  await field(page, 'Nom').fill(name.toUpperCase());
  await field(page, 'Nom court').fill('Téra');
  await field(page, 'Code').fill('AUTRE');
  await pick(page, chooser(page, 'Ville'), 'Tahoua');
  await save(page);
  await expect(toast(page, 'Une collectivité avec le nom existe dejà !').first()).toBeVisible();
  await expect(field(page, 'Nom')).toHaveAttribute('aria-invalid', 'true');

  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(collectivite(name));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('inactive');
  await chooseInMenu(page, name, 'Supprimer');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, "L'élément a bien été supprimé !");

  await page.goto(collectivite('Ville de Niamey'));
  await chooseInMenu(page, 'Ville de Niamey', 'Supprimer');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  const refusal = toast(page, 'Impossible de supprimer cet élément');
  await expect(refusal).toContainText(/contribuable\(s\)/);
  await expect(refusal).toContainText(/sous-entité\(s\)/);
});

test('sub-entities are created below their parent at the next level, changed and moved', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/ramifications');
  await expect(heading(page)).toHaveText('Sous-entités');
  expect(await headsOf(page)).toEqual(
    expect.arrayContaining(
      ['Parent', 'Nom', 'Code', 'Type', 'Statut'].map((head) => expect.stringContaining(head)),
    ),
  );

  const top = newName('Niamey');
  await page.getByRole('link', { name: 'Creation' }).click();
  await expect(chooser(page, 'Type')).toHaveValue('Département');
  await chooser(page, 'Type').click();
  await expect(choices(page)).toHaveText(['Département']);
  await page.keyboard.press('Escape');
  await field(page, 'Nom').fill(top);
  await field(page, 'Code').fill(newName('D').replaceAll(' ', ''));
  await expect(page.getByRole('switch', { name: 'Active' })).not.toBeChecked();
  await save(page);
  await page.getByRole('button', { name: 'Laisser inactive' }).click();

  await page.goto(only('/ramifications', 'ram.nom', top));
  await chooseInMenu(page, top, 'Ajouter sous-entité');
  await expect(heading(page)).toContainText(top);
  await expect(chooser(page, 'Collectivité')).toBeDisabled();
  await expect(chooser(page, 'Type')).toHaveValue('Quartier');
  const quartier = newName('Quartier');
  await field(page, 'Nom').fill(quartier);
  await field(page, 'Code').fill(newName('Q').replaceAll(' ', ''));
  await page.getByRole('switch', { name: 'Active' }).check();
  await save(page);
  // leaving before the reply might cancel the request
  await expectToast(page, "L'élément a bien été ajouté !");
  await page.goto(only('/ramifications', 'ram.nom', quartier));
  await expect.poll(() => column(page, 'Parent')).toEqual([top]);
  await expect(rows(page)).toContainText(`masqué par ${top}`);

  await chooseInMenu(page, quartier, 'Modifier');
  await expect(field(page, 'Code')).toBeDisabled();
  await expect(page.getByRole('combobox', { name: 'Collectivité' })).toHaveCount(0);
  await pick(page, chooser(page, 'Parent'), 'Niamey II', 'Niamey II');
  await save(page);
  await expectToast(page, "L'élément a bien été modifié !");
  await expect.poll(() => column(page, 'Parent')).toEqual(['Niamey II']);

  await chooseInMenu(page, quartier, 'Permissions');
  await expect(heading(page)).toHaveText(`Permissions - ${quartier}`);
  await expect(rows(page).filter({ hasText: 'niamey' }).first()).toContainText('Par la collectivité');
});

test('a collectivité that was just activated is in the choices at once', async ({ page }) => {
  await signIn(page, 'superadmin');
  const name = newName('Commune de Gaya');
  await page.goto('/ramifications/arbre');
  const choice = page.getByRole('main').getByRole('combobox', { name: 'Collectivité' });
  await expect(choice).toBeVisible();
  await openFromMenu(page, 'collectivites');
  await page.getByRole('link', { name: 'Creation' }).click();
  await field(page, 'Nom').fill(name);
  await field(page, 'Nom court').fill('Gaya');
  await field(page, 'Code').fill(newName('G').replaceAll(' ', '').slice(0, 18));
  await pick(page, chooser(page, 'Ville'), 'Tahoua');
  await save(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Activer', exact: true }).click();
  await expect(heading(page)).toHaveText('Collectivités');
  await openFromMenu(page, 'ramifications');
  await page.getByRole('link', { name: 'Arbre' }).click();
  await expect(choice.getByRole('option', { name, exact: true })).toHaveCount(1);
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'entites', { 'filter[ent.nom]': name });
  await page.request.delete(`/v2/entites/${data[0]?.id}`);
});

test('ticked rows without dependents are deleted, and the others listed', async ({ page }) => {
  await signIn(page, 'niamey');
  const type = await fetchApi<{ data: { id: number; niveau: number }[] }>(page, 'type_ramifications');
  const { id } = await create(page, 'ramifications', {
    nom: newName('Bloc'),
    code: newName('B').replaceAll(' ', ''),
    entite: 1,
    type: type.data.find(({ niveau }) => niveau === 1)?.id,
  });
  const filter = JSON.stringify([{ column: 'ram.id', operator: 'in', x: [String(id), '1'] }]);
  await page.goto(`/ramifications?f=${encodeURIComponent(filter)}`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Etes vous sûr de vouloir supprimer cet élément ?');
  await question.getByRole('button', { name: /Supprimer/ }).click();
  await expect(page.getByRole('dialog')).toContainText('1 élément(s) non supprimé(s)');
});

test('the tree expands, searches, counts, and links to what it counts', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/ramifications');
  await page.getByRole('link', { name: 'Arbre' }).click();
  const first = page.getByRole('row').filter({ hasText: 'Niamey I' }).first();
  await page.getByRole('button', { name: 'Déplier Niamey I', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Quartier' }).first()).toBeVisible();
  await page.getByLabel('Chercher une sous-entité').fill('plateau');
  await expect(page.getByRole('rowheader')).toHaveText([/Niamey/, /Plateau/]);
  await expectAccessible(page);
  await page.getByLabel('Chercher une sous-entité').fill('');
  const count = first.getByRole('link').last();
  const figure = await figureOf(count);
  await count.click();
  await expectSettled(page);
  await expectCount(page, figure);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/ramifications/arbre');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a person limited to part of a collectivité reads its sub-entities and cannot change them', async ({
  page,
}) => {
  await signIn(page, 'plateau');
  await page.goto('/ramifications');
  await expectSettled(page);
  await expect(page.getByRole('link', { name: 'Creation' })).toHaveCount(0);
  await expect(sideMenu(page).getByRole('link', { name: 'Administration' })).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Actions : / })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: 'Modifier' })).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: 'Permissions' })).toBeVisible();
});
