/** The right checks: the server enforces them, and the web uses them to decide what to show. */
import { GROUPE, type Permission } from './constants.ts';
import {
  type MenuKey,
  type PermissionOf,
  READ_ONLY,
  type Right,
  type ScreenKey,
  SCREENS,
  type ScreenWith,
} from './register.ts';

/** Permission names by screen; a group may also have grants on navigation entries without a screen. */
export type Grants = Readonly<Record<string, readonly string[]>>;

const holds = (grants: Grants, screen: ScreenKey, permission: Permission): boolean =>
  grants[screen]?.includes(permission) ?? false;

/** Whether the grants include a permission; a permission that the screen does not have is a type error. */
export const may = <Asked extends Permission>(
  grants: Grants,
  screen: ScreenWith<Asked>,
  permission: Asked,
): boolean => holds(grants, screen, permission);

export const mayAll = (grants: Grants, rights: readonly Right[]): boolean =>
  rights.every(([screen, permission]) => holds(grants, screen, permission));

/**
 * The right that opens a screen: to list, or to see if it is no list; another screen's right if it has none of its own.
 */
export function mayOpen(grants: Grants, key: MenuKey): boolean {
  const screen = SCREENS[key];
  if ('opens' in screen) return screen.opens === undefined || mayAll(grants, [screen.opens]);
  const permissions: readonly Permission[] = screen.permissions;
  return holds(grants, key as ScreenKey, permissions.includes('Lister') ? 'Lister' : 'Voir');
}

/** Whether the person may do more on a screen than read it. */
export function mayChange(grants: Grants, key: MenuKey): boolean {
  const screen = SCREENS[key];
  if ('opens' in screen)
    return screen.opens !== undefined && !READ_ONLY.includes(screen.opens[1]) && mayOpen(grants, key);
  return grants[key]?.some((held) => !(READ_ONLY as readonly string[]).includes(held)) ?? false;
}

/** The rights of Super Admin: all. */
export const ALL_GRANTS: Grants = Object.fromEntries(
  Object.entries(SCREENS).flatMap(([key, screen]) =>
    'permissions' in screen ? [[key, screen.permissions]] : [],
  ),
);

/**
 * The rights of field agents, through the API only: enrol, photograph, take payments in their scope, keep their till,
 * sell the tickets they hold.
 */
export const AGENT_GRANTS = {
  contribuables: ['Lister', 'Voir', 'Créer'],
  enrollements: ['Lister', 'Voir', 'Créer'],
  equipements: ['Lister', 'Voir', 'Créer'],
  transactions: ['Lister', 'Voir', 'Créer'],
  'ma-caisse': ['Voir', 'Créer'],
  'ventes-valeurs': ['Lister', 'Voir', 'Créer'],
} as const satisfies { [Key in ScreenKey]?: readonly PermissionOf<Key>[] };

/**
 * Further rights of an agent, only through signed commands of their own device: correct a taxpayer, cancel a payment
 * just taken, record visits and notices handed over.
 */
export const COMMANDE_GRANTS: Grants = {
  ...AGENT_GRANTS,
  contribuables: [...AGENT_GRANTS.contribuables, 'Modifier'],
  guichet: ['Voir', 'Annuler'],
  tournees: ['Voir', 'Modifier'],
  'avis-distribues': ['Créer'],
};

interface Member {
  groupe: { nom: string } | null;
}
export const isSuperAdmin = ({ groupe }: Member): boolean => groupe?.nom === GROUPE.superAdmin;
/** Bulk acts that the specification reserves for two groups (2 section 6). */
export const mayActInBulk = (member: Member): boolean =>
  isSuperAdmin(member) || member.groupe?.nom === GROUPE.adminNta;
