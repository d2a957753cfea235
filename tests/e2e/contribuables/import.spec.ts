import { expect, type Page, test } from '@playwright/test';
import { picture } from '../../../apps/api/src/testing/files/photos.ts';
import { zip } from '../../../apps/api/src/testing/files/zips.ts';
import {
  fetchApi,
  countContribuables,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
} from '../support.ts';

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choisir le fichier' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

test('a file of taxpayers is checked, corrected and imported once', async ({ page }) => {
  await signIn(page, 'niamey');
  const { data } = await fetchApi<{ data: { code: string | null }[] }>(page, 'ramifications', {
    itemperpage: '500',
  });
  const code = data.findLast((place) => place.code)?.code ?? '';
  await page.goto('/contribuables/import');
  await expect(heading(page)).toHaveText('Importer des contribuables');

  const fetched = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Télécharger le modèle (XLSX)' }).click();
  expect((await fetched).suggestedFilename()).toBe('modele-import-contribuables.xlsx');
  await choose(page, 'une-colonne.csv', 'Nom|Secteur\nAli|A');
  await expect(page.getByRole('alert')).toContainText('Une seule colonne');

  // Windows-1252, as spreadsheets write it; unique headings, so that no stored mapping applies
  const run = Date.now();
  const rows = [`Zénabou ${run};${code};90112233`, `Ali ${run};Nulle part;`, `Issa ${run};${code};12`];
  await choose(page, 'liste.csv', Buffer.from([`Nom;Où ${run};Téléphone`, ...rows].join('\r\n'), 'latin1'));
  await expect(page.getByText('3 lignes, 3 colonnes · Ville de Niamey')).toBeVisible();
  await page.getByRole('button', { name: 'Vérifier' }).click();
  await expect(page.getByRole('alert')).toContainText('Choisissez la colonne du champ « Localisation »');
  await page.getByLabel(/^Localisation/).selectOption(`Où ${run}`);
  await page.getByRole('button', { name: 'Vérifier' }).click();
  const result = page.getByRole('group', { name: 'Résultat de la vérification' });
  await expect(result).toBeFocused();
  await expect(result.getByRole('status').first()).toHaveText(
    '3 lignes lues : 1 à enrôler, 0 déjà là, 2 rejetées',
  );
  await expect(page.getByRole('article', { name: 'Vérification' })).toBeInViewport({ ratio: 1 });
  const rejected = page.getByRole('region', { name: /^Lignes rejetées/ }).first();
  await expect(rejected).toContainText('« Nulle part » n’existe pas');
  await expect(rejected).toContainText('numéro de téléphone');
  await expectAccessible(page);

  const before = await countContribuables(page);
  await page.getByRole('button', { name: 'Importer 1 contribuable', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Résultat de l’import' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Voir les contribuables' })).toBeInViewport();
  expect(await countContribuables(page)).toBe(before + 1);

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('rows that may be an existing taxpayer are decided on one screen, and the decisions are kept when the page is closed', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const { data: places } = await fetchApi<{ data: { code: string | null }[] }>(page, 'ramifications', {
    itemperpage: '500',
  });
  const code = places.findLast((place) => place.code)?.code ?? '';
  const { data: people } = await fetchApi<{ data: { telephone: string | null }[] }>(page, 'contribuables', {
    itemperpage: '20',
  });
  const telephones = people.flatMap(({ telephone }) => telephone ?? []).slice(0, 2);
  const run = Date.now();
  const name = `registre-${run}.csv`;
  const rows = telephones.map((telephone, n) => `Inconnu ${run} ${n};${code};${telephone}`);
  await page.goto('/contribuables/import');
  await choose(page, name, ['Nom;Localisation;Téléphone', ...rows].join('\r\n'));
  await page.getByRole('button', { name: 'Vérifier' }).click();
  await expect(page.getByRole('region', { name: 'Lignes à décider (2)' })).toBeVisible();
  await page.getByLabel('Décision de la ligne 2').selectOption('Écarter la ligne');
  await page.getByLabel('Lignes qui ressemblent').selectOption('Toutes de nouveaux contribuables');
  await expectAccessible(page);

  await page.goto('/contribuables/import');
  await page.getByRole('button', { name: `Reprendre ${name}, 2 lignes` }).click();
  await expect(page.getByLabel('Décision de la ligne 2')).toHaveValue('écarter');
  await expect(page.getByLabel('Lignes qui ressemblent')).toHaveValue('nouveaux');
  // what was checked is not what would be imported
  await expect(page.getByRole('button', { name: /^Importer/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Vérifier de nouveau' }).click();
  await expect(page.getByRole('button', { name: 'Importer 1 contribuable', exact: true })).toBeVisible();
  const fetched = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Le sort de chaque ligne (CSV)' }).click();
  expect((await fetched).suggestedFilename()).toBe('sort-des-lignes.csv');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('photos of an archive are joined to the taxpayers who name them, and each missing one is told', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const { data: places } = await fetchApi<{ data: { code: string | null }[] }>(page, 'ramifications', {
    itemperpage: '500',
  });
  const code = places.findLast((place) => place.code)?.code ?? '';
  const run = Date.now();
  const people = [`Wozaku ${run};${code};Aïcha.JPG`, `Bilfeto ${run};${code};absente.jpg`];
  await page.goto('/contribuables/import');
  await choose(page, `photos-${run}.csv`, ['Nom;Localisation;Photo', ...people].join('\r\n'));
  const content = await picture();
  const archive = zip(['photos/aicha.jpg', 'photos/inconnue.jpg'].map((name) => ({ name, content })));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choisir l’archive des photos' }).click();
  await (await chooser).setFiles({ name: 'photos.zip', mimeType: 'application/zip', buffer: archive });
  await expect(page.getByText('2 photos lues.')).toBeVisible();
  await page.getByRole('button', { name: 'Vérifier', exact: true }).click();
  await expect(page.getByText('1 photo à joindre, 1 introuvable ou refusée')).toBeVisible();
  const photos = page.getByRole('region', { name: 'Photos', exact: true });
  await expect(photos.getByRole('row', { name: /inconnue/ })).toContainText('Aucune ligne ne la nomme');
  await expect(photos.getByRole('row', { name: /aicha/ })).toContainText('Nommée par une ligne (ligne 2)');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Importer 2 contribuables' }).click();
  await expect(page.getByText('1 photo jointe, 1 introuvable ou refusée')).toBeVisible();
  await expect(photos.getByRole('row', { name: /aicha/ })).toContainText('Jointe à la fiche');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});
