/**
 * The fields that a column of an imported file may fill; apart from the schemas, so that the screen does not load zod.
 */
import { wordsOf } from '../../platform/values/text.ts';

interface Champ {
  label: string;
  /** Example value shown in the template. */
  exemple: string;
  /** Additional hint in the template. */
  aide?: string;
  /** Other column headings used for the field, without accents and signs. */
  heads: readonly string[];
  required?: boolean;
}

const champ = (label: string, exemple: string, ...heads: string[]): Champ => ({ label, exemple, heads });

const BASE = "Le nom d'un type d'équipement ou d'une activité de la collectivité";
const QUANTITE = 'Pour une base qui a une unité (m², personnes…), dans cette unité';
const PRECISION = "Une des précisions du tarif, s'il en a";

/** The fields read from a row, in the order of the screen. */
export const CHAMPS_IMPORT: Readonly<Record<string, Champ>> = {
  nom: {
    ...champ('Nom', 'Oumarou', 'noms', 'nom de famille', 'nom contribuable', 'nom complet'),
    required: true,
    aide: "D'une personne morale, la raison sociale suffit",
  },
  prenom: champ('Prénom', 'Aïssa', 'prenoms'),
  localisation: {
    ...champ(
      'Localisation (nom, chemin ou code de la sous-entité)',
      'Zone 1 > Secteur A',
      'localisation',
      'secteur',
      'zone',
      'quartier',
    ),
    required: true,
    aide: 'Le nom, le chemin ou le code de la sous-entité ; le chemin où plusieurs ont le même nom',
  },
  type: champ('Type (physique ou morale)', 'Personne physique', 'type', 'type contribuable'),
  raisonSociale: {
    ...champ('Raison sociale', 'Sahel Transport SARL', 'societe', 'entreprise'),
    aide: "Demandée d'une personne morale",
  },
  nif: champ('NIF', '12345/R', 'nif', 'numero fiscal'),
  telephone: {
    ...champ('Téléphone', '90 12 34 56', 'tel', 'contact', 'numero de telephone', 'mobile'),
    aide: '8 à 15 chiffres',
  },
  adresse: champ('Adresse', 'Rue 7, près de la mosquée', 'adresse residence'),
  age: { ...champ('Âge', '35', 'age'), aide: "En années, de 1 à 130 ; vide s'il n'est pas connu" },
  lieuNaissance: champ('Lieu de naissance', 'Dosso'),
  typePieceIdentite: champ(
    "Type de pièce d'identité",
    "Carte nationale d'identité",
    'type piece',
    'piece d identite',
  ),
  numeroPieceIdentite: champ("Numéro de pièce d'identité", 'CNI-30345271', 'numero piece', 'n piece', 'cni'),
  numKlis: {
    ...champ('Numéro du contribuable', 'NIA-000024', 'numero', 'numklis', 'num klis', 'matricule'),
    aide: "Donné par l'application s'il manque",
  },
  dateEnrollement: {
    ...champ("Date d'enrôlement (JJ/MM/AAAA)", '15/03/2026', 'date', 'date enrolement', 'date d enrolement'),
    aide: "Le jour de l'import s'il manque",
  },
  latitude: { ...champ('Latitude', '13,5137', 'lat'), aide: 'En degrés, avec la longitude' },
  longitude: { ...champ('Longitude', '2,1098', 'long', 'lng', 'lon'), aide: 'En degrés, avec la latitude' },
  coordonnees: {
    ...champ(
      'Coordonnées GPS (latitude et longitude)',
      '13,5137 ; 2,1098',
      'gps',
      'coordonnees',
      'position',
      'position gps',
    ),
    aide: 'Les deux dans une cellule, en degrés ou en degrés, minutes et secondes, si elles n’ont pas chacune la leur',
  },
  nbreBetail: {
    ...champ('Bétail (têtes)', '12', 'betail', 'nombre betail', 'nbre betail'),
    aide: 'Pour les éleveurs seulement',
  },
  uneFois: {
    ...champ('Taxes perçues une fois, dues (oui ou non)', 'non', 'une fois', 'taxe unique', 'due une fois'),
    aide: 'Pour les bases de la ligne ; sans cette colonne, une ligne importée ne les doit pas',
  },
  photo: {
    ...champ(
      'Photo',
      'aissa-oumarou.jpg',
      'photos',
      'nom photo',
      'nom de la photo',
      'fichier photo',
      'image',
      'portrait',
    ),
    aide: 'Le nom de son image dans l’archive ZIP des photos, que l’on envoie à côté du fichier',
  },
  base1: {
    ...champ(
      "Base taxable (type d'équipement ou activité)",
      'Kiosque',
      'base taxable',
      'base',
      'activite',
      'equipement',
    ),
    aide: BASE,
  },
  precision1: { ...champ('Précision', 'Grand', 'precision'), aide: PRECISION },
  quantite1: { ...champ('Quantité', '3,5', 'quantite'), aide: QUANTITE },
  base2: { ...champ('Deuxième base taxable', 'Coiffure', 'base taxable 2', 'base 2'), aide: BASE },
  precision2: { ...champ('Précision de la deuxième', 'Petit', 'precision 2'), aide: PRECISION },
  quantite2: { ...champ('Quantité de la deuxième', '7', 'quantite 2'), aide: QUANTITE },
  base3: { ...champ('Troisième base taxable', 'Enseigne', 'base taxable 3', 'base 3'), aide: BASE },
  precision3: { ...champ('Précision de la troisième', 'Lumineuse', 'precision 3'), aide: PRECISION },
  quantite3: { ...champ('Quantité de la troisième', '2', 'quantite 3'), aide: QUANTITE },
};

