/** Turns a row of a file into a taxpayer. No I/O: the names are already resolved. */
import {
  champDeLAnnee,
  champImportHead,
  contribuableBody,
  type ContribuableBody,
  headWords,
  lireChampDeLAnnee,
  MAX_PAIEMENT,
  type PageDeCodes,
  quantiteFault,
  type QuestionImport,
  type TaxeImport,
} from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';
import { cellName, isError, isFormula } from '#src/platform/import/cells.ts';
import { hasHighBytes, reread } from '#src/platform/import/code-pages.ts';
import type { Position, PositionReading } from '#src/platform/import/coordinates.ts';
import type { DayReading } from '#src/platform/import/days.ts';
import type { WholeReading } from '#src/platform/import/numbers.ts';
import { plainPath, type PlacesByName } from './import-places.rules.ts';
import type { Identite } from './import-identite.rules.ts';
import type { PhotoReading } from '../photos/import-photos.rules.ts';
import type { StagedRow } from '../import-lignes.repository.ts';
import type { NamedBase } from '../import-registre.repository.ts';

/** Lookups that resolve the names in a file. */
export interface Names {
  places: PlacesByName;
  bases: (name: string) => readonly NamedBase[];
  /** Reads a cell as a number or a day, by the format of its column. */
  number: (champ: string, text: string) => WholeReading | undefined;
  day: (champ: string, text: string) => DayReading | undefined;
  position: (text: string) => PositionReading | undefined;
  /** What the row says of its picture. */
  photo: (rang: number, text: string) => PhotoReading | undefined;
  /** Today. Enrolments and payments are dated until today, unpaid dues before this year. */
  today: string;
  /** Closed years, whose dues are final. */
  closes: ReadonlySet<number>;
  taxes: readonly TaxeImport[];
  /** Code pages that the file may be written in; one if it is known, none if its text is Unicode. */
  pages: readonly PageDeCodes[];
}

export interface Read {
  body: ContribuableBody;
  /** Names of the bases of `body.lignes`, as the file writes them. */
  bases: string[];
  impayes: { annee: number; montant: number; taxe: number }[];
  /** What was paid before Octroi; 0 where the file says that nothing was. */
  payes: Paye[];
  /** Its picture; undefined if it names none. */
  photo: PhotoReading | undefined;
}

/** What a row says was paid of a year and tax. */
export interface Paye {
  annee: number;
  taxe: number;
  montant: number;
  /** Null if the file does not say it. */
  jour: string | null;
  quittance: string | null;
}

export interface Refused {
  erreurs: string[];
  /** Decisions for the whole file that could make the row readable. */
  questions: QuestionImport[];
}

/** The field of the enrolment day. */
export const JOUR = 'dateEnrollement';
/** The field of a position in one cell. */
export const COORDONNEES = 'coordonnees';
/** The field of the name of a picture. */
export const PHOTO = 'photo';
/** Whether a field holds numbers. */
export const isCounted = (champ: string): boolean =>
  QUANTITIES.test(champ) ||
  champ === 'age' ||
  champ === 'nbreBetail' ||
  ['impaye', 'paye'].includes(lireChampDeLAnnee(champ)?.champ ?? '');
/** Whether a field holds days. */
export const isDated = (champ: string): boolean =>
  champ === JOUR || lireChampDeLAnnee(champ)?.champ === 'payeLe';

const QUANTITIES = /^quantite\d$/;

/** A merged cell fills each of its rows for these fields. */
const FILLED = /^(?:localisation|base\d|precision\d)$/;
/** Identifiers written in digits. Spreadsheet programs append `.0` to them. */
const NUMBERED = new Set(['telephone', 'numeroPieceIdentite', 'nif', 'numKlis']);

/** Places listed in the message when a text is ambiguous. */
const MAX_READINGS = 3;

/** Column names of the file for fields that the record's validation names differently. */
const FIELD_CHAMPS: Readonly<Record<string, string>> = { ramification: 'localisation', lignes: 'base1' };

/** A row being read. */
interface Row {
  names: Names;
  /** The text of a field; empty if the file has no such column. */
  text: (nom: string) => string;
  /** The cell reference of a field, like `E2`. */
  cell: (nom: string) => string;
  /** Whether the field's cell is covered by a merged cell and must not be filled from it. */
  isMerged: (nom: string) => boolean;
  /** Records an error of a field; only the first error of each field is kept. @param question a decision that settles it */
  fault: (nom: string, message: string, question?: QuestionImport) => undefined;
  erreurs: string[];
  questions: Set<QuestionImport>;
  /** Fields with an error. */
  faulty: Set<string>;
}

