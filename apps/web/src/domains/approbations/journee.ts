/** The tile of « Ma journée » for requests that wait for the person; independent of the chosen place. */
import { SCREENS } from '@octroi/contract/register';
import { linkOptions } from '@tanstack/react-router';
import { IconChecks } from '@tabler/icons-react';
import { callTogether } from '#src/platform/together.ts';
import type { JourneeTile } from '#src/platform/journee.ts';

export const journeeTiles: readonly JourneeTile[] = [
  {
    cle: 'a-approuver',
    label: 'À approuver',
    icon: IconChecks,
    resource: 'approbations',
    async read() {
      const { nombre } = await callTogether('GET /approbations/attente');
      // a person who may decide nothing sees no tile
      if (nombre === 0) return null;
      return {
        nombre,
        href: linkOptions({
          to: SCREENS.approbations.url,
          search: { f: [{ column: 'appro.aDecider', operator: 'eq', x: 'true' }] },
        }),
      };
    },
  },
];
