/** From an empty product to the first échéances of a commune, counting the clicks. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { startProduct, type Started } from '../started.ts';
import { button } from './administration/account-support.ts';
import {
  fetchApi,
  choice,
  choices,
  expectAccessible,
  expectFit,
  expectNoSidewaysScroll,
  heading,
  pick,
  OWN_PASSWORD,
  signIn,
  signInByForm,
  expectToast,
} from './support.ts';

const CLICKS = 40;
const MINUTES = 10;

/** Counts pointer presses since the page opened, and fields filled by keyboard. */
async function count(page: Page) {
  await page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses') ?? 0) + 1)),
      true,
    );
  });
  const began = Date.now();
  let fields = 0;
  return {
    fill: async (locator: Locator, text: string): Promise<void> => {
      fields += 1;
      await locator.fill(text);
    },
    told: async () => ({
      clicks: await page.evaluate(() => Number(sessionStorage.getItem('presses') ?? 0)),
      fields,
      minutes: (Date.now() - began) / 60_000,
    }),
  };
}

const step = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const point = (page: Page, text: string | RegExp): Locator =>
  page
    .getByRole('list', { name: 'Ce qui est fait et ce qui manque' })
    .getByRole('listitem')
    .filter({ hasText: text });
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choisir un fichier/ }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

test.describe('in an empty product', () => {
  let product: Started;
  test.beforeAll(async () => {
    product = await startProduct({ OCTROI_DEMO: '0', LOG_LEVEL: 'warn' });
  });
  test.afterAll(() => product.stop());

  test('four sub-entities, three taxes and two users take few clicks', async ({ page }) => {
    const [, secret = ''] = /mot de passe\D*?\s(\S{16})\s/i.exec(product.output()) ?? [];
    await page.goto(`${product.url}/login`);
    await signInByForm(page, 'superadmin', secret);
    await expect(button(page, 'Menu de Super Admin')).toBeVisible();
    const { fill, told: report } = await count(page);
    await page.goto(product.url);

    await page.getByRole('link', { name: 'Nouvelle commune' }).click();
    await expect(heading(page)).toHaveText('Nouvelle commune');
    await expectAccessible(page);
    await fill(field(page, 'Nom'), 'Commune de Gothèye');
    await fill(field(page, 'Nom court'), 'Gothèye');
    await fill(field(page, 'Code'), 'GOT');
    const ville = page.getByRole('combobox', { name: 'Ville' });
    await ville.click();
    await fill(ville, 'Gothèye');
    await choice(page, 'Créer « Gothèye »').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await button(page, 'Enregistrer').click();

    await expect(step(page, 'Territoire')).toBeVisible();
    await expect(point(page, 'Aucune sous-entité active')).toContainText('À faire');
    await fill(page.getByLabel('Saisir ou coller'), 'Gothèye ville\n  Marché\n  Gare\nBérou');
    await button(page, 'Vérifier').click();
    await expect(page.getByRole('list', { name: 'Arbre' }).getByRole('listitem')).toHaveText([
      'Gothèye ville Département',
      'Marché Quartier',
      'Gare Quartier',
      'Bérou Département',
    ]);
    await button(page, 'Ajouter 4 sous-entités').click();
    await expect(point(page, '4 sous-entités actives')).toContainText('Fait');
    // interrupted and resumed: written data is there
    await page.reload();
    await expect(point(page, '4 sous-entités actives')).toContainText('Fait');
    await page.getByRole('link', { name: 'Continuer : Utilisateurs' }).click();

    for (const [kind, nom] of [
      ['Ajouter un utilisateur', 'Issa'],
      ['Ajouter un agent', 'Ali'],
    ] as const) {
      await button(page, kind).click();
      await fill(field(page, 'Nom'), nom);
      await fill(field(page, 'Prénom'), 'Mariama');
      await fill(field(page, 'Pseudo'), nom.toLowerCase());
      await fill(field(page, 'Email'), `${nom.toLowerCase()}@gotheye.example`);
      await fill(page.getByLabel(/^Mot de passe/), OWN_PASSWORD);
      await fill(page.getByLabel(/^Confirmation du mot de passe/), OWN_PASSWORD);
      if (kind === 'Ajouter un utilisateur') {
        await page.getByRole('combobox', { name: 'Groupe' }).click();
        await choice(page, 'Administrateur').click();
      } else {
        await page.getByRole('combobox', { name: 'Sous-entités' }).click();
        await choices(page).filter({ hasText: 'Marché' }).click();
        await page.keyboard.press('Escape');
      }
      await button(page, 'Enregistrer').click();
      await expect(button(page, 'Enregistrer')).toBeHidden();
    }
    await expect(point(page, '2 personnes peuvent enrôler')).toContainText('Fait');
    await page.getByRole('link', { name: 'Continuer : Taxes' }).click();

    for (const taxe of ['Droit de hangar', 'Redevance de kiosque', 'Taxe sur la coiffure'])
      await page.getByRole('checkbox', { name: taxe }).click();
    await page.getByRole('link', { name: 'Donner les tarifs de 3 taxes' }).click();
    await fill(page.getByRole('textbox', { name: 'Droit de hangar' }), '5000');
    await button(page, 'Enregistrer 3 taxes').click();
    await expect(page.getByRole('region', { name: /^Taxes en place/ })).toContainText('5 000');
    await expect(point(page, 'Chaque taxe a ses tarifs')).toContainText('Fait');
    await page.getByRole('link', { name: 'Continuer : Contribuables' }).click();
    await page.getByRole('link', { name: 'Continuer : Échéances' }).click();
    const session = await page.request.get(`${product.url}/v2/session`);
    const { today } = (await session.json()) as { today: string };
    await button(page, `Générer les écheances ${today.slice(0, 4)}`).click();
    await expect(page.getByRole('dialog')).toContainText('terminé');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Continuer : Encaisser' }).click();
    await expect(point(page, 'Les caisses ne sont pas tenues')).toContainText('À voir');
    await page.getByRole('link', { name: 'Terminer' }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Il reste 2 choses à faire/ })).toBeVisible();

    const { clicks, fields, minutes } = await report();
    test.info().annotations.push({
      type: 'chemin',
      description: `${clicks} clics, ${fields} champs, ${minutes.toFixed(1)} min`,
    });
    expect(clicks).toBeGreaterThan(15);
    expect(clicks).toBeLessThanOrEqual(CLICKS);
    expect(minutes).toBeLessThan(MINUTES);

    // tills are configured from the same page, which says what is half done
    await page
      .getByRole('navigation', { name: 'Étapes' })
      .getByRole('link', { name: /^Encaisser/ })
      .click();
    await button(page, 'Changer ces réglages').click();
    await page.getByLabel('Caisses tenues depuis le').fill('01/01/2026');
    await page.keyboard.press('Tab');
    await button(page, 'Enregistrer').click();
    await expect(point(page, 'aucune régie n’est active')).toContainText('À faire');
    await button(page, 'Ajouter une régie').click();
    await fill(field(page, 'Nom'), 'Régie de Gothèye');
    await pick(page, page.getByRole('combobox', { name: 'Régisseur' }), 'Issa', 'Mariama Issa');
    await pick(page, page.getByRole('combobox', { name: 'Comptable' }), 'Ali', 'Mariama Ali');
    await expect(page.getByText('Mariama Ali est un agent de terrain')).toBeVisible();
    await fill(field(page, 'Plafond par personne'), '100000');
    await button(page, 'Enregistrer').click();
    await expect(point(page, 'Mariama Ali, comptable, est un agent de terrain')).toContainText('À faire');
    await expect(point(page, 'Les caisses sont tenues depuis le 01/01/2026')).toContainText('Fait');
  });
});

