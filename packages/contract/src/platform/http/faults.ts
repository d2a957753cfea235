/**
 * The message for a value that a schema refuses without a message of its own: what was expected, in French, with the
 * screen's label of the field. Pure.
 */
import type { z } from 'zod';
import { formatNumber } from '../values/money.ts';
import * as resources from '../../resources.ts';

const NOT_SO = 'cette valeur n’est pas valable';

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'un texte est attendu',
  number: 'un nombre est attendu, en chiffres',
  int: 'un nombre entier est attendu, en chiffres',
  boolean: 'oui ou non est attendu',
  date: 'une date est attendue',
  array: 'une liste est attendue',
  object: 'une fiche est attendue',
  record: 'une fiche est attendue',
};

const SIZES: Readonly<Record<string, string>> = {
  string: ' caractères',
  array: ' éléments',
  set: ' éléments',
};

const size = (origin: string, limit: number | bigint): string =>
  `${formatNumber(Number(limit))}${SIZES[origin] ?? ''}`;

/** The wording for schemas without messages; lower case, to follow the field's label. */
export const frenchErrors: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'à renseigner';
      return EXPECTED[issue.expected] ?? NOT_SO;
    case 'invalid_value':
      return issue.input === undefined ? 'à renseigner' : 'ce choix n’existe pas';
    case 'too_big':
      return `au plus ${size(issue.origin, issue.maximum)}`;
    case 'too_small':
      return issue.minimum === 1 && issue.origin in SIZES
        ? 'à renseigner'
        : `au moins ${size(issue.origin, issue.minimum)}`;
    case 'unrecognized_keys':
      return 'ce champ n’est pas connu';
    default:
      return NOT_SO;
  }
};

