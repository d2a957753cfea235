import { expect, test } from '@playwright/test';
import { fetchApi, consoleErrors, expectAccessible, heading, signIn, expectToast } from './support.ts';

const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/geo+json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});
const RING = [
  [2.1, 13.5],
  [2.13, 13.5],
  [2.13, 13.53],
  [2.1, 13.53],
  [2.1, 13.5],
];
const LARGE = Array.from({ length: 1200 }, (_, n) => [2 + n / 10_000, 13 + (n % 2) / 100]);

test('a manager gives a quartier its outline, sees it on the map, and removes it', async ({ page }) => {
  const errors = consoleErrors(page);
  await signIn(page, 'niamey');
  const { data } = await fetchApi<{ data: { id: number; nom: string }[] }>(page, 'ramifications', {
    'filter[tr.id][type]': 'eq',
    'filter[tr.id][x]': '2',
    itemperpage: '1',
  });
  const [quartier] = data;
  if (!quartier) throw new Error('no quartier');
  await page.goto(`/ramifications/${quartier.id}`);
  const section = page.getByRole('region', { name: 'Contour sur la carte' });
  await expect(section).toContainText('Pas de contour');

  const input = section.locator('input[type=file]');
  await input.setInputFiles(file('a.geojson', 'pas du JSON'));
  await expect(section.getByRole('alert')).toHaveText(/n’est pas un contour GeoJSON/);
  await input.setInputFiles(file('b.geojson', { type: 'Polygon', coordinates: [[...LARGE, LARGE[0]]] }));
  await expectToast(page, "L'élément a bien été modifié !");
  await expect(section).toContainText(/Contour enregistré \(1\s201 points\)/);
  await input.setInputFiles(file('c.json', { type: 'Polygon', coordinates: [RING] }));
  await expect(section).toContainText('Contour enregistré (5 points)');
  await expectAccessible(page);

  await page.reload();
  await expect(section).toContainText('Contour enregistré (5 points)');
  const drawn = await fetchApi<{ contours: { id: number; polygones: number[][][][] }[] }>(
    page,
    'statistiques/carte/contours',
    { cadre: '2,13,3,14', niveau: 'quartier' },
  );
  const corners = RING.slice(0, -1).map(([x, y]) => [y, x]);
  expect(drawn.contours.find(({ id }) => id === quartier.id)?.polygones).toEqual([[corners]]);
  await page.goto('/statistiques/carte?vue=13.515,2.115,13');
  await expect(heading(page)).toContainText('Carte de situation');
  await expect(page.locator('.carte-nom', { hasText: quartier.nom }).first()).toBeVisible();

  await page.goto(`/ramifications/${quartier.id}`);
  await section.getByRole('button', { name: 'Retirer' }).click();
  await expect(section).toContainText('Pas de contour');
  expect(errors).toEqual([]);
});
