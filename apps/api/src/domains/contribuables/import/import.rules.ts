/** How a row of a file becomes a taxpayer: pure, over what the names of the row stand for. */
import { createHash } from 'node:crypto';
import {
  anneeImpayee,
  champImportHead,
  contribuableBody,
  type ContribuableBody,
  headWords,
} from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';
import { cellName, isError, isFormula } from '#src/platform/import/cells.ts';
import type { DayReading } from '#src/platform/import/days.ts';
import type { WholeReading } from '#src/platform/import/numbers.ts';
import { plainPath, type PlacesByName } from './import-places.rules.ts';
import type { NamedBase, StagedRow } from './import.repository.ts';

/** What the names in a file stand for. */
export interface Names {
  places: PlacesByName;
  bases: (name: string) => readonly NamedBase[];
  /** What a cell of a field's column may mean as a number, and as a day. */
  number: (champ: string, text: string) => WholeReading | undefined;
  day: (text: string) => DayReading | undefined;
  /** The present day; enrolments lie before it, and unpaid dues before its year. */
  today: string;
  /** Years whose dues are final. */
  closes: ReadonlySet<number>;
}

export interface Read {
  body: ContribuableBody;
  /** The same content gives the same key, in whatever file it comes. */
  cle: string;
  impayes: { annee: number; montant: number; taxe: number }[];
}

/** The field whose column holds days. */
export const JOUR = 'dateEnrollement';
/** Whether the column of a field holds whole numbers. */
export const isCounted = (champ: string): boolean =>
  champ === 'age' || champ === 'nbreBetail' || anneeImpayee(champ) !== undefined;

/** Fields that a merged cell says for each of its lines. */
const FILLED = /^(?:localisation|base\d|precision\d)$/;
/** Numbers that are names: a program that took them for amounts wrote `.0` behind them. */
const NUMBERED = new Set(['telephone', 'numeroPieceIdentite', 'nif', 'numKlis']);

/** Things that a text may mean, told with the line. */
const READINGS_TOLD = 3;

/** Where the record's own check names a field otherwise than the file. */
const FIELD_CHAMPS: Readonly<Record<string, string>> = { ramification: 'localisation', lignes: 'base1' };

/** A row while it is read. */
interface Row {
  names: Names;
  /** What it says of a field; empty where the file has no column for it. */
  text: (nom: string) => string;
  /** The place of a field's cell in the file, as `E2`. */
  cell: (nom: string) => string;
  /** Whether the cell of a field shows what another one holds, and may not be taken for it. */
  isMerged: (nom: string) => boolean;
  /** Notes what is wrong with a field, told with its name: its first fault alone. */
  fault: (nom: string, message: string) => undefined;
  erreurs: string[];
  /** Fields that something is wrong with. */
  faulty: Set<string>;
}

function rowOf(
  { rang, valeurs, fusions }: StagedRow,
  correspondance: Readonly<Record<string, number>>,
  names: Names,
): Row {
  const erreurs: string[] = [];
  const faulty = new Set<string>();
  return {
    names,
    erreurs,
    faulty,
    text(nom) {
      const column = correspondance[nom];
      if (column === undefined) return '';
      const text = valeurs[column] || (FILLED.test(nom) ? (fusions?.[column] ?? '') : '');
      return NUMBERED.has(nom) ? text.replace(/^(\+?\d+)\.0+$/, '$1') : text;
    },
    cell: (nom) => cellName(correspondance[nom] ?? 0, rang),
    isMerged: (nom) => fusions?.[correspondance[nom] ?? -1] !== undefined && !FILLED.test(nom),
    fault(nom, message) {
      if (faulty.has(nom)) return undefined;
      faulty.add(nom);
      const label = champImportHead(nom);
      // the record's own messages name their field here and there
      const rest = message.split(' : ').filter((part) => folded(part) !== folded(label));
      erreurs.push([label, ...rest].join(' : '));
      return undefined;
    },
  };
}

