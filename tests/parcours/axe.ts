/** Accessibility checks with axe. */
import type { Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';

/** Rules that axe rates moderate or minor: one journey runs them on every screen, and skipping them elsewhere saves a third of the time. */
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

/** The violations of those rules. */
export async function minorFaults(page: Page): Promise<Result[]> {
  return (await runAxe(page, { resultTypes: ['violations'], runOnly: MINOR })).violations;
}

/** The frame of every screen: menu and top bar are checked once, not on each screen. */
const FRAME = ['nav[aria-label="Menu principal"]', 'header:not(main header)'];

/**
 * Runs axe, loaded once per page; the product has no iframes.
 * @param excluded parts of the page to skip
 * @returns the violations, and the rules that passed
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

/** The serious and critical violations of the page. @param framed includes the frame */
export async function graveFaults(page: Page, framed = false): Promise<Result[]> {
  const rules = Object.fromEntries(MINOR.map((id) => [id, { enabled: false }]));
  const { violations } = await runAxe(page, { resultTypes: ['violations'], rules }, framed ? [] : FRAME);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}
