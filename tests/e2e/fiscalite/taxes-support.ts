/** Helpers for journeys through the tax wizard. */
import { expect, type Locator, type Page } from '@playwright/test';
import { fetchApi, choice, pick, rows } from '../support.ts';

export interface Application {
  ramification: { id: number; nom: string };
  annee: string;
  tarif: number | null;
  exclue: boolean;
  precisione: { libelle: string; tarif: number }[];
}
export interface Taxe {
  id: number;
  nom: string;
  applications: Application[];
  typeEquipement: { id: number } | null;
  natureActivite: { id: number } | null;
}

/** A unique name. */
export const newName = (what: string): string =>
  `${what} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`;
export const combobox = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('combobox', typeof name === 'string' ? { name, exact: true } : { name });
export const field = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('textbox', typeof name === 'string' ? { name, exact: true } : { name });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const step = (page: Page, name: string): Locator => page.getByRole('heading', { level: 2, name });
/** A tax by name, from the API. */
export async function taxeNamed(page: Page, nom: string): Promise<Taxe> {
  const { data } = await fetchApi<{ data: Taxe[] }>(page, 'entite_taxes', { 'filter[t.nom]': nom });
  return fetchApi<Taxe>(page, `entite_taxes/${data[0]?.id}`);
}
/** A new equipment type without a tax. */
export async function newEquipement(page: Page, more: object = {}): Promise<{ id: number; nom: string }> {
  const nom = newName('Essai');
  const reply = await page.request.post('/v2/type_equipements', {
    data: { nom, entite: 1, enabled: true, ...more },
  });
  expect(reply.status()).toBe(201);
  return { id: ((await reply.json()) as { id: number }).id, nom };
}
export const remove = async (page: Page, { id }: Taxe): Promise<void> => {
  expect((await page.request.delete(`/v2/entite_taxes/${id}`)).status()).toBe(204);
};
export const onlyNamed = (nom: string): string =>
  `/taxes?f=${encodeURIComponent(JSON.stringify([{ column: 't.nom', operator: 'eq', x: nom }]))}`;

export async function chooseYears(page: Page, ...years: number[]): Promise<void> {
  await combobox(page, 'Année').click();
  for (const year of years) await choice(page, String(year)).click();
  await page.keyboard.press('Escape');
}

/** Fills the first step, except for its rates. */
export async function fillInfos(
  page: Page,
  nom: string,
  equipement: string,
  ...years: number[]
): Promise<void> {
  await chooseYears(page, ...years);
  await field(page, 'Nom').fill(nom);
  await pick(page, combobox(page, 'Catégorie'), 'Droits de place', 'Droits de place et de marché');
  await pick(page, combobox(page, 'Equipement'), equipement);
  await pick(page, combobox(page, 'Frequence'), 'Annuelle');
}

/** Bills the first tax of the list from its row. @returns the dialog with the result */
export async function generateFirst(page: Page): Promise<Locator> {
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions : / })
    .click();
  await page.getByRole('menuitem', { name: 'Générer les écheances' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Générer', exact: true }).click();
  const result = page.getByRole('dialog', { name: /^Générer les écheances \d{4}$/ });
  await expect(result).toContainText('terminé');
  return result;
}
