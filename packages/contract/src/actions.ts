/**
 * What people come to do, and everyday words for screens: the search box finds a form or a screen by them. Pure.
 */
import { PAGES } from './pages.ts';
import { type MenuKey, type Right, SCREENS, type WrittenScreen } from './register.ts';
import { RESOURCES } from './resource-words.ts';

export interface Action {
  /** Unique. */
  nom: string;
  /** Where it is done. */
  url: string;
  rights: readonly Right[];
  /** Other words for it. */
  mots: string;
}

/** Screens whose records have a creation form. */
const CREATED = {
  taxes: 'entite_taxes',
  'categorie-taxes': 'categorietaxes',
  frequences: 'frequences',
  'type-equipement': 'type_equipements',
  'categorie-activite': 'categorie_activites',
  'nature-activite': 'nature_activites',
  'moyens-paiement': 'moyen_paiements',
  'modalites-paiement': 'modalite_paiements',
  regies: 'regies',
  mandats: 'mandats',
  'categories-valeurs': 'categorie_valeurs',
  'seuils-approbation': 'seuil_approbations',
  villes: 'villes',
  'types-ramification': 'type_ramifications',
  collectivites: 'entites',
  users: 'users',
  roles: 'groups',
} as const satisfies Partial<Record<WrittenScreen, keyof typeof RESOURCES>>;

const CREATE = 'créer ajouter nouveau nouvelle';

const creations = (Object.keys(CREATED) as (keyof typeof CREATED)[]).map((screen): Action => {
  const { one, feminine }: { one: string; feminine?: true } = RESOURCES[CREATED[screen]];
  return {
    nom: `Créer ${feminine ? 'une' : 'un'} ${one.charAt(0).toLowerCase()}${one.slice(1)}`,
    url: `${SCREENS[screen].url}/create`,
    rights: [[screen, 'Créer']],
    mots: CREATE,
  };
});

export const ACTIONS: readonly Action[] = [
  {
    nom: 'Enrôler un contribuable',
    url: PAGES.contribuableCreate,
    rights: [['contribuables', 'Créer']],
    mots: `inscrire recenser enrollement redevable personne ${CREATE}`,
  },
  {
    nom: 'Encaisser un paiement',
    url: SCREENS.guichet.url,
    rights: [['guichet', 'Voir']],
    mots: 'payer recevoir règlement espèces chèque quittance reçu',
  },
  {
    nom: 'Valider les enrôlements un par un',
    url: SCREENS.revue.url,
    rights: [['enrollements', 'Valider']],
    mots: 'contrôler vérifier revue',
  },
  {
    nom: 'Importer un registre',
    url: SCREENS.import.url,
    rights: [['contribuables', 'Créer']],
    mots: 'fichier excel csv tableur reprendre',
  },
  {
    nom: 'Imprimer les avis d’imposition',
    url: SCREENS.contribuables.url,
    rights: [
      ['contribuables', 'Lister'],
      ['contribuables', 'Émettre'],
    ],
    mots: 'avertissement facture',
  },
  {
    nom: 'Générer les échéances',
    url: SCREENS.echeances.url,
    rights: [['ramifications', 'Valider']],
    mots: 'facturer année exercice',
  },
  {
    nom: 'Ouvrir ou fermer ma caisse',
    url: SCREENS['ma-caisse'].url,
    rights: [['ma-caisse', 'Voir']],
    mots: 'session compter comptage billets clôturer verser versement',
  },
  {
    nom: 'Suspendre ou différer une taxe',
    url: SCREENS.suspensions.url,
    rights: [['suspensions', 'Créer']],
    mots: 'moratoire délibération',
  },
  {
    nom: 'Ajouter une sous-entité',
    url: SCREENS.ramifications.url,
    rights: [['ramifications', 'Créer']],
    mots: `quartier zone secteur département lieu territoire ${CREATE}`,
  },
  {
    nom: 'Ajouter un agent',
    url: `${SCREENS.agents.url}/create`,
    rights: [['agents', 'Créer']],
    mots: CREATE,
  },
  {
    nom: 'Inscrire un téléphone d’agent',
    url: SCREENS.terrain.url,
    rights: [['terrain', 'Créer']],
    mots: `appareil tablette code terrain ${CREATE}`,
  },
  {
    nom: 'Ouvrir une commune',
    url: SCREENS['mise-en-service'].url,
    rights: [['collectivites', 'Créer']],
    mots: `démarrer installer ${CREATE}`,
  },
  {
    nom: 'Sauvegarder maintenant',
    url: SCREENS.sauvegardes.url,
    rights: [['sauvegardes', 'Créer']],
    mots: 'copie backup',
  },
  { nom: 'Changer mon mot de passe', url: PAGES.profil, rights: [], mots: 'profil compte' },
  ...creations,
];

/** Words that people use for a screen, beside its name. */
export const MOTS_DES_ECRANS: Partial<Record<MenuKey, string>> = {
  journee: 'accueil aujourd’hui tâches',
  'tableau-de-bord': 'accueil chiffres résumé',
  contribuables: 'redevables personnes fiches',
  enrollements: 'inscriptions recensement à valider',
  'bases-taxables': 'assiette lignes',
  transactions: 'paiements encaissements reçus quittances remboursements',
  imputations: 'affectation échéances payées',
  'a-eclaircir': 'inconnu opérateur réclamation',
  approbations: 'double accord demandes',
  guichet: 'payer encaisser comptoir',
  'ma-caisse': 'session comptage billets versement',
  detentions: 'caisses argent détenu',
  ecarts: 'manque excédent différence',
  'valeurs-inactives': 'tickets carnets',
  terrain: 'téléphones tablettes agents',
  carte: 'plan gps',
  rythme: 'prévision objectif',
  'situation-impayes': 'dettes retards arriérés débiteurs restes relances avis',
  exports: 'fichiers téléchargements excel pdf',
  tournees: 'visites itinéraire',
  'avis-distribues': 'notifications remises talons distribution',
  echeances: 'facturation dû',
  taxes: 'tarifs barème délibération',
  'type-equipement': 'bases taxables unité',
  'nature-activite': 'bases taxables métiers unité',
  frequences: 'mensuel annuel périodes',
  ramifications: 'territoire quartiers zones secteurs départements lieux',
  'seuils-approbation': 'double accord',
  papiers: 'écusson logo signature mentions avis reçus',
  collectivites: 'communes villes mairies',
  'mise-en-service': 'démarrage installation',
  users: 'comptes mots de passe personnes',
  roles: 'droits permissions accès',
  journal: 'historique audit traces',
  securite: 'connexions refusées mots de passe',
  sms: 'messages envoyés',
  sauvegardes: 'copies backup restaurer',
};
