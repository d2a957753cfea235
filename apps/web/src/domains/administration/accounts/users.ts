import { SCREENS } from '@octroi/contract/register';
import { isSuperAdmin } from '@octroi/contract/rights';
import type { ChosenPlace } from '#src/platform/kept/choices.ts';
import type { Session } from '#src/platform/session.ts';
import { GROUPE, TYPE_UTILISATEUR } from '@octroi/contract/constants';
import { users } from '@octroi/contract/administration/accounts/users';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import type { ResourceRow } from '@octroi/contract/platform/resource/resource';
import { ADMINISTRATION } from '#src/ui/page/crumbs.ts';
import { type RequiredFields, recordOf, type ResourceRoute } from '#src/ui/resource/declaration.ts';
import type { ResourceScreens } from '#src/ui/resource/index.ts';
import type { Column } from '#src/ui/list/index.ts';
import { useAccountActs } from './use-account-acts.tsx';

const FIELDS = [
  'nom',
  'prenom',
  'username',
  'email',
  'telephone',
  'type',
  'groupe',
  'entites',
  'ramifications',
  'moyenPaiements',
  'enabled',
];

/** The full name of an account, sorted by last name. */
export const fullName = (route: ResourceRoute): Column<ResourceRow> => ({
  id: 'nom',
  header: 'Nom',
  sort: 'user.nom',
  kind: 'link',
  primary: true,
  width: 200,
  value: (row) => String(row.fullName),
  href: (row) => recordOf(route, row),
});

export const email: Column<ResourceRow> = {
  id: 'email',
  header: 'Email',
  sort: 'user.email',
  kind: 'text',
  width: 220,
  value: (row) => String(row.email),
};

/** The places of an account: the short names of its collectivités, else its sub-entities. */
export const affectation: Column<ResourceRow> = {
  id: 'affectation',
  header: 'Affectation',
  kind: 'text',
  width: 200,
  value: ({ entites, ramifications }) => {
    const places = entites as { nomCourt: string }[];
    return places.length > 0
      ? places.map(({ nomCourt }) => nomCourt).join(', ')
      : (ramifications as { nom: string }[]).map(({ nom }) => nom).join(', ');
  },
};

/**
 * The default filter: field agents of the person's own collectivités, unless the person sees the whole platform
 * (specification 1 section 6). For a person limited to sub-entities, the server's scope already does this.
 */
function preset({ user, collectivites }: Session, chosenPlace: ChosenPlace | null): readonly FilterRow[] {
  const chosen = atPlace(collectivites, chosenPlace);
  if (isSuperAdmin(user)) return chosen;
  const agents: FilterRow = { column: 'tu.id', operator: 'eq', x: String(TYPE_UTILISATEUR.agent) };
  if (collectivites.length === 0) return [agents];
  const ownCollectivites: FilterRow = {
    column: 'ent.id',
    operator: 'in',
    x: collectivites.map(({ id }) => String(id)),
  };
  return [agents, ...(chosen.length > 0 ? chosen : [ownCollectivites])];
}

/** Limits the list to the collectivité chosen in the top bar. */
export const atPlace = (
  collectivites: Session['collectivites'],
  chosenPlace: ChosenPlace | null,
): readonly FilterRow[] =>
  collectivites.length > 1 && chosenPlace?.kind === 'entite'
    ? [{ column: 'ent.id', operator: 'eq', x: String(chosenPlace.id) }]
    : [];

const isNone = (value: unknown): boolean => !Array.isArray(value) || value.length === 0;

/** Requires collectivités, or else sub-entities. */
export const requiredPlaces: RequiredFields = ({ entites, ramifications }) => ({
  entites: isNone(entites) && isNone(ramifications) ? users.fields.entites.hint : undefined,
});

/** Requires a group for a back-office account, and places unless the account sees the whole platform. */
export const requiredUserFields: RequiredFields = (values, chosen) => ({
  ...(chosen('groupe') === GROUPE.superAdmin ? {} : requiredPlaces(values, chosen)),
  ...(values['type'] === String(TYPE_UTILISATEUR.agent)
    ? {}
    : { groupe: values['groupe'] ? undefined : users.fields.groupe.hint }),
});

const screens: ResourceScreens = {
  resource: users,
  section: [ADMINISTRATION],
  columns: [fullName(SCREENS.users.url), 'username', email, affectation, 'enabled'],
  form: {
    create: [...FIELDS.slice(0, 5), 'password', 'passwordConfirm', ...FIELDS.slice(5)],
    edit: FIELDS,
  },
  narrow: { ramifications: { column: 'ent.id', by: 'entites' } },
  required: requiredUserFields,
  useActs: useAccountActs,
  preset,
};

export default screens;
