import { expect, test, type Locator } from '@playwright/test';
import {
  fetchApi,
  choices,
  expectAccessible,
  heading,
  pick,
  rows,
  signIn,
  toast,
  expectToast,
  todayOf,
} from '../support.ts';
import {
  newName,
  combobox,
  field,
  button,
  step,
  taxeNamed,
  newEquipement,
  remove,
  onlyNamed,
  chooseYears,
  fillInfos,
  type Taxe,
} from './taxes-support.ts';

test.beforeEach(({ page }) => signIn(page, 'niamey'));

test('a tax without précisions is created in four steps', async ({ page }) => {
  const year = Number((await todayOf(page)).slice(0, 4));
  const equipement = await newEquipement(page);
  const nom = newName('Taxe');
  await page.goto('/taxes');
  await page.getByRole('link', { name: 'Creation' }).click();
  await expect(heading(page)).toHaveText('Création - Taxe');
  await expect(page.getByRole('list', { name: 'Étapes' }).getByRole('listitem')).toHaveText([
    /Information Générale/,
    /Applications/,
    /Recap/,
    /Finalisation/,
  ]);
  await expect(combobox(page, 'Collectivité')).toHaveValue('Ville de Niamey');

  await fillInfos(page, nom, equipement.nom, year);
  const rate = field(page, new RegExp(`^Tarif ${year}`));
  for (const typed of ['12,5', '-200', '100 000 001']) {
    await rate.fill(typed);
    await expect(rate).toHaveAccessibleDescription(/nombre entier de francs, de 0 à 100 000 000/);
  }
  await rate.fill('5 000');
  // another year starts with the previous year's rates, and entered values stay
  await chooseYears(page, year + 1);
  await expect(field(page, new RegExp(`^Tarif ${year + 1}`))).toHaveValue(/5\s000/);
  await field(page, new RegExp(`^Tarif ${year + 1}`)).fill('5500');
  await button(page, 'Suivant').click();

  await expect(step(page, 'Applications')).toBeFocused();
  const switches = page.getByRole('main').getByRole('switch');
  const tops = await switches.count();
  for (const one of await switches.all()) await expect(one).toBeChecked();
  await button(page, 'Déplier Niamey I').click();
  await expect(switches).not.toHaveCount(tops);
  await expect(page.getByText('hérité').first()).toBeVisible();
  await button(page, 'Tarifs de Niamey II').click();
  await field(page, `Tarif ${year} - Niamey II`).fill('6000');
  await button(page, 'Décocher la branche Niamey III').click();
  await button(page, 'Suivant').click();

  await expect(step(page, 'Recap')).toBeVisible();
  const amounts = page.getByRole('region', { name: /sous-entité/ });
  await expect(amounts.getByRole('row', { name: /^Niamey II / })).toContainText(/6\s000/);
  // what inherits a rate is counted beside it, and shown when asked
  await expect(amounts.getByText('hérité')).toHaveCount(0);
  await amounts
    .getByRole('button', { name: /qui en héritent/ })
    .first()
    .click();
  await expect(amounts.getByText('hérité').first()).toBeVisible();
  await expect(amounts).not.toContainText('Niamey III');
  await expectAccessible(page);
  await button(page, 'Valider & créer').click();

  await expect(page.getByText('Félicitation !')).toBeVisible();
  await expect(page.getByText(`La taxe « ${nom} » a été créée et est opérationnelle.`)).toBeVisible();
  await expectToast(page, "L'élément a bien été ajouté !");
  await expect(page).toHaveURL('/taxes');

  const taxe = await taxeNamed(page, nom);
  const rated = taxe.applications.filter(({ exclue }) => !exclue);
  const rates = rated.map(({ ramification, annee, tarif }) => [ramification.nom, annee, tarif]);
  expect(rates).toContainEqual(['Niamey I', String(year), 5000]);
  expect(rates).toContainEqual(['Niamey II', String(year), 6000]);
  expect(rates).toContainEqual(['Niamey II', String(year + 1), 5500]);
  expect(rates.map(([name]) => name)).not.toContain('Niamey III');
  expect(rated).toHaveLength(2 * (tops - 1));
  // exclusions are stored, for each year
  expect(
    taxe.applications.filter(({ exclue }) => exclue).map(({ ramification }) => ramification.nom),
  ).toEqual(['Niamey III', 'Niamey III']);

  await page.goto(onlyNamed(nom));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(equipement.nom);
  await expect(rows(page)).toContainText(new RegExp(`${year + 1}\\s*5\\s500`));
  await remove(page, taxe);
});

