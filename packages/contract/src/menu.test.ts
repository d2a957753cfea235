import { describe, expect, it } from 'vitest';
import { entryAt, type Facts, menuOf, screenAt, screensOf, startScreenOf, type Viewer } from './menu.ts';
import { ENTRIES, type EntryKey, FACTS, MENU, type MenuKey, SCREENS } from './register.ts';
import { ALL_GRANTS } from './rights.ts';

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
    const [entry] = menuOf({ permissions: {}, faits: facts(false) }).flatMap(({ entries }) => entries);
    expect(entry).toMatchObject({ key: 'impressions', url: SCREENS.exports.url });
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

it('a person starts at the first screen that the rights open', () => {
  expect(startScreenOf(ALL_GRANTS)).toBe('tableau-de-bord');
  expect(startScreenOf({ guichet: ['Voir'], contribuables: ['Lister'] })).toBe('guichet');
  expect(startScreenOf({ contribuables: ['Lister'] })).toBe('journee');
});
