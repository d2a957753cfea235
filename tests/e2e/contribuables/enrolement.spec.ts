import { formatDay } from '@octroi/contract/platform/values/period';
import { expect, type Page, test } from '@playwright/test';
import { chooseInMenu, chooser, create, field, type Named, newName, only, save } from '../forms.ts';
import {
  fetchApi,
  choice,
  column,
  expectAccessible,
  expectSettled,
  heading,
  pick,
  rows,
  signIn,
  expectToast,
  toast,
  todayOf,
  figureText,
} from '../support.ts';

interface Contribuable extends Named {
  numKlis: string;
  fullName: string;
  statut: string;
  situation: { total: number };
  lignes: { id: number; precision: string | null }[];
  ramification: Named & { parent: Named };
}
interface Lieu extends Named {
  type: { nom: string };
  parent: Named;
}

/** A sector of Niamey. */
async function secteurOf(page: Page, rank = 0): Promise<Lieu> {
  const { data } = await fetchApi<{ data: Lieu[] }>(page, 'ramifications', {
    'filter[ent.id]': '1',
    'filter[tr.nom]': 'Secteur',
    itemperpage: '5',
  });
  return data[rank] as Lieu;
}
const enrolled = async (page: Page, more: object = {}): Promise<Contribuable> =>
  create<Contribuable>(page, 'contribuables', {
    nom: newName('Issa'),
    ramification: (await secteurOf(page)).id,
    ...more,
  });
const dialog = (page: Page) => page.getByRole('dialog');

test('a taxpayer is entered with its lines, with a warning about a duplicate', async ({ page }) => {
  await signIn(page, 'niamey');
  const telephone = `9${String(Date.now()).slice(-7)}`;
  const double = await enrolled(page, { telephone });
  await page.goto('/enrollements');
  await expect(heading(page)).toHaveText('Ville de Niamey › Tous les contribuables');
  await page.getByRole('link', { name: 'Creation' }).click();
  await expect(heading(page)).toHaveText('Nouvel enrôlement');

  await field(page, 'Téléphone').fill('douze');
  await save(page);
  await expect(page.getByText('Veuillez entrer le nom', { exact: true })).toBeVisible();
  await expect(page.getByText(/8 à 15 chiffres/)).toBeVisible();
  await expect(page.getByText('Veuillez choisir la localisation')).toBeVisible();
  await expect(field(page, 'Nom')).toBeFocused();

  const nom = newName('Oumarou');
  await field(page, 'Nom').fill(nom);
  await field(page, 'Téléphone').fill(`+227 ${telephone}`);
  await chooser(page, 'Localisation').click();
  await chooser(page, 'Localisation').fill('Secteur A');
  await page.getByRole('listbox').getByRole('option').first().click();
  const warning = page.getByRole('status').filter({ hasText: 'Un contribuable ressemble à celui-ci' });
  await expect(warning).toContainText(double.numKlis);
  await expect(warning).toContainText('Même téléphone');

  await page.getByRole('tab', { name: 'Enrollements' }).click();
  await pick(page, chooser(page, "Type d'équipement, ligne 1"), 'Enseigne');
  await chooser(page, 'Précision, ligne 1').click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.getByRole('button', { name: 'Ajouter une ligne' }).click();
  await chooser(page, "Nature d'activité, ligne 2").click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await expectAccessible(page);
  await save(page);
  await dialog(page).getByRole('button', { name: 'Enregistrer quand même' }).click();
  await expectToast(page, "L'élément a bien été ajouté !");
  await expect(heading(page)).toHaveText('Ville de Niamey › Tous les contribuables');
  await expectSettled(page);
  await expect.poll(async () => (await column(page, 'Nom complet'))[0]).toBe(nom);
  await expect.poll(async () => (await column(page, 'Statut'))[0]).toContain('Enrolé');
});

