/** Breadcrumbs, and which of them a person may follow. */
import { startScreenOf, type Viewer } from '@octroi/contract/menu';
import { ENTRIES, type MenuKey, SCREENS, type ScreenModule } from '@octroi/contract/register';
import { mayOpen } from '@octroi/contract/rights';
import type { Href } from '#src/platform/address.ts';

/** A breadcrumb; one without a screen, or for the current one, has no address. */
export interface Crumb extends Href {
  label: string;
}

/** A menu screen as a breadcrumb. */
export const crumb = (screen: MenuKey): Crumb => ({ label: SCREENS[screen].nom, to: SCREENS[screen].url });

/** The pages of cards of modules that have one. */
const CARDS: Partial<Record<ScreenModule, Href>> = {
  Impressions: { to: ENTRIES.impressions.url },
  Configurations: { to: ENTRIES.configurations.url },
  Administration: { to: ENTRIES.administration.url },
};

/** A module as a breadcrumb, with a link if its screens are cards of one page. */
export const section = (module: ScreenModule): Crumb => ({
  label: module,
  ...CARDS[module],
});

export const TABLEAU_DE_BORD = crumb('tableau-de-bord');
export const CONFIGURATIONS = section('Configurations');
export const ADMINISTRATION = section('Administration');

const KEYS = Object.keys(SCREENS) as MenuKey[];

/**
 * The breadcrumb as one person is shown it: the dashboard of a person who may not open it is replaced by the person's
 * start screen, unless that already stands in the breadcrumb, and any other screen that the rights close is no link.
 */
export function crumbsFor(viewer: Viewer, breadcrumb: readonly Crumb[]): readonly Crumb[] {
  return breadcrumb.flatMap((each): readonly Crumb[] => {
    const screen = KEYS.find((key) => SCREENS[key].url === each.to);
    if (screen === undefined || mayOpen(viewer.permissions, screen)) return [each];
    if (screen !== 'tableau-de-bord') return [{ label: each.label }];
    const start = startScreenOf(viewer);
    return start === undefined || breadcrumb.some(({ label }) => label === SCREENS[start].nom)
      ? []
      : [crumb(start)];
  });
}
