/** Kinds of taxpayers: what each does and owns. The first line is an activity, so everyone owes something. */
import type { EquipementCle, NatureCle } from '../fiscalite/index.ts';
import { weighted, type Random } from '../random.ts';

interface Possession {
  equipement: EquipementCle;
  probabilite: number;
  /** Up to how many; one when absent. */
  jusque?: number;
}

export interface Profile {
  cle: string;
  poids: number;
  partFemmes: number;
  partSocietes: number;
  natures: readonly NatureCle[];
  possessions: readonly Possession[];
}

const has = (equipement: EquipementCle, probabilite: number, jusque?: number): Possession => ({
  equipement,
  probabilite,
  ...(jusque === undefined ? {} : { jusque }),
});

export const PROFILES: readonly Profile[] = [
  {
    cle: 'marche',
    poids: 31,
    partFemmes: 0.52,
    partSocietes: 0,
    natures: [
      'cereales',
      'friperie',
      'tissus',
      'boutique_divers',
      'grillades',
      'eau',
      'alimentation_generale',
    ],
    possessions: [
      has('etal', 0.13, 2),
      has('hangar', 0.3, 2),
      has('kiosque', 0.09),
      has('concession', 0.85),
      has('charrette', 0.22, 2),
      has('stationnement', 0.05),
      has('magasin', 0.1),
    ],
  },
  {
    cle: 'boutique',
    poids: 24,
    partFemmes: 0.2,
    partSocietes: 0.06,
    natures: [
      'alimentation_generale',
      'boutique_divers',
      'quincaillerie',
      'pieces',
      'telephones',
      'pharmacie',
      'transfert',
    ],
    possessions: [
      has('boutique', 0.86, 2),
      has('enseigne', 0.45),
      has('concession', 0.55),
      has('magasin', 0.12),
      has('kiosque', 0.04),
      has('tricycle', 0.1),
    ],
  },
  {
    cle: 'artisan',
    poids: 15,
    partFemmes: 0.18,
    partSocietes: 0.02,
    natures: [
      'couture',
      'menuiserie',
      'soudure',
      'forge',
      'mecanique',
      'maroquinerie',
      'bijouterie',
      'coiffure',
    ],
    possessions: [
      has('atelier', 0.92, 2),
      has('enseigne', 0.35),
      has('concession', 0.6),
      has('conteneur', 0.08),
    ],
  },
  {
    cle: 'transport',
    poids: 12,
    partFemmes: 0.03,
    partSocietes: 0.08,
    natures: ['voyageurs', 'marchandises'],
    possessions: [
      has('taxi_moto', 0.5, 3),
      has('taxi', 0.35, 3),
      has('tricycle', 0.25, 2),
      has('bus', 0.14, 3),
      has('camion', 0.12, 3),
      has('charrette', 0.12),
      has('stationnement', 0.1),
    ],
  },
  {
    cle: 'restauration',
    poids: 9,
    partFemmes: 0.46,
    partSocietes: 0.05,
    natures: ['restaurant', 'boulangerie', 'boucherie', 'grillades', 'eau', 'hotel'],
    possessions: [
      has('boutique', 0.4),
      has('terrasse', 0.35),
      has('enseigne', 0.4),
      has('abattage', 0.08),
      has('concession', 0.6),
      has('hangar', 0.12),
    ],
  },
  {
    cle: 'moulin',
    poids: 3,
    partFemmes: 0.25,
    partSocietes: 0,
    natures: ['meunerie'],
    possessions: [has('moulin', 1, 2), has('concession', 0.6), has('hangar', 0.25)],
  },
  {
    cle: 'services',
    poids: 5,
    partFemmes: 0.25,
    partSocietes: 0.25,
    natures: ['telecentre', 'cyber', 'transfert', 'lavage', 'coiffure', 'btp'],
    possessions: [
      has('boutique', 0.55),
      has('enseigne', 0.6),
      has('kiosque', 0.08),
      has('concession', 0.4),
      has('conteneur', 0.15),
    ],
  },
  {
    cle: 'societe',
    poids: 2,
    partFemmes: 0.08,
    partSocietes: 1,
    natures: ['hydrocarbures', 'telecom', 'banque', 'btp', 'hotel'],
    possessions: [
      has('enseigne', 0.9, 3),
      has('panneau', 0.5, 4),
      has('pompe', 0.25, 4),
      has('depot', 0.25),
      has('antenne', 0.12, 2),
      has('camion', 0.25, 3),
      has('conteneur', 0.25, 2),
    ],
  },
];

/** Livestock taxpayers: three in a hundred, kept out of default lists and figures. */
export const ELEVEUR: Profile = {
  cle: 'eleveur',
  poids: 0,
  partFemmes: 0.08,
  partSocietes: 0,
  natures: ['eleveur', 'commerce_betail'],
  possessions: [has('troupeau', 1), has('concession', 0.4), has('charrette', 0.2)],
};
export const PART_ELEVEURS = 0.03;

const choice = weighted(PROFILES, ({ poids }) => poids);

export const drawProfile = (random: Random): Profile =>
  random.chance(PART_ELEVEURS) ? ELEVEUR : random.draw(choice);

/** What a profile owns, each thing as often as it stands in the list. */
export function drawPossessions(random: Random, profile: Profile): EquipementCle[] {
  const owned: EquipementCle[] = [];
  for (const { equipement, probabilite, jusque = 1 } of profile.possessions) {
    if (!random.chance(probabilite)) continue;
    owned.push(equipement);
    for (let n = 1; n < jusque && random.chance(0.3); n++) owned.push(equipement);
  }
  return owned;
}

/** Label of a herd's size, by its heads. */
export const troupeau = (tetes: number): string =>
  tetes < 10 ? 'Moins de 10 têtes' : tetes <= 50 ? 'De 10 à 50 têtes' : 'Plus de 50 têtes';
