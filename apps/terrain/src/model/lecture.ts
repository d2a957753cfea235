/** Reads scanned QR codes. */
import { readCode } from '@octroi/contract/impressions/code-piece';
import { LONGUEUR_CODE, normaliserCode } from '@octroi/contract/terrain/rules';
import type { Recu } from './recus.ts';

/**
 * The number of a receipt given by this phone, else a number contained in the text, else the text.
 * @param text any text: other QR codes are scanned too
 */
export function searchTextOf(text: string, recus: readonly Pick<Recu, 'code' | 'numero'>[]): string {
  const code = readCode(text.split('/').at(-1) ?? '');
  const recu = code && recus.find((recu) => recu.code === code);
  if (recu) return recu.numero;
  return /\b[A-Z]{2,6}-(?:\d{4}-A\d{3,6}-)?\d{6,}\b/.exec(text)?.[0] ?? text;
}

/** The enrolment code in the office's QR, or in a text that is a code; undefined for any other QR. */
export function enrolmentCodeOf(text: string): string | undefined {
  const code = normaliserCode(/#code=([^&]+)/.exec(text)?.[1] ?? text);
  return code.length === LONGUEUR_CODE ? code : undefined;
}
