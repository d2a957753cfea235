import { createRoute } from '@tanstack/react-router';
import { IconCash, IconCreditCard } from '@tabler/icons-react';
import { lazyScreen } from '#src/app/lazy-screen.tsx';
import type { NavigationEntry } from '#src/app/navigation.ts';
import { shellRoute } from '#src/app/routes.ts';
import { type FigureSearch, readFigureSearch } from '#src/domains/pilotage/index.ts';
import { type ListSearch, readListSearch } from '#src/ui/list/list-state.ts';
import { type PeriodSearch, readPeriodSearch } from '#src/ui/period/period-search.ts';
import { resourceScreens } from '#src/ui/resource/index.ts';
import { readTerritorySearch, type TerritorySearch } from '#src/ui/territory/territory-search.ts';

const moyensPaiement = resourceScreens({
  route: '/moyens-paiement',
  label: 'Moyens de paiement',
  navigation: 'moyens-paiement',
  icon: IconCreditCard,
  load: () => import('./moyens-paiement.ts'),
});

export interface TransactionsSearch
  extends ListSearch, PeriodSearch, TerritorySearch, Pick<FigureSearch, 'betail'> {}

const transactions = createRoute({
  getParentRoute: () => shellRoute,
  path: '/transactions',
  validateSearch: (raw: Record<string, unknown>): TransactionsSearch => ({
    ...readListSearch(raw),
    ...readPeriodSearch(raw),
    ...readTerritorySearch(raw),
    betail: readFigureSearch(raw).betail,
  }),
  component: lazyScreen(() => import('./TransactionListScreen.tsx'), 'TransactionListScreen'),
});

export const routes = [transactions, ...moyensPaiement.routes] as const;
export const navigation: NavigationEntry[] = [
  {
    label: 'Transactions',
    to: '/transactions',
    navigation: 'transactions',
    group: 'collectivite',
    icon: IconCash,
  },
  moyensPaiement.entry,
];
