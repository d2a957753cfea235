/** Computes the new state of an account, and checks whether the person may set it. */
import { GROUPE, TYPE_UTILISATEUR } from '@octroi/contract';
import { type Person, scopeOf } from '#src/platform/access/person.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { effective, exceedsMethods, groupAbove, keptTo, sameIds, without } from './user-rights.ts';
import { type Account, findGroup, type Group, type Places, placesWithin } from './users.repository.ts';

/** Values of an account in a request, as the contract's schemas parse them. */
export type UserValues = Partial<Account> & {
  password?: string | undefined;
  passwordConfirm?: string | undefined;
};

const AGENT = TYPE_UTILISATEUR.agent;

/** Agents have the rights of their type, never a group's (specification 1 section 4). */
const settled = (account: Account): Account =>
  account.type === AGENT ? { ...account, groupe: null } : account;

/**
 * A person limited to some payment methods limits the accounts they create to the same, unless the request names
 * others.
 */
export const newAccount = (person: Person, values: UserValues): Account =>
  settled({
    ...(values as Account),
    telephone: values.telephone ?? null,
    groupe: values.groupe ?? null,
    entites: values.entites ?? [],
    ramifications: values.ramifications ?? [],
    moyenPaiements: values.moyenPaiements ?? keptTo(person),
  });

/** The account after the change; its places outside the person's scope, which were not shown, stay. */
export async function changedAccount(
  trx: OpenTransaction,
  person: Person,
  before: Account,
  values: UserValues,
): Promise<Account> {
  const within = await placesWithin(trx, scopeOf(person), before);
  const withHidden = (name: keyof Places): number[] => {
    const hidden = without(before[name], within[name]);
    return values[name] ? [...hidden, ...without(values[name], hidden)] : before[name];
  };
  const { password: _password, passwordConfirm: _confirm, ...fields } = values;
  const changed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return settled({
    ...before,
    ...changed,
    entites: withHidden('entites'),
    ramifications: withHidden('ramifications'),
  });
}

function demandComplete(account: Account, group: Group | undefined): void {
  const placed = account.entites.length > 0 || account.ramifications.length > 0;
  if (account.type !== AGENT && !group) throw invalid('groupe', 'Veuillez choisir un groupe');
  if (!placed && group?.nom !== GROUPE.superAdmin)
    throw invalid('entites', 'Veuillez choisir une collectivité');
}

async function demandPlaces(
  trx: OpenTransaction,
  person: Person,
  after: Account,
  before?: Account,
): Promise<void> {
  const added = {
    entites: without(after.entites, before?.entites ?? []),
    ramifications: without(after.ramifications, before?.ramifications ?? []),
  };
  const within = await placesWithin(trx, scopeOf(person), after);
  if (without(added.entites, within.entites).length > 0)
    throw invalid('entites', "Cette collectivité n'existe pas, ou n'est pas dans votre périmètre.");
  if (without(added.ramifications, within.ramifications).length > 0)
    throw invalid('ramifications', "Cette sous-entité n'existe pas, ou n'est pas dans votre périmètre.");
  const counting = effective(after);
  if (
    without(counting.entites, within.entites).length > 0 ||
    without(counting.ramifications, within.ramifications).length > 0
  )
    throw invalid(
      'entites',
      'Cette personne est aussi rattachée hors de votre périmètre : laissez-lui au moins une collectivité.',
    );
}

/**
 * Checks whether the person may give an account its new rights and places; those it had before are not checked again.
 * @throws AppError 400 for an unknown or missing record, 403 for rights that the person does not have
 */
export async function demandGivable(
  trx: OpenTransaction,
  person: Person,
  after: Account,
  before?: Account,
): Promise<void> {
  const group = after.groupe === null ? undefined : await findGroup(trx, after.groupe);
  if (after.groupe !== null && after.groupe !== before?.groupe) {
    if (!group?.enabled) throw invalid('groupe', "Ce groupe n'existe pas, ou n'est pas actif.");
    const reason = groupAbove(person, group);
    if (reason)
      throw new AppError('acces.refuse', `Vous ne pouvez pas donner ce groupe : ${reason}`, [
        { field: 'groupe', message: `Choisissez un autre groupe : ${reason}` },
      ]);
  }
  const moved =
    !before || !sameIds(before.entites, after.entites) || !sameIds(before.ramifications, after.ramifications);
  if (moved || before.type !== after.type || before.groupe !== after.groupe) demandComplete(after, group);
  if (moved) await demandPlaces(trx, person, after, before);
  if (exceedsMethods(person, after.moyenPaiements))
    throw invalid('moyenPaiements', 'Choisissez parmi vos moyens de paiement.');
}
