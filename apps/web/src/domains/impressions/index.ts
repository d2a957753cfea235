/** Printing and exports. */
import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import {
  IconAddressBook,
  IconCertificate,
  IconFileDollar,
  IconFileDownload,
  IconPrinter,
  IconReceipt,
  IconReportAnalytics,
  IconReportMoney,
  IconReportOff,
  IconScale,
} from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { routes as exportRoutes } from './exports/index.ts';
import { readList, readPapiers, readReport } from './search.ts';

const shell = { getParentRoute: () => shellRoute };

export const routes = [
  createRoute({
    ...shell,
    path: SCREENS['impression-contribuables'].url,
    validateSearch: readList,
    component: lazyScreen(() => import('./PrintableContribuablesScreen.tsx'), 'PrintableContribuablesScreen'),
  }),
  createRoute({
    ...shell,
    path: SCREENS['impression-transactions'].url,
    validateSearch: readList,
    component: lazyScreen(() => import('./PrintableTransactionsScreen.tsx'), 'PrintableTransactionsScreen'),
  }),
  createRoute({
    ...shell,
    path: SCREENS['situation-contribuables'].url,
    validateSearch: readReport,
    component: lazyScreen(() => import('./reports.tsx'), 'SituationContribuablesScreen'),
  }),
  createRoute({
    ...shell,
    path: SCREENS['situation-recouvrements'].url,
    validateSearch: readReport,
    component: lazyScreen(() => import('./reports.tsx'), 'SituationRecouvrementsScreen'),
  }),
  createRoute({
    ...shell,
    path: SCREENS['situation-impayes'].url,
    validateSearch: readReport,
    component: lazyScreen(() => import('./reports.tsx'), 'SituationImpayesScreen'),
  }),
  createRoute({
    ...shell,
    path: SCREENS['releve-recouvrements'].url,
    validateSearch: readReport,
    component: lazyScreen(() => import('./reports.tsx'), 'ReleveRecouvrementsScreen'),
  }),
  createRoute({
    ...shell,
    path: SCREENS.papiers.url,
    validateSearch: readPapiers,
    component: lazyScreen(() => import('./papiers/PapiersScreen.tsx'), 'PapiersScreen'),
  }),
  createRoute({
    ...shell,
    path: SCREENS['point-du-mois'].url,
    validateSearch: readPapiers,
    component: lazyScreen(() => import('./point/PointScreen.tsx'), 'PointScreen'),
  }),
  ...exportRoutes,
] as const;

export { contribuableActs, publicRoutes, recordActs } from './pieces/index.ts';

/** Icons of its screens in the side menu. */
export const icons = {
  printer: IconPrinter,
  'address-book': IconAddressBook,
  'file-dollar': IconFileDollar,
  scale: IconScale,
  'report-analytics': IconReportAnalytics,
  'report-money': IconReportMoney,
  'report-off': IconReportOff,
  receipt: IconReceipt,
  'file-download': IconFileDownload,
  certificate: IconCertificate,
};
