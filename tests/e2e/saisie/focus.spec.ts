/** After an act the focus goes to what comes next, and a confirmation opens on its answer. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { chooseInMenu, create, type Named, newName } from '../forms.ts';
import { newEclaircissement } from '../paiements/eclaircissement-support.ts';
import { expectSettled, expectToast, fetchApi, rows, signIn } from '../support.ts';
import { hold } from './network.ts';

interface Enrolled extends Named {
  numKlis: string;
  fullName: string;
}

/** Three enrolments with one name, and the list of those of them that wait, in their order. */
async function listOfThree(page: Page): Promise<{ records: Enrolled[]; address: string }> {
  const { data } = await fetchApi<{ data: Named[] }>(page, 'ramifications', {
    'filter[ent.id]': '1',
    'filter[tr.nom]': 'Secteur',
    itemperpage: '1',
  });
  const nom = newName('Suite');
  const records: Enrolled[] = [];
  for (const rank of [1, 2, 3])
    records.push(
      await create<Enrolled>(page, 'contribuables', { nom: `${nom} ${rank}`, ramification: data[0]?.id }),
    );
  const f = [
    { column: 'contrib.nom', operator: 'like', x: nom },
    { column: 'contrib.statut', operator: 'eq', x: 'Enrolé', connector: 'and' },
  ];
  const query = new URLSearchParams({ f: JSON.stringify(f), orderBy: 'contrib.createdAt', sortOrder: 'asc' });
  return { records, address: `/enrollements?${query.toString()}` };
}

const answer = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

test('a confirmation opens on its answer; after the act the next row of the list has the focus', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const { records, address } = await listOfThree(page);
  const [first, second, third] = records as [Enrolled, Enrolled, Enrolled];
  await page.goto(address);
  await expectSettled(page);
  await expect(rows(page)).toHaveCount(3);
  await chooseInMenu(page, second.fullName, 'Valider');
  await expect(answer(page, 'Valider')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, "L'élément a bien été modifié !");
  await expect(rows(page)).toHaveCount(2);
  // the third has taken the place of the second
  await expect(rows(page).nth(1)).toContainText(third.numKlis);
  await expect(rows(page).nth(1)).toBeFocused();

  // the last one gone, the row before it; none left, the list
  for (const [gone, left] of [
    [third, 1],
    [first, 0],
  ] as const) {
    await chooseInMenu(page, gone.fullName, 'Valider');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(left);
    await expect(left > 0 ? rows(page).first() : page.locator('#liste')).toBeFocused();
  }
});

test('a confirmation that is cancelled gives the focus back to the menu of its row', async ({ page }) => {
  await signIn(page, 'niamey');
  const { records, address } = await listOfThree(page);
  await page.goto(address);
  await expectSettled(page);
  const name = records[0]?.fullName ?? '';
  await chooseInMenu(page, name, 'Valider');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Actions : ${name}` })).toBeFocused();
});

test('a dangerous confirmation opens on « Annuler »; a key held down does not answer it', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const { records, address } = await listOfThree(page);
  await page.goto(address);
  await expectSettled(page);
  const [one] = records as [Enrolled];
  await chooseInMenu(page, one.fullName, 'Supprimer');
  await expect(answer(page, 'Annuler')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(3);

  await chooseInMenu(page, one.fullName, 'Valider');
  await expect(answer(page, 'Valider')).toBeFocused();
  const isAnswered = await answer(page, 'Valider').evaluate((button) =>
    button.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true }),
    ),
  );
  expect(isAnswered).toBe(false);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a row that goes long after its act began leaves the focus to the list', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'niamey');
  const { openMenu } = await newEclaircissement(page);
  await openMenu();
  await page.getByRole('menuitem', { name: 'Encaisser' }).click();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel('Motif');
  await expect(reason).toBeFocused();
  // a person who thinks about the reason
  await page.clock.runFor(5000);
  await reason.fill('Vu au relevé');
  // and a network that takes its time for the act, and to read the list again
  const acts = await hold(page, 'POST', /^\/v2\//);
  const reads = await hold(page, 'GET', /\/v2\/a_eclaircir$/);
  const before = await rows(page).count();
  await dialog.getByRole('button', { name: 'Encaisser', exact: true }).click();
  await expect.poll(acts.count).toBe(1);
  await page.clock.runFor(5000);
  acts.release();
  await expect(dialog).toBeHidden();
  await expect.poll(reads.count).toBeGreaterThan(0);
  await page.clock.runFor(5000);
  reads.release();
  await expect(rows(page)).toHaveCount(before - 1);
  await expect(page.locator('#liste:focus, #liste :focus')).toHaveCount(1);
});
