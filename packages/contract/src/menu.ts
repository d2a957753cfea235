/** The side menu of one person, made from the register, the person's rights and the facts of the session. */
import type { Permission } from './constants.ts';
import {
  type EntryKey,
  ENTRIES,
  type Fact,
  MENU,
  type MenuKey,
  type MenuSection,
  SCREENS,
} from './register.ts';
import { hasJournee } from './journee.ts';
import { PAGES } from './pages.ts';
import { type Grants, may, mayChange, mayOpen } from './rights.ts';

export type Facts = Readonly<Record<Fact, boolean>>;

/** What decides which screens a person is shown. */
export interface Viewer {
  permissions: Grants;
  faits: Facts;
}

/** A menu entry, with the screens of its tabs or cards; at least one. */
export interface MenuEntry {
  key: EntryKey;
  nom: string;
  icon: (typeof ENTRIES)[EntryKey]['icon'];
  url: string;
  screens: readonly MenuKey[];
}

const KEYS = Object.keys(SCREENS) as MenuKey[];

const isUsed = ({ faits }: Viewer, key: MenuKey): boolean => {
  const { shownWhen } = SCREENS[key];
  return shownWhen === undefined || faits[shownWhen];
};

const holdsAny = (grants: Grants, permissions: readonly Permission[]): boolean =>
  Object.values(grants).some((held) => permissions.some((permission) => held.includes(permission)));

type OpenToAll = {
  [Key in MenuKey]: (typeof SCREENS)[Key] extends { opens: undefined } ? Key : never;
}[MenuKey];

/** Whether the rights can give a screen that is open to everybody something to show. */
const HAS_CONTENT: Record<OpenToAll, (grants: Grants) => boolean> = {
  journee: hasJournee,
  exports: (grants) => holdsAny(grants, ['Exporter', 'Émettre']),
  // people keep seeing their own requests after they lose the right that made them
  approbations: () => true,
};
const isOpenToAll = (key: MenuKey): key is OpenToAll => Object.hasOwn(HAS_CONTENT, key);

/**
 * Whether the rights open a screen that can show the person something. The menu, the search, the pinned screens and the
 * guide offer only these screens.
 */
export const mayUse = (grants: Grants, key: MenuKey): boolean =>
  isOpenToAll(key) ? HAS_CONTENT[key](grants) : mayOpen(grants, key);

/** The screens that the person is shown under an entry, in order. */
export function screensOf(viewer: Viewer, page: EntryKey): MenuKey[] {
  return KEYS.filter((key) => {
    if (!mayUse(viewer.permissions, key)) return false;
    const { page: own, card } = SCREENS[key];
    if (isUsed(viewer, key)) return own === page;
    // what is not used yet begins among the settings
    return page === 'configurations' && card !== undefined;
  });
}

function entryOf(viewer: Viewer, key: EntryKey): MenuEntry | undefined {
  const { nom, icon, url, restricted } = ENTRIES[key];
  const screens = screensOf(viewer, key);
  const [first, ...others] = screens;
  if (first === undefined) return undefined;
  if (restricted && !screens.some((screen) => mayChange(viewer.permissions, screen))) return undefined;
  return { key, nom, icon, url: url !== undefined && others.length > 0 ? url : SCREENS[first].url, screens };
}

/** The sections of the person's menu, without the empty ones. */
export function menuOf(viewer: Viewer): { section: MenuSection; entries: MenuEntry[] }[] {
  return Object.entries(MENU).flatMap(([section, entries]) => {
    const shown = (Object.keys(entries) as EntryKey[]).flatMap((key) => entryOf(viewer, key) ?? []);
    return shown.length > 0 ? [{ section: section as MenuSection, entries: shown }] : [];
  });
}

const isWithin = (pathname: string, url: string): boolean =>
  url === '/' ? /^\/\d*$/.test(pathname) : pathname === url || pathname.startsWith(`${url}/`);

/** The screen that an address belongs to: its own, or that of a record or form below it. */
export function screenAt(pathname: string): MenuKey | undefined {
  return KEYS.filter((key) => isWithin(pathname, SCREENS[key].url)).toSorted(
    (a, b) => SCREENS[b].url.length - SCREENS[a].url.length,
  )[0];
}

/** The entry in use at an address. */
export function entryAt(viewer: Viewer, pathname: string): EntryKey | undefined {
  const own = (Object.keys(ENTRIES) as EntryKey[]).find((key) => ENTRIES[key].url === pathname);
  if (own) return own;
  const screen = screenAt(pathname);
  if (screen === undefined) return undefined;
  return screensOf(viewer, 'configurations').includes(screen) ? 'configurations' : SCREENS[screen].page;
}

/** Whether a right of the person's own opens a screen: views open to everybody are nobody's reason to start there. */
function opensByRight({ permissions }: Viewer, key: MenuKey): boolean {
  if (!isOpenToAll(key)) return mayOpen(permissions, key);
  return key === 'approbations' && holdsAny(permissions, ['Approuver']);
}

const IN_MENU_ORDER = (Object.keys(ENTRIES) as EntryKey[]).flatMap((page) =>
  KEYS.filter((key) => SCREENS[key].page === page),
);

/**
 * The screen that a person starts at: the dashboard, else the counter, else « Ma journée » if it shows anything, else
 * the first screen of the menu that the rights open, rather one in use.
 * @returns undefined if the rights open no screen
 */
export function startScreenOf(viewer: Viewer): MenuKey | undefined {
  const { permissions } = viewer;
  if (mayOpen(permissions, 'tableau-de-bord')) return 'tableau-de-bord';
  if (mayOpen(permissions, 'guichet')) return 'guichet';
  if (hasJournee(permissions)) return 'journee';
  const opened = IN_MENU_ORDER.filter((key) => opensByRight(viewer, key));
  return opened.find((key) => isUsed(viewer, key)) ?? opened[0];
}

/** The chosen start screen if the rights still open it with something to see, else the usual one. */
export function chosenStartOf(viewer: Viewer, chosen: MenuKey): MenuKey | undefined {
  return mayUse(viewer.permissions, chosen) ? chosen : startScreenOf(viewer);
}

/** Address of a start screen; without one, of the page that says whom to ask for rights. */
export const startUrl = (start: MenuKey | undefined) => (start ? SCREENS[start].url : PAGES.sansDroit);

/** Whether the person follows figures or decides, or has no counter to work at. */
export const followsWork = (grants: Grants): boolean =>
  hasJournee(grants) &&
  (!may(grants, 'guichet', 'Voir') ||
    may(grants, 'tableau-de-bord', 'Voir') ||
    holdsAny(grants, ['Valider', 'Approuver']));
