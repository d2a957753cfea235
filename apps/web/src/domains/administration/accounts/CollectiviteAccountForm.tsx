import { users } from '@octroi/contract/administration/accounts/users';
import { TYPE_UTILISATEUR } from '@octroi/contract/constants';
import { SCREENS } from '@octroi/contract/register';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { useMissing } from '#src/ui/page/MissingRight.tsx';
import { ADMINISTRATION } from '#src/ui/page/crumbs.ts';
import type { RoutedResource } from '#src/ui/resource/declaration.ts';
import { initialValues } from '#src/ui/resource/form-values.ts';
import { ResourceForm } from '#src/ui/resource/ResourceForm.tsx';
import agents from './agents.ts';
import { requiredUserFields } from './users.ts';

export type AccountKind = 'users' | 'agents';

const FIELDS = ['nom', 'prenom', 'username', 'email', 'password', 'passwordConfirm'];
const PLACES = ['entites', 'ramifications'];

export const userOfCollectivite: RoutedResource = {
  resource: users,
  route: SCREENS.collectivites.url,
  title: 'Collectivités',
  section: [ADMINISTRATION],
  columns: [],
  form: { create: [...FIELDS, 'groupe', ...PLACES] },
  required: requiredUserFields,
};
const agentOfCollectivite: RoutedResource = {
  ...agents,
  route: SCREENS.agents.url,
  form: { create: [...FIELDS, ...PLACES] },
};

interface CollectiviteAccountFormProps {
  kind: AccountKind;
  entite: Pick<Nested, 'id'>;
  /** Called after the creation, instead of returning to the list. */
  onCreated?: () => void;
  onCancel?: () => void;
}

/**
 * The form of an account limited to one collectivité, or to some of its sub-entities (specification 1 sections 2 and
 * 5).
 */
export function CollectiviteAccountForm({ kind, entite, ...ways }: CollectiviteAccountFormProps) {
  const missing = useMissing([[kind, 'Créer']]);
  const id = String(entite.id);
  const type = kind === 'agents' ? { type: TYPE_UTILISATEUR.agent } : {};
  return (
    <ResourceForm
      declaration={kind === 'agents' ? agentOfCollectivite : userOfCollectivite}
      mode="create"
      initial={{ ...initialValues(users), entites: [id] }}
      labels={{}}
      missing={missing}
      locked={['entites']}
      // an account attached to the collectivité sees all of it, so sub-entities replace that link
      presetValues={({ ramifications }) =>
        Array.isArray(ramifications) && ramifications.length > 0 ? { ...type, entites: [] } : type
      }
      choices={{ ramifications: [{ column: 'ent.id', operator: 'eq', x: id }] }}
      {...ways}
    />
  );
}
