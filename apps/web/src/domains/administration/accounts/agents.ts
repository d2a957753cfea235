import { SCREENS } from '@octroi/contract/register';
import { users } from '@octroi/contract/administration/accounts/users';
import { TYPE_UTILISATEUR } from '@octroi/contract/constants';
import { section } from '#src/ui/page/crumbs.ts';
import type { ResourceScreens } from '#src/ui/resource/index.ts';
import { useAccountActs } from './use-account-acts.tsx';
import { affectation, requiredPlaces, atPlace, email, fullName } from './users.ts';

/** In the specification's order, for creation and edition; an empty password on edition leaves it unchanged. */
const FIELDS = [
  'nom',
  'prenom',
  'email',
  'username',
  'password',
  'passwordConfirm',
  'telephone',
  'entites',
  'ramifications',
  'enabled',
];

/** Agents have no group, so the list has no such filter. */
const { 'g.id': _groupe, 'g.nom': _nomGroupe, ...filterFields } = users.filterFields;

/** Field agents: accounts of type Agent, with a right of their own (specification 1 section 2). */
const screens: ResourceScreens = {
  resource: { ...users, filterFields, screen: 'agents', label: { one: 'Agent', many: SCREENS.agents.nom } },
  section: [section('Collectivité')],
  numberHead: 'N°',
  columns: [fullName(SCREENS.agents.url), 'username', email, { ...affectation, across: true }, 'enabled'],
  form: { create: FIELDS, edit: FIELDS },
  narrow: { ramifications: { column: 'ent.id', by: 'entites' } },
  required: requiredPlaces,
  presetValues: { type: TYPE_UTILISATEUR.agent },
  query: { type: TYPE_UTILISATEUR.agent },
  preset: ({ collectivites }, chosenPlace) => atPlace(collectivites, chosenPlace),
  useActs: useAccountActs,
};

export default screens;
