/** The change of a figure since the previous period. */
import { formatNumber } from '@octroi/contract/platform/values/money';

interface Change {
  amount: number;
  /** Change in percent; undefined if the previous figure is 0. */
  percent: number | undefined;
}

export const changeOf = (now: number, before: number): Change => ({
  amount: now - before,
  percent: before > 0 ? ((now - before) / before) * 100 : undefined,
});

const percentText = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** `+1 250`, `-40`, `0`. */
export const amountText = ({ amount }: Change): string => `${amount > 0 ? '+' : ''}${formatNumber(amount)}`;

/** `+12,5 %`; undefined without a previous figure. */
export const shareText = ({ percent }: Change): string | undefined =>
  percent === undefined ? undefined : `${percentText.format(percent)} %`;
