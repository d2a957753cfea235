/** Notices handed over on a phone of 360 px without a network; a form killed loses nothing. */
import { expect } from '@playwright/test';
import { plugCamera, showCode } from './camera.ts';
import { enrolPhone, expectSunReadable, PHONE, phoneDay, show, test, waiting } from './terrain-support.ts';

test.use({
  ...PHONE,
  geolocation: { latitude: 13.51, longitude: 2.1, accuracy: 12 },
  permissions: ['geolocation'],
});

const CODE = '7K2M9ABCDEFGHJKMNPQR';
const NUMERO = 'AVIS-NIA-2026-000123';

test('a notice is read by its QR, handed over offline, and not twice', async ({
  page,
  fakeOffice: office,
}) => {
  const souley = office.people.find(([id]) => id === 5);
  if (!souley) throw new Error('nobody');
  souley[13] = [];
  souley[14] = [[Number(phoneDay().slice(0, 4)), NUMERO, CODE.slice(0, 8), phoneDay(), null, null]];
  await plugCamera(page);
  await enrolPhone(page);
  office.offline = true;

  await page.getByRole('link', { name: /Remettre un avis.*1 à remettre/ }).click();
  await page.getByRole('button', { name: 'Lire le QR de l’avis' }).click();
  await showCode(page, `https://octroi.example/verifier/${CODE}`);
  await expect(page.getByText('Souley Idé')).toBeVisible();
  await expect(page.getByText('Position à 12 m près')).toBeVisible();
  await page.getByRole('button', { name: 'Un proche' }).click();
  await expectSunReadable(page);

  // the system kills the page when the camera opens
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'false');
  await page.reload();
  await expect(page.getByText('Voici ce que vous aviez saisi.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Un proche' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Noté : Souley Idé. Lisez l’avis suivant.')).toBeVisible();

  await page.getByLabel('Numéro de l’avis').fill(NUMERO);
  await expect(page.getByText(/^Remis le .* à un proche : il ne se remet pas deux fois\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Absent' }).click();
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeDisabled();

  // printed since the last download
  await page.getByLabel('Numéro de l’avis').fill('avis-nia-2026-000999');
  await expect(page.getByText('Cet avis n’est pas sur ce téléphone')).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('2 notés')).toBeVisible();

  await show(page, '/fiche/5');
  await expect(page.getByRole('link', { name: /Avis \d{4}.*Remis le .* à un proche/ })).toBeVisible();

  // whoever shows a notice is found by its QR, or its number
  await show(page, '/chercher');
  await page.getByRole('button', { name: 'Lire un QR' }).click();
  await showCode(page, `https://octroi.example/verifier/${CODE}`);
  const results = page.getByRole('main').getByRole('listitem');
  await expect(results).toHaveText([/Souley Idé/]);
  await expect(page.getByRole('searchbox')).toHaveValue(NUMERO);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('searchbox').fill(NUMERO.toLowerCase());
  await expect(results).toHaveText([/Souley Idé/]);

  office.offline = false;
  await waiting(page).click();
  await expect.poll(() => office.received.length).toBe(2);
  expect(office.received[0]).toMatchObject({
    type: 'avis',
    corps: {
      avis: `https://octroi.example/verifier/${CODE}`,
      remisA: 'proche',
      contribuable: { id: 5 },
      latitude: 13.51,
      precisionPosition: 12,
    },
  });
  expect(office.received[1]).toMatchObject({ corps: { avis: 'avis-nia-2026-000999', remisA: 'absent' } });
});
