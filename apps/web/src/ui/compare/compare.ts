import { CHAMPS_SUIVEURS } from '@octroi/contract/administration/journal/journal-words';

type Change = 'modifié' | 'ajouté' | 'retiré' | 'inchangé';

interface ComparedField {
  champ: string;
  avant: unknown;
  apres: unknown;
  /** Undefined if one of the two records is missing: nothing is compared. */
  change: Change | undefined;
}

const fieldsOf = (document: unknown): Record<string, unknown> =>
  typeof document === 'object' && document !== null ? (document as Record<string, unknown>) : {};

/** Deep equality, ignoring the order of keys. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(fieldsOf(a)[key], fieldsOf(b)[key]))
  );
}

/** Changed fields first, then fields that change with every edit, then the rest. */
function rank({ champ, change }: ComparedField): number {
  if (change === 'inchangé') return 2;
  return CHAMPS_SUIVEURS.includes(champ) ? 1 : 0;
}

/** Compares two records field by field, changed fields first. */
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

/** The changed fields with their values before and after. */
export const changedFields = (avant: unknown, apres: unknown): ComparedField[] =>
  compare(avant, apres).filter(
    (field) => field.change !== undefined && field.change !== 'inchangé' && rank(field) === 0,
  );
