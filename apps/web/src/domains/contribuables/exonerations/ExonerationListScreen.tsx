import {
  exonerationColumns,
  exonerationList,
} from '@octroi/contract/contribuables/exonerations/exoneration-columns';
import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { may } from '@octroi/contract/rights';
import { IconArrowBackUp } from '@tabler/icons-react';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { withLinks } from '#src/ui/list/columns.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { TerritoryCascade } from '#src/ui/territory/TerritoryCascade.tsx';
import { useTerritory } from '#src/ui/territory/use-territory.ts';
import { askRetrait } from './retirer.tsx';

const route = getRouteApi(`/shell${SCREENS.exonerations.url}`);

const COLUMNS = withLinks(exonerationColumns, {
  contribuable: ({ contribuable }) =>
    linkOptions({ to: PAGES.fiche, params: { id: String(contribuable.id) } }),
  date: ({ approbation }) => linkOptions({ to: PAGES.approbation, params: { id: String(approbation) } }),
});
const DEFAULTS: ListDefaults = { orderBy: 'exo.createdAt', sortOrder: 'desc', itemperpage: 50 };
const BREADCRUMB = [TABLEAU_DE_BORD, { label: SCREENS.exonerations.nom }];

/** The taxpayers exonerated of a tax, now, later or before, each with the approved request. */
export function ExonerationListScreen() {
  const search = route.useSearch();
  const { permissions } = useSession();
  const patch = usePatchSearch();
  const territory = useTerritory(search);
  return (
    <ListScreen
      path="exonerations"
      title={`${territory.entite?.nom ?? territory.everywhere} › ${SCREENS.exonerations.nom}`}
      breadcrumb={BREADCRUMB}
      columns={COLUMNS}
      filters={exonerationList.fields}
      defaults={DEFAULTS}
      query={{
        entite: territory.entiteId,
        ms: territory.ms.length > 0 ? territory.ms : undefined,
      }}
      exporter="exonerations"
      toolbar={
        <TerritoryCascade
          territory={territory}
          onChange={({ entite, ramification }) =>
            patch({ entite, ms: ramification ? [ramification] : undefined })
          }
        />
      }
      rowActs={
        may(permissions, 'exonerations', 'Modifier')
          ? (row) =>
              row.fin >= row.du
                ? [
                    {
                      label: 'Retirer',
                      icon: IconArrowBackUp,
                      run: () => askRetrait({ ...row, nom: row.contribuable.fullName }),
                    },
                  ]
                : []
          : undefined
      }
      emptyText="Une exonération se demande depuis la fiche du contribuable."
    />
  );
}
