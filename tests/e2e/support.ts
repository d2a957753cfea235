/** Helpers of all journeys: sign-in, reading screens, general checks. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { addDays, formatDay } from '@octroi/contract/platform/values/period';
import { ENTRIES, type MenuKey, SCREENS } from '@octroi/contract/register';
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
/** Password of accounts created by journeys: the demonstration's password is refused for them. */
export const OWN_PASSWORD = 'Puits-natte-27';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
/** Cookies by account, reused for some minutes by journeys that are not about signing in or out. */
const opened = new Map<Account, { cookies: Cookies; at: number }>();
/** Sensitive acts require a password ten minutes after the sign-in, so sessions are reused for half of that. */
const KEPT_MS = 5 * 60_000;

/** Makes a page keep its toasts: each lasts three seconds, in which a busy machine may not look. */
function keepToasts(): void {
  const box = () => document.querySelector('#kept-toasts') ?? document.body.appendChild(emptyBox());
  const emptyBox = () => Object.assign(document.createElement('ul'), { id: 'kept-toasts', hidden: true });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element && node.closest('.mantine-Notifications-root'))
          for (const shown of [node, ...node.querySelectorAll('*')])
            if (shown.matches('[role="status"], [role="alert"]'))
              // as an attribute: no search for a text finds it
              box().appendChild(document.createElement('li')).title = shown.textContent.replaceAll(
                /\s+/g,
                ' ',
              );
  }).observe(document, { childList: true, subtree: true });
}
const keeping = new WeakSet<BrowserContext>();

/** From now on the pages of this context keep their toasts. */
async function keepToastsOf(page: Page): Promise<void> {
  if (keeping.has(page.context())) return;
  keeping.add(page.context());
  await page.context().addInitScript(keepToasts);
  await page.evaluate(keepToasts);
}

/** Signs in without the form. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await keepToastsOf(page);
  const session = opened.get(account);
  if (session && Date.now() - session.at < KEPT_MS) return page.context().addCookies(session.cookies);
  const reply = await page.request.post('/v2/users/check', { data: { email: account, password: PASSWORD } });
  expect(reply.status(), `sign-in of ${account}`).toBe(200);
  opened.set(account, { cookies: await page.context().cookies(), at: Date.now() });
}

/** Signs in through the form; the journey may end this session. */
export async function signInByForm(page: Page, account: string, password = PASSWORD): Promise<void> {
  await keepToastsOf(page);
  await page.getByLabel('Pseudo ou Adresse Email').fill(account);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Connexion' }).click();
}

/** Signs in for a journey that ends its session: the others share theirs. */
export async function beginOwnSession(page: Page): Promise<void> {
  await page.goto('/login');
  await signInByForm(page, 'superadmin');
  await expect(page.getByRole('button', { name: 'Menu de Ramatou Mayaki' })).toBeVisible();
}

/** Ends the session on the server; the page does not know it yet. */
export async function endSession(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  await page.request.post('/v2/session/logout', { headers: { origin } });
}

/** Calls the API as the page's person; `query` is serialised as in the web. */
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
 * Taxpayers of Niamey with a debt for this year above an amount and without waiting payments, for which the screen
 * would ask a confirmation.
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

/** Today on the server, not on this machine. */
export const todayOf = async (page: Page): Promise<string> =>
  (await fetchApi<{ today: string }>(page, 'session')).today;

/** As it is typed in a field: `31/12/2026`. */
export const tomorrowOf = async (page: Page): Promise<string> => formatDay(addDays(await todayOf(page), 1));

/** The year before: it is complete, and the demonstration has data of the year before it. */
export const lastYearOf = async (page: Page): Promise<number> =>
  Number((await todayOf(page)).slice(0, 4)) - 1;

/** `12 345` or `Affichage de 50 / 1 234` -> the last figure in it. */
export function figureIn(text: string): number {
  const last = text.match(/-?\d[\d\s]*(?!.*\d)/)?.[0];
  if (last === undefined) throw new Error(`no figure in « ${text} »`);
  return Number(last.replace(/\s/g, ''));
}

/** The figure of an element, once it has one. */
export async function figureOf(locator: Locator): Promise<number> {
  await expect(locator).toContainText(/\d/);
  return figureIn(await locator.innerText());
}

const spaced = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, '\\s');
/** A figure as screens write it: `1 234 567`, with any kind of space. */
export const figureText = (value: number): RegExp => new RegExp(`(?<!\\d\\s?)${spaced(value)}(?!\\s?\\d)`);

export const sideMenu = (page: Page): Locator => page.getByRole('navigation', { name: 'Menu principal' });

