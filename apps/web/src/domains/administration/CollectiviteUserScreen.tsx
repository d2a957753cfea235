import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import { users } from '@octroi/contract/administration/users';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { asks } from '#src/platform/call.ts';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { useMissing } from '#src/ui/MissingRight.tsx';
import { ADMINISTRATION } from '#src/ui/PageHeader.tsx';
import type { RoutedResource } from '#src/ui/resource/declaration.ts';
import { initialValues } from '#src/ui/resource/form-values.ts';
import { ResourceForm, ResourceFrame } from '#src/ui/resource/ResourceForm.tsx';
import { FormSkeleton } from '#src/ui/SaveForm.tsx';
import { askUser } from './users.ts';

const route = getRouteApi(`/shell${PAGES.collectiviteUser}`);

const declaration: RoutedResource = {
  resource: users,
  route: SCREENS.collectivites.url,
  title: 'Collectivités',
  section: [ADMINISTRATION],
  columns: [],
  form: {
    create: [
      'nom',
      'prenom',
      'username',
      'email',
      'password',
      'passwordConfirm',
      'groupe',
      'entites',
      'ramifications',
    ],
  },
  asked: askUser,
};

/** A user of one collectivité, of the whole of it or of some of its sub-entities (specification 1 sections 2 and 5). */
export function CollectiviteUserScreen() {
  const { id } = route.useParams();
  const missing = useMissing([['users', 'Créer']]);
  const entite = useQuery(asks('GET /entites/{id}', { params: { id } }));
  return (
    <ResourceFrame
      declaration={declaration}
      title={entite.data ? `Ajouter un utilisateur - ${entite.data.nom}` : 'Ajouter un utilisateur'}
    >
      {entite.isError ? <ErrorState error={entite.error} onRetry={() => void entite.refetch()} /> : null}
      {entite.isPending ? <FormSkeleton /> : null}
      {entite.data ? (
        <ResourceForm
          declaration={declaration}
          mode="create"
          initial={{ ...initialValues(users), entites: [id] }}
          labels={{}}
          missing={missing}
          locked={['entites']}
          // Attached to the collectivité, one sees the whole of it: with sub-entities, these alone are meant.
          settled={({ ramifications }) =>
            Array.isArray(ramifications) && ramifications.length > 0 ? { entites: [] } : {}
          }
          choices={{ ramifications: [{ column: 'ent.id', operator: 'eq', x: id }] }}
        />
      ) : null}
    </ResourceFrame>
  );
}
