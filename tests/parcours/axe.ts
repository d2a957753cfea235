/** What axe finds wrong on a page for who does not see it, or not as others do. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

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

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

/** The faults that axe calls serious or critical, of the page as it stands. */
export async function graveFaults(page: Page): Promise<Violation[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .disableRules(MINOR)
    .setLegacyMode()
    .analyze();
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}
