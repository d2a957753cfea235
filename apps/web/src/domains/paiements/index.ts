import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { createRoute, linkOptions } from '@tanstack/react-router';
import {
  IconCash,
  IconCashBanknoteOff,
  IconCashRegister,
  IconCoins,
  IconCreditCard,
  IconMessageQuestion,
  IconReceiptTax,
} from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import type { RecordAct } from '#src/platform/navigation.ts';
import { shellRoute } from '#src/platform/routes.ts';
import { resourceScreens } from '#src/ui/resource/index.ts';
import { readEclaircissementsSearch, readTransactionsSearch } from './search.ts';

const moyensPaiement = resourceScreens(SCREENS['moyens-paiement'], {
  load: async () => (await import('./moyens-paiement.ts')).default,
});

const modalitesPaiement = resourceScreens(SCREENS['modalites-paiement'], {
  load: async () => ({ resource: (await import('@octroi/contract/paiements/resources')).modalitePaiements }),
});

const transactions = createRoute({
  getParentRoute: () => shellRoute,
  path: SCREENS.transactions.url,
  validateSearch: readTransactionsSearch,
  component: lazyScreen(() => import('./TransactionListScreen.tsx'), 'TransactionListScreen'),
});

const eclaircissements = createRoute({
  getParentRoute: () => shellRoute,
  path: SCREENS['a-eclaircir'].url,
  validateSearch: readEclaircissementsSearch,
  component: lazyScreen(
    () => import('./eclaircissements/EclaircissementListScreen.tsx'),
    'EclaircissementListScreen',
  ),
});

const screens = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.guichet.url,
    component: lazyScreen(() => import('./guichet/GuichetScreen.tsx'), 'GuichetScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.imputations.url,
    validateSearch: readTransactionsSearch,
    component: lazyScreen(() => import('./ImputationListScreen.tsx'), 'ImputationListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.transaction,
    component: lazyScreen(() => import('./TransactionScreen.tsx'), 'TransactionScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.encaissement,
    component: lazyScreen(() => import('./PaiementScreen.tsx'), 'PaiementScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PAGES.remboursement,
    component: lazyScreen(() => import('./RemboursementScreen.tsx'), 'RemboursementScreen'),
  }),
] as const;

export const routes = [
  transactions,
  eclaircissements,
  ...screens,
  ...moyensPaiement,
  ...modalitesPaiement,
] as const;

/** Payment acts on a taxpayer, from its record and from lists. */
export const contribuableActs: readonly RecordAct[] = [
  {
    label: 'Encaisser',
    icon: IconCash,
    rights: [['transactions', 'Créer']],
    href: (id) => linkOptions({ to: PAGES.encaissement, params: { id: String(id) } }),
  },
  {
    label: 'Rembourser',
    icon: IconCashBanknoteOff,
    rights: [
      ['transactions', 'Créer'],
      ['transactions', 'Valider'],
    ],
    href: (id) => linkOptions({ to: PAGES.remboursement, params: { id: String(id) } }),
  },
];

/** Icons of its screens in the side menu. */
export const icons = {
  cash: IconCash,
  'receipt-tax': IconReceiptTax,
  'credit-card': IconCreditCard,
  'message-question': IconMessageQuestion,
  'cash-register': IconCashRegister,
  coins: IconCoins,
};

export { EclaircissementNotice } from './eclaircissements/EclaircissementNotice.tsx';
export { journeeTiles } from './journee.ts';