test('a tax with précisions is created, then changed for one sub-entity', async ({ page }) => {
  const year = Number((await todayOf(page)).slice(0, 4));
  const equipement = await newEquipement(page);
  const nom = newName('Taxe');
  await page.goto('/taxes/create');
  await fillInfos(page, nom, equipement.nom, year);
  await page.getByRole('switch', { name: /précisions/ }).check();
  await field(page, new RegExp(`^Libellé ${year}`)).fill('Petit');
  await field(page, new RegExp(`^Tarif ${year}`)).fill('50');
  await page.getByRole('button', { name: new RegExp(`^Ajouter une précision ${year}`) }).click();
  await field(page, new RegExp(`^Libellé ${year}, ligne 2`)).fill('petit');
  await field(page, new RegExp(`^Tarif ${year}, ligne 2`)).fill('150');
  await button(page, 'Suivant').click();
  await expect(page.getByText('Le libellé « petit » apparaît deux fois')).toBeVisible();
  await field(page, new RegExp(`^Libellé ${year}, ligne 2`)).fill('Grand');
  await button(page, 'Suivant').click();
  await button(page, 'Suivant').click();
  await expect(page.getByRole('region', { name: /sous-entité/ })).toContainText('Petit 50');
  await button(page, 'Valider & créer').click();
  await button(page, 'Retourner à la liste').click();

  const created = await taxeNamed(page, nom);
  expect(
    created.applications.every(({ tarif, precisione }) => tarif === null && precisione.length === 2),
  ).toBe(true);

  await page.goto(onlyNamed(nom));
  await page.getByRole('button', { name: `Actions : ${nom}` }).click();
  await page.getByRole('menuitem', { name: 'Modifier' }).click();
  await expect(heading(page)).toHaveText(`Modification - ${nom}`);
  await expect(page.getByRole('switch', { name: /précisions/ })).toBeChecked();
  await expect(combobox(page, 'Collectivité')).toBeDisabled();
  await field(page, 'Nom').fill(`${nom} bis`);
  await button(page, 'Suivant').click();
  await button(page, 'Tarifs de Niamey I').click();
  await button(page, `Retirer ${year}, ligne 2 - Niamey I`).click();
  await expect(page.getByText('tarif propre')).toBeVisible();
  await button(page, 'Suivant').click();
  await button(page, 'Valider & créer').click();
  await expectToast(page, "L'élément a bien été modifié !");

  const changed = await fetchApi<Taxe>(page, `entite_taxes/${created.id}`);
  expect(changed.nom).toBe(`${nom} bis`);
  const labels = changed.applications.map(({ ramification, precisione }) => [
    ramification.nom,
    precisione.length,
  ]);
  expect(labels).toContainEqual(['Niamey I', 1]);
  expect(labels).toContainEqual(['Niamey II', 2]);
  await remove(page, changed);
});

test('the first step stays until it is complete, with a message under each missing field', async ({
  page,
}) => {
  await page.goto('/taxes/create');
  await button(page, 'Suivant').click();
  for (const message of [
    'Veuillez entrer le nom de la taxe',
    "Veuillez choisir l'année d'application de la taxe",
    'Veuillez choisir une catégorie de taxe',
    'Veuillez choisir une activité',
    'Veuillez choisir un équipement',
    'Veuillez choisir une fréquence',
  ])
    await expect(page.getByText(message)).toBeVisible();
  await expect(step(page, 'Information Générale')).toBeVisible();
  await expect(combobox(page, 'Année')).toBeFocused();

  await pick(page, combobox(page, 'Equipement'), 'Moulin');
  await expect(page.getByText('Veuillez choisir une activité')).toBeHidden();
  await pick(page, combobox(page, 'Activité'), 'Forge');
  await expect(combobox(page, 'Equipement')).toHaveValue('');

  await combobox(page, 'Année').click();
  const year = Number((await todayOf(page)).slice(0, 4));
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(
    Array.from({ length: year + 2 - 2022 }, (_, index) => String(2022 + index)),
  );
});

test('a person with several collectivités must choose one, and each has its own choices', async ({
  page,
}) => {
  await page.context().clearCookies();
  await signIn(page, 'admin.nta');
  await page.goto('/taxes/create');
  await button(page, 'Suivant').click();
  await expect(page.getByText('Veuillez choisir une collectivité')).toBeVisible();
  await pick(page, combobox(page, 'Collectivité'), 'Ville de Niamey');
  await pick(page, combobox(page, 'Equipement'), 'Moulin');
  await pick(page, combobox(page, 'Collectivité'), 'Ville de Maradi');
  await expect(combobox(page, 'Equipement')).toHaveValue('');
});