test('an administrator sees what is missing, and completes the territory from files', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/mise-en-service');
  await expect(heading(page)).toHaveText('Mise en service');
  await expect(page.getByRole('status').filter({ hasText: /^Rien ne manque/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nouvelle commune' })).toBeHidden();
  await expectFit(page);

  await page.getByRole('link', { name: /^Territoire/ }).click();
  await expect(step(page, 'Territoire')).toBeVisible();
  await chooseFile(page, 'faux.geojson', '{"type":"Topology"}');
  await expect(page.getByRole('alert')).toContainText('n’est pas un GeoJSON');
  const name = `Essai ${Date.now().toString(36)}`;
  // enough places to make the preview scroll
  const many = Array.from({ length: 30 }, (_, index) => `Q${index};${name};Quartier`).join('\n');
  await chooseFile(
    page,
    'lieux.csv',
    `Nom;Parent;Type\n${name};;Département\nA;${name};Quartier\na;${name};Quartier\nB;Nulle part;\n${many}`,
  );
  const preview = page.getByRole('group', { name: 'Aperçu du territoire' });
  await expect(preview).toBeFocused();
  await expect(preview.getByRole('alert').getByRole('listitem')).toHaveText([
    'Ligne 5 : « B » : le parent « Nulle part » n’existe ni dans ce fichier ni dans la collectivité',
  ]);
  await expect(preview.getByRole('status').getByRole('listitem')).toHaveText([
    'Ligne 4 : « a » est le même lieu que « A », ligne 3',
  ]);
  await expect(page.getByRole('button', { name: /^Ajouter \d/ })).toBeHidden();
  await expectFit(page);

  const ring = [
    [2, 13],
    [2.1, 13],
    [2.1, 13.1],
    [2, 13],
  ];
  const feature = (nom: string, parent: string) => ({
    type: 'Feature',
    properties: { nom, parent },
    geometry: { type: 'Polygon', coordinates: [ring] },
  });
  const features = [feature(name, ''), feature('A', name)];
  await chooseFile(page, 'lieux.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  await expect(preview.getByRole('list', { name: 'Arbre' }).getByRole('listitem')).toHaveText([
    `${name} Département · avec son contour`,
    'A Quartier · avec son contour',
  ]);
  await button(page, 'Ajouter 2 sous-entités').click();
  await expectToast(page, 'Sous-entités ajoutées : 2');
  const { data } = await fetchApi<{ data: { nom: string; enabled: boolean }[] }>(page, 'ramifications', {
    q: name,
  });
  expect(data.some(({ nom, enabled }) => nom === name && enabled)).toBe(true);

  for (const etape of ['Utilisateurs', 'Taxes', 'Tarifs', 'Contribuables', 'Échéances', 'Encaisser']) {
    await page
      .getByRole('navigation', { name: 'Étapes' })
      .getByRole('link', { name: new RegExp(`^${etape}`) })
      .click();
    await expect(step(page, etape)).toBeVisible();
    await expect(page.getByText('Chargement')).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1366, height: 850 });
  }
});
