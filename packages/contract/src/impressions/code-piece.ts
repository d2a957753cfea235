/** The verification code of a document: generated, printed in groups, and read as typed. Pure, without schemas. */

/** Letters and digits that are not confused with one another (Crockford). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const NOT_A_CODE = /[^0-9A-HJKMNP-TV-Z]/;
const LENGTH = 20;
const GROUP = 5;

/** A code of 100 bits, from one byte per sign. */
export const pieceCode = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, LENGTH), (byte) => SIGNS[byte % SIGNS.length]).join('');

/** `7K2M9…` -> `7K2M9-…`, as it is printed. */
export const groupedCode = (code: string): string =>
  code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? '';

/** A code as typed from paper; null if it cannot be one. */
export function readCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === LENGTH && !NOT_A_CODE.test(code) ? code : null;
}