function rowOf(
  { rang, valeurs, fusions }: StagedRow,
  correspondance: Readonly<Record<string, number>>,
  names: Names,
): Row {
  const erreurs: string[] = [];
  const questions = new Set<QuestionImport>();
  const faulty = new Set<string>();
  return {
    names,
    erreurs,
    questions,
    faulty,
    text(nom) {
      const column = correspondance[nom];
      if (column === undefined) return '';
      const stored = valeurs[column] || (FILLED.test(nom) ? (fusions?.[column] ?? '') : '');
      const [page] = names.pages;
      const text = names.pages.length === 1 && page ? reread(stored, page) : stored;
      return NUMBERED.has(nom) ? text.replace(/^(\+?\d+)\.0+$/, '$1') : text;
    },
    cell: (nom) => cellName(correspondance[nom] ?? 0, rang),
    isMerged: (nom) => fusions?.[correspondance[nom] ?? -1] !== undefined && !FILLED.test(nom),
    fault(nom, message, question) {
      if (question) questions.add(question);
      if (faulty.has(nom)) return undefined;
      faulty.add(nom);
      const label = champImportHead(nom, names.taxes);
      // the record's messages sometimes contain the field's name: it is removed
      const rest = message.split(' : ').filter((part) => folded(part) !== folded(label));
      erreurs.push([label, ...rest].join(' : '));
      return undefined;
    },
  };
}

/** Checks cells for spreadsheet errors, formulas, merges and bytes that read two ways: these must not be read as they are. */
function cellFaults({ text, cell, isMerged, fault, names }: Row, champs: readonly string[]): void {
  for (const nom of champs) {
    const value = text(nom);
    if (isError(value))
      fault(nom, `la cellule ${cell(nom)} affiche l’erreur « ${value} », corrigez-la dans le classeur`);
    if (names.pages.length > 1 && hasHighBytes(value)) {
      const readings = names.pages.map((page) => `« ${reread(value, page)} »`).join(' ou ');
      fault(
        nom,
        `la cellule ${cell(nom)} se lit ${readings}, dites dans quel code le fichier est écrit`,
        'octets',
      );
    }
    if (isFormula(value))
      fault(
        nom,
        `une formule n’est pas une valeur (cellule ${cell(nom)}), recalculez le classeur et enregistrez-le`,
      );
    if (isMerged(nom))
      fault(nom, `la cellule ${cell(nom)} est fusionnée avec une autre, défusionnez-la et écrivez sa valeur`);
  }
}

function numberOf({ text, fault, cell, names }: Row, nom: string, whole: boolean): number | undefined {
  const value = text(nom);
  if (!value) return undefined;
  const read = names.number(nom, value);
  if (read && 'values' in read) {
    const values = read.values.map((value) => formatDecimals(value)).join(' ou ');
    return fault(
      nom,
      `cellule ${cell(nom)}, « ${value} » se lit ${values}, dites comment le fichier écrit les nombres ou corrigez-le`,
      'nombres',
    );
  }
  if (read && (!whole || Number.isInteger(read.value))) return read.value;
  return fault(nom, `cellule ${cell(nom)}, « ${value} » n’est pas un nombre${whole ? ' entier' : ''}`);
}

const integerOf = (row: Row, nom: string): number | undefined => numberOf(row, nom, true);

/** The quantity of a base, by its unit. */
function quantiteOf(row: Row, rank: number, { unite, uniteDecimales }: NamedBase): number | undefined {
  const nom = `quantite${rank}`;
  const quantite = numberOf(row, nom, false);
  if (quantite === undefined && row.faulty.has(nom)) return undefined;
  const message = quantiteFault(quantite ?? null, unite === null ? null : { unite, uniteDecimales });
  return message === undefined ? quantite : row.fault(nom, message);
}

/** `1250.5` -> `1 250,5`. */
const formatDecimals = (value: number): string =>
  value.toLocaleString('fr-FR', { maximumFractionDigits: 15 });

function degreesOf({ text, fault }: Row, nom: string): number | undefined {
  if (!text(nom)) return undefined;
  const value = Number(text(nom).replace(',', '.'));
  return Number.isFinite(value) ? value : fault(nom, `« ${text(nom)} » n’est pas un nombre de degrés`);
}

