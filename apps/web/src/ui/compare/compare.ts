import { CHAMPS_SUIVEURS } from '@octroi/contract/administration/journal/journal-words';

type Change = 'modifié' | 'ajouté' | 'retiré' | 'inchangé';

interface ComparedField {
  champ: string;
  avant: unknown;
  apres: unknown;
  /** Undefined where one of the two documents is missing as a whole: nothing is compared then. */
  change: Change | undefined;
}

const fieldsOf = (document: unknown): Record<string, unknown> =>
  typeof document === 'object' && document !== null ? (document as Record<string, unknown>) : {};

/** The same value, whatever the order in which its own fields are written. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(fieldsOf(a)[key], fieldsOf(b)[key]))
  );
}

/** What changed stands first, then what follows any change, then the rest. */
function rank({ champ, change }: ComparedField): number {
  if (change === 'inchangé') return 2;
  return CHAMPS_SUIVEURS.includes(champ) ? 1 : 0;
}

/** Two documents field by field, what changed first. */
export function compare(avant: unknown, apres: unknown): ComparedField[] {
  const [before, after] = [fieldsOf(avant), fieldsOf(apres)];
  const both = avant !== null && apres !== null;
  const changeOf = (champ: string): Change => {
    if (!Object.hasOwn(before, champ)) return 'ajouté';
    if (!Object.hasOwn(after, champ)) return 'retiré';
    return same(before[champ], after[champ]) ? 'inchangé' : 'modifié';
  };
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((champ) => ({
      champ,
      avant: before[champ],
      apres: after[champ],
      change: both ? changeOf(champ) : undefined,
    }))
    .sort((a, b) => rank(a) - rank(b));
}

/** What an act changed, in few words: each field with its value before and after. */
export const changedFields = (avant: unknown, apres: unknown): ComparedField[] =>
  compare(avant, apres).filter(
    (field) => field.change !== undefined && field.change !== 'inchangé' && rank(field) === 0,
  );
