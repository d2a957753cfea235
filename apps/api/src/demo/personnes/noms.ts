/** First and family names as they are met in Niger, by community, with its rough share of each town. */
import { table, words } from '../donnees/index.ts';
import { weighted, type Random, type Weighted } from '../random.ts';
import { COLLECTIVITES } from '../territoire/index.ts';

export interface Communaute {
  hommes: readonly string[];
  femmes: readonly string[];
  familles: readonly string[];
}

const COMMUNAUTES = table('noms', ['communaute', 'hommes', 'femmes', 'familles']).map(
  ({ hommes, femmes, familles }): Communaute => ({
    hommes: words(hommes),
    femmes: words(femmes),
    familles: words(familles),
  }),
);

/** The communities of a town, in proportion. */
export function communautesOf(code: string): Weighted<Communaute> {
  const parts = COLLECTIVITES.find((collectivite) => collectivite.code === code)?.communautes;
  return weighted(COMMUNAUTES, (communaute) => parts?.[COMMUNAUTES.indexOf(communaute)] ?? 1);
}

export interface Person {
  nom: string;
  prenom: string;
}

/** A third of those who pay local taxes are women, more among market traders. */
export function drawPerson(random: Random, communautes: Weighted<Communaute>, partFemmes = 0.33): Person {
  const communaute = random.draw(communautes);
  const woman = random.chance(partFemmes);
  const prenom = random.pick(woman ? communaute.femmes : communaute.hommes);
  let nom = random.pick(communaute.familles);
  while (nom === prenom) nom = random.pick(communaute.familles);
  return { nom, prenom };
}
