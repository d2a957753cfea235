/** What comes of a visit, and whether who was to be visited is still there. Pure, and without schemas. */

/** Visits of one tour, at most: a day on foot, and a few sheets of paper. */
export const MAX_VISITES = 300;
/** How far ahead a tour may be planned, in days. */
export const JOURS_D_AVANCE = 60;

export const ISSUES = ['payé', 'promis', 'absent', 'fermé', 'conteste'] as const;
export type Issue = (typeof ISSUES)[number];

export const ISSUE_WORDS: Readonly<Record<Issue, string>> = {
  payé: 'Payé',
  promis: 'Promis',
  absent: 'Absent',
  fermé: 'Fermé',
  conteste: 'Conteste',
};

/**
 * What became of the taxpayer since the tour was made: still there; at another place of the collectivité; in another
 * collectivité, or outside what the reader sees; removed.
 */
export const PRESENCES = ['présent', 'déplacé', 'ailleurs', 'supprimé'] as const;
type Presence = (typeof PRESENCES)[number];

const PRESENCE_WORDS: Readonly<Record<Presence, string | null>> = {
  présent: null,
  déplacé: 'A changé de lieu',
  ailleurs: 'Hors de votre périmètre',
  supprimé: 'Contribuable supprimé',
};

/** What is told of a visit whose taxpayer is no longer as when the tour was made; null where nothing changed. */
export const presenceText = (presence: Presence): string | null => PRESENCE_WORDS[presence];

/** Whether the account of the taxpayer can be read, and so an outcome typed in. */
export const isThere = (presence: Presence): boolean => presence === 'présent' || presence === 'déplacé';
