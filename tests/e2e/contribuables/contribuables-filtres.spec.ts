import { expect, test } from '@playwright/test';
import {
  choice,
  choices,
  column,
  countContribuables,
  expectCount,
  expectSettled,
  figureIn,
  filterRow,
  openFilters,
  pick,
  searchNow,
  signIn,
  todayOf,
} from '../support.ts';

const ALL = '/contribuables?dates=toutes';

test('a filter by statut takes one or several values', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(ALL);
  await openFilters(page);
  const filter = filterRow(page, 0);
  await filter.field.selectOption('Statut');
  await filter.value.click();
  await expect(choices(page)).toHaveText(['Enrolé', 'Corrigé', 'Validé']);
  await choice(page, 'Corrigé').click();
  await searchNow(page);
  await expect(page.getByText('Statut = Corrigé')).toBeVisible();
  await expectCount(page, await countContribuables(page, { betail: '0', statut: 'Corrigé' }));
  await expect.poll(async () => new Set(await column(page, 'Statut'))).toEqual(new Set(['Corrigé']));

  await page.getByText('Statut = Corrigé').click();
  await filter.operation.selectOption('parmi');
  await filter.value.click();
  await choice(page, 'Validé').click();
  await page.keyboard.press('Escape');
  await searchNow(page);
  await expect(page.getByText('Statut parmi Corrigé, Validé')).toBeVisible();
  const both =
    (await countContribuables(page, { betail: '0', statut: 'Corrigé' })) +
    (await countContribuables(page, { betail: '0', statut: 'Validé' }));
  await expectCount(page, both);
});

test('a filter by day takes one day or two bounds', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(ALL);
  const last = Number((await todayOf(page)).slice(0, 4)) - 1;
  await openFilters(page);
  const filter = filterRow(page, 0);
  await filter.field.selectOption("Date d'enrôlement");
  await expect(filter.value).toHaveAttribute('placeholder', 'JJ/MM/AAAA');
  await filter.operation.selectOption('entre les dates');
  await filter.from.fill(`01/02/${last}`);
  await filter.to.fill(`30/06/${last}`);
  await filter.to.press('Tab');
  await searchNow(page);
  await expect(
    page.getByText(`Date d'enrôlement entre les dates 01/02/${last}, 30/06/${last}`),
  ).toBeVisible();
  await expectCount(
    page,
    await countContribuables(page, { from: `${last}-02-01`, to: `${last}-06-30`, betail: '0' }),
  );
});

test('a filter by amount takes two bounds, and « est vide » none', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(ALL);
  await openFilters(page);
  const filter = filterRow(page, 0);
  await filter.field.selectOption('Restant');
  await filter.operation.selectOption('entre');
  await filter.from.fill('1000');
  await filter.to.fill('50000');
  await searchNow(page);
  await expect(page.getByText(/Restant entre/)).toBeVisible();
  const amounts = (await column(page, 'Restant')).map(figureIn);
  expect(amounts.length).toBeGreaterThan(0);
  for (const amount of amounts) {
    expect(amount).toBeGreaterThanOrEqual(1000);
    expect(amount).toBeLessThanOrEqual(50_000);
  }

  await openFilters(page);
  await filter.field.selectOption('Date de validation');
  await filter.operation.selectOption('est vide');
  await expect(filter.value).toHaveCount(0);
  await searchNow(page);
  await expectSettled(page);
  await expect.poll(() => column(page, 'Statut')).not.toContain('Validé');
});

test('filters by place, collectivité and agent search by name', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto(ALL);
  await openFilters(page);
  const filter = filterRow(page, 0);
  await filter.field.selectOption('Collectivité');
  await pick(page, filter.value, 'Ville de Zinder');
  await searchNow(page);
  await expect(page.getByText('Collectivité = Ville de Zinder')).toBeVisible();
  await expectCount(page, await countContribuables(page, { betail: '0', entite: '3' }));
  const [agent = ''] = await column(page, "Nom de l'agent");
  const [place = ''] = await column(page, 'Localisation');
  const [quartier, zone, sector = ''] = place.split(' › ');

  await openFilters(page);
  await filter.field.selectOption('Agent');
  await filter.operation.selectOption('parmi');
  await pick(page, filter.value, agent);
  await page.keyboard.press('Escape');
  await searchNow(page);
  await expect(page.getByText(`Agent parmi ${agent}`)).toBeVisible();
  await expect.poll(async () => new Set(await column(page, "Nom de l'agent"))).toEqual(new Set([agent]));

  await openFilters(page);
  await filter.field.selectOption('Localisation');
  // many quartiers have a sector with this name: the option shows its path, and the address keeps its id
  await filter.value.click();
  await filter.value.fill(place);
  const chosen = choices(page)
    .filter({ hasText: new RegExp(`^${sector} \\(.*${quartier} › ${zone}\\)$`) })
    .first();
  const label = await chosen.innerText();
  await chosen.click();
  await searchNow(page);
  await expect(page.getByText(`Localisation = ${label}`)).toBeVisible();
  const [row] = JSON.parse(new URL(page.url()).searchParams.get('f') ?? '[]') as { x: string }[];
  await expectCount(page, await countContribuables(page, { betail: '0', 'filter[ram.id]': row?.x ?? '' }));
});

test('a flag is chosen; a text ignores case and accents, and may have several values', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto(ALL);
  const [name = ''] = await column(page, 'Nom complet');
  const [first = '', two = ''] = await column(page, 'Numéro');
  await openFilters(page);
  const filter = filterRow(page, 0);
  await filter.field.selectOption('Actif');
  await expect(filter.value.getByRole('option')).toHaveText(['Choisir…', 'Oui', 'Non']);
  await filter.field.selectOption('Nom complet');
  await expect(filter.operation).toHaveValue('like');
  await filter.value.fill(name.toUpperCase());
  await filter.value.press('Enter');
  await expect(page).toHaveURL(/f=/);
  await expect.poll(async () => new Set(await column(page, 'Nom complet'))).toEqual(new Set([name]));

  await openFilters(page);
  await filter.field.selectOption('Numéro');
  await filter.operation.selectOption('parmi');
  await filter.value.pressSequentially(`${first},${two}`);
  await filter.value.press('Tab');
  await searchNow(page);
  await expect(page.getByText(`Numéro parmi ${first}, ${two}`)).toBeVisible();
  await expect.poll(() => column(page, 'Numéro')).toEqual([first, two]);
});
