/** For agents who read little: words of every day, pictures, six cards, and a practice that sends nothing. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support.ts';
import { enrolPhone, expectSunReadable, Office, PHONE, show } from './terrain-support.ts';

test.use(PHONE);

const look = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 740 });
  await expectAccessible(page);
  await expectSunReadable(page);
  await expectNoSidewaysScroll(page);
};

test('six cards lead to a practice that says so on every screen and receipt, and sends nothing', async ({
  page,
  context,
}) => {
  const office = new Office();
  await office.listen(context);
  await enrolPhone(page);
  await page.getByRole('link', { name: 'Comment faire' }).click();
  await page.getByRole('button', { name: 'Hausa' }).click();
  await expect(page.getByText('Texte à relire par un locuteur.')).toBeVisible();
  await look(page);
  for (let card = 1; card < 6; card++) await page.getByRole('link', { name: 'Suivant' }).click();
  await page.getByRole('button', { name: 'S’exercer avec des personnes inventées' }).click();
  const notice = page.getByText('Personne n’est réel, rien n’est envoyé');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('link', { name: /Exemple Aïssata 90/ })).toBeVisible();
  await show(page, '/caisse');
  await page.getByRole('button', { name: 'Ouvrir ma caisse' }).click();
  await expect(page.getByRole('link', { name: 'Compter et fermer' })).toBeVisible();
  await show(page, '/encaisser/2');
  await page.getByRole('button', { name: /^Encaisser 18/ }).click();
  await expect(page.locator('.recu .no')).toHaveText(/^EXERCICE-/);
  await expect(page.locator('.recu').getByText('sans aucune valeur')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR du reçu' })).toHaveCount(0);
  await look(page);
  for (const screen of [
    '/aujourdhui',
    '/chercher',
    '/recus',
    '/fiche/2',
    '/visite/2',
    '/caisse',
    '/appareil',
  ]) {
    await show(page, screen);
    await expect(notice, screen).toBeVisible();
  }
  await page.getByRole('button', { name: 'Quitter' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Souley Idé 96/ })).toBeVisible();
  await show(page, '/recus');
  await expect(page.getByText('Aucun reçu encore.')).toBeVisible();
  expect(office.received).toEqual([]);
});

test('where the collectivité wants so, words of every day stand over the office’s', async ({
  page,
  context,
}) => {
  const office = new Office();
  office.motsSimples = true;
  await office.listen(context);
  await enrolPhone(page);
  await show(page, '/caisse');
  await expect(page.getByRole('link', { name: 'Compter l’argent Compter et fermer' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Donner l’argent au bureau Verser' })).toBeVisible();
  await look(page);
  await show(page, '/encaisser/5');
  await expect(page.getByRole('button', { name: /^Prendre l’argent 21.000/ })).toBeVisible();
  await show(page, '/visite/5');
  await expect(page.getByRole('button', { name: 'Absent' }).locator('svg')).toBeVisible();
  await look(page);
});
