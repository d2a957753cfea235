import { PAGES } from '@octroi/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { ResourceFrame } from '#src/ui/resource/ResourceForm.tsx';
import { FormSkeleton } from '#src/ui/form/SaveForm.tsx';
import { CollectiviteAccountForm, userOfCollectivite } from './CollectiviteAccountForm.tsx';

const route = getRouteApi(`/shell${PAGES.collectiviteUser}`);

/** A user of one collectivité. */
export function CollectiviteUserScreen() {
  const { id } = route.useParams();
  const entite = useQuery(queryFor('GET /entites/{id}', { params: { id } }));
  return (
    <ResourceFrame
      declaration={userOfCollectivite}
      title={entite.data ? `Ajouter un utilisateur - ${entite.data.nom}` : 'Ajouter un utilisateur'}
    >
      <ErrorState failure={failureOf(entite)} />
      {entite.isPending ? <FormSkeleton /> : null}
      {entite.data ? <CollectiviteAccountForm kind="users" entite={entite.data} /> : null}
    </ResourceFrame>
  );
}
