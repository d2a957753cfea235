import { SCREENS } from '@octroi/contract/register';
import { baseTaxableList } from '@octroi/contract/contribuables/lignes/base-taxable-columns';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { useFigureScope } from '#src/domains/pilotage/index.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PlaceAndPeriod } from '#src/ui/territory/PlaceAndPeriod.tsx';
import { useChips } from '../use-chips.ts';
import { COLUMNS } from './base-taxable-columns.ts';

const route = getRouteApi(`/shell${SCREENS['bases-taxables'].url}`);

const DEFAULTS: ListDefaults = {
  orderBy: 'contrib.createdAt',
  sortOrder: 'desc',
  itemperpage: 100,
  filters: [{ column: 'enrollement.closedAt', operator: 'is null' }],
};
const BREADCRUMB = [TABLEAU_DE_BORD, { label: SCREENS['bases-taxables'].nom }];

/** Taxable bases of the taxpayers enrolled in a place and a period: the list behind « Recensement par activité ». */
export function BaseTaxableListScreen() {
  const search = route.useSearch();
  const scope = useFigureScope(search);
  const { today } = useSession();
  const { territory, range, betail } = scope;
  return (
    <ListScreen
      path="enrollements"
      screen="bases-taxables"
      title={`${territory.entite?.nom ?? territory.everywhere} › Toutes les bases taxables`}
      breadcrumb={BREADCRUMB}
      columns={COLUMNS}
      filters={baseTaxableList.fields}
      defaults={DEFAULTS}
      query={{
        entite: territory.entiteId,
        ms: territory.ms.length > 0 ? territory.ms : undefined,
        direct: search.direct,
        ...range,
        betail,
        statut: search.statut,
      }}
      exporter="enrollements"
      toolbar={<PlaceAndPeriod territory={territory} range={range} lastYear />}
      // lines belong to no fiscal year
      chips={useChips(search, { ...scope, annee: Number(today.slice(0, 4)) })}
      emptyText="Les équipements et les activités enrôlés avec leurs contribuables apparaissent ici."
    />
  );
}
