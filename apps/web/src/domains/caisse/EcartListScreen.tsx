import type { EcartRow } from '@octroi/contract/caisse/caisse';
import { ecartColumns, ecartList } from '@octroi/contract/caisse/ecart-columns';
import { SCREENS } from '@octroi/contract/register';
import { IconMessage, IconScale } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMay, useSession } from '#src/platform/session.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { RowAct } from '#src/ui/list/index.ts';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { askExplanation, askSettlement } from './ask-ecart.tsx';
import { useEntite } from './refresh.ts';

const route = getRouteApi(`/shell${SCREENS.ecarts.url}`);

const DEFAULTS: ListDefaults = { orderBy: 'ec.createdAt', sortOrder: 'desc', itemperpage: 50 };
const { nom } = SCREENS.ecarts;

/** The differences found by counts. */
export function EcartListScreen() {
  const explains = useMay('ecarts', 'Modifier');
  const settles = useMay('ecarts', 'Valider');
  const { user } = useSession();
  const search = route.useSearch();
  const entiteQuery = useEntite();
  const totals = useListTotals('ecarts', search, entiteQuery, ecartColumns);
  const acts = (row: EcartRow): RowAct[] => {
    const isHolder = row.titulaire.id === user.id;
    if (row.statut === 'réglé') return [];
    return [
      ...(explains || isHolder
        ? [{ label: 'Expliquer', icon: IconMessage, run: () => askExplanation(row.id) }]
        : []),
      ...(settles && !isHolder ? [{ label: 'Régler', icon: IconScale, run: () => askSettlement(row) }] : []),
    ];
  };
  return (
    <ListScreen
      path="ecarts"
      title={nom}
      breadcrumb={[TABLEAU_DE_BORD, section('Caisse'), { label: nom }]}
      columns={ecartColumns}
      filters={ecartList.fields}
      defaults={DEFAULTS}
      query={entiteQuery}
      totals={totals}
      rowActs={acts}
      exporter="ecarts"
      emptyText="Un écart vient d’un comptage, ou d’un versement reçu avec une différence."
    />
  );
}
