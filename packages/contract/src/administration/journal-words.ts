/** How screens and exports name what the journal holds: apart from the schemas, which a list on screen does not need. */
import { FIGURE_SCREENS, RESOURCES } from '../register.ts';

type Labels = Readonly<Record<string, string>>;

/** The acts that are filtered by; the others are shown as they are named. */
export const ACTES = {
  créer: 'Création',
  approuver: 'Approbation',
  modifier: 'Modification',
  supprimer: 'Suppression',
  valider: 'Validation',
  confirmer: 'Confirmation',
  refuser: 'Échec',
  extourner: 'Extourne',
  exporter: 'Export',
  clôturer: 'Clôture',
  contrôler: 'Contrôle',
  rouvrir: 'Réouverture',
  connexion: 'Connexion',
  'connexion refusée': 'Connexion refusée',
  déconnexion: 'Déconnexion',
} as const satisfies Labels;

export const DOMAINES: Labels = {
  territoire: 'Territoire',
  administration: 'Administration',
  fiscalite: 'Fiscalité',
  contribuables: 'Contribuables',
  paiements: 'Paiements',
  recouvrement: 'Restes à recouvrer',
  caisse: 'Caisse',
  pilotage: 'Pilotage',
  impressions: 'Impressions',
};

/** One record of each resource; of tables of figures, the screen that they were taken from. */
export const RESSOURCES: Labels = Object.fromEntries([
  ...Object.entries(RESOURCES).map(([path, { one }]) => [path, one]),
  ...Object.entries(FIGURE_SCREENS).map(([key, { nom }]) => [key, nom]),
  ['sauvegardes', 'Sauvegarde'],
]);

/**
 * What the journal's documents carry, of every resource: as columns write a name (`num_klis`) or as replies do (`numKlis`).
 * `matrix.test.ts` finds each field that a writing call leaves there, and expects it here.
 */
