import { champLabel, champOf, isMontant } from '@octroi/contract/administration/journal/journal-words';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { formatDay, formatInstant, isDay } from '@octroi/contract/platform/values/period';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** What a nested record is known by, and need not be told of what it holds. */
const NAMES = ['nom', 'fullName', 'libelle', 'noTransaction'] as const;
const UNTOLD: ReadonlySet<string> = new Set(['id', 'latitude', 'longitude', 'createdAt', 'version']);

/** By field and id, what the ids of a document are the names of. */
export type Noms = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A nested record by its name, or else by what it holds. */
function recordText(value: Readonly<Record<string, unknown>>, timeZone: string, noms: Noms): string | null {
  const name = NAMES.map((key) => value[key]).find((given) => typeof given === 'string');
  if (typeof name === 'string') return name;
  const told = Object.entries(value).flatMap(([key, held]) => {
    const text = UNTOLD.has(key) ? null : valueText(held, timeZone, key, noms);
    return text === null ? [] : [`${champLabel(key)} : ${text}`];
  });
  return told.join(', ') || null;
}

const SIGNS: Readonly<Record<string, string>> = { '#39': "'", amp: '&', gt: '>', lt: '<', quot: '"' };

/** A text without tags; the bases of a taxpayer are stored as HTML, of which the signs are read too. */
function plainText(value: string, champ: string): string {
  const text = value.replaceAll(/<[^>]*>/g, ' ').trim();
  if (champOf(champ) !== 'baseTaxables') return text;
  return text.replaceAll(/&(#39|amp|gt|lt|quot);/g, (_, sign: string) => SIGNS[sign] ?? '');
}

/** A link whose record has no name here, or none that the person may read, is told as an id. */
const LINK = /._id$|.Id$/;

function numberText(value: number, champ: string, noms: Noms): string {
  const name = noms[champ]?.[value];
  if (name !== undefined) return name;
  if (LINK.test(champ)) return `identifiant ${value}`;
  return isMontant(champ) ? formatFrancs(value) : String(value);
}

/**
 * A stored value as a person reads it; null where there is none.
 * @param champ the field that holds it: of some a number is francs, of others an id
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
