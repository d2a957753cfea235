/**
 * The register: labels of all resources, and every screen of the side menu with its label, icon, address and rights.
 * Menu, breadcrumbs, links, navigation entries of the database, rights, journal and messages read it, so nothing is
 * stated twice. A screen added here appears in the menu and, at the next start, in the database, where it can be
 * granted. Pure, without schemas: the first page loads it.
 */
import type { Permission } from './constants.ts';

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
  exercices: { one: 'Exercice', many: 'Exercices' },
  contribuables: { one: 'Contribuable', many: 'Contribuables', table: 'contribuable' },
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

/** The properties of every screen. */
export interface Screen {
  /** Label in the menu and breadcrumbs, and title unless the specification has another. */
  nom: string;
  /** Tabler icon. */
  icon: string;
  url: string;
}

/** A screen with its own rights: a navigation entry on which a group may be granted `permissions`. */
const screen = <
  const Icon extends string,
  const Url extends string,
  const Permissions extends readonly Permission[],
>(
  nom: string,
  icon: Icon,
  url: Url,
  permissions: Permissions,
) => ({ nom, icon, url, permissions });

/** A screen opened by another screen's right; without one, open to everybody. */
const view = <
  const Icon extends string,
  const Url extends string,
  const Opens extends readonly [screen: string, permission: Permission] | undefined = undefined,
>(
  nom: string,
  icon: Icon,
  url: Url,
  opens?: Opens,
) => ({ nom, icon, url, opens: opens as Opens });

const READ = ['Lister', 'Voir', 'Exporter'] as const;
const WRITE = ['Lister', 'Voir', 'Créer', 'Modifier', 'Supprimer', 'Exporter'] as const;
const VALIDATE = [...WRITE, 'Valider'] as const;
const DECIDE = [...VALIDATE, 'Approuver'] as const;
/** A numbered paper is issued, not exported: its number is final. */
const ISSUE = 'Émettre' as const;
const FIGURES = ['Voir', 'Exporter'] as const;
const SETTINGS = ['Voir', 'Modifier'] as const;
const WATCH = ['Lister', 'Exporter'] as const;

