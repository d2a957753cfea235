/** Outcomes of visits, and whether the visited taxpayer is still there. Pure, without schemas. */

/** Most visits of one tour: a day on foot, and a few sheets of paper. */
export const MAX_VISITES = 300;
/** Most visits that a phone proposes at once, and the longest reason of one. */
export const MAX_PROPOSEES = 40;
export const MAX_RAISON = 200;
/** Days after a visit within which a payment counts as paid at that visit. */
export const JOURS_PAYE_A_LA_VISITE = 7;
/** How many days ahead a tour may be planned. */
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
 * The taxpayer since the tour was created: unchanged; at another place of the collectivité; in another collectivité or
 * out of the reader's scope; removed.
 */
export const PRESENCES = ['présent', 'déplacé', 'ailleurs', 'supprimé'] as const;
type Presence = (typeof PRESENCES)[number];

const PRESENCE_WORDS: Readonly<Record<Presence, string | null>> = {
  présent: null,
  déplacé: 'A changé de lieu',
  ailleurs: 'Hors de votre périmètre',
  supprimé: 'Contribuable supprimé',
};

/** Shown for a taxpayer that changed since the tour was created; null if unchanged. */
export const presenceText = (presence: Presence): string | null => PRESENCE_WORDS[presence];

/** Whether the taxpayer's account can be read, and therefore an outcome entered. */
export const isThere = (presence: Presence): boolean => presence === 'présent' || presence === 'déplacé';