const degreesText = ({ latitude, longitude }: Position): string =>
  `latitude ${formatDecimals(latitude)} et longitude ${formatDecimals(longitude)}`;

const NOWHERE = { latitude: null, longitude: null };

/** The position of a row: in one cell, or in one for the latitude and one for the longitude. */
function positionOf(row: Row): { latitude: number | null; longitude: number | null } {
  const { text, fault, cell, names } = row;
  const value = text(COORDONNEES);
  const apart = {
    latitude: degreesOf(row, 'latitude') ?? null,
    longitude: degreesOf(row, 'longitude') ?? null,
  };
  if (!value) return apart;
  const told = (message: string, question?: QuestionImport) => (
    fault(COORDONNEES, `cellule ${cell(COORDONNEES)}, « ${value} » ${message}`, question),
    NOWHERE
  );
  if (text('latitude') || text('longitude'))
    return told('est dit aussi par la latitude et la longitude, gardez l’un des deux');
  const read = names.position(value);
  if (!read) return told('n’est pas une latitude et une longitude');
  if ('outOfRange' in read)
    return told('n’est nulle part sur la Terre : 90 degrés de latitude et 180 de longitude au plus');
  if ('positions' in read)
    return told(
      `se lit ${read.positions.map(degreesText).join(', ou ')}, dites laquelle le fichier écrit d’abord`,
      'coordonnees',
    );
  return read.position;
}

function placeOf({ text, fault, names }: Row): number | undefined {
  const name = text('localisation');
  if (!name) return fault('localisation', 'elle manque');
  const found = names.places(name);
  const [place] = found;
  if (!place) return fault('localisation', `« ${name} » n’existe pas, ou n’est pas dans votre périmètre`);
  if (found.length > 1) {
    const readings = found.slice(0, MAX_READINGS).map((one) => `« ${plainPath(one, names.places)} »`);
    return fault(
      'localisation',
      `plusieurs sous-entités s’appellent « ${name} » : écrivez ${readings.join(' ou ')}${found.length > readings.length ? '…' : ''}`,
    );
  }
  return place.id;
}

/** The day of a field of days. */
function dayOf({ text, fault, cell, names }: Row, nom: string): string | undefined {
  const value = text(nom);
  if (!value) return undefined;
  const read = names.day(nom, value);
  if (!read) return fault(nom, `cellule ${cell(nom)}, « ${value} » n’est pas une date (JJ/MM/AAAA)`);
  if ('days' in read)
    return fault(
      nom,
      `cellule ${cell(nom)}, « ${value} » se lit ${read.days.map(longDay).join(' ou ')}, écrivez le jour avant le mois dans toute la colonne, ou dites l’ordre du fichier`,
      'jours',
    );
  if (read.day < FIRST_DAY) return fault(nom, `cellule ${cell(nom)}, « ${value} » est avant l’an 2000`);
  if (read.day > names.today) return fault(nom, `« ${value} » est dans l’avenir`);
  return read.day;
}

/** No enrolment or payment may be dated earlier. */
const FIRST_DAY = '2000-01-01';

/** `2025-04-03` -> `3 avril 2025`. */
const longDay = (day: string): string =>
  new Date(day).toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

/** Ranks of the taxable bases that a row may hold. */
const RANKS = [1, 2, 3] as const;

const readingOf = ({ nom, typeEquipement }: NamedBase): string =>
  `« ${nom} », ${typeEquipement === null ? 'activité' : 'type d’équipement'}`;

/** Whether the lines of a row owe the taxes collected once: not unless the file says so. */
function uneFoisOf({ text, fault }: Row): boolean {
  const value = folded(text('uneFois'));
  if (value !== '' && value !== 'oui' && value !== 'non')
    fault('uneFois', `« ${text('uneFois')} » : oui ou non`);
  return value === 'oui';
}

function ligneOf(row: Row, rank: number, uneFois: boolean) {
  const { text, fault, names } = row;
  const name = text(`base${rank}`);
  const precision = text(`precision${rank}`) || null;
  if (!name) {
    if (precision) fault(`base${rank}`, 'une précision sans base');
    else if (text(`quantite${rank}`)) fault(`base${rank}`, 'une quantité sans base');
    return [];
  }
  const [base, ...others] = names.bases(name);
  if (!base) {
    fault(`base${rank}`, `« ${name} » n’est ni un type d’équipement ni une activité de cette collectivité`);
    return [];
  }
  if (others.length > 0) {
    fault(
      `base${rank}`,
      `« ${name} » peut se lire ${[base, ...others].map(readingOf).join(' ou ')} : renommez l’un des deux`,
    );
    return [];
  }
  const { typeEquipement, natureActivite } = base;
  const quantite = quantiteOf(row, rank, base);
  return [
    { typeEquipement, natureActivite, precision, uneFois, ...(quantite === undefined ? {} : { quantite }) },
  ];
}