/** Labels of fields that no declared resource has, or that have another label in a call. */
const NAMES: Readonly<Record<string, string>> = {
  id: 'Élément',
  ids: 'Éléments',
  items: 'Éléments',
  except: 'Éléments exceptés',
  selection: 'Sélection',
  quantite: 'Quantité',
  uneFois: 'Taxe perçue une fois',
  correction: 'Motif',
  resource: 'Liste',
  query: 'Critères',
  q: 'Recherche',
  recherche: 'Critères',
  page: 'Page',
  itemperpage: 'Nombre de lignes par page',
  nombre: 'Nombre de lignes en tout',
  orderBy: 'Tri',
  sortOrder: 'Sens du tri',
  lectures: 'Lectures',
  appel: 'Appel',
  ecran: 'Écran',
  travail: 'Travail',
  export: 'Fichier',
  import: 'Import',
  photo: 'Photo',
  document: 'Document',
  token: 'Lien',
  actuel: 'Mot de passe actuel',
  accueil: "Page d'accueil",
  formatRecu: 'Papier des reçus',
  applications: 'Tarifs',
  aBlanc: 'Essai à blanc',
  essai: 'Essai à blanc',
  correspondance: 'Colonnes du fichier',
  payeur: 'Payeur',
  recuEnMain: 'Reçu en main',
  cheque: 'Chèque',
  banque: 'Banque',
  numero: 'Numéro',
  tireur: 'Tireur',
  jour: 'Jour',
  raisonSociale: 'Raison sociale',
  nif: 'NIF',
  age: 'Âge',
  lieuNaissance: 'Lieu de naissance',
  typePieceIdentite: "Type de pièce d'identité",
  numeroPieceIdentite: "N° de pièce d'identité",
  moyenPaiementPrefere: 'Moyen de paiement préféré',
  moyenPaiement: 'Moyen de paiement',
  latitude: 'Latitude',
  longitude: 'Longitude',
  nbreBetail: 'Nombre de têtes de bétail',
  numKlis: 'N° contribuable',
  densite: 'Densité',
  liste: 'Liste',
  masquees: 'Colonnes masquées',
  contour: 'Contour',
  contribuable: 'Contribuable',
  enrollement: 'Base taxable',
  au: 'Dernière année',
  citation: 'Fondement',
  partielles: 'Périodes en partie couvertes',
  payes: 'Ce qui était payé',
  ligne: 'Paiement',
  contrib: 'Contribuable',
  dateEnrollement: "Date d'enrôlement",
  lignes: 'Bases taxables',
  equipement: 'Équipement',
  precision: 'Précision',
  variation: 'Variation',
  baisse: 'Baisse confirmée',
  doublons: 'Ressemblance confirmée',
  emargement: 'Émargement',
  excedent: 'Excédent confirmé',
  statut: 'Statut',
  sauf: 'Contribuable excepté',
  userId: 'Personne',
  agent: 'Agent',
  appareil: 'Appareil',
  etat: 'État',
  clePublique: 'Clé de l’appareil',
  kty: 'Clé de l’appareil',
  crv: 'Clé de l’appareil',
  x: 'Clé de l’appareil',
  y: 'Clé de l’appareil',
  plateforme: 'Téléphone',
  version: 'Version',
  'octroi-signature': 'Signature',
  enAttente: 'Commandes en attente',
  horloge: 'Horloge',
  commandes: 'Commandes',
  sequence: 'Rang de la commande',
  scelle: 'Commande scellée',
  faitLe: 'Fait le',
  decalage: 'Décalage de l’horloge',
  corps: 'Contenu de la commande',
  sha256: 'Empreinte',
  collectivite: 'Collectivité',
  ms: 'Sous-entité',
  ramification: 'Sous-entité',
  direct: 'Sans les sous-entités du dessous',
  from: 'Début de la période',
  to: 'Fin de la période',
  daterange: 'Période',
  pas: 'Découpage de la période',
  base: 'Base des chiffres',
  betail: 'Bétail',
  aClasser: 'Recettes à classer',
  maille: 'Maille de la carte',
  cadre: 'Cadre de la carte',
  zoom: 'Échelle de la carte',
  activite: 'Activité',
  generate: 'Génération',
  'idempotency-key': 'Clé de la demande',
  montant: 'Montant',
  billets: 'Comptage',
  procesVerbal: 'Procès-verbal',
  controle: 'Contrôle',
  acte: 'Acte',
  compte: 'Compte',
  de: 'Du numéro',
  a: 'Au numéro',
  fonds: 'Fonds de caisse',
  recu: 'Somme reçue',
  explication: 'Explication',
  reglement: 'Règlement',
  destination: 'Destination',
  destinataire: 'Destinataire',
  utilisateur: 'Utilisateur',
  noTransaction: 'Référence',
  motif: 'Motif',
  epingles: 'Écrans épinglés',
  avis: 'Avis',
  remisLe: 'Remis le',
  remisA: 'À qui',
  mois: 'Mois',
  partagee: 'Partage avec le groupe',
  pour: 'Pour',
  texte: 'Texte',
  fait: 'Fait',
  adresses: 'Adresses',
  deplacement: 'Motif',
  du: 'Jour du déménagement',
  decisions: 'Décisions',
  nombres: 'Nombres du fichier',
  jours: 'Dates du fichier',
  coordonnees: 'Coordonnées du fichier',
  octets: 'Écriture du fichier',
  homonymes: 'Lignes de même nom',
  semblables: 'Lignes qui ressemblent à quelqu’un',
  differences: 'Différences avec le registre',
  precisions: 'Lignes sans précision',
  feuille: 'Feuille',
  rang: 'Ligne du fichier',
  choix: 'Choix',
  sort: 'Sort de la ligne',
  recusDeclares: 'Reçus déclarés perdus',
  dateTransaction: 'Date',
  evenement: 'Événement',
  frais: 'Frais',
  tournee: 'Tournée',
  issue: 'Issue',
  promis: 'Montant promis',
  promisLe: 'Promis pour le',
  note: 'Note',
  format: 'Format',
  table: 'Tableau',
  enTete: 'En-tête',
  devise: 'Devise',
  office: 'Service',
  lieu: 'Lieu',
  signataireAvis: 'Signataire des avis',
  signataireFiche: 'Signataire des fiches',
  textes: 'Textes applicables',
  droits: 'Vos droits',
  retard: 'En cas de retard',
  depuis: 'Collectivité à reprendre',
  taxes: 'Taxes',
  tarifs: 'Tarifs',
};

const DECLARED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(resources)
    .flatMap(({ fields }) => Object.entries(fields))
    .map(([name, { label }]) => [name, label.replace(/ ?\?$/, '')])
    .reverse(),
);

/** The screen's label of the field at a path (`lignes.3.montant`); undefined if no part of it is known. */
export function fieldName(path: string): string | undefined {
  const name = path.split('.').findLast((part) => part !== '' && !/^\d+$/.test(part));
  return name === undefined ? undefined : (NAMES[name] ?? DECLARED[name]);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A refusal as a sentence: a schema's own message unchanged, any other after the field's label.
 * @param path dotted path of the field
 */
export function faultSentence(path: string, message: string): string {
  const worded = capital(message) === message;
  if (worded) return message;
  const name = fieldName(path);
  return name ? `${name} : ${message}` : `Ce qui a été envoyé n’a pas la forme attendue : ${message}.`;
}

/** The same for display next to the field. */
export const faultAtField = capital;
