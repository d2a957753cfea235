/** The tiles of « Ma journée » about tills. */
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { SCREENS } from '@octroi/contract/register';
import { linkOptions } from '@tanstack/react-router';
import { IconAlertTriangle, IconScale, IconTruckDelivery } from '@tabler/icons-react';
import { callTogether } from '#src/platform/together.ts';
import type { JourneePlace, JourneeTile } from '#src/platform/journee.ts';

/** Till lists are filtered by collectivité only, not by sub-entity. */
const entiteOf = ({ entite, ms }: JourneePlace) => (ms.length > 0 ? {} : { entite });

const DECLARES = { column: 've.statut', operator: 'eq', x: 'déclaré' } as const;
const OUVERTS = { column: 'ec.statut', operator: 'eq', x: 'ouvert' } as const;

export const journeeTiles: readonly JourneeTile[] = [
  {
    cle: 'a-recevoir',
    label: 'À recevoir',
    icon: IconTruckDelivery,
    resource: 'versements',
    async read(place) {
      const { total_records: nombre, montant } = await callTogether('GET /versements/totaux', {
        query: { ...entiteOf(place), [`filter[${DECLARES.column}]`]: DECLARES.x },
      });
      return {
        nombre,
        detail: nombre > 0 ? formatFrancs(montant) : undefined,
        href: linkOptions({ to: SCREENS.versements.url, search: { f: [DECLARES] } }),
      };
    },
  },
  {
    cle: 'ecarts',
    label: 'Écarts ouverts',
    icon: IconScale,
    resource: 'ecarts',
    async read(place) {
      const { total_records: nombre, montant } = await callTogether('GET /ecarts/totaux', {
        query: { ...entiteOf(place), [`filter[${OUVERTS.column}]`]: OUVERTS.x },
      });
      return {
        nombre,
        detail: nombre > 0 ? formatFrancs(montant) : undefined,
        href: linkOptions({ to: SCREENS.ecarts.url, search: { f: [OUVERTS] } }),
      };
    },
  },
  {
    cle: 'gardees-trop-longtemps',
    label: 'Espèces gardées',
    icon: IconAlertTriangle,
    resource: 'detentions',
    async read(place) {
      const { data } = await callTogether('GET /detentions', { query: entiteOf(place) });
      const late = data.filter(({ tropDetenu, tropLongtemps }) => tropDetenu || tropLongtemps);
      return {
        nombre: late.length,
        detail: late.length > 0 ? 'trop longtemps ou au-delà du plafond' : undefined,
        href: linkOptions({ to: SCREENS.detentions.url }),
      };
    },
  },
];
