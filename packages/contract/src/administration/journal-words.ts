/** How screens and exports name what the journal holds: apart from the schemas, which a list on screen does not need. */

type Labels = Readonly<Record<string, string>>;

/** The acts that are filtered by; services may name others, in plain French. */
export const ACTES: Labels = {
  créer: 'Création',
  modifier: 'Modification',
  supprimer: 'Suppression',
  valider: 'Validation',
  confirmer: 'Confirmation',
  refuser: 'Échec',
  extourner: 'Extourne',
  exporter: 'Export',
  clôturer: 'Clôture',
  rouvrir: 'Réouverture',
  connexion: 'Connexion',
  déconnexion: 'Déconnexion',
};

export const DOMAINES: Labels = {
  territoire: 'Territoire',
  administration: 'Administration',
  fiscalite: 'Fiscalité',
  contribuables: 'Contribuables',
  paiements: 'Paiements',
  pilotage: 'Pilotage',
  impressions: 'Impressions',
};

/** One record of each resource. */
export const RESSOURCES: Labels = {
  entites: 'Collectivité',
  ramifications: 'Sous-entité',
  type_ramifications: 'Type de sous-entité',
  villes: 'Ville',
  users: 'Utilisateur',
  groups: 'Groupe',
  permissions: 'Droit',
  navigations: 'Entrée de navigation',
  session: 'Session',
  journal: 'Journal',
  categorie_activites: "Catégorie d'activité",
  nature_activites: "Nature d'activité",
  type_equipements: "Type d'équipement",
  frequences: 'Fréquence',
  categorietaxes: 'Catégorie de taxes',
  entite_taxes: 'Taxe',
  applications: 'Application de taxe',
  precisions: 'Précision de tarif',
  echeances: 'Échéance',
  exercices: 'Exercice',
  contribuables: 'Contribuable',
  equipements: 'Équipement',
  enrollements: 'Enrôlement',
  transactions: 'Transaction',
  moyen_paiements: 'Moyen de paiement',
  // lists and tables that are taken along
  imputations: 'Imputation',
  'bases-taxables': 'Base taxable',
  'echeances/sans-tarif': 'Ligne sans tarif',
  'ramifications/acces': 'Accès à une sous-entité',
  'tableau-de-bord': 'Tableau de bord',
  carte: 'Carte de situation',
  rythme: 'Rythme du recouvrement',
  'recensement-sous-entite': 'Recensement par sous-entité',
  'recensement-agent': 'Recensement par agent',
  'recensement-activite': 'Recensement par activité',
  'recouvrement-moyen-paiement': 'Recouvrement par moyen de paiement',
  'recouvrement-sous-entite': 'Recouvrement par sous-entité',
  'recouvrement-agent': 'Recouvrement par agent',
  'recouvrement-activite': 'Recouvrement par activité',
};

const CHAMPS: Labels = {
  id: 'N°',
  enabled: 'Active ?',
  entite: 'Collectivité',
  categorie: 'Catégorie',
  telephone: 'Téléphone',
  prenom: 'Prénom',
  adresse: 'Adresse',
  username: 'Pseudo',
  email: 'Adresse email',
  created_at: 'Créé le',
  updated_at: 'Modifié le',
  created_by: 'Créé par',
  num_klis: 'Numéro',
  numero: 'Numéro',
  lignes: 'Lignes',
};

/** Fields that change with any other: a summary of a change leaves them out. */
export const CHAMPS_SUIVEURS: readonly string[] = ['version', 'updated_at', 'updatedAt'];

/** `num_klis`, `numKlis`, `categorie_id` in words. */
function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-zà-ÿ])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const labelled = (labels: Labels) => (name: string) =>
  (Object.hasOwn(labels, name) ? labels[name] : undefined) ?? inWords(name);

export const acteLabel = labelled(ACTES);
export const domaineLabel = labelled(DOMAINES);
export const ressourceLabel = labelled(RESSOURCES);

const champ = labelled(CHAMPS);

/** A field of a stored record; `categorie_id` is named as `categorie`. */
export const champLabel = (name: string): string => champ(name.replace(/(?<=.)(?:_id|Id)$/, ''));
