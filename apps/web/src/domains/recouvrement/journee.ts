/** The tile of « Ma journée » about today's tours. */
import { SCREENS } from '@octroi/contract/register';
import { linkOptions } from '@tanstack/react-router';
import { IconRoute } from '@tabler/icons-react';
import { callTogether } from '#src/platform/together.ts';
import type { JourneeTile } from '#src/platform/journee.ts';

export const journeeTiles: readonly JourneeTile[] = [
  {
    cle: 'tournees',
    label: 'Tournées du jour',
    icon: IconRoute,
    resource: 'tournees',
    async read({ entite, ms, today }) {
      const days = { from: today, to: today };
      const { data, meta } = await callTogether('GET /tournees', {
        query: { entite, ms: ms.length > 0 ? ms : undefined, ...days, itemperpage: 500 },
      });
      const toVisit = data.reduce((sum, { aVisiter }) => sum + aVisiter, 0);
      return {
        nombre: meta.total_records ?? 0,
        detail: toVisit > 0 ? `${toVisit} à visiter` : undefined,
        href: linkOptions({
          to: SCREENS.tournees.url,
          search: { entite, ms: ms.length > 0 ? [...ms] : undefined, ...days },
        }),
      };
    },
  },
];
