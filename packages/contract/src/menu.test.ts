import { describe, expect, it } from 'vitest';
import { hasJournee } from './journee.ts';
import {
  chosenStartOf,
  entryAt,
  type Facts,
  followsWork,
  mayUse,
  menuOf,
  screenAt,
  screensOf,
  startScreenOf,
  type Viewer,
} from './menu.ts';
import { ENTRIES, type EntryKey, FACTS, MENU, type MenuKey, SCREENS } from './register.ts';
import { ALL_GRANTS, type Grants, mayOpen } from './rights.ts';

const facts = (value: boolean): Facts => Object.fromEntries(FACTS.map((fact) => [fact, value])) as Facts;
const EVERYTHING: Viewer = { permissions: ALL_GRANTS, faits: facts(true) };
const KEYS = Object.keys(SCREENS) as MenuKey[];
const PAGES = Object.keys(ENTRIES) as EntryKey[];

describe('the menu', () => {
  it('has at most nineteen entries, each with a screen of its own', () => {
    const entries = menuOf(EVERYTHING).flatMap((section) => section.entries);
    expect(entries.map(({ key }) => key)).toEqual(Object.values(MENU).flatMap((each) => Object.keys(each)));
    expect(entries.length).toBeLessThanOrEqual(19);
  });
  it('leads to every screen: each is under one entry, as a tab or a card', () => {
    const reached = PAGES.flatMap((page) => screensOf(EVERYTHING, page));
    expect(reached.toSorted()).toEqual(KEYS.toSorted());
  });
  it('has no icon twice on one level', () => {
    const levels = [
      PAGES.map((key) => ENTRIES[key].icon),
      ...PAGES.map((page) =>
        KEYS.filter((key) => SCREENS[key].page === page).map((key) => SCREENS[key].icon),
      ),
    ];
    for (const icons of levels) expect(new Set(icons).size, icons.join()).toBe(icons.length);
  });
  it('leaves out unused screens, which are then reached from the settings', () => {
    const unused: Viewer = { ...EVERYTHING, faits: facts(false) };
    const entries = menuOf(unused).flatMap((section) => section.entries);
    expect(entries.map(({ key }) => key)).toEqual([
      'tableau-de-bord',
      'contribuables',
      'enrollements',
      'transactions',
      'impressions',
      'configurations',
      'administration',
    ]);
    expect(screensOf(unused, 'configurations')).toContain('terrain');
    expect(entryAt(unused, '/appareils')).toBe('configurations');
  });
  it('omits settings for a person who may only read them', () => {
    const reader = (more: string[]): Viewer => ({
      ...EVERYTHING,
      permissions: { taxes: ['Lister', 'Voir', ...more] },
    });
    const has = (viewer: Viewer) =>
      menuOf(viewer).some(({ entries }) => entries.some(({ key }) => key === 'configurations'));
    expect([has(reader([])), has(reader(['Modifier']))]).toEqual([false, true]);
  });
  it('links an entry of one screen directly to it', () => {
    const viewer: Viewer = { permissions: { journal: ['Exporter'] }, faits: facts(false) };
    const [entry] = menuOf(viewer).flatMap(({ entries }) => entries);
    expect(entry).toMatchObject({ key: 'impressions', url: SCREENS.exports.url });
  });
  it.each([
    [{}, false, false],
    [{ contribuables: ['Lister', 'Voir'] }, true, false],
    [{ contribuables: ['Exporter'] }, false, true],
    [{ 'sessions-caisse': ['Émettre'] }, false, true],
  ] as const)('%j: « Ma journée » %s, « Mes exports » %s', (permissions, journee, exports) => {
    expect(mayUse(permissions, 'journee')).toBe(journee);
    expect(mayUse(permissions, 'exports')).toBe(exports);
    const shown = PAGES.flatMap((page) => screensOf({ permissions, faits: facts(true) }, page));
    expect([shown.includes('journee'), shown.includes('exports')]).toEqual([journee, exports]);
  });
  it('has no entry for a person without any right', () => {
    expect(menuOf({ permissions: {}, faits: facts(false) })).toEqual([]);
  });
});

