import { PAGES } from '@octroi/contract/pages';
import { accesColumns, accesList } from '@octroi/contract/administration/security/acces-columns';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { ListScreen } from '#src/ui/list/index.ts';
import { CONFIGURATIONS, crumb, section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';

const route = getRouteApi(`/shell${PAGES.acces}`);

const DEFAULTS = { orderBy: 'user.nom', itemperpage: 30 } as const;

/** People with access to a sub-entity, and why (row menu « Permissions », specification 1 section 2). */
export function AccesScreen() {
  const { id } = route.useParams();
  const { data } = useQuery(queryFor('GET /ramifications/{id}', { params: { id } }));
  return (
    <ListScreen
      path="ramifications/{id}/acces"
      params={{ id }}
      screen="ramifications/acces"
      exporter="ramifications"
      query={{ ramification: id }}
      title={data ? `Permissions - ${data.nom}` : 'Permissions'}
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
