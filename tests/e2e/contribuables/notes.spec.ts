import { expect, test } from '@playwright/test';
import { MESSAGES } from '@octroi/contract/messages';
import { at, PAGES } from '@octroi/contract/pages';
import { create, newName } from '../forms.ts';
import { debtorsOf, expectFit, expectToast, signIn } from '../support.ts';
import { cut, hold, holdAnswer } from '../saisie/network.ts';

test('a task about a taxpayer waits on « Ma journée », is ticked there, and the tick is taken back', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const [debtor] = await debtorsOf(page, { count: 1, moreThan: 0 });
  await page.goto(`/contribuables/profile/${debtor?.id}`);
  const notes = page.getByRole('region', { name: 'Notes et tâches' });
  const text = `Rappeler avant la fête ${Date.now()}`;
  await notes.getByRole('textbox', { name: 'Nouvelle note' }).fill(text);
  const today = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Africa/Niamey' }).format(new Date());
  await notes.getByRole('textbox', { name: 'À faire le' }).fill(today);
  await page.keyboard.press('Tab');
  await notes.getByRole('button', { name: 'Ajouter' }).click();
  await expect(notes.getByRole('checkbox', { name: text })).not.toBeChecked();
  await expectFit(page);

  await page.goto('/journee');
  const mine = page.getByRole('region', { name: 'Mes tâches' });
  await mine.getByRole('checkbox', { name: text }).click();
  await expectToast(page, 'Tâche faite');
  await expect(mine.getByRole('checkbox', { name: text })).toHaveCount(0);
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(mine.getByRole('checkbox', { name: text })).toBeVisible();

  await page.goto(`/contribuables/profile/${debtor?.id}`);
  await notes.getByRole('button', { name: `Supprimer : ${text}` }).click();
  await expect(notes.getByText(text)).toHaveCount(0);
});

test('a note typed while the one before it is being saved stays', async ({ page }) => {
  await signIn(page, 'niamey');
  const [debtor] = await debtorsOf(page, { count: 1, moreThan: 0 });
  await page.goto(`/contribuables/profile/${debtor?.id}`);
  const notes = page.getByRole('region', { name: 'Notes et tâches' });
  const field = notes.getByRole('textbox', { name: 'Nouvelle note' });
  const posts = await hold(page, 'POST', /\/notes$/);
  await field.fill('Téléphone changé');
  await notes.getByRole('button', { name: 'Ajouter' }).click();
  await expect.poll(posts.count).toBe(1);
  await field.fill('Bail à revoir');
  posts.release();
  await expect(notes.getByRole('listitem').filter({ hasText: 'Téléphone changé' })).toBeVisible();
  await expect(notes.getByRole('button', { name: 'Ajouter' })).toBeEnabled();
  await expect(field).toHaveValue('Bail à revoir');
});

test('a note written while the notes are still being read is shown', async ({ page }) => {
  await signIn(page, 'niamey');
  const [debtor] = await debtorsOf(page, { count: 1, moreThan: 0 });
  const reads = await holdAnswer(page, /\/notes$/);
  await page.goto(`/contribuables/profile/${debtor?.id}`);
  const notes = page.getByRole('region', { name: 'Notes et tâches' });
  const text = `Réseau lent ${Date.now()}`;
  await notes.getByRole('textbox', { name: 'Nouvelle note' }).fill(text);
  const written = page.waitForResponse(
    (reply) => reply.url().endsWith('/notes') && reply.request().method() === 'POST',
  );
  await notes.getByRole('button', { name: 'Ajouter' }).click();
  expect((await written).status()).toBe(201);
  reads.release();
  await expect(notes.getByRole('listitem').filter({ hasText: text })).toBeVisible();
  expect(reads.count()).toBe(2);
});

test('a note whose answer is lost is shown, and stays one when it is sent again', async ({ page }) => {
  await signIn(page, 'niamey');
  const [debtor] = await debtorsOf(page, { count: 1, moreThan: 0 });
  await page.goto(`/contribuables/profile/${debtor?.id}`);
  const notes = page.getByRole('region', { name: 'Notes et tâches' });
  const text = `Réponse perdue ${Date.now()}`;
  await notes.getByRole('textbox', { name: 'Nouvelle note' }).fill(text);
  await cut(page, /\/notes$/, 'after');
  await notes.getByRole('button', { name: 'Ajouter' }).click();
  await expectToast(page, 'Le serveur ne répond pas');
  const note = notes.getByRole('listitem').filter({ hasText: text });
  await expect(note).toBeVisible();
  await notes.getByRole('button', { name: 'Ajouter' }).click();
  await expect(notes.getByRole('textbox', { name: 'Nouvelle note' })).toHaveValue('');
  await expect(note).toHaveCount(1);
});

test('older acts of a taxpayer follow on demand; if they cannot be read, the latest stay', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const [debtor] = await debtorsOf(page, { count: 1, moreThan: 0 });
  const { id } = await create(page, 'contribuables', {
    nom: newName('Historique'),
    ramification: debtor!.ramification.id,
  });
  for (let note = 1; note <= 31; note++)
    await create(page, `contribuables/${id}/notes`, { texte: `Passage ${note}` });
  await page.goto(`${at(PAGES.fiche, id)}?onglet=historique`);
  const acts = page.getByRole('region', { name: 'Historique' }).locator('ol > li');
  await expect(acts).toHaveCount(30);
  const older = page.getByRole('button', { name: 'Voir plus' });
  await page.route('**/historique?*', (route) => route.fulfill({ status: 500, json: {} }));
  await older.click();
  await expectToast(page, MESSAGES.echec);
  await expect(acts).toHaveCount(30);
  await page.unroute('**/historique?*');
  await older.click();
  await expect.poll(() => acts.count()).toBeGreaterThan(30);
});
