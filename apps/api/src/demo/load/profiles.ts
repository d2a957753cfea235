/** Kinds of taxpayers: what each does and owns. The first line is an activity, so everyone owes something. */
import { table, words } from '../donnees/index.ts';
import { weighted, type Random } from '../random.ts';

interface Possession {
  equipement: string;
  probabilite: number;
  /** Up to how many. */
  jusque: number;
}

export interface Profile {
  cle: string;
  poids: number;
  partFemmes: number;
  partSocietes: number;
  natures: readonly string[];
  possessions: readonly Possession[];
}

const PROFILES = table('profils', [
  'cle',
  'poids',
  'partFemmes',
  'partSocietes',
  'natures',
  'possessions',
]).map(({ cle, poids, partFemmes, partSocietes, natures, possessions }): Profile => ({
  cle,
  poids: Number(poids),
  partFemmes: Number(partFemmes),
  partSocietes: Number(partSocietes),
  natures: words(natures, ' '),
  possessions: words(possessions, ' | ').map((cell) => {
    const [equipement = '', probabilite, jusque = 1] = cell.split(' ');
    return { equipement, probabilite: Number(probabilite), jusque: Number(jusque) };
  }),
}));

/** Livestock taxpayers: three in a hundred, kept out of default lists and figures. */
export const ELEVEUR = PROFILES.find(({ cle }) => cle === 'eleveur') as Profile;
const PART_ELEVEURS = 0.03;

const choice = weighted(PROFILES, ({ poids }) => poids);

export const drawProfile = (random: Random): Profile =>
  random.chance(PART_ELEVEURS) ? ELEVEUR : random.draw(choice);

/** What a profile owns, each thing as often as it stands in the list. */
export function drawPossessions(random: Random, profile: Profile): string[] {
  const owned: string[] = [];
  for (const { equipement, probabilite, jusque } of profile.possessions) {
    if (!random.chance(probabilite)) continue;
    owned.push(equipement);
    for (let n = 1; n < jusque && random.chance(0.3); n++) owned.push(equipement);
  }
  return owned;
}

/** Label of a herd's size, by its heads. */
export const troupeau = (tetes: number): string =>
  tetes < 10 ? 'Moins de 10 têtes' : tetes <= 50 ? 'De 10 à 50 têtes' : 'Plus de 50 têtes';
