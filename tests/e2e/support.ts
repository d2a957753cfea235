/** What the journeys share: who signs in, what is read off a screen, what any screen must be. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { graveFaults } from '../parcours/axe.ts';

/** The demonstration's accounts (README). */
export type Account =
  | 'superadmin'
  | 'admin.nta'
  | 'niamey'
  | 'maradi'
  | 'plateau'
  | 'lecture'
  | 'agent.terrain'
  | 'inactif';
export const PASSWORD = 'Octroi-2026!';
/** Of people whom journeys make: the one above is refused to all but the demonstration's. */
export const OWN_PASSWORD = 'Puits-natte-27';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
/** One session an account serves the journeys of some minutes that are not about signing in or out. */
const opened = new Map<Account, { cookies: Cookies; at: number }>();
/** Sensitive acts ask for the password ten minutes after the sign-in: no journey takes the other half. */
const KEPT_MS = 5 * 60_000;

/** Signs in without the form: the journey begins where its own matter begins. */
export async function signIn(page: Page, account: Account): Promise<void> {
  const session = opened.get(account);
  if (session && Date.now() - session.at < KEPT_MS) return page.context().addCookies(session.cookies);
  const reply = await page.request.post('/v2/users/check', { data: { email: account, password: PASSWORD } });
  expect(reply.status(), `sign-in of ${account}`).toBe(200);
  opened.set(account, { cookies: await page.context().cookies(), at: Date.now() });
}

/** Signs in as a person does; the session is the journey's own, so that it may end it. */
export async function signInByForm(page: Page, account: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Pseudo ou Adresse Email').fill(account);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Connexion' }).click();
}

/** Asks the API as the person of the page; `query` is written as the web writes it. */
export async function fetchApi<Reply>(
  page: Page,
  path: string,
  query: Record<string, string> = {},
): Promise<Reply> {
  const reply = await page.request.get(`/v2/${path}?${new URLSearchParams(query).toString()}`);
  expect(reply.status(), path).toBe(200);
  return (await reply.json()) as Reply;
}

export interface Debtor {
  id: number;
  numKlis: string;
  fullName: string;
  ramification: { id: number };
}

/**
 * Taxpayers of Niamey who owe more than an amount of this year by now, and of whom no payment waits: what other journeys
 * took meanwhile would have the screen ask before it takes as much again.
 */
export async function debtorsOf(
  page: Page,
  { count, moreThan, last = false }: { count: number; moreThan: number; last?: boolean },
): Promise<Debtor[]> {
  const { data } = await fetchApi<{ data: Debtor[] }>(page, 'impayes', {
    'filter[contrib.exercice][type]': 'gt',
    'filter[contrib.exercice][x]': String(moreThan),
    'filter[contrib.attente]': '0',
    entite: '[1]',
    betail: '0',
    orderBy: 'contrib.numKlis',
    sortOrder: last ? 'desc' : 'asc',
    itemperpage: String(count),
  });
  expect(data).toHaveLength(count);
  return data;
}

/** What the server calls today: the installation's, not this machine's. */
export const todayOf = async (page: Page): Promise<string> =>
  (await fetchApi<{ today: string }>(page, 'session')).today;

/** The year before today's: it is over, and the books have one before it. */
export const lastYearOf = async (page: Page): Promise<number> =>
  Number((await todayOf(page)).slice(0, 4)) - 1;

/** `12 345` or `Affichage de 50 / 1 234` -> the last figure in it. */
export function figureIn(text: string): number {
  const last = text.match(/-?\d[\d\s]*(?!.*\d)/)?.[0];
  if (last === undefined) throw new Error(`no figure in « ${text} »`);
  return Number(last.replace(/\s/g, ''));
}

/** The figure that stands there, once one does. */
export async function figureOf(locator: Locator): Promise<number> {
  await expect(locator).toContainText(/\d/);
  return figureIn(await locator.innerText());
}

const spaced = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, '\\s');
/** A figure as screens write it: `1 234 567`, whatever the space. */
export const figureText = (value: number): RegExp => new RegExp(`(?<!\\d\\s?)${spaced(value)}(?!\\s?\\d)`);

/** The choice of collectivité or sub-entity in the top bar. */
export const selectionMenu = (page: Page): Locator => page.getByRole('banner').getByLabel(/^Collectivité : /);

/** Works on a collectivité, or on all of them, from the top bar. */
export async function switchTo(page: Page, name: string): Promise<void> {
  await selectionMenu(page).click();
  await choice(page, name).click();
}

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
export const toast = (page: Page, text: string): Locator =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });
export const footer = (page: Page): Locator => page.getByText(/^Affichage de/);
/** The list on screen has so many rows, on all its pages. */
export const expectCount = (page: Page, count: number): Promise<void> =>
  expect(footer(page)).toHaveText(new RegExp(`^Affichage de [\\d\\s]+ / ${spaced(count)}$`));
