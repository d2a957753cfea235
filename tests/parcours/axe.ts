/** What axe finds wrong on a page for who does not see it, or not as others do. */
import type { Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';

/** Rules that axe itself calls moderate or minor: no fault here, and a third of the time that a look takes. */
const MINOR = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'meta-viewport-large',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'skip-link',
  'table-duplicate-name',
];

/** What every screen stands in: the menu and the top bar are looked at once, not with each screen. */
const FRAME = ['nav[aria-label="Menu principal"]', 'header:not(main header)'];

/**
 * Asks axe, which a page is given once; no page of the product holds another one in a frame.
 * @param excluded parts of the page that are not looked at
 * @returns what breaks a rule, and the rules that something keeps to
 */
export async function runAxe(
  page: Page,
  options: RunOptions,
  excluded: string[] = [],
): Promise<{ violations: Result[]; passedRules: string[] }> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([rules, exclude]) => {
      const axeOnPage = (window as unknown as { axe: typeof axe }).axe;
      const { violations, passes } = await axeOnPage.run({ exclude }, rules);
      return { violations, passedRules: passes.map(({ id }) => id) };
    },
    [{ ...options, iframes: false, preload: false }, excluded.map((selector) => [selector])] as const,
  );
}

/**
 * The faults that axe calls serious or critical, of the page as it stands.
 * @param framed with what every screen stands in
 */
export async function graveFaults(page: Page, framed = false): Promise<Result[]> {
  const rules = Object.fromEntries(MINOR.map((id) => [id, { enabled: false }]));
  const { violations } = await runAxe(page, { resultTypes: ['violations'], rules }, framed ? [] : FRAME);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}