/** What is wrong with cells, whatever their field says: nothing of them may be taken for an empty one. */
function cellFaults({ text, cell, isMerged, fault }: Row, champs: readonly string[]): void {
  for (const nom of champs) {
    const given = text(nom);
    if (isError(given))
      fault(nom, `la cellule ${cell(nom)} affiche l’erreur « ${given} », corrigez-la dans le classeur`);
    if (isFormula(given))
      fault(
        nom,
        `une formule n’est pas une valeur (cellule ${cell(nom)}), recalculez le classeur et enregistrez-le`,
      );
    if (isMerged(nom))
      fault(nom, `la cellule ${cell(nom)} est fusionnée avec une autre, défusionnez-la et écrivez sa valeur`);
  }
}

function wholeOf({ text, fault, cell, names }: Row, nom: string): number | undefined {
  const given = text(nom);
  if (!given) return undefined;
  const read = names.number(nom, given);
  if (read && 'values' in read) {
    const values = read.values.map((value) => formatDecimals(value)).join(' ou ');
    return fault(
      nom,
      `cellule ${cell(nom)}, « ${given} » se lit ${values}, dites comment le fichier écrit les nombres ou corrigez-le`,
    );
  }
  if (read && Number.isInteger(read.value)) return read.value;
  return fault(nom, `cellule ${cell(nom)}, « ${given} » n’est pas un nombre entier`);
}

/** `1250.5` -> `1 250,5`. */
const formatDecimals = (value: number): string =>
  value.toLocaleString('fr-FR', { maximumFractionDigits: 15 });

function degreesOf({ text, fault }: Row, nom: string): number | undefined {
  if (!text(nom)) return undefined;
  const value = Number(text(nom).replace(',', '.'));
  return Number.isFinite(value) ? value : fault(nom, `« ${text(nom)} » n’est pas un nombre de degrés`);
}

function placeOf({ text, fault, names }: Row): number | undefined {
  const name = text('localisation');
  if (!name) return fault('localisation', 'elle manque');
  const found = names.places(name);
  const [place] = found;
  if (!place) return fault('localisation', `« ${name} » n’existe pas, ou n’est pas dans votre périmètre`);
  if (found.length > 1) {
    const told = found.slice(0, READINGS_TOLD).map((one) => `« ${plainPath(one, names.places)} »`);
    return fault(
      'localisation',
      `plusieurs sous-entités s’appellent « ${name} » : écrivez ${told.join(' ou ')}${found.length > told.length ? '…' : ''}`,
    );
  }
  return place.id;
}

function dayOf({ text, fault, cell, names }: Row): string | undefined {
  const given = text(JOUR);
  if (!given) return undefined;
  const read = names.day(given);
  if (!read) return fault(JOUR, `cellule ${cell(JOUR)}, « ${given} » n’est pas une date (JJ/MM/AAAA)`);
  if ('days' in read)
    return fault(
      JOUR,
      `cellule ${cell(JOUR)}, « ${given} » se lit ${read.days.map(longDay).join(' ou ')}, écrivez le jour avant le mois dans toute la colonne`,
    );
  if (read.day < FIRST_DAY) return fault(JOUR, `cellule ${cell(JOUR)}, « ${given} » est avant l’an 2000`);
  if (read.day > names.today) return fault(JOUR, `« ${given} » est dans l’avenir`);
  return read.day;
}

/** The record takes no enrolment before it. */
const FIRST_DAY = '2000-01-01';

/** `2025-04-03` -> `3 avril 2025`. */
const longDay = (day: string): string =>
  new Date(day).toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

/** Taxable bases that a row may name. */
const RANKS = [1, 2, 3] as const;

const readingOf = ({ nom, typeEquipement }: NamedBase): string =>
  `« ${nom} », ${typeEquipement === null ? 'activité' : 'type d’équipement'}`;

