/**
 * The register: every screen with its label, icon, address, rights and place in the side menu. Menu, breadcrumbs,
 * links, navigation entries of the database, rights, journal and messages read it, so nothing is stated twice. A screen
 * added here appears in the menu and, at the next start, in the database, where it can be granted. Pure, without
 * schemas: the first page loads it.
 */
import type { Permission } from './constants.ts';
import { RESOURCES } from './resource-words.ts';

export * from './resource-words.ts';

/** The properties of every screen. */
export interface Screen {
  /** Label in tabs, cards and breadcrumbs, and title unless the specification has another. */
  nom: string;
  /** Tabler icon. */
  icon: string;
  url: string;
}

/**
 * A menu entry.
 * @param url of its own page of cards; without one, its screens are tabs
 * @param restricted left out for a person who may only read its screens
 */
const entry = <const Icon extends string, const Url extends string | undefined = undefined>(
  nom: string,
  icon: Icon,
  url?: Url,
  restricted = false,
) => ({ nom, icon, url: url as Url, restricted });

/**
 * The side menu: its sections and their entries, in order. Screens stand under an entry as tabs, or as cards on the
 * entry's own page if it has an address.
 */
export const MENU = {
  Accueil: {
    journee: entry('Ma journée', 'sunrise'),
    'tableau-de-bord': entry('Tableau de bord', 'layout-dashboard'),
  },
  Collectivité: {
    contribuables: entry(RESOURCES.contribuables.many, 'users-group'),
    enrollements: entry(RESOURCES.enrollements.many, 'clipboard-check'),
    transactions: entry(RESOURCES.transactions.many, 'cash'),
    restes: entry('Restes', 'hourglass-low'),
    approbations: entry(RESOURCES.approbations.many, 'checks'),
  },
  Caisse: {
    guichet: entry('Guichet', 'cash-register'),
    'ma-caisse': entry('Ma caisse', 'wallet'),
    regie: entry('Régie', 'building-bank'),
    valeurs: entry(RESOURCES.valeurs_inactives.many, 'cards'),
  },
  Terrain: {
    appareils: entry(RESOURCES.appareils.many, 'device-mobile'),
  },
  Analyses: {
    recensement: entry('Recensement', 'chart-bar'),
    recouvrement: entry('Recouvrement', 'chart-line'),
    carte: entry('Carte', 'map'),
    impressions: entry('Impressions', 'printer', '/impressions'),
  },
  Réglages: {
    configurations: entry('Configurations', 'adjustments', '/configurations', true),
    administration: entry('Administration', 'shield-lock', '/administration'),
  },
};
export type MenuSection = keyof typeof MENU;
export const ENTRIES = {
  ...MENU.Accueil,
  ...MENU.Collectivité,
  ...MENU.Caisse,
  ...MENU.Terrain,
  ...MENU.Analyses,
  ...MENU.Réglages,
};
export type EntryKey = keyof typeof ENTRIES;

/**
 * What the session call says of a person's collectivités. A screen with `shownWhen` is left out of the menu until its
 * fact is true; the search finds it all the same.
 * - `contribuables`: there is a taxpayer
 * - `exonerations`: the person sees an exonération
 * - `regies`: a régie exists; for a person limited to sub-entities, the person has held a till
 * - `valeurs`: tickets are in use, and the person manages or holds some
 * - `appareils`: the person sees a device
 * - `approbations`: the person decides where a threshold exists, or sees a request
 * - `suivi`: the person follows figures or decides, rather than only taking payments
 */
export const FACTS = [
  'contribuables',
  'exonerations',
  'regies',
  'valeurs',
  'appareils',
  'approbations',
  'suivi',
] as const;
export type Fact = (typeof FACTS)[number];

/** Where a screen stands. */
interface Place {
  /** The menu entry that it stands under. */
  page: EntryKey;
  shownWhen?: Fact;
  /** The group of its card. A screen of a page of tabs with one is a card of Configurations until its fact is true. */
  card?: string;
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
  place: Place,
  permissions: Permissions,
) => ({ nom, icon, url, ...place, permissions });

/** A screen opened by another screen's right; without one, open to everybody. */
const view = <
  const Icon extends string,
  const Url extends string,
  const Opens extends readonly [screen: string, permission: Permission] | undefined = undefined,