function impayeOf(row: Row, nom: string): Read['impayes'] {
  const { fault, names } = row;
  const { champ, annee = 0 } = lireChampDeLAnnee(nom) ?? {};
  if (champ !== 'impaye') return [];
  const montant = integerOf(row, nom);
  if (montant === undefined || montant === 0) return [];
  if (montant < 0) return (fault(nom, 'un impayé est au-dessus de zéro'), []);
  if (annee >= Number(names.today.slice(0, 4)))
    return (fault(nom, 'seules les années passées ont des impayés'), []);
  if (names.closes.has(annee)) return (fault(nom, `l’exercice ${annee} est clos`), []);
  const taxe = taxeOf(row, nom);
  if (taxe === undefined) return [];
  return [{ annee, montant, taxe }];
}

/** Length of a receipt number. */
const MAX_QUITTANCE = 60;

/** What was paid of a year before Octroi, with its day and receipt if the file says them. */
function payeOf(row: Row, nom: string): Paye[] {
  const { fault, names, text } = row;
  const { champ, annee = 0, taxe: named } = lireChampDeLAnnee(nom) ?? {};
  if (champ !== 'paye') return [];
  const [nomJour, nomQuittance] = (['payeLe', 'quittance'] as const).map((one) =>
    champDeLAnnee(one, annee, named),
  ) as [string, string];
  const montant = integerOf(row, nom);
  const jour = dayOf(row, nomJour) ?? null;
  const quittance = text(nomQuittance) || null;
  if (montant === undefined) {
    // an amount that cannot be read has its own error
    if (!row.faulty.has(nom) && (jour ?? quittance) !== null)
      fault(nom, 'un jour ou un numéro de quittance sans montant');
    return [];
  }
  if (montant < 0) return (fault(nom, 'ce qui a été payé est au-dessus de zéro'), []);
  if (annee > Number(names.today.slice(0, 4)))
    return (fault(nom, `l’exercice ${annee} n’a pas commencé`), []);
  if (names.closes.has(annee)) return (fault(nom, `l’exercice ${annee} est clos`), []);
  if (jour !== null && names.closes.has(Number(jour.slice(0, 4))))
    return (fault(nomJour, `l’exercice ${jour.slice(0, 4)} est clos, rien ne s’y reçoit plus`), []);
  if (quittance !== null && quittance.length > MAX_QUITTANCE)
    return (fault(nomQuittance, `${MAX_QUITTANCE} signes au plus`), []);
  if (montant > MAX_PAIEMENT) return (fault(nom, 'ce montant est trop grand'), []);
  // nothing was paid: it matters only where an earlier file said otherwise, and needs no tax elsewhere
  const taxe = montant === 0 ? (named ?? onlyTaxe(row)) : taxeOf(row, nom);
  return taxe === undefined ? [] : [{ annee, taxe, montant, jour, quittance }];
}

const taxesOf = ({ text, names }: Row): number[][] =>
  RANKS.map((rank) => names.bases(text(`base${rank}`)).flatMap(({ taxes }) => taxes));

/** The only tax of the row's first taxed base. */
function onlyTaxe(row: Row): number | undefined {
  const taxes = taxesOf(row).find((of) => of.length > 0) ?? [];
  return taxes.length === 1 ? taxes[0] : undefined;
}

/** The tax of an amount: the one that its column names, otherwise the only one of the row's first taxed base. */
function taxeOf(row: Row, nom: string): number | undefined {
  const { fault, names } = row;
  const bases = taxesOf(row);
  const taxe = lireChampDeLAnnee(nom)?.taxe;
  if (taxe !== undefined)
    return bases.flat().includes(taxe)
      ? taxe
      : fault(nom, 'aucune base de la ligne ne porte cette taxe, ajoutez-la ou videz la cellule');
  const [first, ...others] = bases.find((taxes) => taxes.length > 0) ?? [];
  if (first === undefined) return fault(nom, 'il faut une base taxable qui porte une taxe');
  if (others.length === 0) return first;
  const heads = [first, ...others].map((id) => `« ${champImportHead(`${nom}:${id}`, names.taxes)} »`);
  return fault(nom, `la base porte plusieurs taxes, nommez la colonne ${heads.join(' ou ')}`);
}