test('an enrolment is corrected, then validated, from its row', async ({ page }) => {
  await signIn(page, 'niamey');
  const { data: natures } = await fetchApi<{ data: Named[] }>(page, 'nature_activites', {
    'filter[ent.id]': '1',
  });
  const lignes = natures.slice(0, 2).map((nature) => ({ natureActivite: nature.id }));
  const { fullName: nom, numKlis } = await enrolled(page, { lignes });
  await page.goto(only('/enrollements', 'contrib.numKlis', numKlis));
  await chooseInMenu(page, nom, 'Modifier');
  await expect(heading(page)).toHaveText('Modification enrôlement');
  await page.getByRole('tab', { name: 'Enrollements' }).click();
  await page.getByRole('button', { name: 'Retirer la ligne 2' }).click();
  await save(page);
  await dialog(page).getByRole('button', { name: 'Enregistrer quand même' }).click();
  await expectToast(page, "L'élément a bien été modifié !");
  await expectSettled(page);
  await expect.poll(async () => (await column(page, 'Statut'))[0]).toContain('Corrigé');
  await expect.poll(async () => (await column(page, 'Correcteur'))[0]).toBe('niamey');

  await chooseInMenu(page, nom, 'Valider');
  await expect(dialog(page)).toContainText('Etes-vous sûr de confirmer cet enrollement ?');
  await dialog(page).getByRole('button', { name: 'Valider' }).click();
  await expect(rows(page).first()).toContainText('Validé');
  // offered for ten seconds, and by the key Z
  await toast(page, "L'élément a bien été modifié !")
    .filter({ hasText: nom })
    .getByRole('button', { name: 'Annuler' })
    .click();
  await expectToast(page, 'La validation est annulée');
  await expect(rows(page).first()).toContainText('Corrigé');
});

test('the second form saves the same record; a concurrent change is reported', async ({ page }) => {
  await signIn(page, 'niamey');
  const { id } = await enrolled(page, { telephone: '90 00 00 09' });
  await page.goto(`/enrollements/${id}`);
  await save(page);
  await expect(page.getByText('Veuillez entrer le prénom')).toBeVisible();
  await expect(page.getByText('Veuillez choisir le moyen de paiement préféré')).toBeVisible();
  await expect(page.getByText('Veuillez choisir une activité ou un équipement')).toBeVisible();
  await expect(page.getByText('Veuillez entrer le NIF')).toHaveCount(0);
  await field(page, 'Prénom').fill('Aïcha');
  for (const age of ['0', '131', '-1', '1000000000', '35 ans', 'trente']) {
    await field(page, 'Age').fill(age);
    await save(page);
    await expect(field(page, 'Age')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'Age')).toHaveAccessibleDescription(/entre 1 et 130|entier|non valable/);
    expect((await field(page, 'Age').inputValue()).replaceAll(/\s/g, '')).toBe(age.replaceAll(' ', ''));
  }
  await field(page, 'Age').fill('44');
  await field(page, 'Lieu de naissance').fill('Dosso');
  await field(page, 'Adresse').fill('Rue 7');
  await chooser(page, "Type pièce d'identité").click();
  await choice(page, 'Passeport').click();
  await field(page, "Numéro pièce d'identité").fill('P-44');
  await chooser(page, 'Moyen de paiement préféré').click();
  await expect(choice(page, 'Orange Money')).toBeVisible();
  await expect(choice(page, 'Remboursement')).toHaveCount(0);
  await choice(page, 'Orange Money').click();
  await field(page, 'Raison sociale').fill('Sahel SA');
  await save(page);
  await expect(page.getByText('Veuillez entrer le NIF')).toBeVisible();
  await field(page, 'Raison sociale').fill('');
  await pick(page, chooser(page, 'Equipement'), 'Enseigne');
  await expect(chooser(page, 'Activité')).toBeDisabled();
  await expectAccessible(page);
  await save(page);
  await expect(page.getByText(/^Veuillez choisir une précision/).first()).toBeVisible();
  await chooser(page, 'Précision').click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.request.patch(`/v2/contribuables/${id}`, { data: { nif: '1/A' } });
  await save(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Modifié entre-temps' })).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer ma saisie par-dessus' }).click();
  await expectToast(page, "L'élément a bien été modifié !");
  const after = await fetchApi<Contribuable>(page, `contribuables/${id}`);
  expect(after).toMatchObject({ prenom: 'Aïcha', age: 44, statut: 'Corrigé' });
  expect(after.lignes).toHaveLength(1);
});