function ligneOf({ text, fault, names }: Row, rank: number) {
  const name = text(`base${rank}`);
  const precision = text(`precision${rank}`) || null;
  if (!name) {
    if (precision) fault(`base${rank}`, 'une précision sans base');
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
  return [{ typeEquipement, natureActivite, precision }];
}

function impayeOf(row: Row, nom: string): Read['impayes'] {
  const { text, fault, names } = row;
  const annee = anneeImpayee(nom);
  if (annee === undefined) return [];
  const montant = wholeOf(row, nom);
  if (montant === undefined || montant === 0) return [];
  if (montant < 0) return (fault(nom, 'un impayé est au-dessus de zéro'), []);
  if (annee >= Number(names.today.slice(0, 4)))
    return (fault(nom, 'seules les années passées ont des impayés'), []);
  if (names.closes.has(annee)) return (fault(nom, `l’exercice ${annee} est clos`), []);
  const taxe = RANKS.flatMap((rank) => names.bases(text(`base${rank}`)).map((base) => base.taxe)).find(
    (found) => found !== null,
  );
  if (taxe === undefined || taxe === null)
    return (fault(nom, 'il faut une base taxable qui porte une taxe'), []);
  return [{ annee, montant, taxe }];
}

/** The record as the row gives it, for the record's own check. */
function bodyOf(row: Row) {
  const { text, fault } = row;
  const raisonSociale = text('raisonSociale') || null;
  return {
    type:
      readType(text('type'), raisonSociale !== null) ??
      fault('type', `« ${text('type')} » : physique ou morale`),
    nom: text('nom') || raisonSociale || fault('nom', 'il manque'),
    prenom: text('prenom'),
    raisonSociale,
    nif: text('nif'),
    age: wholeOf(row, 'age') ?? null,
    lieuNaissance: text('lieuNaissance'),
    telephone: text('telephone'),
    adresse: text('adresse'),
    typePieceIdentite: text('typePieceIdentite'),
    numeroPieceIdentite: text('numeroPieceIdentite'),
    latitude: degreesOf(row, 'latitude') ?? null,
    longitude: degreesOf(row, 'longitude') ?? null,
    nbreBetail: wholeOf(row, 'nbreBetail') ?? null,
    numKlis: text('numKlis'),
    ramification: placeOf(row),
    dateEnrollement: dayOf(row),
    lignes: RANKS.flatMap((rank) => ligneOf(row, rank)),
  };
}

/** @returns the taxpayer of a row, or all that is wrong with it, each told with the field's name */
export function readRow(
  staged: StagedRow,
  colonnes: number,
  correspondance: Readonly<Record<string, number>>,
  names: Names,
): Read | { erreurs: string[] } {
  const row = rowOf(staged, correspondance, names);
  const { erreurs, faulty, fault } = row;
  const champs = Object.keys(correspondance);
  if (staged.valeurs.slice(colonnes).some(Boolean)) erreurs.push('La ligne a plus de colonnes que l’en-tête');
  cellFaults(row, champs);
  const body = bodyOf(row);
  const impayes = champs.flatMap((nom) => impayeOf(row, nom));
  const parsed = contribuableBody.safeParse(body);
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      const nom = FIELD_CHAMPS[String(path[0])] ?? String(path[0]);
      // what was told above, in words of the file, is not told twice
      if (!faulty.has(nom)) fault(nom, message);
    }
  if (erreurs.length > 0 || !parsed.success) return { erreurs };
  const { data } = parsed;
  const cle = createHash('sha256')
    .update(JSON.stringify([data, impayes]))
    .digest('hex');
  return { body: data, cle: `import:${cle.slice(0, 40)}`, impayes };
}

/** A company where it has a company's name, unless the row says otherwise. */
function readType(text: string, company: boolean): string | undefined {
  const said = headWords(text);
  if (!said) return company ? 'Personne morale' : 'Personne physique';
  if (/\bmorale?\b|societe|entreprise/.test(said)) return 'Personne morale';
  return /\bphysique\b|particulier|individu/.test(said) ? 'Personne physique' : undefined;
}
