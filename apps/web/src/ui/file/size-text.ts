/** `1536` -> `1,5 ko`; without decimals from 100. */
export function sizeText(bytes: number): string {
  const units = ['octets', 'ko', 'Mo', 'Go'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits).replace('.', ',')}\u00a0${units[unit]}`;
}
