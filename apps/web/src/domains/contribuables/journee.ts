/** The tiles of « Ma journée » about taxpayers. */
import { SCREENS } from '@octroi/contract/register';
import { linkOptions } from '@tanstack/react-router';
import { filterParams, type FilterRow } from '@octroi/contract/platform/listing/filter';
import { IconClipboardCheck, IconRulerMeasure } from '@tabler/icons-react';
import { callTogether } from '#src/platform/together.ts';
import type { JourneeTile } from '#src/platform/journee.ts';

const A_VALIDER: FilterRow[] = [{ column: 'contrib.statut', operator: 'in', x: ['Enrolé', 'Corrigé'] }];
/** Open lines of bases with a unit whose quantity is not entered. */
const SANS_QUANTITE: FilterRow[] = [
  { column: 'enrollement.closedAt', operator: 'is null' },
  { column: 'enrollement.sansQuantite', operator: 'eq', x: '1' },
];

export const journeeTiles: readonly JourneeTile[] = [
  {
    cle: 'a-valider',
    label: 'À valider',
    icon: IconClipboardCheck,
    resource: 'contribuables',
    async read({ entite, ms }) {
      const place = { entite, ms: ms.length > 0 ? ms : undefined };
      const { meta } = await callTogether('GET /contribuables', {
        query: { ...place, nombre: 'seul', ...filterParams(A_VALIDER) },
      });
      return {
        nombre: meta.total_records ?? 0,
        detail: SCREENS.enrollements.nom,
        href: linkOptions({
          to: SCREENS.enrollements.url,
          search: { entite, ms: ms.length > 0 ? [...ms] : undefined },
        }),
      };
    },
  },
  {
    cle: 'sans-quantite',
    label: 'Sans quantité',
    icon: IconRulerMeasure,
    resource: 'enrollements',
    async read({ entite, ms }) {
      const place = { entite, ms: ms.length > 0 ? ms : undefined };
      const { meta } = await callTogether('GET /enrollements', {
        query: { ...place, nombre: 'seul', ...filterParams(SANS_QUANTITE) },
      });
      // most collectivités count no base in a unit
      if (!meta.total_records) return null;
      return {
        nombre: meta.total_records,
        detail: 'Lignes à compléter',
        href: linkOptions({
          to: SCREENS['bases-taxables'].url,
          search: {
            entite,
            ms: ms.length > 0 ? [...ms] : undefined,
            dates: 'toutes',
            betail: 'tous',
            f: SANS_QUANTITE,
          },
        }),
      };
    },
  },
];
