/** How a screen is seen in a narrow window, zoomed, and with a larger text. */
import type { Page } from '@playwright/test';

/** A way to look at a screen: window, and size of the browser's text. */
interface Look {
  name: string;
  width: number;
  height: number;
  text?: number;
}

/**
 * The usual window, and the narrowest ones. All lengths follow the text (`scale-with-text.mjs`), so that a text of 200 %
 * leaves what a zoom of 200 % does.
 */
export const USUAL: Look = { name: 'usual', width: 1366, height: 768 };
export const NARROW_LOOKS: readonly Look[] = [
  { name: '320 px', width: 320, height: 640 },
  { name: 'text 200 %', width: 1366, height: 768, text: 32 },
];

/** Sets the window and the browser's text size. */
export async function look(page: Page, { width, height, text = 16 }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: text, fixed: text * 0.8125 } });
  await session.detach();
}

/**
 * What the window leaves out: a page that scrolls sideways, controls that cannot be scrolled to, and texts that are cut.
 * Lists and menus that scroll inside the page have their own tests.
 */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // tables adapt to the width after rendering
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const found: string[] = [];
    const over = document.documentElement.scrollWidth - window.innerWidth;
    if (over > 0) found.push(`sideways: ${over} px`);
    const isShown = (element: Element): boolean =>
      element.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
        contentVisibilityAuto: true,
      });
    const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
    const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
    /** Whether a part of the page cuts the box. */
    const isCut = (own: DOMRect, from: Element | null, slack: number): boolean => {
      for (let above = from; above && above !== document.body; above = above.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(above);
        if (above.classList.contains('leaflet-container')) return false;
        if (scrolls(overflowX) || scrolls(overflowY)) return false;
        const box = above.getBoundingClientRect();
        // text for screen readers occupies a pixel or two
        if (box.width <= 2 || box.height <= 2) return false;
        if (hides(overflowX) && (own.left < box.left - slack || own.right > box.right + slack)) return true;
        if (hides(overflowY) && (own.top < box.top - slack || own.bottom > box.bottom + slack)) return true;
        if (position === 'fixed') return false;
      }
      return own.left < -slack || own.right > window.innerWidth + slack;
    };
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()} « ${(element.ariaLabel ?? element.textContent).trim().slice(0, 40)} »`;
    const controls = 'button, a[href], input:not([type="hidden"]), select, textarea';
    for (const control of document.querySelectorAll(controls)) {
      const own = control.getBoundingClientRect();
      if (own.width <= 1 || own.height <= 1 || !isShown(control)) continue;
      if (isCut(own, control.parentElement, 2)) found.push(`hidden: ${name(control)}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      // cells of a list may be shortened: those that decide may not, which its own test measures
      if (!parent || !node.textContent?.trim() || parent.closest('[data-densite], header:not(main header)'))
        continue;
      if (!isShown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const own = range.getBoundingClientRect();
      if (own.width > 1 && isCut(own, parent, 4)) found.push(`cut: ${name(parent)}`);
    }
    return [...new Set(found)];
  });
