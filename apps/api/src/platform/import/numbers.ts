/**
 * Reads whole numbers in files. A sign between digits separates thousands or starts decimals; an ambiguous text is
 * settled by the other cells of its column, or by the person's choice for the file, and never guessed.
 */
import type { StyleNombres } from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';

const DECIMAL: Readonly<Record<StyleNombres, string>> = { virgule: ',', point: '.' };

interface Reading {
  value: number;
  /** The decimal sign; undefined if all signs separate thousands. */
  decimal: string | undefined;
  /** The signs that separate thousands. */
  thousands: readonly string[];
}

/** The possible meanings of a text. */
export type WholeReading =
  | { value: number }
  /** Ambiguous; the first value reads the sign as a thousands separator. */
  | { values: readonly number[] };

const CURRENCY = String.raw`(?:xof|f ?cfa|cfa|francs?(?: cfa)?|f)`;
const PRICED = new RegExp(String.raw`^(?:(?:xof|f ?cfa|cfa) ?)?(- ?)?(\d[\d.,' ]*?) ?(?:${CURRENCY}\.?)?$`);
const GROUPED = /^\d+(?:[.,' ]\d+)*$/;
/** More digits are not an amount, and not a safe integer. */
const MAX_DIGITS = 15;
/** The column may settle which of these is the decimal sign. */
const AMBIGUOUS_SIGNS = ['.', ','];

const isWholeGroups = (groups: readonly string[]): boolean =>
  groups.every((group, at) => (at === 0 ? /^[1-9]\d{0,2}$/.test(group) : group.length === 3));

/** All numbers that a text may mean; none if it is not a number. */
function readingsOf(text: string): Reading[] {
  const [, minus, digits = ''] = PRICED.exec(folded(text)) ?? [];
  if (!GROUPED.test(digits) || digits.replaceAll(/\D/g, '').length > MAX_DIGITS) return [];
  const groups = digits.split(/[.,' ]/);
  const signs = digits.replaceAll(/\d/g, '').split('');
  const valueOf = (number: string): number => (minus ? -Number(number) : Number(number));
  if (signs.length === 0) return [{ value: valueOf(digits), decimal: undefined, thousands: [] }];

  const last = signs.at(-1) ?? '';
  const before = signs.slice(0, -1);
  const isAlike = new Set(before).size < 2;
  const heads = groups.slice(0, -1);
  const readings: Reading[] = [];
  const isDecimal =
    AMBIGUOUS_SIGNS.includes(last) &&
    !before.includes(last) &&
    isAlike &&
    (before.length === 0 || isWholeGroups(heads));
  if (isWholeGroups(groups) && (new Set(signs).size === 1 || isDecimal))
    readings.push({ value: valueOf(groups.join('')), decimal: undefined, thousands: signs });
  if (isDecimal)
    readings.push({
      value: valueOf(`${heads.join('')}.${groups.at(-1)}`),
      decimal: last,
      thousands: before,
    });
  return readings;
}

/** The signs of a column's numbers, found before any is read. */
export class NumberColumn {
  /** Signs used as decimal sign, or for thousands, in cells with one reading. */
  private readonly decimals = new Set<string>();
  private readonly thousands = new Set<string>();

  /** Uses a cell as evidence of the signs. */
  addEvidence(text: string): void {
    const readings = readingsOf(text);
    const [first] = readings;
    if (!first) return;
    if (readings.length === 1 && first.decimal) this.decimals.add(first.decimal);
    // a group of three digits counts as thousands unless another cell of the column contradicts it
    for (const sign of first.thousands) if (AMBIGUOUS_SIGNS.includes(sign)) this.thousands.add(sign);
  }

  /** Whether the column separates thousands by this sign, and by no other possible decimal sign. */
  private separatesThousands(sign: string): boolean {
    return !this.decimals.has(sign) && [...this.thousands].every((other) => other === sign);
  }

  /**
   * @param style the person's choice for the file
   * @returns undefined if the text is not a number in that style
   */
  read(text: string, style?: StyleNombres): WholeReading | undefined {
    const all = readingsOf(text);
    const readings = style ? all.filter((reading) => isInStyle(reading, DECIMAL[style])) : all;
    const [first, second] = readings;
    if (!first) return undefined;
    const signs = new Set(first.thousands);
    const [sign = ''] = signs;
    if (!second || (signs.size === 1 && this.separatesThousands(sign))) return { value: first.value };
    return { values: readings.map(({ value }) => value) };
  }
}

const isInStyle = ({ decimal, thousands }: Reading, sign: string): boolean =>
  (decimal === undefined || decimal === sign) && !thousands.includes(sign);
