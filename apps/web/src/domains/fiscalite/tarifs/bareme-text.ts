import { quantiteText } from '@octroi/contract/fiscalite/tarifs/bareme';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { groupesDe } from './depuis.ts';
import type { Bareme, Ligne } from './rates.ts';

/**
 * Rates on one line: `2026 : 4 500 F`, `2026 : Petit 50 F, Grand 150 F` or `2024 à 2026 : 500 F par m²`; a missing rate
 * is a dash.
 */
export const baremeText = (...bareme: Parameters<typeof baremeLines>): string =>
  baremeLines(...bareme).join(' · ');

/** The same, one line for all years in a row that have the same rates. */
export function baremeLines(
  bareme: Bareme,
  annees: readonly number[],
  precisions: boolean,
  unite: string | null = null,
): string[] {
  const runs: { from: number; to: number; text: string }[] = [];
  for (const annee of annees.toSorted((a, b) => a - b)) {
    const text = yearText(bareme[annee] ?? [], precisions, unite);
    const last = runs.at(-1);
    if (last?.to === annee - 1 && last.text === text) last.to = annee;
    else runs.push({ from: annee, to: annee, text });
  }
  return runs.map(({ from, to, text }) => `${yearsText(from, to)} : ${text}`);
}

const yearsText = (from: number, to: number): string =>
  from === to ? String(from) : `${from} ${to === from + 1 ? 'et' : 'à'} ${to}`;

const yearText = (rows: readonly Ligne[], precisions: boolean, unite: string | null): string =>
  groupesDe(rows)
    .map(({ depuis, lignes }) => {
      const rates = lignes.some(({ exclue }) => exclue)
        ? 'hors de la taxe'
        : lignes.map((ligne) => rateText(ligne, precisions, unite)).join(', ');
      return depuis ? `dès le ${depuis.slice(8)}/${depuis.slice(5, 7)} ${rates}` : rates;
    })
    .join(' ; ');

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
