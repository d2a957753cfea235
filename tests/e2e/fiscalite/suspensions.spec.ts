import { expect, type Page, test } from '@playwright/test';
import { create, only } from '../forms.ts';
import { expectAccessible, expectFit, expectToast, fetchApi, rows, signIn, todayOf } from '../support.ts';
import { button, combobox, field, newEquipement, newName, taxeNamed } from './taxes-support.ts';

/** A monthly tax of Niamey, and somebody who owes it from this month on. */
async function debtor(page: Page) {
  const year = (await todayOf(page)).slice(0, 4);
  const equipement = await newEquipement(page);
  const niamey = await taxeNamed(page, 'Taxe de transport : taxi-moto');
  const places = niamey.applications
    .filter(({ annee }) => annee === year)
    .map(({ ramification }) => ramification);
  const place = places.find(({ nom }) => nom === 'Niamey I');
  const named = async (path: string): Promise<{ id: number; occurrences?: number }[]> =>
    (await fetchApi<{ data: { id: number; occurrences?: number }[] }>(page, path)).data;
  const taxe = await create(page, 'entite_taxes', {
    nom: newName('Taxe'),
    entite: 1,
    categorie: (await named('categorietaxes'))[0]?.id,
    frequence: (await named('frequences')).find(({ occurrences }) => occurrences === 12)?.id,
    typeEquipement: equipement.id,
    applications: places.map((one) => ({ ramification: one.id, annee: year, tarif: 1500 })),
  });
  const { id } = await create(page, 'contribuables', {
    nom: newName('Redevable'),
    prenom: 'Awa',
    ramification: place?.id,
    lignes: [{ typeEquipement: equipement.id }],
  });
  return { taxe: taxe.nom, id };
}

/** What the record shows as échéances, once the jobs of an act are done. */
const expectDues = (page: Page, id: number, shown: (page: Page) => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.goto(`/contribuables/profile/${id}?onglet=echeances`);
    await shown(page);
  }).toPass();

test('a tax is suspended, then due again; it is deferred, then falls due as before', async ({ page }) => {
  await signIn(page, 'niamey');
  const { taxe, id } = await debtor(page);
  const today = await todayOf(page);
  const [year, month] = [today.slice(0, 4), today.slice(5, 7)];
  const count = 13 - Number(month);
  const table = page.getByRole('region', { name: `Échéances de ${year}` });
  const rowsOf = () => table.locator('tbody').getByRole('row');
  await expectDues(page, id, () => expect(rowsOf()).toHaveCount(count));

  const dialog = page.getByRole('dialog', { name: 'Suspendre ou différer une taxe' });
  const motif = newName('Incendie');
  const fill = async (): Promise<void> => {
    await page.goto('/suspensions');
    await button(page, 'Suspendre ou différer').click();
    if ((await combobox(page, 'Collectivité').inputValue()) === '') {
      await combobox(page, 'Collectivité').click();
      await page.getByRole('option', { name: 'Ville de Niamey' }).click();
    }
    await combobox(page, 'Taxe').fill(taxe);
    await page.getByRole('option', { name: taxe }).click();
    await field(page, 'Du').fill(`01/${month}/${year}`);
    await field(page, 'Au').fill(`31/12/${year}`);
    await field(page, 'Au').press('Tab');
    await field(page, 'Motif').fill(motif);
    await field(page, 'Référence').fill('Délibération nº 4');
  };
  const finish = async (first: string): Promise<void> => {
    await page.goto(only('/suspensions', 'susp.motif', motif));
    await page.getByRole('button', { name: `Actions : ${motif}` }).click();
    await page.getByRole('menuitem', { name: 'Finir' }).click();
    await field(page, first).fill(`01/${month}/${year}`);
    await field(page, first).press('Tab');
    await expect(page.getByRole('dialog').getByRole('status')).toContainText(String(count));
    await button(page, 'Finir').click();
    await expectToast(page, 'modifié');
    await expect(rows(page).first()).toContainText('Retirée');
  };

  await fill();
  await expect(dialog.getByRole('status')).toContainText(/ne seront plus dus\./);
  await expectAccessible(page);
  await button(page, 'Suspendre').click();
  await expectToast(page, "L'élément a bien été ajouté !");
  await expectDues(page, id, () => expect(page.getByText('Aucune échéance')).toBeVisible({ timeout: 2000 }));
  await finish('De nouveau dû dès le');
  await expectDues(page, id, () => expect(rowsOf()).toHaveCount(count, { timeout: 2000 }));

  await fill();
  await combobox(page, 'Nature').selectOption('moratoire');
  await expect(combobox(page, 'Ce qui est déjà payé')).toHaveCount(0);
  await expect(dialog.getByRole('status')).toContainText(`ne seront exigibles qu’après le 31/12/${year}.`);
  await expectFit(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  await button(page, 'Différer').click();
  await expectToast(page, "L'élément a bien été ajouté !");
  const deferred = rowsOf().filter({ hasText: `01/01/${Number(year) + 1}` });
  await expectDues(page, id, () => expect(deferred).toHaveCount(count, { timeout: 2000 }));
});
