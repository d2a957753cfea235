/**
 * Cash acts of an agent other than payments, checked in the office: tickets sold, cash handed over with its slip, a
 * till passed on.
 */
import type { SessionCaisseRow, VenteRow, VersementRow } from '@octroi/contract';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { newRegie } from '../caisse/caisse-support.ts';
import { consoleErrors, fetchApi, OWN_PASSWORD } from '../support.ts';
import { enrolPhone, newDevice, PHONE, post, show, test, waiting } from './terrain-support.ts';

test.use(PHONE);

/** Gives the agent tickets 101 to 200 of a new category at 100 francs. */
async function giveTickets(office: Page, regie: string, agent: number): Promise<void> {
  const { data } = await fetchApi<{ data: { id: number; nom: string }[] }>(office, 'regies', {
    itemperpage: '200',
  });
  const { id: categorie } = await post<{ id: number }>(office, 'categorie_valeurs', {
    nom: `Ticket ${Date.now()}`,
    entite: 1,
    sorte: 'ticket',
    valeur: 100,
  });
  const moved = { regie: data.find(({ nom }) => nom === regie)?.id, categorie, de: 101, a: 200 };
  for (const acte of [{ acte: 'reçu' }, { acte: 'remis', agent }]) {
    const reply = await office.request.post('/v2/valeurs_inactives/mouvements', {
      data: { ...moved, ...acte },
    });
    expect(reply.ok(), await reply.text()).toBe(true);
  }
}

const slip = () =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background: '#ccd' } })
    .jpeg()
    .toBuffer();

test('tickets, a versement with its slip and a till handover arrive unchanged at the office', async ({
  page: phone,
  context,
  officePage: office,
}) => {
  const regie = await newRegie(office);
  const { id, username, code } = await newDevice(office);
  await giveTickets(office, regie, id);
  const errors = consoleErrors(phone);
  await enrolPhone(phone, { code, username, password: OWN_PASSWORD });
  await context.setOffline(true);
  await show(phone, '/caisse');
  await phone.getByLabel('Régie').selectOption({ label: regie });
  await phone.getByRole('button', { name: 'Ouvrir ma caisse' }).click();

  await phone.getByRole('link', { name: 'Vendre des tickets' }).click();
  await phone.getByLabel('Combien').fill('101');
  await phone.getByRole('button', { name: 'Vendre', exact: true }).click();
  await expect(phone.getByRole('alert')).toHaveText('Vous détenez les n° 101 à 200.');
  await phone.getByLabel('Combien').fill('12');
  await phone.getByLabel('Marché').selectOption({ index: 1 });
  await phone.getByRole('button', { name: /^Vendre 12 pour 1.200 F CFA$/ }).click();
  await expect(phone.getByText('Tickets 101 à 112')).toBeVisible();
  // the next sale starts where this one ended
  await phone.getByRole('link', { name: 'Vendre des tickets' }).click();
  await expect(phone.getByLabel('À partir du n°')).toHaveValue('113');

  await show(phone, '/caisse/verser');
  await phone.getByLabel('Montant remis (F CFA)').fill('1000');
  await phone.getByRole('button', { name: 'À la banque' }).click();
  await phone.getByLabel('Référence du bordereau').fill('BDR 77');
  const file = { name: 'bordereau.jpg', mimeType: 'image/jpeg', buffer: await slip() };
  await phone.locator('input[type=file]').setInputFiles(file);
  await expect(phone.getByAltText('Photo prise')).toBeVisible();
  await phone.getByRole('button', { name: 'Déclarer le versement' }).click();
  await expect(phone.getByRole('heading', { name: 'Ma caisse' })).toBeVisible();
  await expect(phone.getByText('À la banque')).toBeVisible();

  await show(phone, '/caisse/verser');
  await phone.getByLabel('Montant remis (F CFA)').fill('200');
  await phone.getByRole('button', { name: /passation/ }).click();
  await phone.getByRole('button', { name: 'Déclarer le versement' }).click();
  await expect(phone.getByText('Veuillez choisir la personne qui reprend la caisse.')).toBeVisible();
  const successor = phone.getByLabel('Qui reprend la caisse');
  await successor.selectOption({ index: 1 });
  const name = await successor.locator('option:checked').innerText();
  await phone.getByRole('button', { name: 'Déclarer le versement' }).click();
  await expect(waiting(phone)).toHaveText('5 en attente');

  await context.setOffline(false);
  await show(phone, '/appareil');
  await phone.getByRole('button', { name: 'Envoyer maintenant' }).click();
  await expect(waiting(phone)).toHaveText('Tout est envoyé');
  await expect(phone.getByText(/refusé/)).toHaveCount(0);

  const { data: sales } = await fetchApi<{ data: VenteRow[] }>(office, 'ventes_valeurs', {
    itemperpage: '200',
  });
  expect(sales.find((one) => one.regie.nom === regie)).toMatchObject({ de: 101, a: 112, montant: 1200 });
  const { data: handed } = await fetchApi<{ data: VersementRow[] }>(office, 'versements', {
    itemperpage: '200',
  });
  const ownVersements = handed.filter((one) => one.regie.nom === regie).sort((a, b) => b.montant - a.montant);
  expect(ownVersements).toMatchObject([
    { montant: 1000, destination: 'banque', reference: 'BDR 77', statut: 'déclaré' },
    { montant: 200, destination: 'détenteur', statut: 'déclaré', destinataire: { nom: name } },
  ]);
  const slips = await office.request.get(`/v2/versements/${ownVersements[0]?.id}/bordereau`);
  expect([slips.status(), slips.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
  const { data: sessions } = await fetchApi<{ data: SessionCaisseRow[] }>(office, 'sessions_caisse', {
    itemperpage: '200',
  });
  expect(sessions.find((one) => one.regie.nom === regie)).toMatchObject({ fonds: 0, ecart: null });
  expect(errors.filter((text) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(text))).toEqual([]);
});
