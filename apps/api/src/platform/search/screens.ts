/** Search for screens, and for what people do on them, for the search box. */
import {
  ACTIONS,
  mayAll,
  mayUse,
  MODULE_SCREENS,
  MOTS_DES_ECRANS,
  SCREENS,
  type Trouvaille,
  TROUVAILLES_PAR_SORTE,
} from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';
import { isAgent } from '#src/platform/access/person.ts';
import type { Finder } from './finder.ts';

/** How well a name and its other words answer: 0 best, undefined not at all. Other words answer from their beginning. */
function rankOf(words: readonly string[], nom: string, mots: string): number | undefined {
  const name = folded(nom);
  if (words.every((word) => name.includes(word))) return name.startsWith(words[0] ?? '') ? 0 : 1;
  const others = folded(mots).split(' ');
  return words.every((word) => name.includes(word) || others.some((other) => other.startsWith(word)))
    ? 2
    : undefined;
}

interface Named {
  mots: string;
  found: Trouvaille;
}

/** The best answers first, the others in their order. */
const best = (words: readonly string[], all: readonly Named[]): Trouvaille[] =>
  all
    .flatMap(({ mots, found }) => {
      const rank = rankOf(words, found.titre, mots);
      return rank === undefined ? [] : [{ rank, found }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, TROUVAILLES_PAR_SORTE)
    .map(({ found }) => found);

/** The screens that the person may use, then what the person may do, by their names or everyday words for them. */
export const findScreens: Finder = async (person, typed) => {
  if (isAgent(person)) return [];
  const words = folded(typed).split(' ').filter(Boolean);
  const actions = ACTIONS.filter(({ rights }) => mayAll(person.grants, rights)).map(
    ({ nom, url, mots }): Named => ({
      mots,
      found: { type: 'action', id: nom, titre: nom, detail: '', lien: url },
    }),
  );
  const screens = MODULE_SCREENS.flatMap(({ module, screens: keys }) =>
    keys
      .filter((key) => mayUse(person.grants, key))
      .map((key): Named => ({
        mots: MOTS_DES_ECRANS[key] ?? '',
        found: { type: 'ecran', id: key, titre: SCREENS[key].nom, detail: module, lien: SCREENS[key].url },
      })),
  );
  return [...best(words, screens), ...best(words, actions)];
};