test('the other taxes of a base are named, and a second one is allowed', async ({ page }) => {
  const year = Number((await todayOf(page)).slice(0, 4));
  const untaxed = await newEquipement(page);
  await page.goto('/taxes/create');
  await fillInfos(page, newName('Taxe'), 'Moulin', year);
  await field(page, new RegExp(`^Tarif ${year}`)).fill('5000');
  const note = page.getByText('La taxe « Taxe sur les moulins » porte déjà sur cet équipement');
  await expect(note).toContainText(/\d\sF\sCFA, .* : une ligne paiera cette taxe et « Taxe/);
  const link = page.getByRole('link', { name: 'Voir cette taxe' });
  const { id } = await taxeNamed(page, 'Taxe sur les moulins');
  await expect(link).toHaveAttribute('href', `/taxes/${id}`);
  await expectAccessible(page);
  await button(page, 'Suivant').click();
  await expect(step(page, 'Applications')).toBeFocused();
  await button(page, 'Suivant').click();
  await expect(
    page.getByText(/, avec « Taxe sur les moulins » \(.*\) : .* pour les mêmes lignes/),
  ).toBeVisible();

  await page.goto('/taxes/create');
  await fillInfos(page, newName('Taxe'), untaxed.nom, year);
  await expect(note).toHaveCount(0);
  // a tax is not named beside itself
  await page.goto(`/taxes/${id}`);
  await expect(combobox(page, 'Equipement')).toHaveValue('Moulin');
  await expect(link).toHaveCount(0);
});

