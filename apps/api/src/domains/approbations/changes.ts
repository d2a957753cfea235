/** Says what has changed since a command was requested. */
import { isDeepStrictEqual } from 'node:util';
import { formatFrancs } from '@octroi/contract';
import { champLabel, isMontant } from '@octroi/contract/administration/journal/journal-words';
import type { Compared } from '#src/platform/approbation/approbation.service.ts';

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A value between quotation marks; undefined where it takes more than a line. */
function textOf(value: unknown, champ: string): string | undefined {
  if (typeof value === 'number') return isMontant(champ) ? formatFrancs(value) : String(value);
  if (typeof value === 'string') return `« ${value} »`;
  return undefined;
}

/** The first entry of two lists that is not in the other; the whole where they are no lists. */
function onlyIn(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(other)) return value;
  return value.find((item) => !other.some((another) => isDeepStrictEqual(item, another)));
}

function sentence(champ: string, before: unknown, after: unknown): string {
  const [old, now] = [textOf(onlyIn(before, after), champ), textOf(onlyIn(after, before), champ)];
  const label = champLabel(champ);
  if (old !== undefined && now !== undefined)
    return `${label} : ${old} à la demande, ${now} aujourd’hui. Refaites la demande si elle vaut encore.`;
  if (old !== undefined) return `${label} : ${old} n’y est plus. Refaites la demande si elle vaut encore.`;
  if (now !== undefined) return `${label} : ${now} s’y ajoute. Refaites la demande si elle vaut encore.`;
  return `${label} : ce n’est plus ce qui avait été montré. Refaites la demande si elle vaut encore.`;
}

/** The first difference between what a command found when it was requested and what it would find now, as a sentence. */
export function changedSince(stored: Compared, now: Compared): string {
  for (const side of ['avant', 'apres'] as const) {
    const [before, after] = [fieldsOf(stored[side]), fieldsOf(now[side])];
    for (const champ of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (!isDeepStrictEqual(before[champ], after[champ]))
        return sentence(champ, before[champ], after[champ]);
  }
  return sentence('montant', stored.montant, now.montant);
}
