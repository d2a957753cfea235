/** The tiles of « Ma journée » about payments. */
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { SCREENS } from '@octroi/contract/register';
import { linkOptions } from '@tanstack/react-router';
import { IconHourglassHigh, IconMessageQuestion, IconReplace } from '@tabler/icons-react';
import { A_CLASSER } from '@octroi/contract/paiements/rules';
import { callTogether } from '#src/platform/together.ts';
import type { JourneeTile } from '#src/platform/journee.ts';
import { aClasserSearch } from './a-classer.ts';

const EN_ATTENTE = { column: 'trans.statut', operator: 'eq', x: 'En attente de confirmation' } as const;

export const journeeTiles: readonly JourneeTile[] = [
  {
    cle: 'a-classer',
    label: A_CLASSER,
    icon: IconReplace,
    resource: 'transactions',
    async read({ entite, ms }) {
      const place = { entite, ms: ms.length > 0 ? ms : undefined };
      const { total_records: nombre, montant } = await callTogether('GET /transactions/totaux', {
        query: { ...place, aClasser: 'ouverts' },
      });
      return {
        nombre,
        detail: nombre > 0 ? formatFrancs(montant) : undefined,
        href: linkOptions({ to: SCREENS.transactions.url, search: aClasserSearch(entite) }),
      };
    },
  },
  {
    cle: 'a-eclaircir',
    label: 'À éclaircir',
    icon: IconMessageQuestion,
    resource: 'a_eclaircir',
    async read({ entite }) {
      const { total_records: nombre, montant } = await callTogether('GET /a_eclaircir/totaux', {
        query: { entite },
      });
      return {
        nombre,
        detail: nombre > 0 ? formatFrancs(montant) : undefined,
        href: linkOptions({ to: SCREENS['a-eclaircir'].url, search: { entite } }),
      };
    },
  },
  {
    cle: 'a-confirmer',
    label: 'À confirmer',
    icon: IconHourglassHigh,
    resource: 'transactions',
    async read({ entite, ms }) {
      const place = { entite, ms: ms.length > 0 ? ms : undefined };
      const filter = { [`filter[${EN_ATTENTE.column}]`]: EN_ATTENTE.x };
      const { total_records: nombre, montant } = await callTogether('GET /transactions/totaux', {
        query: { ...place, ...filter },
      });
      return {
        nombre,
        detail: nombre > 0 ? formatFrancs(montant) : undefined,
        href: linkOptions({
          to: SCREENS.transactions.url,
          search: {
            entite,
            ms: ms.length > 0 ? [...ms] : undefined,
            dates: 'toutes',
            betail: 'tous',
            f: [EN_ATTENTE],
          },
        }),
      };
    },
  },
];
