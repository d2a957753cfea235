import { expect, type Locator, test } from '@playwright/test';
import { fetchApi, expectAccessible, heading, signIn } from './support.ts';

/** The least contrast between text and background of these fields (WCAG); axe leaves disabled ones out. */
const leastContrast = (fields: Locator): Promise<number> =>
  fields.evaluateAll((all) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const luminance = (colour: string): number => {
      if (!canvas) throw new Error('no canvas');
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = Array.from(canvas.getImageData(0, 0, 1, 1).data, (part) =>
        part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrasts = all.map((field) => {
      const { color, backgroundColor, opacity } = getComputedStyle(field);
      const [dark = 0, light = 0] = [luminance(color), luminance(backgroundColor)].toSorted((a, b) => a - b);
      return ((light + 0.05) / (dark + 0.05)) * Number(opacity);
    });
    return Math.min(...contrasts);
  });

/** The colour of a switch, as it is on or off. */
const colourOf = (input: Locator, on: boolean): Promise<string> =>
  input.evaluate((element, checked) => {
    const { nextElementSibling: track } = element;
    if (!(element instanceof HTMLInputElement) || !(track instanceof HTMLElement))
      throw new Error('no switch');
    track.style.transition = 'none';
    element.checked = checked;
    return getComputedStyle(track).backgroundColor;
  }, on);

const REFUSED = 'Vous ne pouvez pas faire ceci';

test('a person who may only read sees the missing right instead of a form', async ({ page }) => {
  await signIn(page, 'lecture');
  const { data } = await fetchApi<{ data: { id: number }[] }>(page, 'contribuables', { itemperpage: '1' });
  const id = data[0]?.id;
  for (const [address, right] of [
    ['/type-equipement/create', "le droit « Créer » sur « Types d'équipement »"],
    ['/taxes/create', 'le droit « Créer » sur « Taxes »'],
    ['/ramifications/create', 'le droit « Créer » sur « Sous-entités »'],
    ['/contribuables/create', 'le droit « Créer » sur « Contribuables »'],
    ['/contribuables/import', 'le droit « Créer » sur « Contribuables »'],
    [`/contribuables/edit/${id}`, 'le droit « Modifier » sur « Contribuables »'],
    [`/contribuables/change-secteur/[${id}]`, 'le droit « Modifier » sur « Enrôlements »'],
    [`/contribuables/encaissement/${id}`, 'le droit « Créer » sur « Transactions »'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(REFUSED), address).toBeVisible();
    await expect(page.getByText(right), address).toBeVisible();
    await expect(page.locator('main form'), address).toHaveCount(0);
  }
  await expectAccessible(page);
});

test('a list whose right is missing says so, and offers no retry', async ({ page }) => {
  await signIn(page, 'plateau');
  await page.goto('/administration/journal');
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText("Vous n'avez pas accès à cet outil");
  await expect(refusal).toContainText('Demandez-les à votre administrateur');
  await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
});

test('a bulk act reserved for two groups says so to other people', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/contribuables/change-secteur/[1]');
  await expect(page.getByText('réservé aux groupes Super Admin et Admin NTA')).toBeVisible();
});

test('official papers that may only be read say which right is missing', async ({ page }) => {
  await signIn(page, 'lecture');
  await page.goto('/papiers-officiels');
  await expect(page.getByRole('note')).toContainText('le droit « Modifier » sur « Papiers officiels »');
});

test('a person who may only read sees the values of a record', async ({ page }) => {
  await signIn(page, 'plateau');
  await page.goto('/ramifications/1');
  await expect(heading(page)).toHaveText(/^Consultation - /);
  await expect(page.getByRole('note')).toContainText('Vous consultez sans pouvoir modifier.');
  await expect(page.getByRole('term').filter({ hasText: 'Statut' })).toBeVisible();
  await expect(page.locator('main').locator('input, textarea, select')).toHaveCount(0);
  await expectAccessible(page);
});

test('a tax that one may only read is legible and shows whether it is active, in light and dark', async ({
  page,
}) => {
  await signIn(page, 'lecture');
  await page.goto('/taxes/1');
  await expect(heading(page)).toHaveText(/^Consultation - /);
  const fields = page.getByRole('main').locator('input.mantine-Input-input:disabled');
  const active = page.getByRole('switch', { name: 'Activé?' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expect.poll(() => leastContrast(fields), { message: colorScheme }).toBeGreaterThan(4.5);
    expect(await colourOf(active, true), colorScheme).not.toBe(await colourOf(active, false));
  }
  await expect(page.getByRole('button', { name: 'Effacer le choix' })).toHaveCount(0);
});
