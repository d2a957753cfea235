/** What a QR that was read leads to, as it would be typed. */
import { readCode } from '@octroi/contract/impressions/code-piece';
import type { Recu } from './recus.ts';

/**
 * The number of a receipt that this phone gave, else a number that the text holds, else the text.
 * @param text any: QRs of others are read too
 */
export function soughtBy(text: string, recus: readonly Pick<Recu, 'code' | 'numero'>[]): string {
  const code = readCode(text.split('/').at(-1) ?? '');
  const recu = code && recus.find((one) => one.code === code);
  if (recu) return recu.numero;
  return /\b[A-Z]{2,6}-(?:\d{4}-A\d{3,6}-)?\d{6,}\b/.exec(text)?.[0] ?? text;
}
