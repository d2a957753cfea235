/** Who may do what on which screen: the one question that the server asks and that the web asks before it shows. */
import { GROUPE, type Permission } from './constants.ts';
import {
  type MenuKey,
  type PermissionOf,
  type Right,
  type ScreenKey,
  SCREENS,
  type ScreenWith,
} from './register.ts';

/** Permission names by screen; of a group they may name navigation entries that no screen has. */
export type Grants = Readonly<Record<string, readonly string[]>>;

const holds = (grants: Grants, screen: ScreenKey, permission: Permission): boolean =>
  grants[screen]?.includes(permission) ?? false;

/** Whether the grants give a permission; one that the screen does not have cannot be asked for. */
export const may = <Asked extends Permission>(
  grants: Grants,
  screen: ScreenWith<Asked>,
  permission: Asked,
): boolean => holds(grants, screen, permission);

export const mayAll = (grants: Grants, rights: readonly Right[]): boolean =>
  rights.every(([screen, permission]) => holds(grants, screen, permission));

/** What opens a screen: to list there, or to see where it is no list; another's right where it has none of its own. */
export function mayOpen(grants: Grants, key: MenuKey): boolean {
  const screen = SCREENS[key];
  if ('opens' in screen) return screen.opens === undefined || mayAll(grants, [screen.opens]);
  const permissions: readonly Permission[] = screen.permissions;
  return holds(grants, key as ScreenKey, permissions.includes('Lister') ? 'Lister' : 'Voir');
}

/** What Super Admin may do: all there is. */
export const ALL_GRANTS: Grants = Object.fromEntries(
  Object.entries(SCREENS).flatMap(([key, screen]) =>
    'permissions' in screen ? [[key, screen.permissions]] : [],
  ),
);

/** What field agents may do, through the API alone: enrol, photograph, take payments in their scope, keep their till,
 * sell the tickets that they hold. */
export const AGENT_GRANTS = {
  contribuables: ['Lister', 'Voir', 'Créer'],
  enrollements: ['Lister', 'Voir', 'Créer'],
  equipements: ['Lister', 'Voir', 'Créer'],
  transactions: ['Lister', 'Voir', 'Créer'],
  'ma-caisse': ['Voir', 'Créer'],
  'ventes-valeurs': ['Lister', 'Voir', 'Créer'],
} as const satisfies { [Key in ScreenKey]?: readonly PermissionOf<Key>[] };

/**
 * What an agent may do by the signed commands of the own device alone, beside that: correct whom one meets, take back what
 * one has just taken, note one's visits.
 */
export const COMMANDE_GRANTS: Grants = {
  ...AGENT_GRANTS,
  contribuables: [...AGENT_GRANTS.contribuables, 'Modifier'],
  guichet: ['Voir', 'Annuler'],
  tournees: ['Voir', 'Modifier'],
};

interface Member {
  groupe: { nom: string } | null;
}
export const isSuperAdmin = ({ groupe }: Member): boolean => groupe?.nom === GROUPE.superAdmin;
/** Bulk acts that the specification keeps for two groups (2 section 6). */
export const mayActInBulk = (member: Member): boolean =>
  isSuperAdmin(member) || member.groupe?.nom === GROUPE.adminNta;
