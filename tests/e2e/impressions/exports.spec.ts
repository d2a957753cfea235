import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import readXlsxFile from 'read-excel-file/node';
import { readPdf } from '../../../apps/api/src/platform/pdf/testing/pdf.ts';
import { sheetOf } from '../../../apps/api/src/testing/files/sheets.ts';
import { expectAccessible, expectFit, figureIn, heading, rows, signIn } from '../support.ts';

test('a list is exported as shown, and the receipt of a payment can be checked by anybody', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.goto('/transactions?dates=toutes');
  await expect(rows(page).first()).toBeVisible();
  await rows(page).first().getByRole('checkbox').check();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^liste-transactions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);

  const receipt = page.waitForEvent('download');
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Reçu' }).click();
  const paper = await receipt;
  const numero = /^recu-(NIA-\d{4}-(?:A\d{3}-)?\d{6})\.pdf$/.exec(paper.suggestedFilename())?.[1];
  expect(numero).toBeDefined();
  const paperText = readPdf(await readFile(await paper.path()))
    .pages.flat()
    .join(' ');
  const code = /\b[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}\b/.exec(paperText)?.[0] ?? '';

  await page.goto('/exports');
  await expect(heading(page)).toHaveText('Mes exports');
  await expect(page.getByText('Rien encore').or(page.getByRole('table'))).toBeVisible();

  await page.context().clearCookies();
  await page.goto(`/verifier/${code}`);
  await expect(page.getByText(numero!, { exact: true })).toBeVisible();
});

for (const path of ['/?dates=toutes', '/statistiques/carte', '/statistiques/rythme'])
  test(`the table of ${path} is exported with the rows and figures that it shows`, async ({ page }) => {
    await signIn(page, 'niamey');
    await page.goto(path);
    await expect(page.getByRole('rowheader', { name: 'TOTAL' })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const table = page.locator('table', { has: page.getByRole('rowheader', { name: 'TOTAL' }) });
    const [heads = [], ...shown] = await table.locator('tr').evaluateAll((lines) =>
      // a cell may have several lines: position below the place, share beside the figure, « Trop-perçu » before it
      lines.map((line) =>
        [...line.children].map(
          (cell) => (cell.querySelector(':scope > a') ?? cell.firstChild)?.textContent ?? '',
        ),
      ),
    );
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exporter' }).click();
    await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
    const [sheet] = await readXlsxFile(await (await download).path());
    const { heads: sheetHeads, rows: sheetRows, sums } = sheetOf(sheet?.data ?? []);
    const lines = [...sheetRows, ...sums];
    expect(lines.map(([name]) => name)).toEqual(shown.map(([name]) => name));
    const compared = heads.slice(1).filter((head) => sheetHeads.includes(head));
    expect(compared.length).toBeGreaterThanOrEqual(4);
    for (const head of compared) {
      const figures = lines.map((line) => line[sheetHeads.indexOf(head)]);
      const shownValues = shown.map((line) => line[heads.indexOf(head)] ?? '');
      expect(figures, head).toEqual(shownValues.map((text) => (/\d/.test(text) ? figureIn(text) : null)));
    }
  });

const PAPERS = [
  ['recu', 'valable', 'Document authentique'],
  ['recu', 'annule', 'Paiement annulé'],
  ['recu', 'remplace', 'Reçu remplacé'],
  ['avis', 'remplace', 'Avis remplacé'],
  ['provisoire', 'provisoire', 'sous réserve d’encaissement du chèque'],
  ['provisoire', 'definitif', 'Chèque encaissé'],
  ['provisoire', 'rejete', 'Chèque non encaissé'],
] as const;

test('a paper that was cancelled is not called genuine', async ({ page }) => {
  const parts = [{ annee: 2026, taxe: 'Droit de place', montant: 5000 }];
  const paper = { numero: 'NIA-2026-000001', jour: '2026-11-20', montant: 5000, cheque: true };
  for (const [nature, etat, title] of PAPERS) {
    const depuis = ['valable', 'provisoire'].includes(etat) ? null : '2026-11-21';
    await page.route('**/v2/verification/*', (route) =>
      route.fulfill({
        json: { ...paper, nature, etat, depuis, remplacePar: null, parts: nature === 'recu' ? parts : [] },
      }),
    );
    await page.goto(`/verifier/${etat}`);
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.getByText('Document authentique')).toHaveCount(etat === 'valable' ? 1 : 0);
    await expectFit(page);
  }
});

test('anybody can check a paper, and a forged code is reported', async ({ page }) => {
  await page.goto('/verifier');
  await page.getByLabel('Code du document').fill('abcde-abcde-abcde-abcde');
  await page.getByRole('button', { name: 'Vérifier' }).click();
  await expect(page.getByRole('alert')).toContainText('Document inconnu');
  await expectAccessible(page);
});

test('a file that failed can be requested again from its row', async ({ page }) => {
  await signIn(page, 'niamey');
  const file = {
    id: '4f9c2a10-0000-4000-8000-000000000001',
    titre: 'Transactions',
    fichier: 'liste-transactions.pdf',
    total: 0,
    lignes: 0,
    octets: null,
    utilisateur: { id: 3, fullName: 'Niamey' },
    createdAt: '2026-01-02T10:00:00.000Z',
    expiresAt: '2026-01-09T10:00:00.000Z',
  };
  // no act of a person can make an export fail, so the reply is faked
  let failed = true;
  await page.route('**/v2/exports', (route) =>
    route.fulfill({
      json: {
        data: [
          {
            ...file,
            statut: failed ? 'échoué' : 'en attente',
            message: failed ? 'Le disque est plein.' : null,
          },
        ],
      },
    }),
  );
  await page.route(`**/v2/travaux/${file.id}/relance`, (route) => {
    failed = false;
    return route.fulfill({ json: {} });
  });
  await page.goto('/exports');
  await expect(page.getByText('Le disque est plein.')).toBeVisible();
  await page.getByRole('button', { name: 'Relancer Transactions' }).click();
  await expect(page.getByRole('main').getByText('en attente')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Relancer Transactions' })).toHaveCount(0);
});
