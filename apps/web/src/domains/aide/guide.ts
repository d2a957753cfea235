/** The user guide: its pages by chapter, in reading order, and the help page of each screen. */
import { PAGES } from '@octroi/contract/pages';
import { type MenuKey, SCREENS } from '@octroi/contract/register';

export const SOMMAIRE = {
  'Premiers pas': ['se-connecter', 'chercher', 'lire-une-liste', 'les-mots'],
  Contribuables: [
    'enroler',
    'corriger-et-valider',
    'changer-de-secteur',
    'importer',
    'la-fiche',
    'encaisser',
    'guichet',
    'annuler-rembourser',
    'approuver',
    'exonerer',
    'avis',
  ],
  'Restes à recouvrer': ['tournees'],
  Caisse: ['caisse', 'valeurs-inactives'],
  Terrain: ['terrain'],
  'Suivre le recouvrement': [
    'ma-journee',
    'suivre-la-journee',
    'statistiques',
    'rythme',
    'carte',
    'imprimer',
  ],
  'Préparer la collectivité': [
    'collectivites',
    'mise-en-service',
    'territoire',
    'configurer',
    'configurer-une-taxe',
    'generer-les-echeances',
    'suspendre',
    'papiers',
    'personnes-et-droits',
    'journal',
    'securite',
    'sauvegardes',
  ],
} as const;

export type GuidePage = (typeof SOMMAIRE)[keyof typeof SOMMAIRE][number];

/** The help page of each screen of the menu. */
const PAGE_OF = {
  journee: 'ma-journee',
  'point-du-mois': 'ma-journee',
  'tableau-de-bord': 'suivre-la-journee',
  contribuables: 'lire-une-liste',
  enrollements: 'corriger-et-valider',
  revue: 'corriger-et-valider',
  equipements: 'lire-une-liste',
  'bases-taxables': 'lire-une-liste',
  exonerations: 'exonerer',
  import: 'importer',
  guichet: 'guichet',
  transactions: 'encaisser',
  imputations: 'encaisser',
  'a-eclaircir': 'encaisser',
  approbations: 'approuver',
  tournees: 'tournees',
  'avis-distribues': 'avis',
  terrain: 'terrain',
  'cas-terrain': 'terrain',
  'actes-terrain': 'terrain',
  'ma-caisse': 'caisse',
  detentions: 'caisse',
  'sessions-caisse': 'caisse',
  versements: 'caisse',
  ecarts: 'caisse',
  'ventes-valeurs': 'valeurs-inactives',
  'valeurs-inactives': 'valeurs-inactives',
  'releve-valeurs': 'valeurs-inactives',
  'categories-valeurs': 'valeurs-inactives',
  regies: 'caisse',
  mandats: 'caisse',
  'recensement-sous-entite': 'statistiques',
  'recensement-agent': 'statistiques',
  'recensement-activite': 'statistiques',
  'recouvrement-moyen-paiement': 'statistiques',
  'recouvrement-sous-entite': 'statistiques',
  'recouvrement-agent': 'statistiques',
  'recouvrement-activite': 'statistiques',
  carte: 'carte',
  rythme: 'rythme',
  'impression-contribuables': 'imprimer',
  'impression-transactions': 'imprimer',
  'situation-contribuables': 'imprimer',
  'situation-recouvrements': 'imprimer',
  'situation-impayes': 'avis',
  'releve-recouvrements': 'imprimer',
  exports: 'lire-une-liste',
  echeances: 'generer-les-echeances',
  suspensions: 'suspendre',
  'moyens-paiement': 'configurer',
  'modalites-paiement': 'configurer',
  'categorie-taxes': 'configurer',
  taxes: 'configurer-une-taxe',
  'type-equipement': 'configurer',
  'categorie-activite': 'configurer',
  'nature-activite': 'configurer',
  frequences: 'configurer',
  ramifications: 'territoire',
  villes: 'territoire',
  'types-ramification': 'territoire',
  agents: 'personnes-et-droits',
  'seuils-approbation': 'approuver',
  papiers: 'papiers',
  collectivites: 'collectivites',
  'mise-en-service': 'mise-en-service',
  users: 'personnes-et-droits',
  roles: 'personnes-et-droits',
  journal: 'journal',
  securite: 'securite',
  sms: 'terrain',
  sauvegardes: 'sauvegardes',
} as const satisfies Record<MenuKey, GuidePage>;

/** The screens that a page is the help of. */
export const screensOfPage = (page: GuidePage): MenuKey[] =>
  (Object.keys(PAGE_OF) as MenuKey[]).filter((screen) => PAGE_OF[screen] === page);

/** Pages below a screen whose help page differs from the screen's. */
const BENEATH = {
  fiche: 'la-fiche',
  ficheIndividuelle: 'la-fiche',
  contribuableCreate: 'enroler',
  contribuableEdit: 'corriger-et-valider',
  changeSecteur: 'changer-de-secteur',
  encaissement: 'encaisser',
  remboursement: 'annuler-rembourser',
  transaction: 'annuler-rembourser',
  acces: 'personnes-et-droits',
  profil: 'se-connecter',
} as const satisfies Partial<Record<keyof typeof PAGES, GuidePage>>;

/** Addresses with their help page, longest first. */
const PREFIXES = [
  ...Object.entries(BENEATH).map(([name, page]) => ({
    pattern: PAGES[name as keyof typeof BENEATH] as string,
    page: page as GuidePage,
  })),
  ...Object.entries(PAGE_OF).map(([screen, page]) => ({
    pattern: SCREENS[screen as MenuKey].url as string,
    page: page as GuidePage,
  })),
]
  .map(({ pattern, page }) => ({ parts: partsOf(pattern), page }))
  .toSorted((one, other) => other.parts.length - one.parts.length);

function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

/** The help page of an address; undefined if none applies. */
export function helpAt(pathname: string): GuidePage | undefined {
  const parts = partsOf(pathname);
  // the dashboard of one sub-entity
  if (parts.length === 1 && /^\d+$/.test(parts[0] ?? '')) return PAGE_OF['tableau-de-bord'];
  return PREFIXES.find((prefix) =>
    prefix.parts.length === 0
      ? parts.length === 0
      : prefix.parts.every((part, index) => (part.startsWith('$') ? parts[index] : part === parts[index])),
  )?.page;
}
