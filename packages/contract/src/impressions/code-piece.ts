/** The code by which anybody checks a piece: drawn, written in groups, read as it was copied. Pure, and without schemas. */

/** Letters and digits that are not taken for one another (Crockford). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const NOT_A_CODE = /[^0-9A-HJKMNP-TV-Z]/;
const LENGTH = 20;
const GROUP = 5;

/** A hundred bits, from as many bytes as it has signs. */
export const pieceCode = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, LENGTH), (byte) => SIGNS[byte % SIGNS.length]).join('');

/** `7K2M9…` -> `7K2M9-…`, as it is printed. */
export const groupedCode = (code: string): string =>
  code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? '';

/** A code as somebody copied it from paper; null for what cannot be one. */
export function readCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === LENGTH && !NOT_A_CODE.test(code) ? code : null;
}
