import { expect, test } from '@playwright/test';
import { minorFaults } from '../../parcours/axe.ts';
import {
  fetchApi,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSettled,
  heading,
  lastYearOf,
  rows,
  signIn,
  expectToast,
  todayOf,
} from '../support.ts';
import { button, field, generateFirst, step, taxeNamed } from './taxes-support.ts';

test('échéances are simulated, then generated for ticked sub-entities, with a detailed report', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.goto('/echeances');
  await expect(heading(page)).toHaveText('Échéances');
  await page.getByRole('button', { name: 'Essayer à blanc' }).click();
  const card = page.getByRole('article', { name: /Essai à blanc/ }).first();
  await expect(card).toContainText('terminé');
  await expect(card).toContainText('inchangées');
  await expectAccessible(page);

  // a second one has the same title
  const cards = page.getByRole('article', {
    name: (await card.getAttribute('aria-label')) ?? '',
    exact: true,
  });
  const before = await cards.count();
  await page.getByRole('button', { name: 'Essayer à blanc' }).click();
  await expect.poll(() => cards.count()).toBeGreaterThan(before);
  expect(await minorFaults(page)).toEqual([]);

  await page.goto('/ramifications');
  await expectSettled(page);
  await rows(page).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Générer les écheances' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(
    'Etes vous sûr de vouloir générer les écheances de cette ramification ?',
  );
  await question.getByRole('button', { name: /Générer les écheances/ }).click();
  const progress = page.getByRole('dialog', { name: /^Générer les écheances \d{4}$/ });
  await expect(progress).toContainText('terminé');
  await progress.getByRole('button', { name: 'Fermer' }).click();

  await page.goto('/echeances');
  await page.getByRole('link', { name: 'Les voir une à une' }).first().click();
  await expect(heading(page)).toHaveText(/Lignes sans tarif \d{4} - Ville de Niamey/);
  await expectSettled(page);
  const { meta } = await fetchApi<{ meta: { total_records: number } }>(page, 'echeances/sans-tarif', {
    entite: '1',
  });
  await expect(page.getByText(/^Affichage de/)).toContainText(`/ ${meta.total_records}`);
});

test('every way to generate follows the exercice of the top bar and names its year', async ({ page }) => {
  await signIn(page, 'maradi');
  const lastYear = await lastYearOf(page);
  await page.goto('/');
  await page.getByRole('banner').getByLabel('Exercice', { exact: true }).selectOption(String(lastYear));
  const question = page.getByRole('dialog', { name: /^Générer les écheances/ });
  const result = page.getByRole('dialog', { name: `Générer les écheances ${lastYear}` });
  /** Confirms the dialog that names the year, and returns the year of the request. */
  const requestedYear = async (confirm: RegExp): Promise<number> => {
    await expect(question).toContainText(`Exercice ${lastYear}`);
    const request = page.waitForRequest(/echeances\/generation$/);
    await question.getByRole('button', { name: confirm }).click();
    return ((await request).postDataJSON() as { annee: number }).annee;
  };

  await page.goto('/ramifications');
  await expectSettled(page);
  await rows(page).first().getByRole('checkbox').check();
  await button(page, 'Action').click();
  await page.getByRole('menuitem', { name: 'Générer les écheances' }).click();
  expect(await requestedYear(/Générer les écheances/)).toBe(lastYear);
  await expect(result).toContainText('terminé');
  await expect(result).toContainText(`Génération des échéances · ${lastYear}`);

  await page.goto('/taxes?itemperpage=10');
  await expectSettled(page);
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions : / })
    .click();
  await page.getByRole('menuitem', { name: 'Générer les écheances' }).click();
  expect(await requestedYear(/^Générer$/)).toBe(lastYear);
  await expect(result).toContainText('terminé');

  await page.goto('/echeances');
  const exercice = page.getByRole('main').getByLabel('Exercice', { exact: true });
  await expect(exercice).toHaveValue(String(lastYear));
  await page.getByRole('button', { name: 'Générer les écheances' }).click();
  expect(await requestedYear(/^Générer$/)).toBe(lastYear);
  // another year in the top bar applies to the form at once
  await page
    .getByRole('banner')
    .getByLabel('Exercice', { exact: true })
    .selectOption(String(lastYear + 1));
  await expect(exercice).toHaveValue(String(lastYear + 1));

  await page.getByRole('banner').getByLabel('Exercice', { exact: true }).selectOption(String(lastYear));
  await page.goto('/mise-en-service?etape=echeances');
  await expect(button(page, `Générer les écheances ${lastYear}`)).toBeVisible();
});

test('a tax is billed from its row', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/taxes?itemperpage=10');
  await expectSettled(page);
  await expect(await generateFirst(page)).toContainText('inchangées');
});

test('the échéances of a tax follow its new rate, after the recap showed the change', async ({ page }) => {
  await signIn(page, 'niamey');
  const year = (await todayOf(page)).slice(0, 4);
  const { id } = await taxeNamed(page, 'Taxe de transport : taxi-moto');
  await page.goto(`/taxes/${id}`);
  await field(page, new RegExp(`^Tarif ${year}`)).fill('6500');
  await button(page, 'Suivant').click();
  await button(page, 'Suivant').click();
  await expect(step(page, 'Recap')).toBeVisible();
  const changes = page.getByRole('region', { name: `Échéances de ${year}` });
  await expect(changes.getByRole('row', { name: /^À un autre tarif [1-9]/ })).toBeVisible();
  await expect(changes).toContainText('L’enregistrement met les autres à leur nouveau tarif.');
  await button(page, 'Valider & créer').click();
  // it costs less than before
  await page
    .getByRole('dialog', { name: 'Ce qui est facturé va baisser' })
    .getByRole('button', { name: 'Enregistrer quand même' })
    .click();
  await expect(page.getByText('Félicitation !')).toBeVisible();
  const card = page.getByRole('article', { name: new RegExp(`Génération des échéances · ${year}`) });
  await expect(card).toContainText('terminé');
  await expect(card).toContainText(/[1-9]\d*\s*retarifées|retarifées\s*[1-9]\d*/);
  await expectAccessible(page);
});

test('a past year is closed, and its échéances are then refused', async ({ page }) => {
  await signIn(page, 'niamey');
  const lastYear = String(Number((await todayOf(page)).slice(0, 4)) - 2);
  await page.goto('/echeances');
  const year = page
    .getByRole('region', { name: 'Exercices' })
    .getByRole('row', { name: new RegExp(`^${lastYear}`) });
  await expect(year).toContainText('Ouvert');
  await button(page, `Clôturer ${lastYear}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clôturer', exact: true }).click();
  await expectToast(page, `Exercice ${lastYear} clos`);
  await expect(year).toContainText('Clos');
  await expect(button(page, `Rouvrir ${lastYear}`)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('main').getByLabel('Exercice', { exact: true }).selectOption(lastYear);
  await expect(
    page.getByText(`L’exercice ${lastYear} est clos : ses échéances ne changent plus`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Générer les écheances' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Générer', exact: true }).click();
  await expect(page.getByText(`L'exercice ${lastYear} est clos`).first()).toBeVisible();
});

test('the screen of échéances fits a phone, and people who may only read do not have it', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/echeances');
  await expect(page.getByRole('button', { name: 'Générer les écheances' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.context().clearCookies();
  await signIn(page, 'lecture');
  await page.setViewportSize({ width: 1366, height: 850 });
  await page.goto('/configurations');
  await expect(page.getByRole('link', { name: 'Taxes', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Échéances' })).toHaveCount(0);
});
