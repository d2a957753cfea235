/** Printing and exports: what leaves the office. */
import { createRoute } from '@tanstack/react-router';
import { IconPrinter, IconReceipt, IconReportMoney, IconReportOff, IconScale } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import type { NavigationEntry } from '#src/platform/navigation.ts';
import { shellRoute } from '#src/platform/routes.ts';
import { navigation as exportEntries, routes as exportRoutes } from './exports/index.ts';
import { readList, readReport } from './search.ts';

const shell = { getParentRoute: () => shellRoute };

export const routes = [
  createRoute({
    ...shell,
    path: '/impressions/liste-des-contribuables',
    validateSearch: readList,
    component: lazyScreen(() => import('./PrintableContribuablesScreen.tsx'), 'PrintableContribuablesScreen'),
  }),
  createRoute({
    ...shell,
    path: '/impressions/liste-des-transactions',
    validateSearch: readList,
    component: lazyScreen(() => import('./PrintableTransactionsScreen.tsx'), 'PrintableTransactionsScreen'),
  }),
  createRoute({
    ...shell,
    path: '/impressions/situation-des-contribuables',
    validateSearch: readReport,
    component: lazyScreen(() => import('./reports.tsx'), 'SituationContribuablesScreen'),
  }),
  createRoute({
    ...shell,
    path: '/impressions/situation-des-recouvrements',
    validateSearch: readReport,
    component: lazyScreen(() => import('./reports.tsx'), 'SituationRecouvrementsScreen'),
  }),
  createRoute({
    ...shell,
    path: '/impressions/situation-des-impayes',
    validateSearch: readReport,
    component: lazyScreen(() => import('./reports.tsx'), 'SituationImpayesScreen'),
  }),
  createRoute({
    ...shell,
    path: '/impressions/releve-des-recouvrements',
    validateSearch: readReport,
    component: lazyScreen(() => import('./reports.tsx'), 'ReleveRecouvrementsScreen'),
  }),
  ...exportRoutes,
] as const;

export const navigation: NavigationEntry[] = [
  {
    label: 'Liste des contribuables',
    to: '/impressions/liste-des-contribuables',
    navigation: 'impression-contribuables',
    group: 'impressions',
    icon: IconPrinter,
  },
  {
    label: 'Liste des transactions',
    to: '/impressions/liste-des-transactions',
    navigation: 'impression-transactions',
    group: 'impressions',
    icon: IconPrinter,
  },
  {
    label: 'Situation des contribuables',
    to: '/impressions/situation-des-contribuables',
    navigation: 'impression-contribuables',
    group: 'impressions',
    icon: IconScale,
  },
  {
    label: 'Situation des recouvrements',
    to: '/impressions/situation-des-recouvrements',
    navigation: 'situation-recouvrements',
    permission: 'Voir',
    group: 'impressions',
    icon: IconReportMoney,
  },
  {
    label: 'Situation des impayés',
    to: '/impressions/situation-des-impayes',
    navigation: 'situation-impayes',
    permission: 'Voir',
    group: 'impressions',
    icon: IconReportOff,
  },
  {
    label: 'Relevé des recouvrements',
    to: '/impressions/releve-des-recouvrements',
    navigation: 'releve-recouvrements',
    permission: 'Voir',
    group: 'impressions',
    icon: IconReceipt,
  },
  ...exportEntries,
];

export { publicRoutes, recordActs } from './pieces/index.ts';
