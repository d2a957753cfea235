import { champLabel, champOf, isMontant } from '@octroi/contract/administration/journal/journal-words';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { formatDay, formatInstant, isDay } from '@octroi/contract/platform/values/period';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Fields that name a nested record; with one of them the other fields are not shown. */
const NAMES = ['nom', 'fullName', 'libelle', 'noTransaction'] as const;
const UNTOLD: ReadonlySet<string> = new Set(['id', 'latitude', 'longitude', 'createdAt', 'version']);

/** Names of referenced records, by field and id. */
export type Noms = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A nested record by its name, else by its fields. */
function recordText(value: Readonly<Record<string, unknown>>, timeZone: string, noms: Noms): string | null {
  const name = NAMES.map((key) => value[key]).find((value) => typeof value === 'string');
  if (typeof name === 'string') return name;
  const parts = Object.entries(value).flatMap(([key, fieldValue]) => {
    const text = UNTOLD.has(key) ? null : valueText(fieldValue, timeZone, key, noms);
    return text === null ? [] : [`${champLabel(key)} : ${text}`];
  });
  return parts.join(', ') || null;
}

const SIGNS: Readonly<Record<string, string>> = { '#39': "'", amp: '&', gt: '>', lt: '<', quot: '"' };

/** Plain text; a taxpayer's bases are stored as HTML, whose tags and entities are decoded. */
function plainText(value: string, champ: string): string {
  const text = value.replaceAll(/<[^>]*>/g, ' ').trim();
  if (champOf(champ) !== 'baseTaxables') return text;
  return text.replaceAll(/&(#39|amp|gt|lt|quot);/g, (_, sign: string) => SIGNS[sign] ?? '');
}

/** Fields with an id: shown as an id if the record has no name that the reader may see. */
const LINK = /._id$|.Id$/;

function numberText(value: number, champ: string, noms: Noms): string {
  const name = noms[champ]?.[value];
  if (name !== undefined) return name;
  if (LINK.test(champ)) return `identifiant ${value}`;
  return isMontant(champ) ? formatFrancs(value) : String(value);
}

/**
 * A stored value as text; null if empty.
 * @param champ its field, which decides whether a number is francs or an id
 */
export function valueText(value: unknown, timeZone: string, champ = '', noms: Noms = {}): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non';
  if (typeof value === 'number') return numberText(value, champ, noms);
  if (typeof value === 'string') {
    if (isDay(value)) return formatDay(value);
    if (!INSTANT.test(value)) return plainText(value, champ);
    const { jour, heure } = formatInstant(value, timeZone);
    return `${jour} ${heure}`;
  }
  if (Array.isArray(value))
    return value.map((item) => valueText(item, timeZone, champ, noms) ?? '–').join(' ; ') || null;
  return recordText(value as Record<string, unknown>, timeZone, noms);
}
