/** The tiles of « Ma journée » about the field. */
import { SCREENS } from '@octroi/contract/register';
import { linkOptions } from '@tanstack/react-router';
import { IconAlertCircle, IconDeviceMobileOff } from '@tabler/icons-react';
import { callTogether } from '#src/platform/together.ts';
import type { JourneePlace, JourneeTile } from '#src/platform/journee.ts';

/** Field lists are filtered by collectivité only, not by sub-entity. */
const entiteOf = ({ entite, ms }: JourneePlace) => (ms.length > 0 ? {} : { entite });

const EN_RETARD = { column: 'a.contact', operator: 'eq', x: 'en retard' } as const;

export const journeeTiles: readonly JourneeTile[] = [
  {
    cle: 'cas-terrain',
    label: 'Cas du terrain',
    icon: IconAlertCircle,
    resource: 'cas_terrain',
    async read(place) {
      const { total_records: nombre } = await callTogether('GET /cas_terrain/totaux', {
        query: entiteOf(place),
      });
      return {
        nombre,
        detail: nombre > 0 ? 'à regarder' : undefined,
        href: linkOptions({ to: SCREENS['cas-terrain'].url }),
      };
    },
  },
  {
    cle: 'appareils-en-retard',
    label: 'Appareils en retard',
    icon: IconDeviceMobileOff,
    resource: 'appareils',
    async read(place) {
      const { meta } = await callTogether('GET /appareils', {
        query: { ...entiteOf(place), nombre: 'seul', [`filter[${EN_RETARD.column}]`]: EN_RETARD.x },
      });
      return {
        nombre: meta.total_records ?? 0,
        detail: (meta.total_records ?? 0) > 0 ? 'sans contact depuis des jours' : undefined,
        href: linkOptions({ to: SCREENS.terrain.url, search: { f: [EN_RETARD] } }),
      };
    },
  },
];