/** A tax of the collectivité, whose unpaid amounts a column may hold. */
export interface TaxeImport {
  id: number;
  nom: string;
}

/** The decimal mark of a file: `1.500,00` (virgule) or `1,500.00` (point). */
export const STYLES_NOMBRES = ['virgule', 'point'] as const;
export type StyleNombres = (typeof STYLES_NOMBRES)[number];

/** Past years whose unpaid amounts a file may contain, latest first. */
export const anneesImpayees = (present: number): number[] => [1, 2, 3, 4, 5, 6].map((back) => present - back);
/** Years whose payments made before Octroi a file may contain: the present one too. */
export const anneesPayees = (present: number): number[] => [present, ...anneesImpayees(present)];

/** What a file may say of a year and a tax, and how the screen names it. */
export const CHAMPS_ANNUELS = {
  impaye: 'Impayé',
  paye: 'Déjà payé',
  payeLe: 'Payé le',
  quittance: 'Quittance',
} as const;
export type ChampAnnuel = keyof typeof CHAMPS_ANNUELS;

/** A field of one year, and of one tax if it names it. */
export interface ChampDeLAnnee {
  champ: ChampAnnuel;
  annee: number;
  taxe: number | undefined;
}

const ANNUEL = /^(impaye|paye|payeLe|quittance)(20\d\d)(?::(\d{1,9}))?$/;
/** The field of a year. @param taxe id of the tax; that of the row's base if absent */
export const champDeLAnnee = (champ: ChampAnnuel, annee: number, taxe?: number): string =>
  `${champ}${annee}${taxe === undefined ? '' : `:${taxe}`}`;
/** The field of unpaid amounts of a year. */
export const champImpaye = (annee: number, taxe?: number): string => champDeLAnnee('impaye', annee, taxe);
/** `paye2024:12` -> what it says, of which year and tax; undefined for a field of no year. */
export function lireChampDeLAnnee(nom: string): ChampDeLAnnee | undefined {
  const [, champ, annee, taxe] = ANNUEL.exec(nom) ?? [];
  if (champ === undefined) return undefined;
  return {
    champ: champ as ChampAnnuel,
    annee: Number(annee),
    taxe: taxe === undefined ? undefined : Number(taxe),
  };
}
/** The column of amounts that a day or a receipt number belongs to; undefined for other fields. */
export function champDuMontant(nom: string): string | undefined {
  const read = lireChampDeLAnnee(nom);
  return read && (read.champ === 'payeLe' || read.champ === 'quittance')
    ? champDeLAnnee('paye', read.annee, read.taxe)
    : undefined;
}

