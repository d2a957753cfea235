import { quantiteText } from '@octroi/contract/fiscalite/tarifs/bareme';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Bareme } from './rates.ts';

/**
 * Rates on one line: `2026 : 4 500 F`, `2026 : Petit 50 F, Grand 150 F` or `2026 : 500 F par m²`; a missing rate is a
 * dash.
 */
export const baremeText = (
  bareme: Bareme,
  annees: readonly number[],
  precisions: boolean,
  unite: string | null = null,
): string =>
  annees
    .map((annee) => {
      const rates = (bareme[annee] ?? []).map(({ libelle, tarif, depuis, exclue, parUnite, seuil = '' }) => {
        const day = depuis ? `dès le ${depuis.slice(8)}/${depuis.slice(5, 7)} ` : '';
        if (exclue) return `${day}hors de la taxe`;
        const by = parUnite ? ` par ${unite ?? 'unité'}` : '';
        const rate = tarif === '' ? '–' : `${formatNumber(tarif)}\u00a0F${by}`;
        const from = seuil === '' ? '' : ` (dès ${quantiteText(seuil, unite ?? '')})`;
        return `${day}${precisions ? `${libelle || '–'}${from} ${rate}` : rate}`;
      });
      return `${annee} : ${rates.join(', ')}`;
    })
    .join(' · ');