/** The screens by menu section, in menu order. */
export const MENU = {
  Pilotage: {
    // its content follows the rights of the screens it summarises
    journee: view('Ma journée', 'sunrise', '/journee'),
    'tableau-de-bord': screen('Tableau de bord', 'layout-dashboard', '/', FIGURES),
  },
  Collectivité: {
    contribuables: screen(RESOURCES.contribuables.many, 'users-group', '/contribuables', [
      ...VALIDATE,
      ISSUE,
    ] as const),
    enrollements: screen(RESOURCES.enrollements.many, 'clipboard-check', '/enrollements', VALIDATE),
    equipements: screen(RESOURCES.equipements.many, 'building-store', '/equipements', VALIDATE),
    'bases-taxables': view(RESOURCES['bases-taxables'].many, 'list-details', '/bases-taxables', [
      'enrollements',
      'Lister',
    ]),
    import: view('Import', 'table-import', '/contribuables/import', ['contribuables', 'Créer']),
    // « Rejeter »: records that the bank returned a cheque
    transactions: screen(RESOURCES.transactions.many, 'cash', '/transactions', [
      ...DECIDE,
      ISSUE,
      'Rejeter',
    ] as const),
    imputations: view(RESOURCES.imputations.many, 'receipt-tax', '/imputations', ['transactions', 'Lister']),
    'a-eclaircir': view(RESOURCES.a_eclaircir.many, 'message-question', '/paiements/a-eclaircir', [
      'transactions',
      'Lister',
    ]),
    approbations: view(RESOURCES.approbations.many, 'checks', '/approbations'),
  },
  Caisse: {
    guichet: screen('Guichet', 'cash-register', '/guichet', ['Voir', 'Annuler']),
    'ma-caisse': screen('Ma caisse', 'wallet', '/ma-caisse', ['Voir', 'Créer']),
    detentions: view('Régie', 'building-bank', '/caisse/regie', ['sessions-caisse', 'Lister']),
    'sessions-caisse': screen(RESOURCES.sessions_caisse.many, 'calendar-dollar', '/caisse/sessions', [
      ...READ,
      'Valider',
      ISSUE,
    ]),
    versements: screen(RESOURCES.versements.many, 'truck-delivery', '/caisse/versements', [
      ...READ,
      'Valider',
      ISSUE,
    ]),
    ecarts: screen(RESOURCES.ecarts.many, 'scale', '/caisse/ecarts', [
      ...READ,
      'Modifier',
      'Valider',
      'Approuver',
    ]),
    'ventes-valeurs': screen(RESOURCES.ventes_valeurs.many, 'ticket', '/caisse/ventes', [...READ, 'Créer']),
    'valeurs-inactives': screen(RESOURCES.valeurs_inactives.many, 'cards', '/caisse/valeurs', [
      ...READ,
      'Créer',
      'Valider',
    ]),
    'releve-valeurs': view(RESOURCES.releves_valeurs.many, 'report-money', '/caisse/valeurs/releve', [
      'valeurs-inactives',
      'Lister',
    ]),
  },
  'Restes à recouvrer': {
    tournees: screen(RESOURCES.tournees.many, 'route', '/tournees', WRITE),
  },
  Terrain: {
    terrain: screen(RESOURCES.appareils.many, 'device-mobile', '/appareils', [...READ, 'Créer', 'Modifier']),
    'cas-terrain': view(RESOURCES.cas_terrain.many, 'alert-circle', '/appareils/cas', ['terrain', 'Lister']),
    'actes-terrain': view(RESOURCES.actes_terrain.many, 'clipboard-data', '/appareils/agents', [
      'terrain',
      'Lister',
    ]),
  },
  Statistiques: {
    'recensement-sous-entite': screen(
      'Recensement par sous-entité',
      'chart-bar',
      '/statistiques/recensement/sous_entite',
      FIGURES,
    ),
    'recensement-agent': screen(
      'Recensement par agent',
      'user-search',
      '/statistiques/recensement/par_agent',
      FIGURES,
    ),
    'recensement-activite': screen(
      'Recensement par activité',
      'chart-pie',
      '/statistiques/recensement/par_activite',
      FIGURES,
    ),
    'recouvrement-moyen-paiement': screen(
      'Recouvrement par moyen de paiement',
      'credit-card',
      '/statistiques/recouvrement/par_moyen_paiement',
      FIGURES,
    ),
    'recouvrement-sous-entite': screen(
      'Recouvrement par sous-entité',
      'map-2',
      '/statistiques/recouvrement/par_sous_entite',
      FIGURES,
    ),
    'recouvrement-agent': screen(
      'Recouvrement par agent',
      'user-dollar',
      '/statistiques/recouvrement/par_agent',
      FIGURES,
    ),
    'recouvrement-activite': screen(
      'Recouvrement par activité',
      'chart-donut',
      '/statistiques/recouvrement/par_activite',
      FIGURES,
    ),
    carte: screen('Carte de situation', 'map', '/statistiques/carte', FIGURES),
    rythme: screen('Rythme du recouvrement', 'chart-line', '/statistiques/rythme', FIGURES),
  },
  Impressions: {
    'impression-contribuables': screen(
      'Liste des contribuables',
      'printer',
      '/impressions/liste-des-contribuables',
      READ,
    ),
    'impression-transactions': screen(
      'Liste des transactions',
      'printer',
      '/impressions/liste-des-transactions',
      READ,
    ),
    'situation-contribuables': view(
      'Situation des contribuables',
      'scale',
      '/impressions/situation-des-contribuables',
      ['impression-contribuables', 'Lister'],
    ),
    'situation-recouvrements': screen(
      'Situation des recouvrements',
      'report-money',
      '/impressions/situation-des-recouvrements',
      FIGURES,
    ),
    'situation-impayes': screen(
      'Situation des impayés',
      'report-off',
      '/impressions/situation-des-impayes',
      FIGURES,
    ),
    'releve-recouvrements': screen(
      'Relevé des recouvrements',
      'receipt',
      '/impressions/releve-des-recouvrements',
      FIGURES,
    ),
    exports: view('Mes exports', 'file-download', '/exports'),
  },
  Taxes: {
    echeances: view(RESOURCES.echeances.many, 'calendar-dollar', '/echeances', ['ramifications', 'Valider']),
  },
  Configurations: {
    'moyens-paiement': screen(RESOURCES.moyen_paiements.many, 'credit-card', '/moyens-paiement', WRITE),
    'modalites-paiement': screen(RESOURCES.modalite_paiements.many, 'coins', '/modalites-paiement', WRITE),
    regies: screen(RESOURCES.regies.many, 'building-bank', '/regies', WRITE),
    mandats: screen(RESOURCES.mandats.many, 'user-check', '/mandats', WRITE),
    'categories-valeurs': screen(RESOURCES.categorie_valeurs.many, 'ticket', '/categories-valeurs', WRITE),
    'categorie-taxes': screen(RESOURCES.categorietaxes.many, 'folders', '/categorie-taxes', WRITE),
    taxes: screen(RESOURCES.entite_taxes.many, 'receipt-tax', '/taxes', [...WRITE, 'Approuver'] as const),
    'type-equipement': screen(RESOURCES.type_equipements.many, 'device-desktop', '/type-equipement', WRITE),
    'categorie-activite': screen(
      RESOURCES.categorie_activites.many,
      'category',
      '/categorie-activite',
      WRITE,
    ),
    'nature-activite': screen(RESOURCES.nature_activites.many, 'building-store', '/nature-activite', WRITE),
    frequences: screen(RESOURCES.frequences.many, 'calendar-repeat', '/frequences', WRITE),
    ramifications: screen(RESOURCES.ramifications.many, 'sitemap', '/ramifications', DECIDE),
    villes: screen(RESOURCES.villes.many, 'building-community', '/villes', WRITE),
    'types-ramification': screen(
      RESOURCES.type_ramifications.many,
      'hierarchy-2',
      '/types-ramification',
      WRITE,
    ),
    agents: screen('Agents', 'user-shield', '/collectivite/agent', WRITE),
    'seuils-approbation': screen(
      RESOURCES.seuil_approbations.many,
      'user-check',
      '/seuils-approbation',
      WRITE,
    ),
    papiers: screen(RESOURCES.papiers.many, 'certificate', '/papiers-officiels', SETTINGS),
  },
  Administration: {
    collectivites: screen(RESOURCES.entites.many, 'building-estate', '/administration/collectivite', WRITE),
    'mise-en-service': view('Mise en service', 'list-check', '/mise-en-service', ['collectivites', 'Lister']),
    users: screen(RESOURCES.users.many, 'users', '/users', WRITE),
    roles: screen(RESOURCES.groups.many, 'lock-access', '/roles', WRITE),
    journal: screen(RESOURCES.journal.one, 'history', '/administration/journal', READ),
    securite: screen('Sécurité', 'shield-lock', '/securite', WATCH),
    sms: screen(RESOURCES.messages_sms.many, 'message', '/administration/sms', WATCH),
    sauvegardes: screen('Sauvegardes', 'database-export', '/sauvegardes', ['Lister', 'Créer']),
  },
};

