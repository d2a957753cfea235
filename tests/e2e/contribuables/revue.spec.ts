/** Enrolments to be validated, passed in review one after another with the keyboard. */
import { formatNumber } from '@octroi/contract/platform/values/money';
import { expect, type Page, test } from '@playwright/test';
import { create, field, type Named, newName, save } from '../forms.ts';
import { expectAccessible, expectToast, fetchApi, heading, sideMenu, signIn, toast } from '../support.ts';

interface Enrolled extends Named {
  fullName: string;
  statut: string;
}

/** Enrolments of one name, and the address of their review. */
async function waiting(page: Page, count: number): Promise<{ records: Enrolled[]; address: string }> {
  const { data: places } = await fetchApi<{ data: Named[] }>(page, 'ramifications', {
    'filter[ent.id]': '1',
    'filter[tr.nom]': 'Secteur',
    itemperpage: '1',
  });
  const { data: natures } = await fetchApi<{ data: Named[] }>(page, 'nature_activites', {
    'filter[ent.id]': '1',
  });
  const nom = newName('Revue');
  const records: Enrolled[] = [];
  for (let rank = 1; rank <= count; rank++)
    records.push(
      await create<Enrolled>(page, 'contribuables', {
        nom: `${nom} ${rank}`,
        ramification: places[0]?.id,
        lignes: [{ natureActivite: natures[0]?.id }],
        latitude: 13.51,
        longitude: 2.11,
      }),
    );
  const like = [{ column: 'contrib.nom', operator: 'like', x: nom }];
  return { records, address: `/enrollements?f=${encodeURIComponent(JSON.stringify(like))}` };
}

const record = (page: Page) => page.getByRole('heading', { level: 2, name: /^Revue / });
const prompt = 'Etes-vous sûr de confirmer cet enrollement ?';
const statutOf = async (page: Page, { id }: Named): Promise<string> =>
  (await fetchApi<Enrolled>(page, `contribuables/${id}`)).statut;

/** Expects that the menu tells what waits now. */
async function expectMenuFollows(page: Page): Promise<void> {
  const { attentes } = await fetchApi<{ attentes: { enrollements: number } }>(page, 'attente');
  await expect(
    sideMenu(page).getByRole('link', { name: 'Enrôlements', exact: true }),
  ).toHaveAccessibleDescription(`${formatNumber(attentes.enrollements)} en attente`);
}

test('enrolments are validated, corrected and passed one after another with the keyboard', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const { records, address } = await waiting(page, 4);
  const [first, second, third, fourth] = records as [Enrolled, Enrolled, Enrolled, Enrolled];
  await page.goto(address);
  await page.getByRole('main').getByRole('link', { name: 'Passer en revue' }).first().click();
  await expect(heading(page)).toHaveText('Passer en revue');
  await expect(record(page)).toHaveText(first.fullName);
  await expect(page.getByRole('img', { name: 'Enrôlement 1 sur 4' })).toBeVisible();
  // the others have the same name: likely doubles
  await expect(page.getByRole('region', { name: 'Doubles probables' })).toContainText(second.fullName);
  await expect(page.getByRole('table').first()).toBeVisible();
  await expectAccessible(page);

  // the prompt is asked once; after the act the next record has the focus
  await page.keyboard.press('v');
  await expect(page.getByRole('dialog')).toContainText(prompt);
  await page.getByRole('dialog').getByRole('button', { name: 'Valider' }).click();
  await expect(record(page)).toHaveText(second.fullName);
  await expect(record(page)).toBeFocused();
  await page.keyboard.press('v');
  await expect(record(page)).toHaveText(third.fullName);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await statutOf(page, second)).toBe('Validé');
  await expectMenuFollows(page);

  // Z undoes the last validation and returns to it
  await expect(
    toast(page, "L'élément a bien été modifié !").filter({ hasText: second.fullName }),
  ).toBeVisible();
  await page.keyboard.press('z');
  await expectToast(page, 'La validation est annulée');
  await expect(record(page)).toHaveText(second.fullName);
  expect(await statutOf(page, second)).toBe('Enrolé');
  await expectMenuFollows(page);

  // a correction returns to the same record
  await page.keyboard.press('c');
  await expect(heading(page)).toHaveText('Modification enrôlement');
  await field(page, 'Adresse').fill('Face au marché');
  const readAhead = page.waitForResponse((reply) => reply.url().endsWith(`/contribuables/${third.id}`));
  await save(page);
  await expect(heading(page)).toHaveText('Passer en revue');
  await expect(record(page)).toHaveText(second.fullName);
  await expect(page.getByText('Face au marché')).toBeVisible();

  // what another person validated meanwhile is said, and passed over
  await readAhead;
  await page.request.post(`/v2/contribuables/${third.id}/validation`);
  await page.keyboard.press('j');
  await expectToast(page, `${third.fullName} est déjà validé`);
  await expect(record(page)).toHaveText(fourth.fullName);
  await page.keyboard.press('k');
  await expect(record(page)).toHaveText(second.fullName);
  await page.keyboard.press('j');
  await page.keyboard.press('v');
  await expect(page.getByText('Vous avez tout passé en revue')).toBeVisible();
  await page.getByRole('button', { name: 'Reprendre ceux qui attendent' }).click();
  await expect(record(page)).toHaveText(second.fullName);
});

test('without anything to validate the review says so, and only people who validate have it', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const none = [{ column: 'contrib.nom', operator: 'eq', x: newName('Personne') }];
  await page.goto(`/enrollements/revue?f=${encodeURIComponent(JSON.stringify(none))}`);
  await expect(page.getByText('Rien à valider')).toBeVisible();
  await signIn(page, 'lecture');
  await page.goto('/enrollements');
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Passer en revue' })).toHaveCount(0);
  await page.goto('/enrollements/revue');
  await expect(page.getByText('Vous ne pouvez pas faire ceci')).toBeVisible();
});
