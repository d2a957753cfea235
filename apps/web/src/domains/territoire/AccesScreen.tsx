import { PAGES } from '@octroi/contract/pages';
import { accesColumns, accesList } from '@octroi/contract/administration/security/acces-columns';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { ListScreen } from '#src/ui/list/index.ts';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { CONFIGURATIONS, crumb, section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';

const route = getRouteApi(`/shell${PAGES.acces}`);

const DEFAULTS = { orderBy: 'user.nom', itemperpage: 30 } as const;

/** People with access to a sub-entity, and why (row menu « Permissions », specification 1 section 2). */
export function AccesScreen() {
  const { id } = route.useParams();
  const place = useQuery(queryFor('GET /ramifications/{id}', { params: { id } }));
  const failure = failureOf(place);
  return (
    <ListScreen
      path="ramifications/{id}/acces"
      params={{ id }}
      screen="ramifications/acces"
      exporter="ramifications"
      query={{ ramification: id }}
      title={place.data ? `Permissions - ${place.data.nom}` : 'Permissions'}
      notice={
        failure ? <UnreadNote failure={failure}>Le nom de ce lieu n’a pas pu être lu.</UnreadNote> : undefined
      }
      breadcrumb={[
        TABLEAU_DE_BORD,
        section('Collectivité'),
        CONFIGURATIONS,
        crumb('ramifications'),
        { label: 'Permissions' },
      ]}
      columns={accesColumns}
      filters={accesList.fields}
      defaults={DEFAULTS}
      emptyText="Personne n’a accès à cette sous-entité : affectez-lui un utilisateur, ou affectez-le à sa collectivité."
    />
  );
}
