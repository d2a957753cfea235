/** Ways to give a receipt: receipt printer, picture, PDF; and the message when none is available. */
import fs from 'node:fs';
import { groupedCode } from '@octroi/contract/impressions/code-piece';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support.ts';
import { plugCamera, showCode } from './camera.ts';
import {
  enrolPhone,
  expectSunReadable,
  PHONE,
  plugPrinter,
  show,
  takeCash,
  test,
  waiting,
} from './terrain-support.ts';

test.use(PHONE);

test('a receipt printer gets the receipt with its QR and is chosen once; a silent printer is reported', async ({
  page,
  fakeOffice: office,
}) => {
  await plugPrinter(page);
  await enrolPhone(page);
  office.offline = true;
  const number = await takeCash(page, 887);
  await page.getByRole('button', { name: 'Imprimer' }).click();
  await expectAccessible(page);
  await expectSunReadable(page);
  const printing = page.getByRole('button', { name: 'Par Bluetooth' });
  const writtenCount = () => page.evaluate(() => window.printer.written.length);
  await printing.click();
  await expect.poll(writtenCount).toBeGreaterThan(200);
  await expect(printing).toBeEnabled();
  const once = await page.evaluate(() => window.printer);
  expect(once.largest).toBeLessThanOrEqual(100);
  const paper = Buffer.from(once.written).toString('latin1');
  // starts with a reset (ESC @) and ends with a cut (GS V)
  expect(paper.startsWith('\u001B@')).toBe(true);
  expect(paper).toContain('\u001DV');
  expect(paper).toContain(number);
  expect(paper).toContain(formatFrancs(6500).replaceAll(/[\u00A0\u202F]/g, ' '));
  expect(paper).toContain('Djermakoye Soumana');
  expect(paper).toContain('NIA-000887');
  // « Vérifiez » in the printer's French code page
  expect(Buffer.from(once.written).includes(Buffer.from([0x56, 0x82, 0x72]))).toBe(true);
  // the same QR address as on screen: stored (GS ( k, 1 P 0), then printed (1 Q 0)
  expect(paper).toMatch(/1P0https?:\/\/[^/]+\/verifier\/[0-9A-Z-]{20,}/);
  expect(paper).toContain('1Q0');

  await printing.click();
  await expect.poll(writtenCount).toBe(once.written.length * 2);
  expect(await page.evaluate(() => window.printer.requests)).toBe(1);
  await page.evaluate(() => (window.printer.away = true));
  await printing.click();
  await expect(page.getByRole('alert').filter({ hasText: 'L’imprimante ne répond pas' })).toBeVisible();
});

test('a mobile payment gives a provisional receipt, on screen and on paper, until its operator confirms', async ({
  page,
  fakeOffice: office,
}) => {
  await plugPrinter(page);
  await enrolPhone(page);
  office.offline = true;
  await show(page, '/encaisser/887');
  await page.getByRole('button', { name: 'Mobile' }).click();
  await page.getByRole('button', { name: /^Encaisser \d/ }).click();
  await expect(page.getByRole('heading', { name: 'Reçu provisoire' })).toBeVisible();
  await expect(page.getByText('Sous réserve de confirmation par l’opérateur.')).toBeVisible();
  await expect(page.getByText('Ce reçu est valable')).toHaveCount(0);
  await page.getByRole('button', { name: 'Imprimer' }).click();
  await page.getByRole('button', { name: 'Par Bluetooth' }).click();
  const paper = async () => Buffer.from(await page.evaluate(() => window.printer.written)).toString('latin1');
  // « Ç » in the printer's code page
  await expect.poll(paper).toContain('RE\u0080U PROVISOIRE');
  expect((await paper()).replaceAll(/\s+/g, ' ')).toContain("confirmation par l'op");
});

test('without Bluetooth the page says so; a receipt is saved as a picture and as a PDF', async ({
  page,
  fakeOffice: _office,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'bluetooth', { value: undefined, configurable: true }),
  );
  await enrolPhone(page);
  const number = await takeCash(page, 887);
  await page.getByRole('button', { name: 'Imprimer' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'n’imprime pas par Bluetooth' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Autre imprimante' })).toBeVisible();
  await expectSunReadable(page);
  await page.reload();
  await page.getByRole('button', { name: 'Partager' }).click();
  for (const [name, file, begin] of [
    ['Image', `${number}.png`, '\u0089PNG'],
    ['PDF', `${number}.pdf`, '%PDF-1.4'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(file);
    expect(
      fs
        .readFileSync(await download.path())
        .toString('latin1')
        .startsWith(begin),
    ).toBe(true);
  }
});

test('a phone that can share files shares the receipt as a file', async ({ page, fakeOffice: _office }) => {
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files = [] }: ShareData) => {
        shared.push(...files.map(({ name, type }) => `${name} ${type}`));
      },
    });
  });
  await enrolPhone(page);
  const number = await takeCash(page, 887);
  await page.getByRole('button', { name: 'Partager' }).click();
  await page.getByRole('button', { name: 'PDF' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared))
    .toEqual([`${number}.pdf application/pdf`]);
});

test('scanning the QR of a receipt finds the payer', async ({ page, fakeOffice: office }) => {
  await plugCamera(page);
  await enrolPhone(page);
  const number = await takeCash(page, 887);
  await expect(waiting(page)).toHaveText('Tout est envoyé');
  const code = String(office.received[0]?.corps['code']);
  await page.getByRole('link', { name: 'Personne suivante' }).click();
  await page.getByRole('button', { name: 'Lire un QR' }).click();
  await expect(page.getByLabel('Ce que voit la caméra')).toBeVisible();
  await expectSunReadable(page);
  await showCode(page, `https://commune.test/verifier/${groupedCode(code)}`);
  await expect(page.getByRole('searchbox')).toHaveValue(number);
  await expect(page.getByRole('link', { name: /Djermakoye Soumana/ })).toBeVisible();
});
