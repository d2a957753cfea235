/** Search for screens, for the search box. */
import { type MenuKey, mayOpen, MODULE_SCREENS, SCREENS, TROUVAILLES_PAR_SORTE } from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';
import { isAgent } from '#src/platform/access/person.ts';
import type { Finder } from './finder.ts';

/** The person's screens whose names contain all words; those that start with the first word come first. */
export const findScreens: Finder = async (person, typed) => {
  if (isAgent(person)) return [];
  const words = folded(typed).split(' ').filter(Boolean);
  const found = MODULE_SCREENS.flatMap(({ module, screens }) =>
    screens.flatMap((key: MenuKey) => {
      const name = folded(SCREENS[key].nom);
      const containsAll = words.every((word) => name.includes(word));
      return containsAll && mayOpen(person.grants, key)
        ? [{ key, module, begins: name.startsWith(words[0] ?? '') }]
        : [];
    }),
  );
  return found
    .toSorted((a, b) => Number(b.begins) - Number(a.begins))
    .slice(0, TROUVAILLES_PAR_SORTE)
    .map(({ key, module }) => ({
      type: 'ecran',
      id: key,
      titre: SCREENS[key].nom,
      detail: module,
      lien: SCREENS[key].url,
    }));
};