export const SCREENS = {
  ...MENU.Pilotage,
  ...MENU.Collectivité,
  ...MENU.Caisse,
  ...MENU['Restes à recouvrer'],
  ...MENU.Terrain,
  ...MENU.Statistiques,
  ...MENU.Impressions,
  ...MENU.Taxes,
  ...MENU.Configurations,
  ...MENU.Administration,
};
type Screens = typeof SCREENS;

/** The screens of figures. */
export const FIGURE_SCREENS = {
  'tableau-de-bord': MENU.Pilotage['tableau-de-bord'],
  ...MENU.Statistiques,
};
export type FigureScreen = keyof typeof FIGURE_SCREENS;

export type MenuModule = keyof typeof MENU;
/** A screen of the menu. */
export type MenuKey = keyof Screens;

export type ScreenIcon = Screens[MenuKey]['icon'];

/** The menu: each section with its screens, in order. */
export const SECTIONS = Object.entries(MENU).map(([module, screens]) => ({
  module: module as MenuModule,
  screens: Object.keys(screens) as MenuKey[],
}));

/** A screen with its own rights, by its key. */
export type ScreenKey = {
  [Key in MenuKey]: Screens[Key] extends { permissions: readonly Permission[] } ? Key : never;
}[MenuKey];
export type PermissionOf<Key extends ScreenKey> = Screens[Key]['permissions'][number];
/** The screens that have a permission; for several permissions, those that have all. */
export type ScreenWith<Name extends Permission> = {
  [Key in ScreenKey]: [Name] extends [PermissionOf<Key>] ? Key : never;
}[ScreenKey];
/** The permissions on records that are listed, created, changed and removed; and their screens. */
export type WritePermission = (typeof WRITE)[number];
export type WrittenScreen = ScreenWith<WritePermission>;
/** A permission together with a screen that has it. */
export type Right = { [Key in ScreenKey]: readonly [screen: Key, permission: PermissionOf<Key>] }[ScreenKey];
