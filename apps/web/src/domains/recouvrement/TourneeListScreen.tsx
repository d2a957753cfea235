import { PAGES } from '@octroi/contract/pages';
import { tourneeColumns, tourneeList } from '@octroi/contract/recouvrement/columns';
import { SCREENS } from '@octroi/contract/register';
import { may } from '@octroi/contract/rights';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { withLinks } from '#src/ui/list/columns.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { useDeletion } from '#src/ui/list/acts/use-deletion.tsx';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PlaceAndOpenPeriod } from '#src/ui/territory/PlaceAndPeriod.tsx';
import { useTerritory } from '#src/ui/territory/use-territory.ts';

const route = getRouteApi(`/shell${SCREENS.tournees.url}`);

const COLUMNS = withLinks(tourneeColumns, {
  agent: ({ id }) => linkOptions({ to: PAGES.tournee, params: { id: String(id) } }),
});
const DEFAULTS: ListDefaults = { orderBy: 'tournee.jour', sortOrder: 'desc', itemperpage: 50 };
const BREADCRUMB = [TABLEAU_DE_BORD, section('Restes à recouvrer'), { label: SCREENS.tournees.nom }];

/** Tours by day and agent, with their progress. */
export function TourneeListScreen() {
  const { from, to, ...search } = route.useSearch();
  const session = useSession();
  const territory = useTerritory(search);
  const deletion = useDeletion('tournees');
  return (
    <ListScreen
      path="tournees"
      title={`${territory.entite?.nom ?? territory.everywhere} › ${SCREENS.tournees.nom}`}
      breadcrumb={BREADCRUMB}
      columns={COLUMNS}
      filters={tourneeList.fields}
      defaults={DEFAULTS}
      query={{
        entite: territory.entiteId,
        ms: territory.ms.length > 0 ? territory.ms : undefined,
        from,
        to,
      }}
      sizeLinks
      exporter="tournees"
      toolbar={<PlaceAndOpenPeriod territory={territory} range={{ from, to }} />}
      rowActs={
        may(session.permissions, 'tournees', 'Supprimer')
          ? ({ id, agent }) => [deletion.rowAct(id, agent.fullName)]
          : undefined
      }
      emptyText="Une tournée se prépare depuis la situation des impayés ou la liste des contribuables."
    />
  );
}