describe('an address', () => {
  it.each([
    ['/', 'tableau-de-bord', 'tableau-de-bord'],
    ['/12', 'tableau-de-bord', 'tableau-de-bord'],
    ['/contribuables/profile/3', 'contribuables', 'contribuables'],
    ['/contribuables/import', 'import', 'contribuables'],
    ['/enrollements/4', 'enrollements', 'enrollements'],
    ['/paiements/a-eclaircir', 'a-eclaircir', 'transactions'],
    ['/caisse/valeurs/releve', 'releve-valeurs', 'valeurs'],
    ['/appareils/cas', 'cas-terrain', 'appareils'],
    ['/impressions/situation-des-impayes', 'situation-impayes', 'restes'],
    ['/administration/journal/9', 'journal', 'administration'],
    ['/taxes/create', 'taxes', 'configurations'],
    ['/administration', undefined, 'administration'],
    ['/profil', undefined, undefined],
    ['/contribuablesbis', undefined, undefined],
  ] as const)('%s belongs to the screen %s of the entry %s', (address, screen, entry) => {
    expect(screenAt(address)).toBe(screen);
    expect(entryAt(EVERYTHING, address)).toBe(entry);
  });
});

const withRights = (permissions: Grants, faits = facts(true)): Viewer => ({ permissions, faits });
/** Every right of the register alone, as the grants of a person. */
const SINGLE_RIGHTS = KEYS.flatMap((key) => {
  const screen = SCREENS[key];
  return 'permissions' in screen ? screen.permissions.map((right) => [key, right] as const) : [];
});

describe('a person starts at the first screen that the rights open', () => {
  it('the dashboard, else the counter, else « Ma journée » where it shows something', () => {
    expect(startScreenOf(withRights(ALL_GRANTS))).toBe('tableau-de-bord');
    expect(startScreenOf(withRights({ guichet: ['Voir'], contribuables: ['Lister'] }))).toBe('guichet');
    expect(startScreenOf(withRights({ contribuables: ['Lister'] }))).toBe('journee');
  });
  it.each(SINGLE_RIGHTS)('with only %s / %s', (screen, right) => {
    const viewer = withRights({ [screen]: [right] });
    const start = startScreenOf(viewer);
    // nothing but what is open to everybody
    const opened = KEYS.filter((key) => mayOpen(viewer.permissions, key) && !mayOpen({}, key));
    if (start === undefined) {
      expect(opened).toEqual([]);
      expect(right).not.toBe('Approuver');
    } else if (start === 'journee') expect(hasJournee(viewer.permissions)).toBe(true);
    else if (start === 'approbations') expect(right).toBe('Approuver');
    else expect(opened).toContain(start);
    if (opened.length > 0) expect(start).toBeDefined();
  });
  it.each([
    [{ journal: ['Lister'] }, 'journal'],
    [{ sms: ['Lister'] }, 'sms'],
    [{ 'situation-impayes': ['Voir'] }, 'situation-impayes'],
    [{ papiers: ['Voir'] }, 'papiers'],
    [{ 'ma-caisse': ['Voir'] }, 'ma-caisse'],
    [{ contribuables: ['Créer'] }, 'import'],
    [{ taxes: ['Approuver'] }, 'approbations'],
    [{ taxes: ['Modifier'] }, undefined],
    [{}, undefined],
  ] as const)('%j starts at %s', (permissions, start) => {
    expect(startScreenOf(withRights(permissions))).toBe(start);
  });
  it('a screen in use comes before one that is not used yet', () => {
    const permissions = { regies: ['Lister'], 'valeurs-inactives': ['Lister'] };
    expect(startScreenOf(withRights(permissions))).toBe('valeurs-inactives');
    expect(startScreenOf(withRights(permissions, facts(false)))).toBe('regies');
  });
  it('a chosen screen wins while the rights open it, and is replaced afterwards', () => {
    expect(chosenStartOf(withRights(ALL_GRANTS), 'journee')).toBe('journee');
    expect(chosenStartOf(withRights({ journal: ['Lister'] }), 'journee')).toBe('journal');
    expect(chosenStartOf(withRights({ contribuables: ['Lister'] }), 'tableau-de-bord')).toBe('journee');
    expect(chosenStartOf(withRights({}), 'journee')).toBeUndefined();
  });
  it('« Ma journée » is in the menu only where it shows something', () => {
    expect(followsWork({ journal: ['Lister'] })).toBe(false);
    expect(followsWork({ contribuables: ['Lister'] })).toBe(true);
  });
});
