/** Forms of the configuration and administration, as journeys fill them. */
import { expect, type Locator, type Page } from '@playwright/test';

export interface Named {
  id: number;
  nom: string;
}

/** A name that no other run has used. */
export const newName = (what: string): string =>
  `${what} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`;

export const field = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('textbox', { name, exact: true });
export const chooser = (page: Page, name: string): Locator =>
  page.getByRole('combobox', { name, exact: true });
export const save = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Enregistrer', exact: true }).click();

/** A list narrowed to one value of a column, as an address says it. */
export const only = (route: string, column: string, x: string): string =>
  `${route}?f=${encodeURIComponent(JSON.stringify([{ column, operator: 'eq', x }]))}`;

/** Makes a record over the API: the journey is about something else. */
export async function create<Row = Named>(
  page: Page,
  path: string,
  record: Record<string, unknown>,
): Promise<Row> {
  const reply = await page.request.post(`/v2/${path}`, { data: record });
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()) as Row;
}

/** An entry of the menu of a row, by the row's name. */
export async function chooseInMenu(page: Page, row: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions : ${row}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
}
