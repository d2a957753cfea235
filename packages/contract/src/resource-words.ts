/** Labels of all resources, read by screens, rights, journal and messages. Pure: the first page loads it. */

interface Words {
  /** One record, capitalised as at the start of a sentence. */
  one: string;
  many: string;
  /** Adjectives and participles agree with it. */
  feminine?: true;
  /** Its table, if it has one of its own. */
  table?: string;
}

/** Resources by their path below `/v2`, and lists exported under a path of their own. */
export const RESOURCES = {
  entites: { feminine: true, one: 'Collectivité', many: 'Collectivités', table: 'entite' },
  ramifications: { feminine: true, one: 'Sous-entité', many: 'Sous-entités', table: 'ramification' },
  type_ramifications: {
    one: 'Type de sous-entité',
    many: 'Types de sous-entité',
    table: 'type_ramification',
  },
  villes: { feminine: true, one: 'Ville', many: 'Villes', table: 'ville' },
  users: { one: 'Utilisateur', many: 'Utilisateurs', table: 'utilisateur' },
  groups: { one: 'Groupe', many: 'Groupes', table: 'groupe' },
  permissions: { feminine: true, one: 'Permission', many: 'Permissions', table: 'permission' },
  navigations: {
    feminine: true,
    one: 'Entrée de navigation',
    many: 'Entrées de navigation',
    table: 'navigation',
  },
  session: { feminine: true, one: 'Session', many: 'Sessions', table: 'session' },
  journal: { one: 'Journal', many: 'Journal', table: 'journal' },
  categorie_activites: {
    feminine: true,
    one: "Catégorie d'activité",
    many: "Catégories d'activité",
    table: 'categorie_activite',
  },
  nature_activites: {
    feminine: true,
    one: "Nature d'activité",
    many: "Natures d'activité",
    table: 'nature_activite',
  },
  type_equipements: { one: "Type d'équipement", many: "Types d'équipement", table: 'type_equipement' },
  frequences: { feminine: true, one: 'Fréquence', many: 'Fréquences', table: 'frequence' },
  categorietaxes: {
    feminine: true,
    one: 'Catégorie de taxes',
    many: 'Catégories de taxes',
    table: 'categorie_taxe',
  },
  entite_taxes: { feminine: true, one: 'Taxe', many: 'Taxes', table: 'taxe' },
  applications: {
    feminine: true,
    one: 'Application de taxe',
    many: 'Applications de taxe',
    table: 'application',
  },
  imputation_budgetaires: {
    feminine: true,
    one: 'Imputation budgétaire',
    many: 'Imputations budgétaires',
    table: 'imputation_budgetaire',
  },
  precisions: {
    feminine: true,
    one: 'Précision de tarif',
    many: 'Précisions de tarif',
    table: 'precision_taxe',
  },
  echeances: { feminine: true, one: 'Échéance', many: 'Échéances', table: 'echeance' },
  suspensions: {
    feminine: true,
    one: 'Suspension ou moratoire',
    many: 'Suspensions et moratoires',
    table: 'suspension',
  },
  exercices: { one: 'Exercice', many: 'Exercices' },
  contribuables: { one: 'Contribuable', many: 'Contribuables', table: 'contribuable' },
  exonerations: { feminine: true, one: 'Exonération', many: 'Exonérations', table: 'exoneration' },
  equipements: { one: 'Équipement', many: 'Équipements', table: 'equipement' },
  enrollements: { one: 'Enrôlement', many: 'Enrôlements', table: 'enrollement' },
  transactions: { feminine: true, one: 'Transaction', many: 'Transactions', table: 'transaction' },
  encaissements: { one: 'Encaissement', many: 'Encaissements', table: 'encaissement' },
  moyen_paiements: { one: 'Moyen de paiement', many: 'Moyens de paiement', table: 'moyen_paiement' },
  modalite_paiements: {
    feminine: true,
    one: 'Modalité de paiement',
    many: 'Modalités de paiement',
    table: 'modalite_paiement',
  },
  approbations: { feminine: true, one: 'Approbation', many: 'Approbations', table: 'approbation' },
  seuil_approbations: {
    one: "Seuil d'approbation",
    many: "Seuils d'approbation",
    table: 'seuil_approbation',
  },
  regies: { feminine: true, one: 'Régie', many: 'Régies', table: 'regie' },
  mandats: { one: 'Mandat', many: 'Mandats', table: 'mandat' },
  sessions_caisse: {
    feminine: true,
    one: 'Session de caisse',
    many: 'Sessions de caisse',
    table: 'session_caisse',
  },
  versements: { one: 'Versement', many: 'Versements', table: 'versement' },
  categorie_valeurs: {
    feminine: true,
    one: 'Catégorie de valeurs',
    many: 'Catégories de valeurs',
    table: 'categorie_valeur',
  },
  valeurs_inactives: {
    feminine: true,
    one: 'Valeurs inactives',
    many: 'Valeurs inactives',
    table: 'tranche_valeur',
  },
  ventes_valeurs: {
    feminine: true,
    one: 'Vente de valeurs',
    many: 'Ventes de valeurs',
    table: 'vente_valeur',
  },
  releves_valeurs: { one: 'Reçu, vendu, rendu', many: 'Reçu, vendu, rendu' },
  ecarts: { one: 'Écart de caisse', many: 'Écarts de caisse', table: 'ecart' },
  imputations: { feminine: true, one: 'Imputation', many: 'Imputations', table: 'imputation' },
  a_eclaircir: {
    one: 'Paiement à éclaircir',
    many: 'Paiements à éclaircir',
    table: 'notification_operateur',
  },
  tournees: { feminine: true, one: 'Tournée', many: 'Tournées', table: 'tournee' },
  visites: { feminine: true, one: 'Visite', many: 'Visites', table: 'visite' },
  avis_remis: { one: 'Avis distribué', many: 'Avis distribués', table: 'remise_avis' },
  appareils: { one: 'Appareil', many: 'Appareils', table: 'appareil_terrain' },
  cas_terrain: { one: 'Cas du terrain', many: 'Cas du terrain', table: 'commande_terrain' },
  actes_terrain: { one: 'Actes d’un agent', many: 'Actes par agent' },
  messages_sms: { one: 'SMS', many: 'SMS', table: 'message_sms' },
  papiers: { one: 'Papiers officiels', many: 'Papiers officiels', table: 'papier' },
  impayes: { one: 'Impayé', many: 'Impayés' },
  'bases-taxables': { feminine: true, one: 'Base taxable', many: 'Bases taxables' },
  'echeances/sans-tarif': { feminine: true, one: 'Ligne sans tarif', many: 'Lignes sans tarif' },
  'securite/comptes': { one: 'Compte', many: 'Comptes' },
  'securite/echecs': { feminine: true, one: 'Connexion refusée', many: 'Connexions refusées' },
  'securite/sessions': { feminine: true, one: 'Session ouverte', many: 'Sessions ouvertes' },
  'ramifications/acces': { one: 'Accès à une sous-entité', many: 'Accès à une sous-entité' },
} as const satisfies Record<string, Words>;
export type ResourcePath = keyof typeof RESOURCES;

export const isFeminine = (path: ResourcePath): boolean => (RESOURCES[path] as Words).feminine === true;

/** Fixed lists: references point to them, but they have no calls of their own. */
export const FIXED_LISTS = {
  type_entites: { table: 'type_entite' },
  type_utilisateurs: { table: 'type_utilisateur' },
} as const;
/** The targets of references. */
export type NamedPath = ResourcePath | keyof typeof FIXED_LISTS;
