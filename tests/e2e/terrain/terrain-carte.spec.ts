/** The map of one's places on a phone of 320 px: no tiles, no network, a tap finds the taxpayer. */
import { expect } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support.ts';
import { enrolPhone, expectSunReadable, type Office, PHONE, test } from './terrain-support.ts';

test.use({
  ...PHONE,
  viewport: { width: 320, height: 640 },
  geolocation: { latitude: 13.5, longitude: 2.1, accuracy: 12 },
  permissions: ['geolocation'],
});

/** Two quartiers of thirty taxpayers each, around the agent. */
function peopled(office: Office): void {
  const [model] = office.people;
  if (!model) throw new Error('nobody');
  for (let n = 0; n < 60; n++) {
    const row: typeof model = [...model];
    const east = n < 30 ? 0 : 0.006;
    [row[0], row[2], row[3]] = [1000 + n, `NIA-00${1000 + n}`, `Voisin ${n}`];
    [row[5], row[6], row[7]] = [
      n < 30 ? 11 : 10,
      13.5 + ((n * 37) % 30) / 10_000,
      2.101 + east + ((n * 53) % 40) / 10_000,
    ];
    if (n % 3 === 0) row[10] = [];
    office.people.push(row);
  }
}

test('the map shows the places without a network, and a tap on a position shows its taxpayer', async ({
  page,
  context,
  fakeOffice: office,
}) => {
  peopled(office);
  await enrolPhone(page);
  office.offline = true;
  await context.setOffline(true);

  await page.getByRole('link', { name: 'Chercher' }).click();
  await page.getByRole('link', { name: 'Carte de mes lieux' }).click();
  const map = page.getByRole('img', { name: /^Carte : \d+ contribuables doivent sur 63 positions/ });
  await expect(map).toBeVisible();
  await page.getByRole('button', { name: 'Où je suis' }).click();
  // Souley stands where the agent is, in the middle
  await map.tap();
  await expect(page.getByRole('link', { name: /Souley Idé.*ici même/ })).toBeVisible();
  await expectSunReadable(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: /Souley Idé/ }).click();
  await expect(page.getByRole('heading', { name: 'Fiche' })).toBeVisible();
});
