/** How far the paid share of a place is from the mean of the selection: its class, its texts, what it lacks. Pure. */

interface Sums {
  prevu: number;
  paye: number;
}

/** Paid share in percent, not rounded; null if nothing is planned. */
export const partOf = ({ prevu, paye }: Sums): number | null => (prevu > 0 ? (paye / prevu) * 100 : null);

/** From the most late to the most ahead, by points from the mean; the colours are told apart by the colour-blind. */
export const CLASSES = [
  { tone: 'late2', from: -Infinity, label: '−10 points et moins' },
  { tone: 'late1', from: -10, label: '−10 à −3' },
  { tone: 'near', from: -3, label: '−3 à +3' },
  { tone: 'lead1', from: 3, label: '+3 à +10' },
  { tone: 'lead2', from: 10, label: '+10 et plus' },
] as const;
export type EcartTone = (typeof CLASSES)[number]['tone'];

/** Points between a place and the mean, to a tenth; null if either has nothing planned. */
export function ecartOf(sums: Sums, mean: number | null): number | null {
  const part = partOf(sums);
  return part === null || mean === null ? null : Math.round((part - mean) * 10) / 10;
}

/** The class of a gap; a gap on the limit of two classes belongs to the one further from the mean. */
export function toneOf(ecart: number | null): EcartTone | undefined {
  if (ecart === null) return undefined;
  if (ecart >= 10) return 'lead2';
  if (ecart >= 3) return 'lead1';
  if (ecart > -3) return 'near';
  return ecart > -10 ? 'late1' : 'late2';
}

const points = new Intl.NumberFormat('fr-FR', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const percents = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `+4,6`, `−3,1`; a dash without a gap. */
export const ecartText = (ecart: number | null): string =>
  ecart === null ? '–' : points.format(ecart).replace('-', '−');

/** `61,4 %`; a dash if nothing is planned. */
export const partText = (part: number | null): string => (part === null ? '–' : `${percents.format(part)} %`);

/** Francs that a place lacks to reach the mean; 0 if it has reached it. */
export const manqueOf = ({ prevu, paye }: Sums, mean: number | null): number =>
  mean === null ? 0 : Math.max(0, Math.ceil((prevu * mean) / 100 - paye));
