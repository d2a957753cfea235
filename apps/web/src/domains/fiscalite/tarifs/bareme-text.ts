import { quantiteText } from '@octroi/contract/fiscalite/tarifs/bareme';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { groupesDe } from './depuis.ts';
import type { Bareme, Ligne } from './rates.ts';

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
      const groupes = groupesDe(bareme[annee] ?? []).map(({ depuis, lignes }) => {
        const rates = lignes.some(({ exclue }) => exclue)
          ? 'hors de la taxe'
          : lignes.map((ligne) => rateText(ligne, precisions, unite)).join(', ');
        return depuis ? `dès le ${depuis.slice(8)}/${depuis.slice(5, 7)} ${rates}` : rates;
      });
      return `${annee} : ${groupes.join(' ; ')}`;
    })
    .join(' · ');

function rateText(
  { libelle, tarif, parUnite, seuil = '' }: Ligne,
  precisions: boolean,
  unite: string | null,
): string {
  const by = parUnite ? ` par ${unite ?? 'unité'}` : '';
  const rate = tarif === '' ? '–' : `${formatNumber(tarif)}\u00a0F${by}`;
  const from = seuil === '' ? '' : ` (dès ${quantiteText(seuil, unite ?? '')})`;
  return precisions ? `${libelle || '–'}${from} ${rate}` : rate;
}
