import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import { DOCUMENTS, MAX_PRINTABLE_ROWS } from '@octroi/contract/impressions/documents';
import { argentText, transactionList } from '@octroi/contract/paiements/columns';
import type { TransactionRow } from '@octroi/contract/paiements/transactions';
import { IconFileText, IconUser } from '@tabler/icons-react';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { useFigureScope } from '#src/domains/pilotage/index.ts';
import type { RowAct } from '#src/ui/list/acts/acts.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PlaceAndPeriod } from '#src/ui/territory/PlaceAndPeriod.tsx';
import { transactionPreview } from './columns.ts';
import { usePreview } from './use-preview.ts';

const route = getRouteApi(`/shell${SCREENS['impression-transactions'].url}`);

const DOCUMENT = 'liste-des-transactions';
const { title, order, screen } = DOCUMENTS[DOCUMENT];
const COLUMNS = transactionPreview(DOCUMENT);
const DEFAULTS: ListDefaults = {
  ...order,
  itemperpage: MAX_PRINTABLE_ROWS,
  filters: [{ column: 'trans.statut', operator: 'eq', x: 'Confirmé' }],
};
const BREADCRUMB = [TABLEAU_DE_BORD, section('Impressions'), { label: title }];

const rowActs = ({ contrib: { id } }: TransactionRow): RowAct[] => [
  {
    label: 'Fiche contribuable',
    icon: IconUser,
    href: linkOptions({ to: PAGES.fiche, params: { id: String(id) } }),
  },
  {
    label: 'Fiche individuelle',
    icon: IconFileText,
    href: linkOptions({ to: PAGES.ficheIndividuelle, params: { id: String(id) } }),
  },
];

/** The printable list of payments (specification 2 section 2.14). */
export function PrintableTransactionsScreen() {
  const search = route.useSearch();
  const { defaults } = usePreview(DEFAULTS);
  const { territory, range, query: figureQuery } = useFigureScope(search);
  const { entite, ms, from, to } = figureQuery;
  const query = { entite, ms, from, to };
  const filters = search.f ?? DEFAULTS.filters ?? [];
  const totals = useListTotals('transactions', { ...search, f: filters }, query, COLUMNS, argentText);
  return (
    <ListScreen
      path="transactions"
      title={[title, ...territory.names].join(' > ')}
      breadcrumb={BREADCRUMB}
      columns={COLUMNS}
      filters={transactionList.fields}
      defaults={defaults}
      query={query}
      exporter={screen}
      document={DOCUMENT}
      toolbar={<PlaceAndPeriod territory={territory} range={range} />}
      totals={totals}
      rowActs={rowActs}
    />
  );
}
