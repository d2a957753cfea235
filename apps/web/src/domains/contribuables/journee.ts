/** The tiles of « Ma journée » about taxpayers. */
import { SCREENS } from '@octroi/contract/register';
import { linkOptions } from '@tanstack/react-router';
import { IconClipboardCheck } from '@tabler/icons-react';
import { call } from '#src/platform/call.ts';
import type { JourneeTile } from '#src/platform/journee.ts';

export const journeeTiles: readonly JourneeTile[] = [
  {
    cle: 'a-valider',
    label: 'À valider',
    icon: IconClipboardCheck,
    rights: [
      ['contribuables', 'Lister'],
      ['enrollements', 'Valider'],
    ],
    resource: 'contribuables',
    async read({ entite, ms }) {
      const place = { entite, ms: ms.length > 0 ? ms : undefined, itemperpage: 1 };
      // each count is read from stored totals; one filter for both would count row by row
      const counted = await Promise.all(
        (['Enrolé', 'Corrigé'] as const).map((statut) =>
          call('GET /contribuables', { query: { ...place, statut } }),
        ),
      );
      return {
        nombre: counted.reduce((sum, { meta }) => sum + (meta.total_records ?? 0), 0),
        detail: SCREENS.enrollements.nom,
        href: linkOptions({
          to: SCREENS.enrollements.url,
          search: { entite, ms: ms.length > 0 ? [...ms] : undefined },
        }),
      };
    },
  },
];