/** @param taxes names of the taxes that fields may name */
export function champImportLabel(nom: string, taxes: readonly TaxeImport[] = []): string {
  const known = CHAMPS_IMPORT[nom]?.label;
  if (known) return known;
  const annuel = lireChampDeLAnnee(nom);
  if (!annuel) return nom;
  const taxe = taxes.find(({ id }) => id === annuel.taxe);
  return [CHAMPS_ANNUELS[annuel.champ], annuel.annee, taxe?.nom].filter(Boolean).join(' ');
}

/** The field's heading in a file. */
export const champImportHead = (nom: string, taxes: readonly TaxeImport[] = []): string => {
  const label = champImportLabel(nom, taxes);
  return lireChampDeLAnnee(nom) === undefined ? label.replace(/ \(.*/, '') : label;
};

/** A column of the template. */
export interface ColonneModele {
  nom: string;
  required: boolean;
  aide: string;
  exemple: string;
}
/** The template's columns: every importable field, with what is unpaid of past years and what was paid before Octroi. */
export const colonnesModele = (present: number): ColonneModele[] => [
  ...Object.entries(CHAMPS_IMPORT).map(([nom, { required = false, aide = '', exemple }]) => ({
    nom: champImportHead(nom),
    required,
    aide,
    exemple,
  })),
  ...anneesImpayees(present).map((annee) => ({
    nom: champImportHead(champImpaye(annee)),
    required: false,
    aide: `Ce qui reste dû de ${annee}, en francs ; une base taxable doit porter une taxe`,
    exemple: '12 500',
  })),
  // the screen offers older years too: the template stays readable
  ...[present, present - 1].flatMap((annee) =>
    (['paye', 'payeLe', 'quittance'] as const).map((champ) => ({
      nom: champImportHead(champDeLAnnee(champ, annee)),
      required: false,
      ...AIDES_PAYES[champ],
    })),
  ),
];

const AIDES_PAYES = {
  paye: {
    aide: 'Ce qui a été payé de cette année avant Octroi, en francs, à côté de ce qui en reste dû : ni reçu ni caisse',
    exemple: '5 000',
  },
  payeLe: {
    aide: 'Le jour du paiement ; sans lui, le 31 décembre de son année, ou le jour de l’import pour l’année en cours',
    exemple: '12/03/2024',
  },
  quittance: { aide: 'Le numéro du reçu qui a été remis alors', exemple: 'A 004512' },
} as const;

/**
 * The words of a heading without the characters between them, to recognise the column. Names of people are compared
 * otherwise.
 */
export const headWords = (head: string): string => wordsOf(head).join(' ');

/** Words by which a heading with a year names its field, the most telling first: « Date de paiement 2024 » is a day. */
const HEADS_ANNUELS: readonly (readonly [ChampAnnuel, RegExp])[] = [
  ['quittance', /\b(?:quittances?|recus?)\b/],
  ['payeLe', /\b(?:paye le|dates? (?:de |du |d )?(?:paiement|reglement|versement|encaissement))\b/],
  ['impaye', /impaye|arriere|reste|solde|\bnon paye/],
  ['paye', /\b(?:deja paye|paye|payes|paiements?|verses?|versements?|encaisse|regle)\b/],
];

/** The most likely column of each field, by its heading. @param taxes those that a heading may name: « Impayé 2024 Voirie » */
export function proposeCorrespondance(
  heads: readonly string[],
  taxes: readonly TaxeImport[] = [],
): Record<string, number> {
  const found: Record<string, number> = {};
  const names = heads.map(headWords);
  for (const [nom, { label, heads: others }] of Object.entries(CHAMPS_IMPORT)) {
    const known = [nom, label, champImportHead(nom), ...others].map(headWords);
    const column = names.findIndex(
      (name, index) => known.includes(name) && !Object.values(found).includes(index),
    );
    if (column >= 0) found[nom] = column;
  }
  for (const [column, name] of names.entries()) {
    const annee = /20\d\d/.exec(name)?.[0];
    const [champ] = HEADS_ANNUELS.find(([, pattern]) => pattern.test(name)) ?? [];
    if (!annee || !champ) continue;
    const [taxe, ...others] = taxes.filter(({ nom }) => ` ${name} `.includes(` ${headWords(nom)} `));
    const field = champDeLAnnee(champ, Number(annee), others.length === 0 ? taxe?.id : undefined);
    if (found[field] === undefined) found[field] = column;
  }
  return found;
}