/** How many taxpayers the server counts for the person of the page. */
export const countContribuables = async (page: Page, query: Record<string, string> = {}): Promise<number> =>
  (await fetchApi<{ total_records: number }>(page, 'contribuables/totaux', query)).total_records;

/** The rows of the list on screen, without head and total. */
export const rows = (page: Page): Locator => page.locator('tbody').getByRole('row');

/** Waits until the list on screen answers the present address. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(footer(page)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** The texts of a column, by its head. */
export async function column(page: Page, head: string): Promise<string[]> {
  await expectSettled(page);
  const index = await headIndex(page, head);
  return page.locator(`tbody tr > :nth-child(${index + 1})`).allInnerTexts();
}

/** The cell of the TOTAL row under a head, on a page or in a part of it with one table; what other rows of the foot say is none. */
export const totalUnder = async (within: Page | Locator, head: string): Promise<Locator> =>
  within
    .locator('tfoot tr')
    .filter({ hasText: /TOTAL/ })
    .locator(`> :nth-child(${(await headIndex(within, head)) + 1})`);

/** The sum under a head, undefined while it is still on its way: what is polled may not throw. */
export async function sumUnder(within: Page | Locator, head: string): Promise<number | undefined> {
  const text = await (await totalUnder(within, head)).first().innerText();
  return /\d/.test(text) ? figureIn(text) : undefined;
}

/** The heads of the table of a page or of a part of it, once it stands. */
export async function headsOf(within: Page | Locator): Promise<string[]> {
  const heads = within.locator('thead th');
  await expect(heads.first()).toBeAttached();
  return (await heads.allInnerTexts()).map((text) => text.trim());
}

async function headIndex(within: Page | Locator, head: string): Promise<number> {
  await expect(within.getByRole('columnheader', { name: head, exact: true })).toBeVisible();
  const heads = await headsOf(within);
  const index = heads.indexOf(head);
  if (index < 0) throw new Error(`no column « ${head} » among ${heads.join(', ')}`);
  return index;
}

/** A value that this browser keeps for the product; null when it keeps none. */
export const storedValue = (page: Page, key: string): Promise<unknown> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as unknown, `octroi.${key}`);

/** No fault that axe calls serious or critical, once nothing moves or changes colour any more. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const grave = await graveFaults(page);
  const faults = grave.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  expect(faults, page.url()).toEqual([]);
}

/** The page itself does not scroll sideways; a wide table may, inside its frame. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
}

/** On a screen by day and on a phone in the dark: axe finds nothing serious and nothing hangs over. */
export async function expectFit(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1366, 'light'],
  ] as const) {
    // colours first: what is out of sight keeps those that it was drawn in until it is scrolled to
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

/** Gathers what the console calls an error from now on. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // Before anybody is signed in, the question who is there is answered by a 401.
    const probe = message.location().url.endsWith('/v2/session') && message.text().includes('401');
    if (!probe) errors.push(`${message.text()} (${message.location().url})`);
  });
  return errors;
}

/** One row of the filter builder, the first being 0: its field, its operation, and its value inputs. */
export function filterRow(page: Page, index: number) {
  const row = page.getByRole('search', { name: 'Filtres' }).getByRole('group').nth(index);
  return {
    row,
    field: row.getByLabel('Champ', { exact: true }),
    operation: row.getByLabel('Opération', { exact: true }),
    connector: row.getByLabel('Lien avec la ligne précédente'),
    value: row.getByLabel('Valeur', { exact: true }),
    from: row.getByLabel('Valeur, de', { exact: true }),
    to: row.getByLabel('Valeur, à', { exact: true }),
    remove: row.getByRole('button', { name: 'Retirer la ligne' }),
  };
}

export const openFilters = (page: Page): Promise<void> =>
  page.getByRole('button', { name: '+ Filtre' }).click();
export const searchNow = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Rechercher', exact: true }).click();

/** The choices of the select that is open; native selects keep theirs to themselves. */
export const choices = (page: Page): Locator => page.getByRole('listbox').getByRole('option');
export const choice = (page: Page, name: string): Locator =>
  page.getByRole('listbox').getByRole('option', { name, exact: true });

/** Chooses in a select that looks its records up by what is typed into it. */
export async function pick(page: Page, input: Locator, typed: string, name = typed): Promise<void> {
  await input.click();
  await input.fill(typed);
  await choice(page, name).first().click();
}
