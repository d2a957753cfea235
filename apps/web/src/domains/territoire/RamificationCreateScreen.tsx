import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { failureOf } from '#src/platform/query.ts';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { initialValues } from '#src/ui/resource/form-values.ts';
import { ResourceForm, ResourceFrame } from '#src/ui/resource/ResourceForm.tsx';
import { FormSkeleton } from '#src/ui/form/SaveForm.tsx';
import { useResourceRights } from '#src/ui/resource/use-rights.ts';
import screens from './ramifications.tsx';

const route = getRouteApi(`/shell${PAGES.ramificationCreate}`);

const declaration = { ...screens, route: SCREENS.ramifications.url };

/** The parent of the new sub-entity, and the type of the next level. */
function usePlace(parentId: string | undefined) {
  const parent = useQuery({
    ...queryFor('GET /ramifications/{id}', { params: { id: parentId ?? '' } }),
    enabled: parentId !== undefined,
  });
  const types = useQuery({
    ...queryFor('GET /type_ramifications', { query: { orderBy: 'tr.niveau', itemperpage: 30 } }),
    select: ({ data }) => data,
  });
  const parentLevel = types.data?.find(({ id }) => id === parent.data?.type.id)?.niveau ?? 0;
  return {
    parent: parent.data,
    next: types.data?.find(({ niveau }) => niveau > parentLevel),
    loading: (parentId !== undefined && parent.isPending) || types.isPending,
    failure: failureOf(parent, types),
  };
}

/**
 * Creates a sub-entity below the one in the address, or a top-level one of a collectivité (specification 1 section 2).
 */
export function RamificationCreateScreen() {
  const parentId = route.useParams({ shouldThrow: false })?.id;
  const { parent, next, loading, failure } = usePlace(parentId);
  const { chosenPlace } = useChosenPlace();
  const rights = useResourceRights(declaration.resource);
  const entite = parent?.entite ?? (chosenPlace?.kind === 'entite' ? chosenPlace : chosenPlace?.entite);
  const title = parent ? `Ajouter une sous-entité - ${parent.nom}` : 'Création - Sous-entité';
  return (
    <ResourceFrame declaration={declaration} title={title}>
      <ErrorState failure={failure} />
      {loading && !failure ? <FormSkeleton /> : null}
      {!loading && !failure && !next ? (
        <EmptyState
          title="Aucun niveau en dessous"
          text="Une sous-entité de ce type n’en contient pas d’autres. Les niveaux se règlent dans Types de sous-entité."
        />
      ) : null}
      {!loading && !failure && next ? (
        <ResourceForm
          key={parentId ?? 'tete'}
          declaration={declaration}
          mode="create"
          initial={{
            ...initialValues(declaration.resource),
            entite: entite ? String(entite.id) : null,
            type: String(next.id),
          }}
          labels={{ entite, type: next }}
          missing={rights.missing('Créer')}
          presetValues={parent ? { parent: parent.id, entite: parent.entite.id } : {}}
          locked={parent ? ['entite'] : []}
          choices={{ type: [{ column: 'tr.niveau', operator: 'eq', x: String(next.niveau) }] }}
        />
      ) : null}
    </ResourceFrame>
  );
}
