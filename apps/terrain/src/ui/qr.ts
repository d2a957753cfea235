/** The QR of a receipt. */
import { groupedCode } from '@octroi/contract/impressions/code-piece';

export interface Code {
  size: number;
  isDark: (x: number, y: number) => boolean;
}

/** Public verification address of a receipt. */
export const addressOfCode = (code: string): string => `${location.origin}/verifier/${groupedCode(code)}`;

export async function codeOf(text: string): Promise<Code> {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  return { size: modules.size, isDark: (x, y) => modules.get(y, x) === 1 };
}

/** SVG path made of unit squares. */
export function pathOf({ size, isDark }: Code): string {
  let path = '';
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (isDark(x, y)) path += `M${x} ${y}h1v1h-1z`;
  return path;
}