>(
  nom: string,
  icon: Icon,
  url: Url,
  place: Place,
  opens?: Opens,
) => ({ nom, icon, url, ...place, opens: opens as Opens });

/** The permissions that change nothing. */
export const READ_ONLY: readonly Permission[] = ['Lister', 'Voir', 'Exporter'];
const READ = ['Lister', 'Voir', 'Exporter'] as const;
const WRITE = ['Lister', 'Voir', 'Créer', 'Modifier', 'Supprimer', 'Exporter'] as const;
const VALIDATE = [...WRITE, 'Valider'] as const;
const DECIDE = [...VALIDATE, 'Approuver'] as const;
/** A numbered paper is issued, not exported: its number is final. */
const ISSUE = 'Émettre' as const;
const FIGURES = ['Voir', 'Exporter'] as const;
const SETTINGS = ['Voir', 'Modifier'] as const;
const WATCH = ['Lister', 'Exporter'] as const;

/** The screens by module, which breadcrumbs name; within an entry or a group of cards they stand in this order. */
export const MODULES = {
  Pilotage: {
    // its content follows the rights of the screens it summarises
    journee: view('Ma journée', 'sunrise', '/journee', { page: 'journee', shownWhen: 'suivi' }),
    'tableau-de-bord': screen(
      'Tableau de bord',
      'layout-dashboard',
      '/',
      { page: 'tableau-de-bord' },
      FIGURES,
    ),
  },
  Collectivité: {
    contribuables: screen(
      RESOURCES.contribuables.many,
      'users-group',
      '/contribuables',
      { page: 'contribuables' },
      [...VALIDATE, ISSUE] as const,
    ),
    enrollements: screen(
      RESOURCES.enrollements.many,
      'clipboard-check',
      '/enrollements',
      { page: 'enrollements' },
      VALIDATE,
    ),
    revue: view('Passer en revue', 'eye-check', '/enrollements/revue', { page: 'enrollements' }, [
      'enrollements',
      'Valider',
    ]),
    equipements: screen(
      RESOURCES.equipements.many,
      'building-store',
      '/equipements',
      { page: 'contribuables' },
      VALIDATE,
    ),
    'bases-taxables': view(
      RESOURCES['bases-taxables'].many,
      'list-details',
      '/bases-taxables',
      { page: 'contribuables' },
      ['enrollements', 'Lister'],
    ),
    exonerations: screen(
      'Exonérés',
      'gift',
      '/contribuables/exonerations',
      { page: 'contribuables', shownWhen: 'exonerations' },
      [...READ, 'Créer', 'Modifier', 'Approuver'],
    ),
    import: view('Import', 'table-import', '/contribuables/import', { page: 'contribuables' }, [
      'contribuables',
      'Créer',
    ]),
    // « Rejeter »: records that the bank returned a cheque
    transactions: screen(RESOURCES.transactions.many, 'cash', '/transactions', { page: 'transactions' }, [
      ...DECIDE,
      ISSUE,
      'Rejeter',
    ] as const),
    imputations: view(RESOURCES.imputations.many, 'receipt-tax', '/imputations', { page: 'transactions' }, [
      'transactions',
      'Lister',
    ]),
    'a-eclaircir': view(
      RESOURCES.a_eclaircir.many,
      'message-question',
      '/paiements/a-eclaircir',
      { page: 'transactions' },
      ['transactions', 'Lister'],
    ),
    approbations: view(RESOURCES.approbations.many, 'checks', '/approbations', {
      page: 'approbations',
      shownWhen: 'approbations',
    }),
  },
  Caisse: {
    guichet: screen('Guichet', 'cash-register', '/guichet', { page: 'guichet', shownWhen: 'contribuables' }, [
      'Voir',
      'Annuler',
    ]),
    'ma-caisse': screen('Ma caisse', 'wallet', '/ma-caisse', { page: 'ma-caisse', shownWhen: 'regies' }, [
      'Voir',
      'Créer',
    ]),
    detentions: view('Régie', 'building-bank', '/caisse/regie', { page: 'regie', shownWhen: 'regies' }, [
      'sessions-caisse',
      'Lister',
    ]),
    'sessions-caisse': screen(
      RESOURCES.sessions_caisse.many,
      'calendar-dollar',
      '/caisse/sessions',
      { page: 'regie', shownWhen: 'regies' },
      [...READ, 'Valider', ISSUE],
    ),
    versements: screen(
      RESOURCES.versements.many,
      'truck-delivery',
      '/caisse/versements',
      { page: 'regie', shownWhen: 'regies' },
      [...READ, 'Valider', ISSUE],
    ),
    ecarts: screen(RESOURCES.ecarts.many, 'scale', '/caisse/ecarts', { page: 'regie', shownWhen: 'regies' }, [
      ...READ,
      'Modifier',
      'Valider',
      'Approuver',
    ]),
    'valeurs-inactives': screen(
      RESOURCES.valeurs_inactives.many,
      'cards',
      '/caisse/valeurs',
      { page: 'valeurs', shownWhen: 'valeurs' },
      [...READ, 'Créer', 'Valider'],
    ),
    'ventes-valeurs': screen(
      RESOURCES.ventes_valeurs.many,
      'ticket',
      '/caisse/ventes',
      { page: 'valeurs', shownWhen: 'valeurs' },
      [...READ, 'Créer'],
    ),
    'releve-valeurs': view(
      RESOURCES.releves_valeurs.many,
      'report-money',
      '/caisse/valeurs/releve',
      { page: 'valeurs', shownWhen: 'valeurs' },
      ['valeurs-inactives', 'Lister'],
    ),
  },
  Terrain: {
    terrain: screen(
      RESOURCES.appareils.many,
      'device-mobile',
      '/appareils',
      { page: 'appareils', shownWhen: 'appareils', card: 'Terrain' },
      [...READ, 'Créer', 'Modifier'],
    ),
    'cas-terrain': view(
      RESOURCES.cas_terrain.many,
      'alert-circle',
      '/appareils/cas',
      { page: 'appareils', shownWhen: 'appareils' },
      ['terrain', 'Lister'],
    ),
    'actes-terrain': view(
      RESOURCES.actes_terrain.many,
      'clipboard-data',
      '/appareils/agents',
      { page: 'appareils', shownWhen: 'appareils' },
      ['terrain', 'Lister'],
    ),
  },
  Statistiques: {
    'recensement-sous-entite': screen(
      'Recensement par sous-entité',
      'chart-bar',
      '/statistiques/recensement/sous_entite',
      { page: 'recensement', shownWhen: 'contribuables' },
      FIGURES,
    ),
    'recensement-agent': screen(
      'Recensement par agent',
      'user-search',
      '/statistiques/recensement/par_agent',
      { page: 'recensement', shownWhen: 'contribuables' },
      FIGURES,
    ),
    'recensement-activite': screen(
      'Recensement par activité',
      'chart-pie',
      '/statistiques/recensement/par_activite',
      { page: 'recensement', shownWhen: 'contribuables' },
      FIGURES,
    ),
    'recouvrement-moyen-paiement': screen(
      'Recouvrement par moyen de paiement',
      'credit-card',
      '/statistiques/recouvrement/par_moyen_paiement',
      { page: 'recouvrement', shownWhen: 'contribuables' },
      FIGURES,
    ),
    'recouvrement-sous-entite': screen(
      'Recouvrement par sous-entité',
      'map-2',
      '/statistiques/recouvrement/par_sous_entite',
      { page: 'recouvrement', shownWhen: 'contribuables' },
      FIGURES,
    ),
    'recouvrement-agent': screen(
      'Recouvrement par agent',
      'user-dollar',
      '/statistiques/recouvrement/par_agent',
      { page: 'recouvrement', shownWhen: 'contribuables' },
      FIGURES,
    ),
    'recouvrement-activite': screen(
      'Recouvrement par activité',
      'chart-donut',
      '/statistiques/recouvrement/par_activite',
      { page: 'recouvrement', shownWhen: 'contribuables' },
      FIGURES,
    ),
    carte: screen(
      'Carte de situation',
      'map',
      '/statistiques/carte',
      { page: 'carte', shownWhen: 'contribuables' },
      FIGURES,
    ),
    rythme: screen(
      'Rythme du recouvrement',
      'chart-line',
      '/statistiques/rythme',
      { page: 'recouvrement', shownWhen: 'contribuables' },
      FIGURES,
    ),
  },
  Impressions: {
    'impression-contribuables': screen(
      'Liste des contribuables',
      'address-book',
      '/impressions/liste-des-contribuables',
      { page: 'impressions', card: 'Listes' },
      READ,
    ),
    'impression-transactions': screen(
      'Liste des transactions',
      'file-dollar',
      '/impressions/liste-des-transactions',
      { page: 'impressions', card: 'Listes' },
      READ,
    ),
    'situation-contribuables': view(
      'Situation des contribuables',
      'scale',
      '/impressions/situation-des-contribuables',
      { page: 'impressions', card: 'Situations' },
      ['impression-contribuables', 'Lister'],
    ),
    'situation-recouvrements': screen(
      'Situation des recouvrements',
      'report-money',
      '/impressions/situation-des-recouvrements',
      { page: 'impressions', card: 'Situations' },
      FIGURES,
    ),
    'situation-impayes': screen(
      'Situation des impayés',
      'report-off',
      '/impressions/situation-des-impayes',
      { page: 'restes', shownWhen: 'contribuables' },
      FIGURES,
    ),
    'releve-recouvrements': screen(
      'Relevé des recouvrements',
      'receipt',
      '/impressions/releve-des-recouvrements',
      { page: 'impressions', card: 'Situations' },
      FIGURES,
    ),
    'point-du-mois': view(
      'Point du mois',
      'report-analytics',
      '/impressions/point-du-mois',
      { page: 'impressions', card: 'Situations' },
      ['rythme', 'Exporter'],
    ),
    exports: view('Mes exports', 'file-download', '/exports', { page: 'impressions', card: 'Fichiers' }),
  },
  'Restes à recouvrer': {
    tournees: screen(
      RESOURCES.tournees.many,
      'route',
      '/tournees',
      { page: 'restes', shownWhen: 'contribuables' },
      WRITE,
    ),
    'avis-distribues': screen(
      RESOURCES.avis_remis.many,
      'mail-check',
      '/avis-distribues',
      { page: 'restes', shownWhen: 'contribuables' },
      ['Lister', 'Créer', 'Supprimer', 'Exporter'] as const,
    ),
  },
  Taxes: {
    echeances: view(
      RESOURCES.echeances.many,
      'calendar-dollar',
      '/echeances',
      { page: 'configurations', card: 'Fiscalité' },
      ['ramifications', 'Valider'],
    ),
  },
  Configurations: {
    'moyens-paiement': screen(
      RESOURCES.moyen_paiements.many,
      'credit-card',
      '/moyens-paiement',
      { page: 'configurations', card: 'Encaissement' },
      WRITE,
    ),
    'modalites-paiement': screen(
      RESOURCES.modalite_paiements.many,
      'coins',
      '/modalites-paiement',
      { page: 'configurations', card: 'Encaissement' },
      WRITE,
    ),
    regies: screen(
      RESOURCES.regies.many,
      'building-bank',
      '/regies',
      { page: 'configurations', card: 'Encaissement' },
      WRITE,
    ),
    mandats: screen(
      RESOURCES.mandats.many,
      'user-check',
      '/mandats',
      { page: 'configurations', card: 'Encaissement' },
      WRITE,
    ),
    'categories-valeurs': screen(
      RESOURCES.categorie_valeurs.many,
      'ticket',
      '/categories-valeurs',
      { page: 'configurations', card: 'Encaissement' },
      WRITE,
    ),
    'categorie-taxes': screen(
      RESOURCES.categorietaxes.many,
      'folders',
      '/categorie-taxes',
      { page: 'configurations', card: 'Fiscalité' },
      WRITE,
    ),
    taxes: screen(
      RESOURCES.entite_taxes.many,
      'receipt-tax',
      '/taxes',
      { page: 'configurations', card: 'Fiscalité' },
      [...WRITE, 'Approuver'] as const,
    ),
    suspensions: screen(
      RESOURCES.suspensions.many,
      'player-pause',
      '/suspensions',
      { page: 'configurations', card: 'Fiscalité' },
      [...READ, 'Créer', 'Modifier', 'Approuver'],
    ),
    'type-equipement': screen(
      RESOURCES.type_equipements.many,
      'device-desktop',
      '/type-equipement',
      { page: 'configurations', card: 'Bases' },
      WRITE,
    ),
    'categorie-activite': screen(
      RESOURCES.categorie_activites.many,
      'category',
      '/categorie-activite',
      { page: 'configurations', card: 'Bases' },
      WRITE,
    ),
    'nature-activite': screen(
      RESOURCES.nature_activites.many,
      'building-store',
      '/nature-activite',
      { page: 'configurations', card: 'Bases' },
      WRITE,
    ),
    frequences: screen(
      RESOURCES.frequences.many,
      'calendar-repeat',
      '/frequences',
      { page: 'configurations', card: 'Fiscalité' },
      WRITE,
    ),
    ramifications: screen(
      RESOURCES.ramifications.many,
      'sitemap',
      '/ramifications',
      { page: 'configurations', card: 'Territoire' },
      DECIDE,
    ),
    villes: screen(
      RESOURCES.villes.many,
      'building-community',
      '/villes',
      { page: 'configurations', card: 'Territoire' },
      WRITE,
    ),
    'types-ramification': screen(
      RESOURCES.type_ramifications.many,
      'hierarchy-2',
      '/types-ramification',
      { page: 'configurations', card: 'Territoire' },
      WRITE,
    ),
    agents: screen(
      'Agents',
      'user-shield',
      '/collectivite/agent',
      { page: 'configurations', card: 'Agents' },
      WRITE,
    ),
    'seuils-approbation': screen(
      RESOURCES.seuil_approbations.many,
      'shield-check',
      '/seuils-approbation',
      { page: 'configurations', card: 'Encaissement' },
      WRITE,
    ),
    papiers: screen(
      RESOURCES.papiers.many,
      'certificate',
      '/papiers-officiels',
      { page: 'configurations', card: 'Papiers' },
      SETTINGS,
    ),
  },
  Administration: {
    collectivites: screen(
      RESOURCES.entites.many,
      'building-estate',
      '/administration/collectivite',
      { page: 'administration', card: 'Collectivités' },
      WRITE,
    ),
    'mise-en-service': view(
      'Mise en service',
      'list-check',
      '/mise-en-service',
      { page: 'administration', card: 'Collectivités' },
      ['collectivites', 'Lister'],
    ),
    users: screen(
      RESOURCES.users.many,
      'users',
      '/users',
      { page: 'administration', card: 'Personnes et droits' },
      WRITE,
    ),
    roles: screen(
      RESOURCES.groups.many,
      'lock-access',
      '/roles',
      { page: 'administration', card: 'Personnes et droits' },
      WRITE,
    ),
    journal: screen(
      RESOURCES.journal.one,
      'history',
      '/administration/journal',
      { page: 'administration', card: 'Suivi' },
      READ,
    ),
    securite: screen(
      'Sécurité',
      'shield-lock',
      '/securite',
      { page: 'administration', card: 'Suivi' },
      WATCH,
    ),
    sms: screen(
      RESOURCES.messages_sms.many,
      'message',
      '/administration/sms',
      { page: 'administration', card: 'Suivi' },
      WATCH,
    ),
    sauvegardes: screen(
      'Sauvegardes',
      'database-export',
      '/sauvegardes',
      { page: 'administration', card: 'Suivi' },
      ['Lister', 'Créer'],
    ),
  },
};

export const SCREENS = {
  ...MODULES.Pilotage,
  ...MODULES.Collectivité,
  ...MODULES.Caisse,
  ...MODULES.Terrain,
  ...MODULES.Statistiques,
  ...MODULES.Impressions,
  ...MODULES['Restes à recouvrer'],
  ...MODULES.Taxes,
  ...MODULES.Configurations,
  ...MODULES.Administration,
};
type Screens = typeof SCREENS;

/** The screens of figures. */
export const FIGURE_SCREENS = {
  'tableau-de-bord': MODULES.Pilotage['tableau-de-bord'],
  ...MODULES.Statistiques,
};
export type FigureScreen = keyof typeof FIGURE_SCREENS;

export type ScreenModule = keyof typeof MODULES;
/** A screen. */
export type MenuKey = keyof Screens;

/** Icons of screens and of menu entries. */
export type ScreenIcon = Screens[MenuKey]['icon'] | (typeof ENTRIES)[EntryKey]['icon'];

/** The modules with their screens, in order. */
export const MODULE_SCREENS = Object.entries(MODULES).map(([module, screens]) => ({
  module: module as ScreenModule,
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
