import { formatFrancs } from '@octroi/contract/platform/values/money';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { newRegie } from './caisse-support.ts';
import { fetchApi, expectFit, expectSettled, rows, signIn, expectToast, figureText } from '../support.ts';

/** Records the write requests of the page from now on. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/v2/'))
      writes.push(`${request.method()} ${pathname}`);
  });
  return writes;
}

/** Presses Enter in each field of a filled form. */
async function enterEverywhere(form: Locator): Promise<void> {
  const fields = await form.locator('input:not([type=hidden]), select, textarea').all();
  expect(fields.length).toBeGreaterThan(0);
  for (const field of fields) {
    await field.focus();
    await field.press('Enter');
  }
}

/** Reloads the page as a browser does that ran out of memory: without a question. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await expectToast(page, 'Saisie reprise');
}

const formWith = (page: Page, button: string): Locator =>
  page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) });

test('Enter in a cash form never submits it; what is typed survives a reload; a till closes only after its count is confirmed', async ({
  page,
  browser,
}) => {
  await signIn(page, 'niamey');
  const regie = await newRegie(page);
  const writes = writesOf(page);
  await page.goto('/ma-caisse');
  await page.getByLabel('Régie', { exact: true }).selectOption({ label: regie });
  const fonds = page.getByLabel('Fonds de caisse remis aujourd’hui');
  await fonds.fill('5000');
  await enterEverywhere(formWith(page, 'Ouvrir ma caisse'));
  expect(writes).toEqual([]);
  await reload(page);
  await expect(page.getByLabel('Régie', { exact: true }).locator('option:checked')).toHaveText(regie);
  await expect(fonds).toHaveValue(/^5\s000$/);
  await page.getByRole('button', { name: 'Ouvrir ma caisse' }).click();
  await expect(page.getByRole('heading', { name: /^Caisse du / })).toBeVisible();
  expect(writes.splice(0)).toEqual(['POST /v2/sessions_caisse']);

  // the count: Enter moves to the next denomination
  const ten = page.getByLabel('10 000', { exact: true });
  await ten.fill('1');
  await ten.press('Enter');
  await expect(page.getByLabel('5 000', { exact: true })).toBeFocused();
  await enterEverywhere(formWith(page, 'Enregistrer le comptage'));
  expect(writes).toEqual([]);
  const count = page.getByRole('button', { name: 'Enregistrer le comptage' });
  const question = page.getByRole('dialog', { name: 'Fermer la caisse avec ce comptage ?' });
  // an extra Enter cancels
  await count.focus();
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await expect(question.getByRole('row').nth(1)).toHaveText(/10\s000\s*1\s*10\s000/);
  await expect(question).toContainText(figureText(10_000));
  await expect(question).not.toContainText(figureText(5_000));
  await expectFit(page);
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  expect(writes).toEqual([]);
  await reload(page);
  await expect(ten).toHaveValue('1');
  await ten.fill('');
  await page.getByLabel('5 000', { exact: true }).fill('1');
  await count.click();
  await question.getByRole('button', { name: 'Fermer la caisse' }).click();
  await expectToast(page, 'Caisse fermée');
  expect(writes.splice(0)).toHaveLength(1);

  // a versement, also to another agent
  await page.goto('/ma-caisse');
  await expect(fonds).toHaveValue('');
  const card = page.getByRole('region', { name: regie });
  await card.getByLabel('Verser').selectOption('détenteur');
  await card.getByLabel('Qui reprend la caisse').selectOption({ index: 1 });
  await card.getByLabel('Montant').fill('2000');
  await enterEverywhere(card.locator('form'));
  expect(writes).toEqual([]);
  await reload(page);
  await expect(card.getByLabel('Montant')).toHaveValue(/^2\s000$/);
  await expect(card.getByLabel('Qui reprend la caisse').locator('option:checked')).not.toHaveText('Choisir');
  await card.getByLabel('Verser').selectOption('banque');
  await card.getByRole('button', { name: 'Déclarer le versement' }).click();
  await expect(page.getByRole('region', { name: 'En route' })).toContainText(figureText(2000));
  expect(writes.splice(0)).toEqual(['POST /v2/versements']);
  await expect(card.getByLabel('Montant')).toHaveValue('');

  // tickets
  await page.goto('/caisse/valeurs');
  await page.getByRole('button', { name: 'Recevoir du comptable' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Du numéro').fill('1');
  await dialog.getByLabel('Au numéro').fill('10');
  await enterEverywhere(dialog);
  expect(writes).toEqual([]);
  await dialog.getByRole('button', { name: 'Annuler' }).click();

  // second person: a reception, a control, a closing with its procès-verbal
  const { data } = await fetchApi<{ data: { id: number; nom: string }[] }>(page, 'regies', {
    itemperpage: '200',
  });
  const opened = await page.request.post('/v2/sessions_caisse', {
    data: { regie: data.find(({ nom }) => nom === regie)?.id, fonds: 0 },
  });
  const { id } = (await opened.json()) as { id: number };
  const second = await (await browser.newContext()).newPage();
  await signIn(second, 'superadmin');
  const theirs = writesOf(second);
  await second.goto('/caisse/versements');
  await expectSettled(second);
  await rows(second)
    .first()
    .getByRole('button', { name: /^Actions : / })
    .click();
  await second.getByRole('menuitem', { name: 'Recevoir' }).click();
  await second.getByLabel('Compté et reçu').fill('1500');
  await second.getByLabel('Motif de la différence').fill('Un billet manque');
  await enterEverywhere(second.getByRole('dialog'));
  expect(theirs).toEqual([]);
  for (const [act, button] of [
    ['Contrôler', 'Enregistrer le contrôle'],
    ['Fermer avec un procès-verbal', 'Fermer la caisse'],
  ] as const) {
    await second.goto(`/caisse/sessions/${id}`);
    await second.getByRole('button', { name: act }).click();
    await second.getByLabel('1 000', { exact: true }).fill('3');
    await second.getByLabel('Procès-verbal').fill('Devant deux témoins');
    await enterEverywhere(formWith(second, button));
    expect(theirs).toEqual([]);
    await second.reload();
    await second.getByRole('button', { name: act }).click();
    await expect(second.getByLabel('Procès-verbal')).toHaveValue('Devant deux témoins\n');
    await expect(second.getByLabel('1 000', { exact: true })).toHaveValue('3');
  }
  await second.getByRole('button', { name: 'Fermer la caisse' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Fermer la caisse' }).click();
  await expectToast(second, 'Caisse fermée');
  await second.context().close();
});

test('a régie that asks for it opens its tills by a count; the gap is an écart of the night', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const regie = await newRegie(page, { comptageOuverture: true });
  await page.goto('/ma-caisse');
  await page.getByLabel('Régie', { exact: true }).selectOption({ label: regie });
  await page.getByLabel('Fonds de caisse remis aujourd’hui').fill('5000');
  const open = page.getByRole('button', { name: 'Ouvrir ma caisse' });
  await open.click();
  await expect(page.getByRole('alert')).toContainText('Écrivez ce que vous avez compté');
  await page.getByLabel('1 000', { exact: true }).fill('4');
  await expectFit(page);
  await open.click();
  await expectToast(page, 'Caisse ouverte');
  await page.getByRole('link', { name: 'Voir la session' }).click();
  await expect(page.getByText('Compté à l’ouverture')).toBeVisible();
  await page.getByRole('button', { name: 'Expliquer l’écart de la nuit' }).click();
  await page.getByLabel('Explication').fill('Tiroir forcé');
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
  await expect(
    page.getByRole('definition').filter({ hasText: `${formatFrancs(-1000)}, expliqué` }),
  ).toBeVisible();
  const { session } = await fetchApi<{ session: { id: number } }>(page, 'sessions_caisse/courante');
  const closed = await page.request.post(`/v2/sessions_caisse/${session.id}/cloture`, {
    data: { billets: { '1000': 4 } },
  });
  expect(closed.status()).toBe(200);
  await page.goto('/ma-caisse');
  await page
    .getByRole('link', { name: /^Guichet/ })
    .last()
    .click();
  await expect(page).toHaveURL(/\/guichet$/);
});