test('a tax in tranches is computed from the quantity, from the wizard to the line', async ({ page }) => {
  const year = Number((await todayOf(page)).slice(0, 4));
  const equipement = await newEquipement(page, { unite: 'CV', uniteDecimales: 0 });
  await page.goto('/taxes/create');
  const nom = newName('Taxe');
  await fillInfos(page, nom, equipement.nom, year);
  await page.getByRole('switch', { name: /précisions/ }).check();
  const cell = (name: string, row: number) => field(page, new RegExp(`^${name} ${year}, ligne ${row}`));
  await button(page, `Ajouter une précision ${year} - tarif général`).click();
  for (const [index, [libelle, seuil, tarif]] of [
    ['Jusqu’à 8 CV', '0', '7000'],
    ['À partir de 9 CV', '0', '10000'],
  ].entries()) {
    await cell('Libellé', index + 1).fill(libelle!);
    await cell('À partir de', index + 1).fill(seuil!);
    await cell('Tarif', index + 1).fill(tarif!);
  }
  await expect(page.getByText('Les seuils grandissent d’une précision à la suivante')).toBeVisible();
  await cell('À partir de', 2).fill('9');
  await expect(page.getByText('Les seuils grandissent')).toHaveCount(0);
  await expectAccessible(page);
  await button(page, 'Suivant').click();
  await button(page, 'Suivant').click();
  await expect(page.getByText(/Jusqu’à 8 CV \(dès 0\sCV\) 7\s000\sF/).first()).toBeVisible();
  await button(page, 'Valider & créer').click();
  await expect(page.getByText('Félicitation !')).toBeVisible();

  await page.goto('/contribuables/create');
  await pick(page, combobox(page, 'Localisation'), 'Niamey II');
  await page.getByRole('tab', { name: 'Enrollements' }).click();
  await pick(page, combobox(page, /^Type d'équipement/), equipement.nom);
  await expect(page.getByText('quantité à entrer')).toBeVisible();
  await expect(combobox(page, /^Précision/)).toBeDisabled();
  const quantite = field(page, /^Quantité/);
  await quantite.fill('8');
  await expect(page.getByText(/^7\s000/)).toBeVisible();
  await quantite.fill('9');
  await expect(page.getByText(/^10\s000/)).toBeVisible();
  await remove(page, await taxeNamed(page, nom));
});

test('at least one sub-entity is required, and a refusal focuses its field', async ({ page }) => {
  const year = Number((await todayOf(page)).slice(0, 4));
  const equipement = await newEquipement(page);
  const nom = newName('Taxe');
  await page.goto('/taxes/create');
  await fillInfos(page, nom, equipement.nom, year);
  await field(page, new RegExp(`^Tarif ${year}`)).fill('5000');
  await button(page, 'Suivant').click();
  await button(page, 'Tout décocher').click();
  await button(page, 'Suivant').click();
  await expect(page.getByText('Veuillez choisir au moins une sous-entité')).toBeVisible();
  await page.getByLabel('Chercher une sous-entité').fill('niamey iv');
  await page.getByRole('switch', { name: /^Niamey IV/ }).check();
  await button(page, 'Suivant').click();
  const moulins = await taxeNamed(page, 'Taxe sur les moulins');
  const first = await page.request.post('/v2/entite_taxes', {
    data: {
      ...moulins,
      nom,
      typeEquipement: equipement.id,
      // other journeys close past years
      applications: moulins.applications.filter(({ annee }) => annee === String(year)),
    },
  });
  expect(first.status(), await first.text()).toBe(201);
  await button(page, 'Valider & créer').click();
  await expect(toast(page, "Une erreur s'est produite !")).toContainText(`s’appelle déjà « ${nom} »`);
  await expect(field(page, 'Nom')).toHaveAttribute('aria-invalid', 'true');
  await remove(page, (await first.json()) as Taxe);
});

test('Back returns to the previous step with all values, and leaving asks for confirmation', async ({
  page,
}) => {
  const year = Number((await todayOf(page)).slice(0, 4));
  const equipement = await newEquipement(page);
  await page.goto('/taxes');
  await page.getByRole('link', { name: 'Creation' }).click();
  await fillInfos(page, 'Taxe gardée', equipement.nom, year);
  await field(page, new RegExp(`^Tarif ${year}`)).fill('5000');
  await button(page, 'Suivant').click();
  await button(page, 'Décocher la branche Niamey V').click();
  await button(page, 'Suivant').click();
  await expect(step(page, 'Recap')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('switch', { name: /^Niamey V / })).not.toBeChecked();
  await page.goBack();
  await expect(field(page, 'Nom')).toHaveValue('Taxe gardée');
  await page.goBack();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Quitter sans enregistrer ?');
  await question.getByRole('button', { name: 'Rester' }).click();
  await expect(field(page, 'Nom')).toHaveValue('Taxe gardée');
  await page.getByRole('link', { name: 'Annuler' }).click();
  await question.getByRole('button', { name: 'Quitter' }).click();
  await expect(page).toHaveURL('/taxes');
});

test('a tax is created with the keyboard only', async ({ page }) => {
  const year = Number((await todayOf(page)).slice(0, 4));
  const equipement = await newEquipement(page);
  const nom = newName('Taxe');
  const { keyboard } = page;
  const cross = page.getByRole('button', { name: 'Effacer le choix' });
  /** Moves to the next field, past the clear button of a filled one. */
  const tabTo = async (next: Locator): Promise<void> => {
    await keyboard.press('Tab');
    await expect(next.or(cross).and(page.locator(':focus'))).toHaveCount(1);
    if ((await next.and(page.locator(':focus')).count()) === 0) await keyboard.press('Tab');
    await expect(next).toBeFocused();
  };
  /** Types into the focused select, and takes what is found. */
  const take = async (typed: string): Promise<void> => {
    await keyboard.type(typed);
    await keyboard.press('Enter');
  };
  await page.goto('/taxes/create');
  await combobox(page, 'Année').focus();
  await take(String(year));
  await keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Tarifs : tarif général' })).toBeVisible();
  await tabTo(field(page, 'Nom'));
  await keyboard.type(nom);
  for (const [name, typed] of [
    ['Catégorie', 'Publicité'],
    ['Activité', undefined],
    ['Equipement', equipement.nom],
    ['Frequence', 'Mensuelle'],
  ] as const) {
    await tabTo(combobox(page, name));
    if (!typed) continue;
    await take(typed);
    // the field shows the text either way: the list closes once a choice is made
    await expect(choices(page)).toHaveCount(0);
    await expect(combobox(page, name)).toHaveValue(new RegExp(`^${typed}`));
  }
  await tabTo(field(page, 'Exigible après'));
  await tabTo(page.getByRole('switch', { name: /précisions/ }));
  await keyboard.press('Tab');
  await keyboard.type('750');
  await keyboard.press('Enter');
  await expect(step(page, 'Applications')).toBeFocused();
  await page.getByRole('switch', { name: /^Niamey II / }).focus();
  await keyboard.press('Space');
  await button(page, 'Suivant').focus();
  await keyboard.press('Enter');
  await expect(step(page, 'Recap')).toBeFocused();
  await button(page, 'Valider & créer').focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Félicitation !' })).toBeFocused();
  await expect(page).toHaveURL('/taxes');
  const taxe = await taxeNamed(page, nom);
  const rated = taxe.applications.filter(({ exclue }) => !exclue);
  expect(rated.length).toBeGreaterThan(0);
  expect(rated.every(({ tarif }) => tarif === 750)).toBe(true);
  await remove(page, taxe);
});
