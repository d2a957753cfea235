/** For agents who read little: words of every day, pictures, six cards, and a practice that sends nothing. */
import { expect, type Page } from '@playwright/test';
import {
  brokenWords,
  enrolPhone,
  expectFitOnPhone,
  Office,
  PHONE,
  serveBuild,
  show,
  test,
} from './terrain-support.ts';

test.use(PHONE);

const look = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 740 });
  await expectFitOnPhone(page);
  await page.evaluate(() => (document.documentElement.style.fontSize = '212.5%'));
  expect(await brokenWords(page), page.url()).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
};

test('six cards lead to a practice that says so on every screen and receipt, and sends nothing', async ({
  page,
  fakeOffice: office,
}) => {
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
  fakeOffice: office,
}) => {
  office.motsSimples = true;
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

/** A second of a tone: 8 kHz, 8 bits, mono. */
function tone(): Buffer {
  const rate = 8000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + rate, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(rate, 40);
  return Buffer.concat([
    header,
    Buffer.from(Array.from({ length: rate }, (_, n) => 128 + 90 * Math.sin(n / 3))),
  ]);
}

test('a card is heard where its sound was added, online and later without network; the others stay text', async ({
  page,
  context,
}) => {
  const build = await serveBuild({ 'fr/carte-1.mp3': tone() });
  const office = new Office();
  await office.listen(context);
  await enrolPhone(page, { origin: build.origin });
  await page.evaluate(() => navigator.serviceWorker.ready);
  const player = page.locator('audio');
  const play = () =>
    player.evaluate(async (audio: HTMLAudioElement) => {
      await audio.play();
      await new Promise((resolve) => audio.addEventListener('ended', resolve, { once: true }));
      return audio.duration;
    });
  await show(page, '/cartes/1');
  await expect(page.getByText('Écouter')).toBeVisible();
  expect(await play()).toBeCloseTo(1, 1);
  await page.getByRole('button', { name: 'Hausa' }).click();
  await expect(page.getByText('Ka yi aiki')).toBeVisible();
  await expect.poll(() => build.asked).toContain('ha/carte-1.mp3');
  await expect(player).toHaveCount(0);
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(player).toBeVisible();

  // without network the kept sound plays, and no other one is asked for
  await context.setOffline(true);
  office.offline = true;
  await page.reload();
  await expect(player).toBeVisible();
  expect(await play()).toBeCloseTo(1, 1);
  // the bar says that the phone knows to be offline
  await expect(page.locator('.etat.envoye')).toHaveCount(0);
  const { length } = build.asked;
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  await page.getByRole('link', { name: 'Suivant' }).click();
  await expect(page.getByText('Carte 2 sur 6')).toBeVisible();
  await expect(player).toHaveCount(0);
  expect(build.asked).toHaveLength(length);
  expect(failed.filter((url) => url.includes('/voix/'))).toEqual([]);
  await build.close();
});
