/** How screens and exports name what the journal holds: apart from the schemas, which a list on screen does not need. */
import { FIGURE_SCREENS, RESOURCES } from '../register.ts';

type Labels = Readonly<Record<string, string>>;

/** The acts that are filtered by; the others are shown as they are named. */
export const ACTES = {
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
} as const satisfies Labels;

export const DOMAINES: Labels = {
  territoire: 'Territoire',
  administration: 'Administration',
  fiscalite: 'Fiscalité',
  contribuables: 'Contribuables',
  paiements: 'Paiements',
  pilotage: 'Pilotage',
  impressions: 'Impressions',
};

/** One record of each resource; of tables of figures, the screen that they were taken from. */
export const RESSOURCES: Labels = Object.fromEntries([
  ...Object.entries(RESOURCES).map(([path, { one }]) => [path, one]),
  ...Object.entries(FIGURE_SCREENS).map(([key, { nom }]) => [key, nom]),
]);

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
