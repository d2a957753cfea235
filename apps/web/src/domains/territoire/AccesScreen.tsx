import { type AccesRow, accesFilterFields, RAISONS_ACCES } from '@octroi/contract/administration/acces';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '#src/app/api.ts';
import { type Column, ListScreen } from '#src/ui/list/index.ts';
import { CONFIGURATIONS, TABLEAU_DE_BORD } from '#src/ui/PageHeader.tsx';

const COLUMNS: readonly Column<AccesRow>[] = [
  {
    id: 'nom',
    header: 'Nom',
    kind: 'text',
    primary: true,
    sort: 'user.nom',
    value: ({ fullName }) => fullName,
  },
  {
    id: 'username',
    header: 'Pseudo',
    kind: 'text',
    sort: 'user.username',
    value: ({ username }) => username,
  },
  { id: 'type', header: 'Type', kind: 'text', grow: 0, width: 110, value: ({ type }) => type.nom },
  { id: 'groupe', header: 'Groupe', kind: 'text', sort: 'g.nom', value: ({ groupe }) => groupe?.nom },
  { id: 'raison', header: 'Accès', kind: 'text', width: 220, value: ({ raison }) => RAISONS_ACCES[raison] },
  { id: 'via', header: 'Rattachement', kind: 'text', value: ({ via }) => via?.nom },
];
const DEFAULTS = { orderBy: 'user.nom', itemperpage: 30 } as const;

/** Who may see a sub-entity, and why (row menu Permissions of the sub-entities, specification 1 section 2). */
export function AccesScreen() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { data } = useQuery({
    queryKey: ['ramifications', 'fiche', id],
    queryFn: ({ signal }) => api.get<{ nom: string }>(`ramifications/${encodeURIComponent(id)}`, { signal }),
  });
  return (
    <ListScreen<AccesRow>
      path={`ramifications/${id}/acces`}
      title={data ? `Permissions - ${data.nom}` : 'Permissions'}
      breadcrumb={[
        TABLEAU_DE_BORD,
        { label: 'Collectivité' },
        CONFIGURATIONS,
        { label: 'Sous-entités', to: '/ramifications' },
        { label: 'Permissions' },
      ]}
      columns={COLUMNS}
      filters={accesFilterFields}
      defaults={DEFAULTS}
      emptyText="Personne n’a accès à cette sous-entité : affectez-lui un utilisateur, ou affectez-le à sa collectivité."
    />
  );
}
