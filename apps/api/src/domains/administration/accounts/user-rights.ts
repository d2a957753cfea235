/**
 * Rules on top of the grants: nobody gives rights they do not have, acts on somebody with more rights, or removes their
 * own (adr/0008).
 */
import { type Grants, GROUPE, isSuperAdmin, TYPE_UTILISATEUR } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import { AppError } from '#src/platform/http/problem.ts';
import type { Account, Group, Places } from './users.repository.ts';

/** The screen whose grants apply to an account. */
export const screenOf = (type: number): 'users' | 'agents' =>
  type === TYPE_UTILISATEUR.agent ? 'agents' : 'users';

/** The places that count: collectivités outweigh sub-entities, as in `scopeOf`. */
export const effective = ({ entites, ramifications }: Places): Places =>
  entites.length > 0 ? { entites, ramifications: [] } : { entites, ramifications };

export const without = (ids: readonly number[], existing: readonly number[]): number[] =>
  ids.filter((id) => !existing.includes(id));

export const sameIds = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && without(some, others).length === 0;

/** Payment methods that a person is limited to; none means no limit. */
export const keptTo = (person: Person): number[] => (isSuperAdmin(person) ? [] : person.moyenPaiements);

/** Whether these payment methods exceed those of the person; an empty list means every method. */
export function exceedsMethods(person: Person, methods: readonly number[]): boolean {
  const allowed = keptTo(person);
  return allowed.length > 0 && (methods.length === 0 || without(methods, allowed).length > 0);
}

/** A person's rights by their group. */
interface Rights {
  groupe: string | undefined;
  grants: Grants;
}

const rightsOf = ({ groupe, grants }: Person): Rights => ({ groupe: groupe?.nom, grants });
const rightsIn = (group: Group | undefined): Rights => ({ groupe: group?.nom, grants: group?.grants ?? {} });

/** Whether rights exceed others. Super Admin exceeds all, Admin NTA all but Super Admin. */
function exceed(some: Rights, others: Rights): boolean {
  if (others.groupe === GROUPE.superAdmin) return false;
  if (some.groupe === GROUPE.superAdmin) return true;
  if (some.groupe === GROUPE.adminNta && others.groupe !== GROUPE.adminNta) return true;
  return Object.entries(some.grants).some(([screen, names]) =>
    names.some((name) => !others.grants[screen]?.includes(name)),
  );
}

/** Why a group has more rights than the person; undefined if it has not. */
export const groupAbove = (person: Person, group: Group | undefined): string | undefined =>
  group && exceed(rightsIn(group), rightsOf(person))
    ? `le groupe « ${group.nom} » a des droits que vous n'avez pas.`
    : undefined;

/**
 * Why the person may not set the password or address of somebody of that group (equal or higher); undefined if they
 * may.
 */
export const letInFault = (person: Person, group: Group | undefined): string | undefined =>
  exceed(rightsOf(person), rightsIn(group))
    ? undefined
    : 'Cette personne a autant de droits que vous : envoyez-lui un lien, avec lequel elle choisira elle-même son mot de passe.';

/**
 * Refuses acts on somebody whose rights exceed the person's own.
 * @param within the account's places that are in the person's scope
 * @throws AppError 403
 */
export function demandNotAbove(
  person: Person,
  account: Account,
  group: Group | undefined,
  within: Places,
): void {
  if (isSuperAdmin(person)) return;
  const { entites, ramifications } = effective(account);
  const reason =
    groupAbove(person, group) ??
    (without(entites, within.entites).length > 0 || without(ramifications, within.ramifications).length > 0
      ? "il est rattaché à un lieu que vous n'avez pas."
      : undefined) ??
    (exceedsMethods(person, account.moyenPaiements)
      ? "il a des moyens de paiement que vous n'avez pas."
      : undefined);
  if (reason) throw new AppError('acces.refuse', `Vous ne pouvez pas agir sur ce compte : ${reason}`);
}

const OWN_RIGHTS = {
  type: 'votre type',
  groupe: 'votre groupe',
  enabled: 'votre activation',
  entites: 'vos collectivités',
  ramifications: 'vos sous-entités',
  moyenPaiements: 'vos moyens de paiement',
} as const;

const same = (before: unknown, after: unknown): boolean =>
  Array.isArray(before) && Array.isArray(after) ? sameIds(before, after) : before === after;

/**
 * Refuses changes of one's own rights; unchanged values are accepted.
 * @throws AppError 403
 */
export function demandOwnRightsKept(before: Account, after: Account): void {
  const changed = (Object.keys(OWN_RIGHTS) as (keyof typeof OWN_RIGHTS)[]).filter(
    (name) => !same(before[name], after[name]),
  );
  if (changed.length > 0)
    throw new AppError(
      'acces.refuse',
      'Vous ne pouvez pas changer vos propres droits : demandez à un autre administrateur.',
      changed.map((field) => ({
        field,
        message: `Un autre administrateur peut changer ${OWN_RIGHTS[field]}`,
      })),
    );
}
