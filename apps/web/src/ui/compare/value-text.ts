import { formatDay, formatInstant, isDay } from '@octroi/contract/period';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A stored value as a person reads it; null where there is none. */
export function valueText(value: unknown, timeZone: string): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non';
  if (typeof value === 'string') {
    if (isDay(value)) return formatDay(value);
    if (!INSTANT.test(value)) return value;
    const { jour, heure } = formatInstant(value, timeZone);
    return `${jour} ${heure}`;
  }
  if (Array.isArray(value)) return value.map((item) => valueText(item, timeZone) ?? '–').join(', ') || null;
  const { nom } = value as { nom?: unknown };
  return typeof nom === 'string' ? nom : JSON.stringify(value);
}