export const CHAMPS: Labels = {
  a: 'Dernier numéro',
  aConfirmer: 'À confirmer',
  acces: 'Accès',
  annule: 'Annulé',
  attendu: 'Attendu',
  acte: 'Acte',
  address: 'Adresse IP',
  adresse: 'Adresse',
  age: 'Âge',
  agent: 'Agent',
  annee: 'Année',
  appartenance: 'Appartenance',
  applications: 'Applications',
  avance: "Payé d'avance",
  avis: 'Avis',
  baseTaxables: 'Bases taxables',
  bases: 'Bases taxables',
  betail: 'Bétail',
  bureauAccepteur: 'Agent',
  bordereau: 'Bordereau',
  caisseDepuis: 'Caisses tenues depuis le',
  categorie: 'Catégorie',
  chemin: 'Chemin',
  cheque: 'Chèque',
  cle: 'Clé',
  cleIdempotence: 'Clé de la demande',
  closedAt: 'Close le',
  code: 'Code',
  commission: 'Commission',
  comptable: 'Comptable de rattachement',
  compte: 'Compté',
  confirmedAt: 'Confirmé le',
  contour: 'Points du contour',
  contrib: 'Contribuable',
  contribuable: 'Contribuable',
  contribuables: 'Contribuables',
  correctedAt: 'Corrigé le',
  correctedBy: 'Corrigé par',
  cptr: 'Sous-entités',
  createdAt: 'Créé le',
  createdBy: 'Créé par',
  de: 'Premier numéro',
  debut: 'Depuis le',
  delaiJours: 'Délai de versement (jours)',
  destinataire: 'Destinataire',
  destination: 'Destination',
  dateRequete: 'Date de la demande',
  dateTransaction: 'Date de la transaction',
  delai: 'Délai (jours)',
  demandeur: 'Demandée par',
  description: 'Description',
  devise: 'Devise',
  document: 'Document',
  droits: 'Vos droits',
  ecusson: 'Écusson',
  email: 'Adresse email',
  enTete: 'En-tête',
  enabled: 'Active ?',
  enrollement: 'Enrôlement',
  entite: 'Collectivité',
  entites: 'Collectivités',
  equipement: 'Équipement',
  essai: 'Essai',
  exclue: 'Exclue',
  exigibleLe: 'Exigible le',
  extourne: 'Extourne',
  extourneDe: 'Extourne de',
  explication: 'Explication',
  fichier: 'Fichier',
  filtres: 'Filtres',
  fin: 'Jusqu’au',
  fonds: 'Fonds de caisse',
  format: 'Format',
  frais: 'Frais',
  frequence: 'Fréquence',
  fullName: 'Nom complet',
  groupe: 'Groupe',
  horaires: 'Horaires',
  icon: 'Icône',
  id: 'Identifiant',
  impression: 'Impression',
  impressions: 'Impressions',
  issue: 'Issue',
  jour: 'Jour',
  latitude: 'Latitude',
  libelle: 'Libellé',
  lieu: 'Lieu',
  lieuNaissance: 'Lieu de naissance',
  lignes: 'Lignes',
  longitude: 'Longitude',
  module: 'Rubrique',
  montant: 'Montant',
  motif: 'Motif',
  moyenPaiement: 'Moyen de paiement',
  moyenPaiementPrefere: 'Moyen de paiement préféré',
  moyenPaiements: 'Moyens de paiement',
  nature: 'Nature',
  natureActivite: 'Activité',
  navigation: 'Écran',
  nbreBetail: 'Nombre de têtes de bétail',
  net: 'Net de frais',
  nif: 'NIF',
  niveau: 'Niveau',
  noTransaction: 'Référence',
  nom: 'Nom',
  nombre: 'Nombre',
  nomCherche: 'Nom cherché',
  nomComplet: 'Nom complet',
  nomCourt: 'Nom court',
  note: 'Note',
  numKlis: 'Numéro',
  numero: 'Numéro',
  numeroPieceIdentite: "Numéro de la pièce d'identité",
  numeroRecu: 'Reçu',
  office: 'Office',
  objet: 'Objet',
  occurrences: 'Occurrences par an',
  parent: 'Parent',
  payer: 'Payé',
  paye: 'Payé',
  payeur: 'Payeur',
  periode: 'Période',
  permissions: 'Permissions',
  photo: 'Photo',
  photos: 'Photos',
  plafond: 'Plafond',
  plafondPaiement: 'Montant maximal d’un paiement',
  procesVerbal: 'Procès-verbal',
  precision: 'Précision',
  precisione: 'Précisions',
  precisions: 'Précisions',
  prenom: 'Prénom',
  promis: 'Promis',
  promisLe: 'Promis pour le',
  raison: 'Raison',
  raisonSociale: 'Raison sociale',
  ramification: 'Localisation',
  ramifications: 'Sous-entités',
  recuEnMain: 'Reçu en main',
  recu: 'Reçu',
  reference: 'Référence',
  reponse: 'Réponse',
  regie: 'Régie',
  regisseur: 'Régisseur',
  reglement: 'Règlement',
  restant: 'Restant',
  retard: 'Retard',
  role: 'Groupe',
  roles: 'Rôles',
  sansDette: 'Sans dette',
  secondFacteur: 'Second facteur',
  session: 'Session',
  seuil: 'Seuil',
  sessions: 'Sessions',
  sorte: 'Sorte',
  signataireAvis: 'Signataire des avis',
  signataireFiche: 'Signataire des fiches',
  situation: 'Situation',
  statut: 'Statut',
  suppleant: 'Suppléant',
  statutJuridique: 'Statut juridique',
  tarif: 'Tarif',
  tarifs: 'Tarifs',
  taxe: 'Taxe',
  taxes: 'Taxes',
  telephone: 'Téléphone',
  textes: 'Textes',
  titre: 'Titre',
  total: 'Prévu',
  transaction: 'Transaction',
  transactions: 'Transactions',
  type: 'Type',
  typeEquipement: "Type d'équipement",
  typePieceIdentite: "Type de pièce d'identité",
  updatedAt: 'Modifié le',
  url: 'Adresse de l’écran',
  userAgent: 'Navigateur',
  username: 'Pseudo',
  utilisateur: 'Utilisateur',
  validatedAt: 'Validé le',
  validatedBy: 'Validé par',
  valeur: 'Valeur faciale',
  variation: 'Précision',
  vendu: 'Vendu',
  version: 'Version',
  ville: 'Ville',
};

/** Of these the journal's documents carry francs. */
const MONTANTS: ReadonlySet<string> = new Set([
  'annule',
  'attendu',
  'avance',
  'compte',
  'fonds',
  'frais',
  'montant',
  'net',
  'paye',
  'payer',
  'plafond',
  'plafondPaiement',
  'promis',
  'recu',
  'restant',
  'seuil',
  'tarif',
  'total',
  'valeur',
  'vendu',
]);

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

/** `corrected_by_id` -> `correctedBy`: one name of a field, whichever way the document writes it. */
export const champOf = (name: string): string =>
  name.replace(/(?<=.)(?:_id|Id)$/, '').replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const champ = labelled(CHAMPS);

/** A field of a stored record; `categorie_id` is named as `categorie`. */
export const champLabel = (name: string): string => champ(champOf(name));

/** Whether a field of a stored record is an amount. */
export const isMontant = (name: string): boolean => MONTANTS.has(champOf(name));