test('an equipment keeps its précision, and a change that lowers the amount due asks for confirmation with both amounts', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const { id: ramification } = await secteurOf(page);
  const { data: tarifs } = await fetchApi<{
    data: { typeEquipement: Named | null; precisions: { libelle: string; tarif: number }[] }[];
  }>(page, 'entite_taxes/tarifs', { ramification: String(ramification) });
  const tarif = tarifs.find((tarif) => tarif.typeEquipement && tarif.precisions.length > 1);
  const type = tarif?.typeEquipement?.nom ?? '';
  const [low, high] = (tarif?.precisions ?? [])
    .toSorted((a, b) => a.tarif - b.tarif)
    .flatMap((p, n, all) => (n === 0 || n === all.length - 1 ? [p.libelle] : []));
  const { id } = await enrolled(page, {
    lignes: [{ typeEquipement: tarif?.typeEquipement?.id, precision: high }],
  });
  const before = await fetchApi<Contribuable>(page, `contribuables/${id}`);
  await page.route('**/v2/entite_taxes/tarifs*', (route) => route.abort());
  await page.goto(`/contribuables/edit/${id}`);
  await page.getByRole('tab', { name: 'Enrollements' }).click();
  // rates that were not read are not said to be missing
  await expect(page.getByText('La liste n’a pas pu être chargée')).toBeVisible();
  await expect(page.getByText('sans tarif', { exact: true })).toHaveCount(0);
  await page.unroute('**/v2/entite_taxes/tarifs*');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  const equipement = chooser(page, "Type d'équipement, ligne 1");
  const precision = chooser(page, 'Précision, ligne 1');
  // text typed before the names have loaded stays
  await expect(equipement).toHaveValue(type);
  await expect(precision).toHaveValue(high ?? '');
  await pick(page, equipement, type);
  await expect(precision).toHaveValue(high ?? '');
  await expect(chooser(page, "Nature d'activité, ligne 1")).toBeDisabled();

  await equipement.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Effacer le choix' }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(equipement).toHaveValue('');
  await expect(equipement).toBeFocused();
  await pick(page, equipement, type);
  await expect(page.getByText('précision à choisir')).toBeVisible();
  await save(page);
  await expect(precision).toHaveAccessibleDescription(/Veuillez choisir une précision/);

  await precision.click();
  await choice(page, low ?? '').click();
  await expect(precision).not.toHaveAccessibleDescription(/Veuillez choisir une précision/);
  await save(page);
  await expect(dialog(page)).toContainText('Le montant dû va baisser');
  await expect(dialog(page)).toContainText(figureText(before.situation.total));
  await dialog(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect((await fetchApi<Contribuable>(page, `contribuables/${id}`)).situation).toEqual(before.situation);
  await save(page);
  await dialog(page).getByRole('button', { name: 'Enregistrer quand même' }).click();
  await expectToast(page, "L'élément a bien été modifié !");
  const { situation } = await fetchApi<Contribuable>(page, `contribuables/${id}`);
  expect(situation.total).toBeLessThan(before.situation.total);
});

