/** The field: devices, cases, agents' activity, SMS. */
import { SCREENS } from '@octroi/contract/register';
import { createRoute } from '@tanstack/react-router';
import { IconAlertCircle, IconClipboardData, IconDeviceMobile, IconMessage } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import { shellRoute } from '#src/platform/routes.ts';
import { readListSearch } from '#src/ui/list/list-state.ts';
import { readActesSearch, readCasSearch } from './search.ts';

export const routes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.terrain.url,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./AppareilListScreen.tsx'), 'AppareilListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['cas-terrain'].url,
    validateSearch: readCasSearch,
    component: lazyScreen(() => import('./CasListScreen.tsx'), 'CasListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS['actes-terrain'].url,
    validateSearch: readActesSearch,
    component: lazyScreen(() => import('./ActeListScreen.tsx'), 'ActeListScreen'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: SCREENS.sms.url,
    validateSearch: readListSearch,
    component: lazyScreen(() => import('./SmsListScreen.tsx'), 'SmsListScreen'),
  }),
] as const;

export const icons = {
  'alert-circle': IconAlertCircle,
  'clipboard-data': IconClipboardData,
  'device-mobile': IconDeviceMobile,
  message: IconMessage,
};

export { journeeTiles } from './journee.ts';
