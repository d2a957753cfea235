import { readFile } from 'node:fs/promises';
import { type Download, expect, test } from '@playwright/test';
import { readPdf } from '../../../apps/api/src/platform/pdf/testing/pdf.ts';
import { fetchApi, expectAccessible, heading, rows, signIn, openFromMenu } from '../support.ts';

const textsOf = async (file: Download): Promise<string> =>
  readPdf(await readFile(await file.path()))
    .pages.flat()
    .join(' ');

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABgAAAAYCAMAAADXqc3KAAAAA1BMVEUAAACnej3aAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQoz2NgGAWjgPoAAAJYAAF1NoZ3AAAAAElFTkSuQmCC',
  'base64',
);

interface Papiers {
  office: string;
  ecusson: string | null;
}

test('a town edits the texts of its papers, with a preview', async ({ page }) => {
  await signIn(page, 'maradi');
  await page.goto('/');
  await openFromMenu(page, 'papiers');
  await expect(heading(page)).toHaveText('Papiers officiels');
  await expectAccessible(page);

  const office = page.getByLabel('Office');
  await office.fill('Perception de Maradi');

  // an invalid crest is reported at its field, and typed texts stay
  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles({ name: 'ecusson.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('Ce fichier n’est pas une image')).toBeVisible();
  await choose.setInputFiles({
    name: 'ecusson.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(3 * 1024 * 1024),
  });
  await expect(page.getByText('L’écusson dépasse 2 Mo.', { exact: false })).toBeVisible();
  await expect(office).toHaveValue('Perception de Maradi');

  const before = await fetchApi<Papiers>(page, 'entites/2/papiers');
  await choose.setInputFiles({ name: 'ecusson.png', mimeType: 'image/png', buffer: PNG });
  await expect(page.getByText("L'élément a bien été modifié !").first()).toBeVisible();
  await expect(office).toHaveValue('Perception de Maradi');

  const droits = page.getByLabel('Vos droits');
  await droits.fill('x'.repeat(301));
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('300 caractères au plus.', { exact: true })).toBeVisible();
  await droits.fill('Réclamation écrite au Maire.');
  const save = page.waitForResponse((reply) => reply.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  expect((await save).status()).toBe(200);
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeDisabled();
  const saved = await fetchApi<Papiers>(page, 'entites/2/papiers');
  expect(saved.office).toBe('Perception de Maradi');
  expect(saved.ecusson).not.toBe(before.ecusson);
  await expect(page.frameLocator('iframe[title="Aperçu de l’avis"]').owner()).toBeVisible();

  await page.getByRole('button', { name: 'Retirer' }).click();
  await expect(page.getByText('Pas d’écusson')).toBeVisible();
});

test('notices are printed for one taxpayer, for the ticked ones and for a report', async ({ page }) => {
  await signIn(page, 'niamey');
  const { office } = await fetchApi<Papiers>(page, 'entites/1/papiers');
  const owing = new URLSearchParams({
    dates: 'toutes',
    f: JSON.stringify([{ column: 'contrib.restant', operator: 'gt', x: '0' }]),
    itemperpage: '5',
  });
  await page.goto(`/contribuables?${owing.toString()}`);
  await expect(rows(page).first()).toBeVisible();

  const download = page.waitForEvent('download');
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: "Avis d'imposition" }).click();
  const notice = await textsOf(await download);
  for (const text of [office, 'Quand payer', 'Talon à remettre avec le paiement'])
    expect(notice).toContain(text);
  // depending on the day of the run, nothing may be overdue
  expect(notice).toMatch(/À payer (dès maintenant|au plus tard le)/);

  for (const index of [0, 1, 2]) await rows(page).getByRole('checkbox').nth(index).check();
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await page.getByRole('menuitem', { name: "Avis d'imposition" }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('3 avis à imprimer en un fichier, rangés par lieu.');
  const many = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Imprimer' }).click();
  const file = await many;
  expect(file.suggestedFilename()).toMatch(/^avis-d-imposition-\d{4}\.pdf$/);
  expect((await textsOf(file)).match(/DUPLICATA/g)).toHaveLength(1);

  await page.goto('/impressions/situation-des-impayes');
  await page.getByRole('button', { name: 'Avis d’imposition' }).click();
  await expect(question).toContainText(/avis à imprimer en un fichier/);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Annuler' }).click();
});

test('a person limited to one sub-entity reads the papers and cannot change them', async ({ page }) => {
  await signIn(page, 'plateau');
  await page.goto('/papiers-officiels');
  await expect(page.getByLabel('Office')).toHaveValue('Régie de recettes');
  await expect(page.getByLabel('Office')).toHaveAttribute('readonly');
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toHaveCount(0);
  await expect(page.getByText(/demandez-le à son administrateur/)).toBeVisible();
});