test('taxpayers are moved to another sector and validated, many at once', async ({ page }) => {
  await signIn(page, 'superadmin');
  const nom = newName('Lot');
  for (const rank of [1, 2, 3]) await enrolled(page, { nom: `${nom} ${rank}` });
  const to = await secteurOf(page, 3);
  const like = [{ column: 'contrib.nom', operator: 'like', x: nom }];
  await page.goto(`/enrollements?f=${encodeURIComponent(JSON.stringify(like))}`);
  await expectSettled(page);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('checkbox').first().check();
  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Action', exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Changer de secteur');
  await expect(heading(page)).toHaveText('Changer de secteur');
  expect(page.url()).toContain('/contribuables/change-secteur/');
  await save(page);
  await expect(page.getByText('Veuillez choisir un secteur')).toBeVisible();
  // a place is found by its ancestors' names too, despite equal names
  const { chemin } = await fetchApi<{ chemin: string }>(page, `ramifications/${to.id}`);
  const option = page
    .getByRole('option')
    .filter({ hasText: `${to.nom} - ${to.parent.nom}` })
    .filter({ hasText: chemin });
  for (const typed of [`${to.nom} - ${to.parent.nom}`, `${chemin.split(' › ')[0]} ${to.nom}`, chemin]) {
    await chooser(page, 'Secteur').fill(typed);
    await expect(option).toHaveCount(1);
  }
  await option.click();
  await expect(chooser(page, 'Secteur')).toHaveValue(`${to.nom} - ${to.parent.nom}`);
  // the reason of the move is required, and its day for a removal
  await save(page);
  await expect(page.getByText('Veuillez choisir le motif')).toBeVisible();
  await page.getByRole('radio', { name: 'Déménagement' }).check();
  await expectAccessible(page);
  await save(page);
  await expect(page.getByText('Veuillez choisir le jour du déménagement')).toBeVisible();
  const today = await todayOf(page);
  await field(page, 'Jour du déménagement').fill(formatDay(today));
  await page.keyboard.press('Tab');
  await save(page);
  await expect(dialog(page)).toContainText('Etes-vous sur de vouloir modifier ces contribuables');
  await expect(dialog(page)).toContainText(
    `Vers ${chemin} › ${to.nom}. Déménagement du ${formatDay(today)}.`,
  );
  await expect(dialog(page)).toContainText(/Ce qui est dû (ne change pas|passera de).*F\sCFA/);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, '3 contribuable(s) sur 3');
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('checkbox').first().check();
  await act('Valider');
  await expect(dialog(page)).toContainText('Etes vous sûr de vouloir valider cet élément ?');
  await dialog(page)
    .getByRole('button', { name: /^Valider/ })
    .click();
  await expect(rows(page).filter({ hasText: 'Validé' })).toHaveCount(3);
  const { data } = await fetchApi<{ data: Contribuable[] }>(page, 'contribuables', {
    'filter[contrib.nom][type]': 'like',
    'filter[contrib.nom][x]': nom,
  });
  expect(data.map(({ statut }) => statut)).toEqual(['Validé', 'Validé', 'Validé']);
  await page.goto(`/contribuables/profile/${data[0]?.id}?onglet=historique`);
  const entry = page.getByRole('listitem').filter({ hasText: 'Changer de secteur' });
  await expect(entry).toContainText(chemin);
  await expect(entry).toContainText('Déménagement');
  await expect(entry).toContainText(formatDay(today));
});

test('taxpayers of several collectivités are refused before a sector is chosen', async ({ page }) => {
  await signIn(page, 'superadmin');
  const ids: number[] = [];
  for (const entite of ['[1]', '[2]']) {
    const { data } = await fetchApi<{ data: Named[] }>(page, 'contribuables', { entite, itemperpage: '1' });
    ids.push(data[0]?.id ?? 0);
  }
  await page.goto(`/contribuables/change-secteur/${JSON.stringify(ids)}`);
  await expect(page.getByText('Des contribuables de plusieurs collectivités')).toBeVisible();
  await expect(page.getByText('Ville de Maradi, Ville de Niamey')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toHaveCount(0);
});

test('an address without taxpayers says so, and only people with the right choose a sector', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/contribuables/change-secteur/tous');
  await expect(page.getByText('Aucun contribuable à déplacer')).toBeVisible();
  await signIn(page, 'niamey');
  await page.goto('/enrollements');
  await expectSettled(page);
  await rows(page).getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(["Avis d'imposition", 'Préparer une tournée']);
});

test('the equipment list follows the address, and only Super Admin deletes from it', async ({ page }) => {
  await signIn(page, 'superadmin');
  const { id, ramification, numKlis } = await enrolled(page);
  const { data: types } = await fetchApi<{ data: Named[] }>(page, 'type_equipements', {
    'filter[ent.id]': '1',
  });
  await create(page, 'equipements', { contribuable: id, type: types[0]?.id });
  await page.goto(`/equipements?entite=1&branch=${ramification.id}`);
  await expectSettled(page);
  await expect.poll(async () => (await column(page, 'N° contribuable'))[0]).toBe(numKlis);
  await expect.poll(async () => (await column(page, 'Statut'))[0]).toContain('En attente de confirmation');
  await expect.poll(async () => new Set(await column(page, 'Secteur'))).toEqual(new Set([ramification.nom]));
  await chooseInMenu(page, numKlis, 'Supprimer');
  await dialog(page).getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, "L'élément a bien été supprimé !");
  await expect(page.getByRole('link', { name: numKlis })).toHaveCount(0);

  await page.context().clearCookies();
  await signIn(page, 'niamey');
  await page.goto('/equipements');
  await expectSettled(page);
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Fiche contribuable' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Supprimer' })).toHaveCount(0);
});