/** Two columns may not say what is owed, or was paid, of the same tax and year. */
function refuseTwice(
  { fault }: Row,
  champ: 'impaye' | 'paye',
  said: readonly { annee: number; taxe: number }[],
): void {
  for (const [at, { annee, taxe }] of said.entries())
    if (said.slice(0, at).some((one) => one.annee === annee && one.taxe === taxe))
      fault(champDeLAnnee(champ, annee, taxe), 'deux colonnes le disent, gardez-en une');
}

/** The row as a request body, for the same validation as the API's. */
function bodyOf(row: Row) {
  const { text, fault } = row;
  const raisonSociale = text('raisonSociale') || null;
  const uneFois = uneFoisOf(row);
  return {
    type:
      readType(text('type'), raisonSociale !== null) ??
      fault('type', `« ${text('type')} » : physique ou morale`),
    nom: text('nom') || raisonSociale || fault('nom', 'il manque'),
    prenom: text('prenom'),
    raisonSociale,
    nif: text('nif'),
    age: integerOf(row, 'age') ?? null,
    lieuNaissance: text('lieuNaissance'),
    telephone: text('telephone'),
    adresse: text('adresse'),
    typePieceIdentite: text('typePieceIdentite'),
    numeroPieceIdentite: text('numeroPieceIdentite'),
    ...positionOf(row),
    nbreBetail: integerOf(row, 'nbreBetail') ?? null,
    numKlis: text('numKlis'),
    ramification: placeOf(row),
    dateEnrollement: dayOf(row, JOUR),
    lignes: RANKS.flatMap((rank) => ligneOf(row, rank, uneFois)),
  };
}

/** @returns the taxpayer of a row, or all its errors, each with the field's name */
export function readRow(
  staged: StagedRow,
  colonnes: number,
  correspondance: Readonly<Record<string, number>>,
  names: Names,
): Read | Refused {
  const row = rowOf(staged, correspondance, names);
  const { erreurs, questions, faulty, fault, text } = row;
  const champs = Object.keys(correspondance);
  if (staged.valeurs.slice(colonnes).some(Boolean)) erreurs.push('La ligne a plus de colonnes que l’en-tête');
  cellFaults(row, champs);
  const body = bodyOf(row);
  const impayes = champs.flatMap((nom) => impayeOf(row, nom));
  const payes = champs.flatMap((nom) => payeOf(row, nom));
  refuseTwice(row, 'impaye', impayes);
  refuseTwice(row, 'paye', payes);
  const parsed = contribuableBody.safeParse(body);
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      const nom = FIELD_CHAMPS[String(path[0])] ?? String(path[0]);
      // a field already reported with the file's words is not reported twice
      if (!faulty.has(nom)) fault(nom, message);
    }
  if (erreurs.length > 0 || !parsed.success) return { erreurs, questions: [...questions] };
  const bases = RANKS.map((rank) => text(`base${rank}`)).filter(Boolean);
  return { body: parsed.data, bases, impayes, payes, photo: names.photo(staged.rang, text(PHOTO)) };
}

/** What identifies the person of a row, whether the rest of the row can be read or not. */
export function identiteOf(
  staged: StagedRow,
  correspondance: Readonly<Record<string, number>>,
  names: Names,
): Identite {
  const { text } = rowOf(staged, correspondance, names);
  const places = names.places(text('localisation'));
  return {
    numKlis: text('numKlis'),
    nif: text('nif'),
    piece: text('numeroPieceIdentite'),
    telephone: text('telephone'),
    nom: text('raisonSociale') || `${text('nom')} ${text('prenom')}`,
    lieu: places.length === 1 ? String(places[0]?.id) : folded(text('localisation')),
  };
}

/** A row with a company name is a company, unless it states another type. */
function readType(text: string, company: boolean): string | undefined {
  const type = headWords(text);
  if (!type) return company ? 'Personne morale' : 'Personne physique';
  if (/\bmorale?\b|societe|entreprise/.test(type)) return 'Personne morale';
  return /\bphysique\b|particulier|individu/.test(type) ? 'Personne physique' : undefined;
}
