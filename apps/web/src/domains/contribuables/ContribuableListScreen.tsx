import { SCREENS } from '@octroi/contract/register';
import { may, mayActInBulk } from '@octroi/contract/rights';
import { contribuableList } from '@octroi/contract/contribuables/columns';
import { getRouteApi } from '@tanstack/react-router';
import { useListActs } from '#src/platform/list-acts.ts';
import { useSession } from '#src/platform/session.ts';
import { useFigureScope } from '#src/domains/pilotage/index.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import type { ScreenChip } from '#src/ui/list/filter/FilterChips.tsx';
import { useDeletion } from '#src/ui/list/acts/use-deletion.tsx';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PlaceAndPeriod } from '#src/ui/territory/PlaceAndPeriod.tsx';
import { COLUMNS } from './columns.ts';
import { useChips } from './use-chips.ts';
import { useEmptyText } from './use-empty-text.tsx';

const route = getRouteApi(`/shell${SCREENS.contribuables.url}`);

const DEFAULTS: ListDefaults = { orderBy: 'contrib.createdAt', sortOrder: 'asc', itemperpage: 50 };
const BREADCRUMB = [TABLEAU_DE_BORD, { label: SCREENS.contribuables.nom }];

/** Chips that the text of an empty list already mentions. */
const IN_EMPTY_TEXT: readonly string[] = ['betail', 'base', 'annee'];

/** Taxpayers of a place and a period; every figure links here (specification 2 section 2.4). */
export function ContribuableListScreen() {
  const search = route.useSearch();
  const session = useSession();
  const scope = useFigureScope(search);
  const { territory } = scope;
  const query = { ...scope.query, direct: search.direct, statut: search.statut, maille: search.maille };
  const totals = useListTotals('contribuables', search, query, COLUMNS);
  const deletion = useDeletion('contribuables');
  const otherActs = useListActs('contribuables');
  const chips = useChips(search, scope);
  const inBulk = mayActInBulk(session.user);
  return (
    <ListScreen
      path="contribuables"
      title={`${territory.entite?.nom ?? territory.everywhere} › Tous les contribuables`}
      breadcrumb={BREADCRUMB}
      columns={COLUMNS}
      filters={contribuableList.fields}
      defaults={DEFAULTS}
      query={query}
      sizeLinks
      exporter="contribuables"
      document="contribuables"
      toolbar={<PlaceAndPeriod territory={territory} range={scope.range} lastYear />}
      chips={chips.map((chip): ScreenChip => ({ ...chip, inEmptyText: IN_EMPTY_TEXT.includes(chip.key) }))}
      totals={totals}
      empty={useEmptyText(scope)}
      bulkActs={[
        ...otherActs,
        ...(inBulk && may(session.permissions, 'contribuables', 'Supprimer') ? [deletion.bulkAct] : []),
      ]}
    />
  );
}
