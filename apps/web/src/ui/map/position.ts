/** Geographic positions in decimal degrees (WGS 84). */

export interface Position {
  latitude: number;
  longitude: number;
}

/** A position as typed. */
export interface PositionText {
  latitude: string;
  longitude: string;
}

export const NO_POSITION: PositionText = { latitude: '', longitude: '' };

/** Six decimals are about a tenth of a metre. */
const DECIMALS = 6;
const LIMITS = { latitude: 90, longitude: 180 } as const;

const degrees = (text: string): number | undefined => {
  const plain = text.trim().replace(',', '.').replace('−', '-').replace(/°$/, '');
  return /^[-+]?\d{1,3}(\.\d{1,15})?$/.test(plain) ? Number(plain) : undefined;
};

/** Errors by coordinate. */
export type PositionErrors = Partial<Record<keyof PositionText, string>>;

/** The errors of a typed position; none if both fields are empty or both valid. */
export function positionErrors(text: PositionText): PositionErrors {
  const errors: PositionErrors = {};
  const empty = !text.latitude.trim() && !text.longitude.trim();
  for (const [field, name] of [
    ['latitude', 'La latitude'],
    ['longitude', 'La longitude'],
  ] as const) {
    const value = degrees(text[field]);
    const limit = LIMITS[field];
    if (!text[field].trim()) {
      if (!empty) errors[field] = `${name} manque.`;
    } else if (value === undefined || Math.abs(value) > limit)
      errors[field] = `${name} est un nombre de degrés entre −${limit} et ${limit}.`;
  }
  return errors;
}

/** The typed position; null if absent or invalid. */
export function readPosition(text: PositionText): Position | null {
  const latitude = degrees(text.latitude);
  const longitude = degrees(text.longitude);
  if (latitude === undefined || longitude === undefined || Object.keys(positionErrors(text)).length > 0)
    return null;
  return { latitude, longitude };
}

/** A position as field texts. */
export function positionText({
  latitude,
  longitude,
}: {
  latitude: number | null;
  longitude: number | null;
}): PositionText {
  if (latitude === null || longitude === null) return NO_POSITION;
  const write = (value: number): string => String(Number(value.toFixed(DECIMALS)));
  return { latitude: write(latitude), longitude: write(longitude) };
}

/** Splits a pasted text with both coordinates (`13.51, 2.11` or `13,51 ; 2,11`). */
export function splitPasted(text: string): PositionText | undefined {
  const parts = text.includes(';') ? text.split(';') : text.split(/,\s+|\s+/);
  const [latitude, longitude, more] = parts.map((part) => part.trim()).filter(Boolean);
  if (latitude === undefined || longitude === undefined || more !== undefined) return undefined;
  const pair = { latitude, longitude };
  const pasted = readPosition(pair);
  return pasted ? positionText(pasted) : undefined;
}