/** Opens a screen from the side menu, and then by its tab or card. */
export async function openFromMenu(page: Page, screen: MenuKey): Promise<void> {
  const { nom, page: entry } = SCREENS[screen];
  await sideMenu(page).getByRole('link', { name: ENTRIES[entry].nom, exact: true }).click();
  const isCard = ENTRIES[entry].url !== undefined;
  const [first] = Object.entries(SCREENS).find(([, each]) => each.page === entry) ?? [];
  if (!isCard && screen === first) return;
  const tabs = page.getByRole('navigation', { name: `Pages de ${ENTRIES[entry].nom}` });
  await (isCard ? page.getByRole('main') : tabs).getByRole('link', { name: nom, exact: true }).click();
}

/** The place menu in the top bar. */
export const selectionMenu = (page: Page): Locator => page.getByRole('banner').getByLabel(/^Collectivité : /);

/** Chooses a collectivité, or all, in the top bar. */
export async function switchTo(page: Page, name: string): Promise<void> {
  await selectionMenu(page).click();
  await choice(page, name).click();
}

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
export const toast = (page: Page, text: string): Locator =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });
/** Expects that a toast with this text is or was shown, since the last one that was expected. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const kept = page.locator(`#kept-toasts [title*=${JSON.stringify(text)}]`).first();
  await expect(kept).toBeAttached();
  await kept.evaluate((found) => found.remove());
}
export const footer = (page: Page): Locator => page.getByText(/^Affichage de/);
/** Expects this number of rows on all pages of the list. */
export const expectCount = (page: Page, count: number): Promise<void> =>
  expect(footer(page)).toHaveText(new RegExp(`^Affichage de [\\d\\s]+ / ${spaced(count)}$`));
/** The number of taxpayers in the scope of the page's person. */
export const countContribuables = async (page: Page, query: Record<string, string> = {}): Promise<number> =>
  (await fetchApi<{ total_records: number }>(page, 'contribuables/totaux', query)).total_records;

/** The rows of the list, without heading and totals. */
export const rows = (page: Page): Locator => page.locator('tbody').getByRole('row');

/** Waits until the list matches the address. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(footer(page)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** The texts of a column, by heading. */
export async function column(page: Page, head: string): Promise<string[]> {
  await expectSettled(page);
  const index = await headIndex(page, head);
  return page.locator(`tbody tr > :nth-child(${index + 1})`).allInnerTexts();
}

/** The TOTAL cell below a heading, on a page or a part of it with one table; other footer rows are ignored. */
export const totalUnder = async (within: Page | Locator, head: string): Promise<Locator> =>
  within
    .locator('tfoot tr')
    .filter({ hasText: /TOTAL/ })
    .locator(`> :nth-child(${(await headIndex(within, head)) + 1})`);

/** The sum below a heading; undefined while loading, because polled functions must not throw. */
export async function sumUnder(within: Page | Locator, head: string): Promise<number | undefined> {
  const text = await (await totalUnder(within, head)).first().innerText();
  return /\d/.test(text) ? figureIn(text) : undefined;
}

/** The headings of a table, once it is there. */
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

/** A value in the product's local storage; null if absent. */
export const storedValue = (page: Page, key: string): Promise<unknown> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as unknown, `octroi.${key}`);

/**
 * Waits until nothing on the page changes its colour or moves: what is being read again is dimmed, and a change of width or of
 * colours is drawn frames later, and begins animations then.
 */
async function untilStill(page: Page): Promise<void> {
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (;;) {
      await nextFrame();
      await nextFrame();
      const ending = document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      if (ending.length === 0) return;
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }
  });
}

/** Expects no serious or critical axe violation, once the page is still. */
export async function expectAccessible(page: Page): Promise<void> {
  await untilStill(page);
  const grave = await graveFaults(page);
  const faults = grave.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  expect(faults, page.url()).toEqual([]);
}

/** Expects no horizontal scrolling of the page; wide tables may scroll inside their frame. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
}

/** Expects no accessibility violation and no overflow, on a light desktop and a dark phone. */
export async function expectFit(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1366, 'light'],
  ] as const) {
    // colours first: elements out of view keep their old colours until they are scrolled to
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

/** Collects console errors from now on. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // before the sign-in, the session request is answered with 401
    const probe = message.location().url.endsWith('/v2/session') && message.text().includes('401');
    if (!probe) errors.push(`${message.text()} (${message.location().url})`);
  });
  return errors;
}

/** A row of the filter builder by index, with its field, operation and value inputs. */
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

/** The options of the open select, except native selects. */
export const choices = (page: Page): Locator => page.getByRole('listbox').getByRole('option');
export const choice = (page: Page, name: string): Locator =>
  page.getByRole('listbox').getByRole('option', { name, exact: true });

/** Searches and chooses a record in a select. */
export async function pick(page: Page, input: Locator, typed: string, name = typed): Promise<void> {
  await input.click();
  await input.fill(typed);
  await choice(page, name).first().click();
}
