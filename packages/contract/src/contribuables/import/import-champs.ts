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
  nbreBetail: {
    ...champ('Bétail (têtes)', '12', 'betail', 'nombre betail', 'nbre betail'),
    aide: 'Pour les éleveurs seulement',
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
const IMPAYE = /^impaye(20\d\d)(?::(\d{1,9}))?$/;
/** The field of unpaid amounts of a year. @param taxe id of their tax; that of the row's base if absent */
export const champImpaye = (annee: number, taxe?: number): string =>
  `impaye${annee}${taxe === undefined ? '' : `:${taxe}`}`;
/** The year of a field of unpaid amounts. */
export const anneeImpayee = (nom: string): number | undefined => {
  const annee = IMPAYE.exec(nom)?.[1];
  return annee === undefined ? undefined : Number(annee);
};

/** The tax that a field of unpaid amounts names. */
export const taxeImpayee = (nom: string): number | undefined => {
  const taxe = IMPAYE.exec(nom)?.[2];
  return taxe === undefined ? undefined : Number(taxe);
};

/** @param taxes names of the taxes that fields may name */
export function champImportLabel(nom: string, taxes: readonly TaxeImport[] = []): string {
  const known = CHAMPS_IMPORT[nom]?.label;
  if (known) return known;
  const taxe = taxes.find(({ id }) => id === taxeImpayee(nom));
  return ['Impayé', anneeImpayee(nom), taxe?.nom].filter(Boolean).join(' ');
}

/** The field's heading in a file. */
export const champImportHead = (nom: string, taxes: readonly TaxeImport[] = []): string => {
  const label = champImportLabel(nom, taxes);
  return anneeImpayee(nom) === undefined ? label.replace(/ \(.*/, '') : label;
};

/** A column of the template. */
export interface ColonneModele {
  nom: string;
  required: boolean;
  aide: string;
  exemple: string;
}
/** The template's columns: every importable field, with the past years of unpaid amounts before the current year. */
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
];

/**
 * The words of a heading without the characters between them, to recognise the column. Names of people are compared
 * otherwise.
 */
export const headWords = (head: string): string => wordsOf(head).join(' ');

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
    const annee = /(?:impaye|arriere|reste|solde)\D*(20\d\d)/.exec(name)?.[1];
    if (!annee) continue;
    const [taxe, ...others] = taxes.filter(({ nom }) => ` ${name} `.includes(` ${headWords(nom)} `));
    const field = champImpaye(Number(annee), others.length === 0 ? taxe?.id : undefined);
    if (found[field] === undefined) found[field] = column;
  }
  return found;
}
