/** Fates of the rows of an imported file, and questions about it; apart from the schemas, so that the screen does not load zod. */

/** What becomes of a row, and how the screen says it. */
export const SORTS_LIGNE = {
  nouvelle: 'Nouveau contribuable',
  identique: 'Déjà là, identique',
  différente: 'Déjà là, différences gardées',
  corrigée: 'Déjà là, corrigé d’après le fichier',
  répétée: 'Répète une ligne précédente',
  'à décider': 'À décider : ressemble à quelqu’un',
  écartée: 'Écartée par décision',
  rejetée: 'Rejetée',
} as const;
export type SortLigne = keyof typeof SORTS_LIGNE;
export const SORTS = Object.keys(SORTS_LIGNE) as [SortLigne, ...SortLigne[]];

/** What becomes of a picture of the archive, and how the screen says it. */
export const SORTS_PHOTO = {
  'à lire': 'Pas encore lue',
  refusée: 'Refusée',
  'sans ligne': 'Aucune ligne ne la nomme',
  'plusieurs lignes': 'Plusieurs lignes la nomment : jointe à personne',
  homonyme: 'Une autre image porte le même nom : jointe à personne',
  prête: 'Nommée par une ligne',
  jointe: 'Jointe à la fiche',
} as const;
export type SortPhoto = keyof typeof SORTS_PHOTO;

/** The order of day and month in a file: `03/04` is 3 April (jour) or 4 March (mois). */
export const ORDRES_JOURS = ['jour', 'mois'] as const;
export type OrdreJours = (typeof ORDRES_JOURS)[number];

/** Which number of a position in one cell comes first. */
export const ORDRES_COORDONNEES = ['latitude', 'longitude'] as const;
export type OrdreCoordonnees = (typeof ORDRES_COORDONNEES)[number];

/** Code pages of texts that are not UTF-8, as `TextDecoder` names them: Excel on Windows, Excel on a Mac. */
export const PAGES_DE_CODES = ['windows-1252', 'macintosh'] as const;
export type PageDeCodes = (typeof PAGES_DE_CODES)[number];

/** Decisions that a file may need. */
export const QUESTIONS = [
  'nombres',
  'jours',
  'coordonnees',
  'octets',
  'homonymes',
  'semblables',
  'differences',
  'precisions',
] as const;
export type QuestionImport = (typeof QUESTIONS)[number];
