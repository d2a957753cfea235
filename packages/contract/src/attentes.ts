/** What waits for a person, by the screen that lists it. Pure, without schemas: the menu loads it. */
import { type MenuKey, type Right } from './register.ts';
import { type Grants, mayAll, mayOpen } from './rights.ts';

/** The screens with a number of what waits, and the rights that make it wait for a person: all of them. */
export const ATTENTES = {
  /** Enrolments to validate. */
  enrollements: [
    ['contribuables', 'Lister'],
    ['enrollements', 'Valider'],
  ],
  /** Payments to confirm. */
  transactions: [
    ['transactions', 'Lister'],
    ['transactions', 'Valider'],
  ],
  'a-eclaircir': [
    ['transactions', 'Lister'],
    ['transactions', 'Valider'],
  ],
  /** Requests that the person may decide. */
  approbations: [],
  /** Money handed over, to be received. */
  versements: [
    ['versements', 'Lister'],
    ['versements', 'Valider'],
  ],
  /** Gaps not yet explained. */
  ecarts: [['ecarts', 'Lister']],
  'cas-terrain': [['terrain', 'Lister']],
} as const satisfies Partial<Record<MenuKey, readonly Right[]>>;

export type AttenteKey = keyof typeof ATTENTES;
export const ATTENTE_KEYS = Object.keys(ATTENTES) as [AttenteKey, ...AttenteKey[]];

/** Numbers by screen; a screen on which nothing can wait for the person is left out. */
export type Attentes = Partial<Record<MenuKey, number>>;

/** The screens whose number a person is told. */
export const attenteKeysOf = (grants: Grants): AttenteKey[] =>
  ATTENTE_KEYS.filter((key) => mayOpen(grants, key) && mayAll(grants, ATTENTES[key]));

/** What waits on several screens together. */
export const attenteOn = (screens: readonly MenuKey[], attentes: Attentes): number =>
  screens.reduce((sum, key) => sum + (attentes[key] ?? 0), 0);

/** A number as the menu writes it. */
export const compteText = (nombre: number): string => (nombre > 999 ? '999+' : String(nombre));
