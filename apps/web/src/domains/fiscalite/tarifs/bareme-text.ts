import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Bareme } from './rates.ts';

/** Rates on one line: `2026 : 4 500 F` or `2026 : Petit 50 F, Grand 150 F`; a missing rate is a dash. */
export const baremeText = (bareme: Bareme, annees: readonly number[], precisions: boolean): string =>
  annees
    .map((annee) => {
      const rates = (bareme[annee] ?? []).map(({ libelle, tarif }) => {
        const rate = tarif === '' ? '–' : `${formatNumber(tarif)}\u00a0F`;
        return precisions ? `${libelle || '–'} ${rate}` : rate;
      });
      return `${annee} : ${rates.join(', ')}`;
    })
    .join(' · ');
