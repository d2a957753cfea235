import { PAGES } from '@octroi/contract/pages';
import { createRoute } from '@tanstack/react-router';
import { IconFileInvoice, IconReceipt } from '@tabler/icons-react';
import { lazyScreen } from '#src/platform/lazy-screen.tsx';
import type { ListAct, RecordAct } from '#src/platform/navigation.ts';
import { rootRoute } from '#src/platform/routes.ts';

const Screen = lazyScreen(() => import('./VerificationScreen.tsx'), 'VerificationScreen');

/** Public: no session needed. */
export const publicRoutes = [
  createRoute({ getParentRoute: () => rootRoute, path: PAGES.verifier, component: Screen }),
  createRoute({ getParentRoute: () => rootRoute, path: PAGES.verifierCode, component: Screen }),
] as const;

const printing = () => import('./print.ts');

const isReceived = (record: object): boolean =>
  'statut' in record &&
  // a waiting cheque has a provisional receipt
  (record.statut === 'Confirmé' || ('cheque' in record && Boolean(record.cheque))) &&
  'montant' in record &&
  Number(record.montant) > 0 &&
  // what was paid before Octroi has the receipt of that time
  !('origine' in record && record.origine === 'reprise') &&
  !('extourne' in record && record.extourne);

/** Documents of a record, by resource path (specification 2 section 2.14). */
export const recordActs: Record<'transactions' | 'encaissements' | 'contribuables', readonly RecordAct[]> = {
  transactions: [
    {
      label: 'Reçu',
      icon: IconReceipt,
      rights: [['transactions', 'Émettre']],
      suits: isReceived,
      run: async (id) => (await printing()).saveRecu(id),
      print: async (id) => (await printing()).printRecu(id),
    },
  ],
  encaissements: [
    {
      label: 'Récapitulatif',
      icon: IconReceipt,
      rights: [['transactions', 'Émettre']],
      run: async (id) => (await printing()).saveRecapitulatif(id),
      print: async (id) => (await printing()).printRecapitulatif(id),
    },
  ],
  contribuables: [
    {
      label: "Avis d'imposition",
      icon: IconFileInvoice,
      rights: [['contribuables', 'Émettre']],
      run: async (id, exercice) => (await printing()).saveAvis(id, exercice),
    },
  ],
};

/** Documents for the ticked taxpayers of a list. */
export const contribuableActs: readonly ListAct[] = [
  {
    label: "Avis d'imposition",
    icon: IconFileInvoice,
    right: ['contribuables', 'Émettre'],
    run: async ({ body }, exercice) => (await import('./print-avis.ts')).printAvisDe(body, exercice),
  },
];
