/** Faults that no screen may have, for any person and data. */
import { expect, type Page } from '@playwright/test';
import { heading } from '../e2e/support.ts';
import { graveFaults } from './axe.ts';

/** A fault as text: its kind and its evidence. */
export type Fault = `${'cut' | 'hidden' | 'sideways' | 'word' | 'axe' | 'console' | 'dead'}: ${string}`;

/** English and technical words; except those that the specification uses (Next, Count, Sort, Order By, Creation). */
const FOREIGN =
  /\b(undefined|null|NaN|Infinity|true|false|error|failed to|loading|submit|cancel|save|delete|update|create|created|updated|validated|corrected|search|filter|select|choose|required|invalid|expected|string|number|array|object|boolean|unknown|not found|forbidden|unauthorized|bad request|internal server|timeout|undefined|query|endpoint|payload|token|json|sql|http \d+)\b/i;
/** Code names: `createdAt`, `user.id`, `nom_court`; ISO days. */
const CODE =
  /\b[a-z]+[A-Z][A-Za-z]+\b|\b[a-z]+_[a-z]+\b|\b(?:contrib|trans|user|ram|ent|mp|teq)\.[a-zA-Z]+\b|\b\d{4}-\d{2}-\d{2}\b/;
/** Names that come from people, installations or the specification. */
const OWN =
  /[\w.+-]+@[\w.-]+|https?:\/\/\S+|\b(?:admin\.nta|agent\.terrain)\b|\bNIA-[\w-]+|\bFailed\b|\bOrder By\b|\bMTN\b|\bsuperadmin\b|\b[\w-]+\.(?:pdf|xlsx|csv)\b|\b[A-Z]{2,}[\w.-]*\d[\w.-]*/g;

/** Words on the screen that a person at a counter would not understand. */
export function foreignWords(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replaceAll(OWN, ' ').trim())
    .filter((line) => FOREIGN.test(line) || CODE.test(line));
}

/** Amounts and counts that are partly hidden, for any reason. */
const cutNumbers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const hides = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element);
      return overflowX === 'hidden' || overflowX === 'clip';
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (!parent || !/^[-−]?\d[\d\s.,]*(?:\s?(?:F\sCFA|%))?$/.test(text)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const own = range.getBoundingClientRect();
      if (own.width === 0 || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      for (
        let above: Element | null = parent;
        above && above !== document.body;
        above = above.parentElement
      ) {
        // scrollable content is not cut, nor is a map
        if (above.classList.contains('leaflet-container')) break;
        if (/auto|scroll/.test(getComputedStyle(above).overflowX) && above.scrollWidth > above.clientWidth)
          break;
        if (!hides(above)) continue;
        const box = above.getBoundingClientRect();
        // visually hidden text for screen readers occupies one pixel
        if (box.width <= 1 || box.height <= 1) break;
        if (own.left < box.left - 1 || own.right > box.right + 1) {
          found.push(
            `${text} (${above.tagName.toLowerCase()}.${above.className.toString().split(' ')[0] ?? ''})`,
          );
          break;
        }
      }
    }
    return found;
  });

/**
 * Essential cells of a list (names, numbers, statuts, amounts, the menu) that are partly hidden at either end of a
 * table wider than the page. In a stacked table these are the cells that one decides by: seen at rest, and those at the
 * edges always. On a phone rows are cards.
 */
export const hiddenCells = (page: Page): Promise<Fault[]> =>
  page.evaluate(async () => {
    if (!document.querySelector('[data-densite]')) return [];
    // the table adapts to the width after rendering
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    const found = new Map<string, Fault>();
    const addFault = (kind: 'cut' | 'hidden', cell: HTMLTableCellElement): void => {
      const head = cell.closest('table')?.querySelectorAll('thead th')[cell.cellIndex]?.textContent ?? '';
      const key = `${kind} ${head}`;
      if (!found.has(key)) found.set(key, `${kind}: ${head} « ${cell.innerText.trim()} »`);
    };
    for (const scroller of document.querySelectorAll<HTMLElement>('[data-densite]')) {
      const cells = [...scroller.querySelectorAll<HTMLTableCellElement>('tbody td[data-essential]')];
      for (const cell of cells) {
        const inner = cell.firstElementChild ?? cell;
        const over = cell.scrollWidth > cell.clientWidth || inner.scrollWidth > inner.clientWidth + 1;
        if (
          getComputedStyle(inner).display !== 'inline'
            ? over || inner.scrollHeight > inner.clientHeight + 1
            : over
        )
          addFault('cut', cell);
      }
      const first = scroller.querySelector<HTMLTableRowElement>('tbody tr:has(td[data-essential])');
      for (const end of [0, scroller.scrollWidth]) {
        scroller.scrollLeft = end;
        const seen = scroller.getBoundingClientRect();
        for (const cell of first?.querySelectorAll<HTMLTableCellElement>('td[data-essential]') ?? []) {
          if (end > 0 && first?.closest('[data-stacked]') && cell.style.position !== 'sticky') continue;
          const { left, right, top, height } = cell.getBoundingClientRect();
          const at = (x: number): boolean => cell.contains(document.elementFromPoint(x, top + height / 2));
          if (left < seen.left - 1 || right > seen.right + 1 || !at(left + 2) || !at(right - 2))
            addFault('hidden', cell);
        }
      }
      scroller.scrollLeft = 0;
      // an amount half covered by a sticky column would be misread
      for (const cell of first?.querySelectorAll<HTMLTableCellElement>('td:not([data-essential])') ?? []) {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          if (!/\d\s\d{3}\b/.test(node.textContent ?? '')) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          const { left, right, top, height } = range.getBoundingClientRect();
          const at = (x: number): boolean => cell.contains(document.elementFromPoint(x, top + height / 2));
          if (right < window.innerWidth && at(left + 1) && !at(right - 1)) addFault('cut', cell);
        }
      }
    }
    return [...found.values()];
  });

