import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import { isSuperAdmin } from '@octroi/contract/rights';
import { equipementList } from '@octroi/contract/contribuables/lignes/equipement-columns';
import { IconUser } from '@tabler/icons-react';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { useDeletion } from '#src/ui/list/acts/use-deletion.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { TerritoryCascade } from '#src/ui/territory/TerritoryCascade.tsx';
import { useTerritory } from '#src/ui/territory/use-territory.ts';
import { COLUMNS } from './equipement-columns.ts';

const route = getRouteApi(`/shell${SCREENS.equipements.url}`);

const DEFAULTS: ListDefaults = { orderBy: 'equipement.createdAt', sortOrder: 'desc', itemperpage: 100 };
const BREADCRUMB = [TABLEAU_DE_BORD, { label: SCREENS.equipements.nom }];

/** Equipment of taxpayers at the address's place (specification 2 section 2.12). */
export function EquipementListScreen() {
  const search = route.useSearch();
  const session = useSession();
  const patch = usePatchSearch();
  const territory = useTerritory(search);
  const deletion = useDeletion('equipements');
  const removes = isSuperAdmin(session.user);
  return (
    <ListScreen
      path="equipements"
      title={`${territory.entite?.nom ?? territory.everywhere} › Tous les équipements`}
      breadcrumb={BREADCRUMB}
      columns={COLUMNS}
      filters={equipementList.fields}
      defaults={DEFAULTS}
      query={{
        entite: territory.entiteId,
        ms: territory.ms.length > 0 ? territory.ms : undefined,
      }}
      sizeLinks
      exporter="equipements"
      document="equipements"
      toolbar={
        <TerritoryCascade
          territory={territory}
          onChange={({ entite, ramification }) =>
            patch({ entite, ms: ramification ? [ramification] : undefined })
          }
        />
      }
      rowActs={({ id, contribuable, type }) => [
        {
          label: 'Fiche contribuable',
          icon: IconUser,
          href: linkOptions({ to: PAGES.fiche, params: { id: String(contribuable.id) } }),
        },
        ...(removes ? [deletion.rowAct(id, `${type.nom}, ${contribuable.fullName}`)] : []),
      ]}
      bulkActs={removes ? [deletion.bulkAct] : []}
      emptyText="Les équipements enrôlés avec leurs contribuables apparaissent ici."
    />
  );
}
