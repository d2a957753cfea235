/** Lists without collectivité, the same in every new installation. */

/** Levels of a territory; the id is the level. */
export const TYPES_RAMIFICATION = [
  { id: 1, nom: 'Département', description: 'Premier niveau : arrondissement communal ou district' },
  { id: 2, nom: 'Quartier', description: 'Deuxième niveau : quartier ou village' },
  { id: 3, nom: 'Zone', description: 'Troisième niveau : zone de recouvrement' },
  { id: 4, nom: 'Secteur', description: 'Quatrième niveau : secteur confié à un agent' },
] as const;

type FrequenceCle =
  | 'annuelle'
  | 'semestrielle'
  | 'trimestrielle'
  | 'mensuelle'
  | 'hebdomadaire'
  | 'journaliere'
  | 'une-fois';

/** `occurrences`: periods in a year; beyond twelve the tax is billed by month, and 0 means once (docs/regles-de-calcul.md). */
export const FREQUENCES: readonly {
  id: number;
  cle: FrequenceCle;
  nom: string;
  occurrences: number;
  description: string;
}[] = [
  { id: 1, cle: 'annuelle', nom: 'Annuelle', occurrences: 1, description: 'Une fois par an' },
  { id: 2, cle: 'semestrielle', nom: 'Semestrielle', occurrences: 2, description: 'Deux fois par an' },
  { id: 3, cle: 'trimestrielle', nom: 'Trimestrielle', occurrences: 4, description: 'Quatre fois par an' },
  { id: 4, cle: 'mensuelle', nom: 'Mensuelle', occurrences: 12, description: 'Chaque mois' },
  {
    id: 5,
    cle: 'hebdomadaire',
    nom: 'Hebdomadaire',
    occurrences: 52,
    description: 'Chaque semaine, facturée au mois',
  },
  {
    id: 6,
    cle: 'journaliere',
    nom: 'Journalière',
    occurrences: 365,
    description: 'Chaque jour, facturée au mois',
  },
  { id: 7, cle: 'une-fois', nom: 'Une fois', occurrences: 0, description: 'Une seule fois, à l’enrôlement' },
];