/** The faults of the page in its current size and colours. @param framed checks the menu and the top bar too */
export async function faultsOf(page: Page, framed = false): Promise<Fault[]> {
  const grave = await graveFaults(page, framed);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...(over > 0 ? [`sideways: ${over} px` as const] : []),
    ...(await hiddenCells(page)),
    ...(await cutNumbers(page)).map((text) => `cut: ${text}` as const),
    ...foreignWords(await page.locator('body').innerText()).map((text) => `word: ${text}` as const),
    ...grave.map(({ id, nodes }) => `axe: ${id} ${nodes[0]?.html.slice(0, 160) ?? ''}` as const),
  ];
}

/** Controls that leave the page, or that the browser handles. */
const NOT_TRIED =
  /Se deconnecter|Exporter|Imprimer|Image PNG|Télécharger|PDF|XLSX|CSV|Reçu|Avis d'imposition/;

/** Most buttons of one name to press: a button that adds a line would be pressed forever. */
const OF_ONE_NAME = 3;
/** Excludes list rows other than the first. */
const OF_ONE_ROW = ':not(tbody tr:not(:first-child) *)';

/** Waits until nothing is loading. */
export async function settle(page: Page): Promise<void> {
  await expect(heading(page).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
}

/** Opens a screen without a reload, which would take four times as long. */
export async function openAsByLink(page: Page, address: string): Promise<void> {
  await heading(page).evaluate((former) => (former.dataset['former'] = ''));
  await page.evaluate((url) => history.pushState(null, '', url), address);
  await expect(page.locator('[data-former]')).toHaveCount(0);
  await settle(page);
}

/** The page of an address and the amount of data shown; a press may change all other parameters. */
const pageOf = (address: string): string => {
  const { pathname, searchParams } = new URL(address);
  return `${pathname} ${searchParams.get('itemperpage')}`;
};

/** Counts DOM changes from now on in `window.changes`. */
const countChanges = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counter = window as unknown as { changes: number };
    counter.changes = 0;
    new MutationObserver((changes) => (counter.changes += changes.length)).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });

/**
 * Buttons without effect: no DOM change, no navigation, no request. Write requests are blocked, and count as an effect.
 */
export async function deadControls(page: Page): Promise<Fault[]> {
  const address = page.url();
  let reactions = 0;
  // a file dialog counts as an effect
  const choosing = (): void => void (reactions += 1);
  page.on('filechooser', choosing);
  await page.route('**/v2/**', async (route) => {
    reactions += 1;
    if (route.request().method() === 'GET') await route.continue();
    else await route.abort();
  });
  await countChanges(page);
  const dead: Fault[] = [];
  // all rows have the same buttons
  const buttons = page.getByRole('main').getByRole('button').and(page.locator(OF_ONE_ROW));
  const pressed = new Map<string, number>();
  for (let index = 0; index < (await buttons.count()); index++) {
    const button = buttons.nth(index);
    const name = ((await button.getAttribute('aria-label')) ?? (await button.innerText())).trim();
    const times = pressed.get(name) ?? 0;
    if (times === OF_ONE_NAME) continue;
    pressed.set(name, times + 1);
    if (NOT_TRIED.test(name) || !(await button.isVisible()) || !(await button.isEnabled())) continue;
    const from = page.url();
    const before = reactions;
    const changes = await page.evaluate(() => (window as unknown as { changes: number }).changes);
    // map marks overlap: they are pressed by keyboard
    const onMap = await button.evaluate((element) => element.closest('.leaflet-marker-pane') !== null);
    const hindered = await (onMap ? button.press('Enter') : button.click({ timeout: 30_000 })).then(
      () => undefined,
      (error: Error) => error.message.split('\n')[0],
    );
    if (hindered) {
      dead.push(`dead: ${name} cannot be pressed: ${hindered}`);
      continue;
    }
    const hasEffect = async (): Promise<boolean> =>
      reactions > before ||
      page.url() !== from ||
      (await page.evaluate(() => (window as unknown as { changes?: number }).changes)) !== changes;
    if (!(await hasEffect())) {
      await page.waitForTimeout(300);
      if (!(await hasEffect())) dead.push(`dead: ${name || 'a button without a name'}`);
    }
    await page.keyboard.press('Escape');
    if (pageOf(page.url()) === pageOf(address)) continue;
    await page.goto(address);
    await settle(page);
    await countChanges(page);
  }
  page.off('filechooser', choosing);
  // blocked requests are logged late: they must not count for the next page
  await page.goto('about:blank');
  await page.unroute('**/v2/**');
  return dead;
}
