/** Helpers for configuration and administration forms. */
import { expect, type Locator, type Page } from '@playwright/test';

export interface Named {
  id: number;
  nom: string;
}

/** A unique name. */
export const newName = (what: string): string =>
  `${what} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`;

export const field = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('textbox', { name, exact: true });
export const chooser = (page: Page, name: string): Locator =>
  page.getByRole('combobox', { name, exact: true });
export const save = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Enregistrer', exact: true }).click();

/** Leaves forms without answering the browser's question. */
export const acceptQuestions = (page: Page): void => void page.on('dialog', (dialog) => void dialog.accept());

/** Address of a list filtered to one value of a column. */
export const only = (route: string, column: string, x: string): string =>
  `${route}?f=${encodeURIComponent(JSON.stringify([{ column, operator: 'eq', x }]))}`;

/** Creates a record through the API, when the journey is about something else. */
export async function create<Row = Named>(
  page: Page,
  path: string,
  record: Record<string, unknown>,
): Promise<Row> {
  const reply = await page.request.post(`/v2/${path}`, { data: record });
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()) as Row;
}

/** Chooses an entry of a row's menu, by the row's name. */
export async function chooseInMenu(page: Page, row: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions : ${row}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
}
