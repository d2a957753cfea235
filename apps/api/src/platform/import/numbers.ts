/**
 * Whole numbers as files write them. A sign between digits parts thousands or begins decimals; a text that may be read
 * both ways is settled by the other cells of its column, or by what the person says of the file, and never guessed.
 */
import type { StyleNombres } from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';

const DECIMAL: Readonly<Record<StyleNombres, string>> = { virgule: ',', point: '.' };

interface Reading {
  value: number;
  /** The sign that begins its decimals; none where every sign parts thousands. */
  decimal: string | undefined;
  /** The signs that part its thousands. */
  thousands: readonly string[];
}

/** What a text may mean. */
export type WholeReading =
  | { value: number }
  /** Read in several ways, each as a number; the first is that of thousands. */
  | { values: readonly number[] };

const CURRENCY = String.raw`(?:xof|f ?cfa|cfa|francs?(?: cfa)?|f)`;
const PRICED = new RegExp(String.raw`^(?:(?:xof|f ?cfa|cfa) ?)?(- ?)?(\d[\d.,' ]*?) ?(?:${CURRENCY}\.?)?$`);
const GROUPED = /^\d+(?:[.,' ]\d+)*$/;
/** More digits are no amount, and no safe integer. */
const MOST_DIGITS = 15;
/** Where only one of these is in question, the column may settle it. */
const EITHER = ['.', ','];

const isWholeGroups = (groups: readonly string[]): boolean =>
  groups.every((group, at) => (at === 0 ? /^[1-9]\d{0,2}$/.test(group) : group.length === 3));

/** All numbers that a text may stand for; none for what is no number. */
function readingsOf(text: string): Reading[] {
  const [, minus, digits = ''] = PRICED.exec(folded(text)) ?? [];
  if (!GROUPED.test(digits) || digits.replaceAll(/\D/g, '').length > MOST_DIGITS) return [];
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
    EITHER.includes(last) &&
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

/** The numbers of one column, looked at before any of them is read. */
export class NumberColumn {
  /** Signs that begin decimals, or part thousands, in a cell that has no other reading. */
  private readonly decimals = new Set<string>();
  private readonly thousands = new Set<string>();

  /** Takes the evidence of a cell. */
  see(text: string): void {
    const readings = readingsOf(text);
    const [first] = readings;
    if (!first) return;
    if (readings.length === 1 && first.decimal) this.decimals.add(first.decimal);
    // a group of three is thousands until another cell of the column says otherwise
    for (const sign of first.thousands) if (EITHER.includes(sign)) this.thousands.add(sign);
  }

  /** Whether the column parts thousands by this sign, and by no other that could begin decimals. */
  private agrees(sign: string): boolean {
    return !this.decimals.has(sign) && [...this.thousands].every((other) => other === sign);
  }

  /**
   * @param style what the person says of the file
   * @returns undefined for what is no number in that style
   */
  read(text: string, style?: StyleNombres): WholeReading | undefined {
    const all = readingsOf(text);
    const readings = style ? all.filter((reading) => isInStyle(reading, DECIMAL[style])) : all;
    const [first, second] = readings;
    if (!first) return undefined;
    const signs = new Set(first.thousands);
    const [sign = ''] = signs;
    if (!second || (signs.size === 1 && this.agrees(sign))) return { value: first.value };
    return { values: readings.map(({ value }) => value) };
  }
}

const isInStyle = ({ decimal, thousands }: Reading, sign: string): boolean =>
  (decimal === undefined || decimal === sign) && !thousands.includes(sign);
