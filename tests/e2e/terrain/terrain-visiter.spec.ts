/** « Qui visiter » on a phone of 320 px without a network: reasons in words, taken into the tour of the day. */
import { addDays } from '@octroi/contract/platform/values/period';
import { expect } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support.ts';
import { enrolPhone, expectSunReadable, PHONE, phoneDay, show, test, waiting } from './terrain-support.ts';

test.use({
  ...PHONE,
  viewport: { width: 320, height: 640 },
  geolocation: { latitude: 13.5, longitude: 2.1, accuracy: 12 },
  permissions: ['geolocation'],
});

test('whom to visit is proposed with reasons, offline, and what is taken is the tour of the day', async ({
  page,
  fakeOffice: office,
}) => {
  office.planned = [];
  const today = phoneDay();
  const visited = (id: number, visite: NonNullable<(typeof office.people)[number][15]>[number]) => {
    const person = office.people.find(([one]) => one === id);
    if (person) [person[13], person[14], person[15]] = [[], [], [visite]];
  };
  visited(887, [addDays(today, -10), 'promis', addDays(today, -1), 2000, 0, 0]);
  visited(5, [addDays(today, -2), 'absent', null, null, 0, 0]);
  await enrolPhone(page);
  office.offline = true;

  await page.getByRole('link', { name: 'Qui visiter' }).click();
  await expect(page.getByText('à 12 m près')).toBeVisible();
  // Souley was seen two days ago, and Soumeïla owes nothing
  await expect(page.getByRole('listitem')).toHaveCount(2);
  const [first, second] = [0, 1].map((at) => page.getByRole('listitem').nth(at));
  await expect(first!).toContainText('Djermakoye Soumana');
  await expect(first!).toContainText('A promis pour hier');
  await expect(first!).toContainText('À 110 m, nord');
  await expect(second!).toContainText('Bonkano Djermakoye');
  await expect(second!).toContainText('Jamais visité');
  await expectSunReadable(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Prendre ces 2 visites' }).click();

  await expect(page.getByRole('heading', { name: /Tournée/ })).toContainText('0 sur 2');
  await expect(page.getByRole('link', { name: 'Suivant : Djermakoye Soumana' })).toBeVisible();
  await show(page, '/visiter');
  await expect(page.getByText('Personne à proposer.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Personne à proposer.')).toBeVisible();

  office.offline = false;
  await waiting(page).click();
  await expect.poll(() => office.received.length).toBe(1);
  const [sent] = office.received;
  expect(sent?.type).toBe('tournee');
  expect(sent?.corps['visites']).toMatchObject([
    { contribuable: { id: 887 } },
    { contribuable: { id: 11_742 } },
  ]);
});
