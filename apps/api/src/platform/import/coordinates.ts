/** Reads positions in files, as decimal degrees or degrees, minutes and seconds. Which number comes first is never guessed. */
import type { OrdreCoordonnees } from '@octroi/contract';

export interface Position {
  latitude: number;
  longitude: number;
}
/** The possible meanings of a text. */
export type PositionReading =
  | { position: Position }
  /** Ambiguous: with the latitude first, and with the longitude first. */
  | { positions: readonly [Position, Position] }
  | { outOfRange: true };

const MAX = { latitude: 90, longitude: 180 };
/** A tenth of a metre would be six decimals: seconds with a fraction stay the same in every file. */
const DECIMALS = 1e7;

type Axis = keyof Position;
interface Angle {
  degrees: number;
  /** Said by its letter (N, S, E, O or W). */
  axis: Axis | undefined;
}

const LETTER = '[nseow]?';
const NUMBER = String.raw`[-+]?\d{1,3}(?:[.,]\d+)?`;
const ANGLE = new RegExp(
  String.raw`^(${LETTER})\s*(${NUMBER})\s*°?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*'\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:"|''))?)?\s*(${LETTER})$`,
);
const SEPARATORS = [
  /\s*[;/|]\s*/,
  /\s*,\s+/,
  /(?<=[nseow])\s*,?\s*(?=[-+\d])/,
  /\s*,?\s+(?=[nseow]\s*\d)/,
  /\s+(?=[-+\d])/,
  /,/,
];

const numberOf = (text: string | undefined): number => Number((text ?? '0').replace(',', '.'));

function angleOf(text: string): Angle | undefined {
  const [, before = '', degrees, minutes, seconds, after = ''] = ANGLE.exec(text.trim()) ?? [];
  if (degrees === undefined || (before && after)) return undefined;
  const [part, fine] = [numberOf(minutes), numberOf(seconds)];
  if (part >= 60 || fine >= 60) return undefined;
  const letter = before || after;
  const isNegative = degrees.startsWith('-');
  // a sign and a letter would say it twice
  if (letter && /[-+]/.test(degrees)) return undefined;
  const size = Math.abs(numberOf(degrees)) + part / 60 + fine / 3600;
  const value =
    Math.round((isNegative || 'sow'.includes(letter || '-') ? -size : size) * DECIMALS) / DECIMALS;
  return { degrees: value, axis: letter ? ('ns'.includes(letter) ? 'latitude' : 'longitude') : undefined };
}

/** Quotes and signs of degrees as one sign each, in lower case. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[′’‘´`]/gu, "'")
    .replaceAll(/[″”“]/gu, '"')
    .replaceAll(/[º˚]/gu, '°')
    .replaceAll(/[()[\]]/g, '')
    .trim();

/** The two angles of a text; undefined if it is not a position. */
function anglesOf(text: string): [Angle, Angle] | undefined {
  const plain = plainOf(text);
  for (const separator of SEPARATORS) {
    const parts = plain.split(separator).filter(Boolean);
    const angles = parts.map(angleOf);
    const [first, second] = angles;
    if (parts.length === 2 && first && second) return [first, second];
  }
  // 13,5137,2,1098: each comma in a number, and one between them
  const [a, b, c, d, ...more] = plain.split(/,\s*/);
  if (d === undefined || more.length > 0) return undefined;
  const [first, second] = [angleOf(`${a},${b}`), angleOf(`${c},${d}`)];
  return first && second ? [first, second] : undefined;
}

const orderOf = ([first, second]: readonly [Angle, Angle]): OrdreCoordonnees | undefined => {
  if (first.axis !== undefined && first.axis !== second.axis) return first.axis;
  if (second.axis !== undefined && first.axis === undefined)
    return second.axis === 'latitude' ? 'longitude' : 'latitude';
  if (Math.abs(first.degrees) > MAX.latitude) return 'longitude';
  return Math.abs(second.degrees) > MAX.latitude ? 'latitude' : undefined;
};

const positionOf = ([first, second]: readonly [Angle, Angle], ordre: OrdreCoordonnees): Position =>
  ordre === 'latitude'
    ? { latitude: first.degrees, longitude: second.degrees }
    : { latitude: second.degrees, longitude: first.degrees };

const isInRange = ({ latitude, longitude }: Position): boolean =>
  Math.abs(latitude) <= MAX.latitude && Math.abs(longitude) <= MAX.longitude;

/** The order of a column's positions, found before any is read. */
export class PositionColumn {
  private readonly orders = new Set<OrdreCoordonnees>();

  /** Uses a cell as evidence of the order. */
  addEvidence(text: string): void {
    const angles = anglesOf(text);
    const order = angles && orderOf(angles);
    if (order) this.orders.add(order);
  }

  /** @param ordre the person's choice for the file @returns undefined if the text is not a position */
  read(text: string, ordre?: OrdreCoordonnees): PositionReading | undefined {
    const angles = anglesOf(text);
    if (!angles || (angles[0].axis !== undefined && angles[0].axis === angles[1].axis)) return undefined;
    const [ofColumn, ...others] = this.orders;
    const order = orderOf(angles) ?? ordre ?? (others.length === 0 ? ofColumn : undefined);
    if (order) {
      const position = positionOf(angles, order);
      return isInRange(position) ? { position } : { outOfRange: true };
    }
    return { positions: [positionOf(angles, 'latitude'), positionOf(angles, 'longitude')] };
  }
}
