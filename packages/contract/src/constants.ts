/** Constants of the specification (1 section 9, 2 section 9) and the words that stand for states and rights. */

export const PAGE_SIZES = [50, 100, 200, 500] as const;
export const MAX_ITEMS_PER_PAGE = 5000;
export const TOAST_MS = 3000;
export const CHART_HEIGHT = 350;
export const PAGER_WINDOW = 5;

export const TYPE_UTILISATEUR = { agent: 2, utilisateur: 3 } as const;
export const TYPE_ENTITE_COLLECTIVITE = 1;
export const MOYEN_REMBOURSEMENT = 9;
/** The kind of a payment method: till rules depend on it, never on a method's id or name. */
export const NATURES_MOYEN = [
  'espèces',
  'chèque',
  'virement',
  'mobile',
  'carte',
  'remboursement',
  'reprise',
] as const;
export type NatureMoyen = (typeof NATURES_MOYEN)[number];

/** Receipt papers: two sheet sizes, and a roll of variable length. */
export const FORMATS_RECU = ['A4', 'A5', '80mm'] as const;
export type FormatRecu = (typeof FORMATS_RECU)[number];

export const GROUPE = { superAdmin: 'Super Admin', adminNta: 'Admin NTA' } as const;

export const STATUTS_CONTRIBUABLE = ['Enrolé', 'Corrigé', 'Validé'] as const;
export type StatutContribuable = (typeof STATUTS_CONTRIBUABLE)[number];
export const STATUTS_TRANSACTION = ['Confirmé', 'En attente de confirmation', 'Failed'] as const;
/** Whether a payment was received with Octroi, or before it and imported from a register. */
export const ORIGINES_TRANSACTION = ['encaissée', 'reprise'] as const;
export type OrigineTransaction = (typeof ORIGINES_TRANSACTION)[number];
export type StatutTransaction = (typeof STATUTS_TRANSACTION)[number];
export const TYPES_CONTRIBUABLE = ['Personne physique', 'Personne morale'] as const;

/** The permissions that a group may have on a navigation entry. */
export const PERMISSIONS = [
  'Lister',
  'Voir',
  'Créer',
  'Modifier',
  'Supprimer',
  'Valider',
  'Approuver',
  'Exporter',
  'Émettre',
  'Annuler',
  'Rejeter',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Levels of a territory below its collectivité, from the top. */
export const NIVEAUX = ['Département', 'Quartier', 'Zone', 'Secteur'] as const;

/** Most rows of a file produced within the request; a longer file is produced by a job and downloaded afterwards. */
export const MAX_EXPORT_DIRECT = 10_000;
/** The same limit for individual sheets, which take a page or more each. */
export const MAX_SHEETS_DIRECT = 200;

/** What a figure of a period counts, by base (docs/regles-de-calcul.md, « Les chiffres »). */
export const BASE_WORDS = { enrolement: 'Par enrôlement', encaissement: 'Par encaissement' } as const;

/** Shown for a tax that has no budget line on that day. */
export const SANS_IMPUTATION = 'Sans imputation budgétaire';
