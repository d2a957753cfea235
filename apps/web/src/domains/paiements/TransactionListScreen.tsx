import { SCREENS } from '@octroi/contract/register';
import { may, mayActInBulk } from '@octroi/contract/rights';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { A_CLASSER } from '@octroi/contract/paiements/rules';
import { argentText, transactionList } from '@octroi/contract/paiements/columns';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { askReason } from '#src/ui/dialog/ask-reason.tsx';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { useDeletion } from '#src/ui/list/acts/use-deletion.tsx';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { rangeOf } from '#src/ui/period/period-search.ts';
import { PlaceAndPeriod } from '#src/ui/territory/PlaceAndPeriod.tsx';
import { useTerritory } from '#src/ui/territory/use-territory.ts';
import { AClasserNotice } from './AClasserNotice.tsx';
import { COLUMNS } from './columns.ts';
import { followRemoval } from './follow-removal.tsx';
import { placeQuery } from './place-query.ts';
import { useChips } from './use-chips.ts';
import { useEmptyText } from './use-empty-text.tsx';

const route = getRouteApi(`/shell${SCREENS.transactions.url}`);

const DEFAULTS: ListDefaults = {
  orderBy: 'trans.dateTransaction',
  sortOrder: 'desc',
  itemperpage: 50,
  // default filters of specification 2 section 5; the person may remove them
  filters: [
    { column: 'trans.statut', operator: 'eq', x: 'Confirmé' },
    { column: 'trans.montant', operator: 'gt', x: '0' },
    { column: 'contrib.nbreBetail', operator: 'is null' },
  ],
};
/** Payments without a known payer: all days, with the waiting ones. */
const A_CLASSER_DEFAULTS: ListDefaults = { ...DEFAULTS, filters: [] };
const BREADCRUMB = [TABLEAU_DE_BORD, { label: SCREENS.transactions.nom }];
/** Without a statut filter the server assumes Confirmé, while this list without a filter means all. */
const ANY_STATUT = { 'filter[trans.statut][type]': 'is not null' };

/** A confirmed payment is reversed, not deleted: a reason is required. */
const askWhy = (message: string, count: number): Promise<string | undefined> =>
  askReason({
    title: `${formatNumber(count)} transaction(s)`,
    message,
    confirm: 'Supprimer',
    name: 'suppression de transactions',
  });

/** Payments of a place and a period (specification 2 section 2.13). */
export function TransactionListScreen() {
  const search = route.useSearch();
  const session = useSession();
  const { today } = session;
  const territory = useTerritory(search);
  const range = rangeOf(search, today);
  const { aClasser } = search;
  const defaults = aClasser ? A_CLASSER_DEFAULTS : DEFAULTS;
  const filters = search.f ?? defaults.filters ?? [];
  const query = {
    ...placeQuery(search, territory, range),
    ...(aClasser ? { aClasser } : {}),
    ...(aClasser || filters.some(({ column }) => column === 'trans.statut') ? {} : ANY_STATUT),
  };
  const totals = useListTotals('transactions', { ...search, f: filters }, query, COLUMNS, argentText);
  const deletion = useDeletion('transactions', askWhy, followRemoval);
  const inBulk = mayActInBulk(session.user);
  return (
    <ListScreen
      path="transactions"
      title={`${territory.entite?.nom ?? territory.everywhere} › ${aClasser ? A_CLASSER : 'Toutes les transactions'}`}
      breadcrumb={BREADCRUMB}
      columns={COLUMNS}
      filters={transactionList.fields}
      defaults={defaults}
      query={query}
      exporter="transactions"
      document="transactions"
      toolbar={<PlaceAndPeriod territory={territory} range={range} />}
      chips={useChips(search)}
      notice={aClasser ? undefined : <AClasserNotice entite={territory.entiteId} />}
      totals={totals}
      empty={useEmptyText(range, 'transaction')}
      bulkActs={inBulk && may(session.permissions, 'transactions', 'Supprimer') ? [deletion.bulkAct] : []}
    />
  );
}
