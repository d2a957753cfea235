import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import {
  fetchApi,
  choice,
  column,
  expectCount,
  expectSettled,
  filterRow,
  heading,
  openFilters,
  pick,
  rows,
  searchNow,
  signIn,
  openFromMenu,
  sideMenu,
} from '../support.ts';

const JOURNAL = '/administration/journal';
/** A nature of Niamey, created and renamed by the page's person. */
async function renamed(page: Page): Promise<{ id: number; nom: string; neuf: string }> {
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'categorie_activites', {
    itemperpage: '1',
    'filter[ent.id]': '1',
  });
  const mark = Date.now().toString(36);
  const nom = `Vente de nattes ${mark}`;
  const created = await page.request.post('/v2/nature_activites', {
    data: { nom, entite: 1, categorie: data[0]?.id },
  });
  expect(created.status()).toBe(201);
  const { id } = (await created.json()) as { id: number };
  const neuf = `Tissage de nattes ${mark}`;
  const changed = await page.request.patch(`/v2/nature_activites/${id}`, { data: { nom: neuf } });
  expect(changed.status()).toBe(200);
  return { id, nom, neuf };
}

test('an administrator sees what was just changed, and the record before and after', async ({ page }) => {
  await signIn(page, 'niamey');
  const { id, nom, neuf } = await renamed(page);
  await page.goto('/');
  await openFromMenu(page, 'journal');
  await expect(heading(page)).toHaveText('Journal');
  await expect(page.getByRole('navigation', { name: 'Fil d’Ariane' })).toHaveText(
    /Tableau de bord›Administration›Journal/,
  );
  await expectSettled(page);
  const newest = rows(page)
    .filter({ hasText: `(identifiant ${id})` })
    .first();
  for (const text of [
    'Hadiza Djibo',
    'Modification',
    'Fiscalité',
    "Nature d'activité",
    'Ville de Niamey',
    'Nom',
  ])
    await expect(newest).toContainText(text);

  await newest.getByRole('link').click();
  await expect(heading(page)).toHaveText(`Modification : Nature d'activité (identifiant ${id})`);
  await expect(page.getByText('Hadiza Djibo (niamey)')).toBeVisible();
  const changed = page.getByRole('row').filter({ hasText: 'modifié' }).first();
  await expect(changed).toContainText('Nom');
  await expect(changed).toContainText(nom);
  await expect(changed).toContainText(neuf);
});

test('acts are filtered by person, act and record, and the result is exported', async ({ page }) => {
  await signIn(page, 'niamey');
  const { id, neuf } = await renamed(page);
  await page.goto(JOURNAL);
  await openFilters(page);
  const first = filterRow(page, 0);
  await first.field.selectOption('Acte');
  await first.value.click();
  await choice(page, 'Modification').click();
  await page.getByRole('button', { name: 'Ajouter une ligne' }).click();
  const second = filterRow(page, 1);
  await second.field.selectOption('Personne');
  await pick(page, second.value, 'Djibo', 'Hadiza Djibo');
  await page.getByRole('button', { name: 'Ajouter une ligne' }).click();
  const third = filterRow(page, 2);
  await third.field.selectOption("Identifiant de l'enregistrement");
  await third.value.fill(String(id));
  await searchNow(page);
  await expect(page.getByText('Acte = Modification')).toBeVisible();
  await expect(page.getByText('Personne = Hadiza Djibo')).toBeVisible();
  await expect.poll(async () => new Set(await column(page, 'Acte'))).toEqual(new Set(['Modification']));
  const rowCount = await rows(page).count();
  await expectCount(page, rowCount);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^journal-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toMatch(/^\uFEFFDate;Heure;Personne;/);
  expect(text.trimEnd().split('\r\n')).toHaveLength(rowCount + 1);
  expect(text).toContain(neuf);

  const exports = await fetchApi<{ data: { acte: string; utilisateur: { username: string } }[] }>(
    page,
    'journal',
    {
      'filter[acte]': 'exporter',
    },
  );
  expect(exports.data[0]).toMatchObject({ acte: 'exporter', utilisateur: { username: 'niamey' } });
});

test('a person limited to part of a collectivité has no journal', async ({ page }) => {
  await signIn(page, 'plateau');
  await page.goto('/administration');
  await expect(sideMenu(page).getByRole('link', { name: 'Contribuables', exact: true })).toBeVisible();
  await expect(heading(page)).toHaveText('Administration');
  await expect(page.getByRole('link', { name: 'Journal' })).toHaveCount(0);
  expect((await page.request.get('/v2/journal')).status()).toBe(403);
});
