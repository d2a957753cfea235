/**
 * What the lines of a file make of a territory: pure, over what stands already. Lines tell their place by their
 * indentation, by columns that are called after levels, or by a column that names the parent (`plan-lines.ts`).
 */
import { folded } from '@octroi/contract/platform/values/text';
import type { Table, TableRow } from '#src/platform/import/table.ts';
import { readLines } from './plan-lines.ts';
import { Growing, type Known, type Place, type Said } from './plan-tree.ts';

export interface Territory {
  /** Those of the file, with what they lie in; those above before those beneath. */
  places: Place[];
  fautes: Said[];
  remarques: Said[];
}

/** What a file says of a territory, beside what stands. */
export function readTerritory(heads: Table['heads'], rows: readonly TableRow[], known: Known): Territory {
  const growing = new Growing(known);
  readLines(growing, heads, rows);
  const { fautes, remarques } = growing;
  return {
    places: inOrder(growing.spoken),
    fautes: fautes.toSorted((a, b) => a.rang - b.rang),
    remarques,
  };
}

/** Those above before those beneath, each followed by its own; with what stands above them. */
function inOrder(spoken: ReadonlySet<Place>): Place[] {
  const all = new Set<Place>();
  const beneath = new Map<Place | null, Place[]>();
  const take = (place: Place): void => {
    if (all.has(place)) return;
    all.add(place);
    if (place.parent) take(place.parent);
    beneath.set(place.parent, [...(beneath.get(place.parent) ?? []), place]);
  };
  for (const place of spoken) take(place);
  const ordered: Place[] = [];
  const walk = (parent: Place | null): void => {
    for (const place of beneath.get(parent) ?? []) {
      ordered.push(place);
      walk(place);
    }
  };
  walk(null);
  return ordered;
}

/** Gives each new place without a code one after its parent's, or after the collectivité's. */
export function giveCodes(places: readonly Place[], codeEntite: string, taken: Iterable<string>): void {
  const used = new Set([...taken, ...places.flatMap(({ code }) => code ?? [])].map(folded));
  const next = new Map<string, number>();
  for (const place of places) {
    if (place.code !== null) continue;
    const stem = place.parent?.code ?? codeEntite;
    let n = next.get(stem) ?? 1;
    const code = (): string => `${stem}-${n}`;
    while (used.has(folded(code()))) n += 1;
    place.code = code();
    used.add(folded(place.code));
    next.set(stem, n + 1);
  }
}
