import { SCREENS } from '@octroi/contract/register';
import type { ActeTerrainRow } from '@octroi/contract/terrain/actes';
import { acteTerrainColumns, acteTerrainList } from '@octroi/contract/terrain/acte-columns';
import { getRouteApi } from '@tanstack/react-router';
import type { OpenRange } from '@octroi/contract/platform/values/period';
import { useMay } from '#src/platform/session.ts';
import { type Column, withLinks } from '#src/ui/list/columns.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { crumb, section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PeriodPicker } from '#src/ui/period/PeriodPicker.tsx';
import { listsOf } from './acte-links.ts';
import { useEntite } from './refresh.ts';

const route = getRouteApi(`/shell${SCREENS['actes-terrain'].url}`);

const DEFAULTS: ListDefaults = { orderBy: 'ag.nom', sortOrder: 'asc', itemperpage: 50 };
const { nom } = SCREENS['actes-terrain'];

/** The columns, with links from figures to their lists where the person may read them. */
function useColumns(range: OpenRange): readonly Column<ActeTerrainRow>[] {
  const readable = {
    enrolements: useMay('contribuables', 'Lister'),
    paiements: useMay('transactions', 'Lister'),
    visites: useMay('tournees', 'Lister'),
  };
  const to = (list: keyof typeof readable) => (row: ActeTerrainRow) =>
    readable[list] ? listsOf(row, range)[list] : null;
  return withLinks<ActeTerrainRow, (typeof acteTerrainColumns)[number]['id']>(acteTerrainColumns, {
    enrolements: to('enrolements'),
    paiements: to('paiements'),
    visites: to('visites'),
  });
}

/** The activity of field agents in a period. */
export function ActeListScreen() {
  const { from, to, ...search } = route.useSearch();
  const patch = usePatchSearch();
  const query = { ...useEntite(), from, to };
  const totals = useListTotals('actes_terrain', search, query, acteTerrainColumns);
  return (
    <ListScreen
      path="actes_terrain"
      title={nom}
      breadcrumb={[TABLEAU_DE_BORD, section('Terrain'), crumb('terrain'), { label: nom }]}
      columns={useColumns({ from, to })}
      filters={acteTerrainList.fields}
      defaults={DEFAULTS}
      query={query}
      totals={totals}
      exporter="terrain"
      toolbar={
        <PeriodPicker
          value={{ from, to }}
          open
          onChange={(range) => patch({ from: range.from, to: range.to, dates: undefined })}
        />
      }
      emptyText="Un agent est ici dès qu’un appareil est à son nom."
    />
  );
}
