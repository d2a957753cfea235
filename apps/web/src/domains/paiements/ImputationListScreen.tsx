import { SCREENS } from '@octroi/contract/register';
import { imputationList } from '@octroi/contract/paiements/imputation-columns';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { rangeOf } from '#src/ui/period/period-search.ts';
import { PlaceAndPeriod } from '#src/ui/territory/PlaceAndPeriod.tsx';
import { useTerritory } from '#src/ui/territory/use-territory.ts';
import { COLUMNS } from './imputation-columns.ts';
import { placeQuery } from './place-query.ts';
import { useChips } from './use-chips.ts';
import { useEmptyText } from './use-empty-text.tsx';

const route = getRouteApi(`/shell${SCREENS.imputations.url}`);

const DEFAULTS: ListDefaults = { orderBy: 'trans.dateTransaction', sortOrder: 'desc', itemperpage: 50 };
const BREADCRUMB = [TABLEAU_DE_BORD, { label: SCREENS.imputations.nom }];

/** Imputations of a place and a period by tax: the list behind « Recouvrement par activité ». */
export function ImputationListScreen() {
  const search = route.useSearch();
  const { today } = useSession();
  const territory = useTerritory(search);
  const range = rangeOf(search, today);
  const query = placeQuery(search, territory, range);
  const totals = useListTotals('imputations', search, query, COLUMNS);
  return (
    <ListScreen
      path="imputations"
      title={`${territory.entite?.nom ?? territory.everywhere} › Toutes les imputations`}
      breadcrumb={BREADCRUMB}
      columns={COLUMNS}
      filters={imputationList.fields}
      defaults={DEFAULTS}
      query={query}
      exporter="transactions"
      toolbar={<PlaceAndPeriod territory={territory} range={range} />}
      chips={useChips(search)}
      totals={totals}
      empty={useEmptyText(range, 'imputation')}
    />
  );
}
