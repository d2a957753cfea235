import { createRoute } from '@tanstack/react-router';
import { IconCash, IconCashBanknoteOff, IconCreditCard, IconReceiptTax } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import type { NavigationEntry, RecordAct } from '#src/platform/navigation.ts';
import { shellRoute } from '#src/platform/routes.ts';
import { resourceScreens } from '#src/ui/resource/index.ts';
import { readTransactionsSearch } from './search.ts';

const moyensPaiement = resourceScreens({
  route: '/moyens-paiement',
  label: 'Moyens de paiement',
  navigation: 'moyens-paiement',
  icon: IconCreditCard,
  load: () => import('./moyens-paiement.ts'),
});

const transactions = createRoute({
  getParentRoute: () => shellRoute,
  path: '/transactions',
  validateSearch: readTransactionsSearch,
  component: lazyScreen(() => import('./TransactionListScreen.tsx'), 'TransactionListScreen'),
});

const screens = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/imputations',
    validateSearch: readTransactionsSearch,
    component: lazyScreen(() => import('./ImputationListScreen.tsx'), 'ImputationListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/transactions/$id',
    component: lazyScreen(() => import('./TransactionScreen.tsx'), 'TransactionScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables/encaissement/$id',
    component: lazyScreen(() => import('./PaiementScreen.tsx'), 'PaiementScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contribuables/remboursement/$id',
    component: lazyScreen(() => import('./RemboursementScreen.tsx'), 'RemboursementScreen'),
  }),
] as const;

export const routes = [transactions, ...screens, ...moyensPaiement.routes] as const;

/** What is done with a taxpayer's money, from its record and from lists of taxpayers. */
export const contribuableActs: readonly RecordAct[] = [
  {
    label: 'Encaisser',
    icon: IconCash,
    navigation: 'transactions',
    permissions: ['Créer'],
    to: (id) => `/contribuables/encaissement/${id}`,
  },
  {
    label: 'Rembourser',
    icon: IconCashBanknoteOff,
    navigation: 'transactions',
    permissions: ['Créer', 'Valider'],
    to: (id) => `/contribuables/remboursement/${id}`,
  },
];

export const navigation: NavigationEntry[] = [
  {
    label: 'Transactions',
    to: '/transactions',
    navigation: 'transactions',
    group: 'collectivite',
    icon: IconCash,
  },
  {
    label: 'Imputations',
    to: '/imputations',
    navigation: 'transactions',
    group: 'collectivite',
    icon: IconReceiptTax,
  },
  moyensPaiement.entry,
];
