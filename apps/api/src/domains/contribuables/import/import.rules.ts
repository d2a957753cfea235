/** How a row of a file becomes a taxpayer: pure, over what the names of the row stand for. */
import { createHash } from 'node:crypto';
import {
  anneeImpayee,
  champImportHead,
  contribuableBody,
  type ContribuableBody,
  isDay,
  headWords,
} from '@octroi/contract';
import { findByName, folded } from '@octroi/contract/text';
import type { NamedBase, NamedPlace } from './import.repository.ts';

/** What the names in a file stand for. */
export interface Names {
  places: ReturnType<typeof placesByName>;
  bases: (name: string) => readonly NamedBase[];
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

/** Between the names of a path, in the order in which a text is read: the last ones may be part of a name. */
const SEPARATORS = [/\s*[>›]\s*/, /\s*[/,;|]\s*/, /\s+-\s+/];
const PATH = ' > ';

/** What finds the places that a row may mean by a text: a name, a code, a path or the end of one. */
export function placesByName(places: readonly NamedPlace[]): (text: string) => NamedPlace[] {
  const find = findByName(places, ({ chemin, code }) => [
    ...chemin.map((_, from) => chemin.slice(from).join(PATH)),
    code ?? '',
  ]);
  return (text) => {
    const readings = [text, ...SEPARATORS.map((separator) => text.split(separator).join(PATH))];
    return [...new Set(readings.flatMap(find))];
  };
}

/** The shortest end of a place's path that means no other place, else its code. */
export function plainPath({ chemin, code }: NamedPlace, find: Names['places']): string {
  const ends = chemin.map((_, at) => chemin.slice(-1 - at).join(PATH));
  return ends.find((end) => find(end).length === 1) ?? code ?? ends.at(-1) ?? '';
}

/** @returns the ISO day of `31/12/2025`, `31-12-25` or `2025-12-31`; undefined where no calendar has it */
export function readDay(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const iso = day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.slice(0, 10);
  return isDay(iso) && (day !== '' || /^\d{4}-\d\d-\d\d([ T]00:00:00.*)?$/.test(text)) ? iso : undefined;
}

/** `1 250 000 F CFA` -> 1250000; undefined for what is no whole number. */
export function readWhole(text: string): number | undefined {
  const digits = text.replaceAll(/[\s\u00a0\u202f]|f\s*cfa|fcfa/gi, '').replace(/[.,]0+$/, '');
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** Things that a text may mean, told with the line. */
const READINGS_TOLD = 3;

/** Where the record's own check names a field otherwise than the file. */
const FIELD_CHAMPS: Readonly<Record<string, string>> = { ramification: 'localisation', lignes: 'base1' };

/** A row while it is read. */
interface Row {
  names: Names;
  /** What it says of a field; empty where the file has no column for it. */
  text: (nom: string) => string;
  /** Notes what is wrong with a field, told with its name. */
  fault: (nom: string, message: string) => undefined;
  erreurs: string[];
  /** Fields that something is wrong with. */
  faulty: Set<string>;
}

function rowOf(
  valeurs: readonly string[],
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
      return column === undefined ? '' : (valeurs[column] ?? '');
    },
    fault(nom, message) {
      faulty.add(nom);
      const label = champImportHead(nom);
      // the record's own messages name their field here and there
      const rest = message.split(' : ').filter((part) => folded(part) !== folded(label));
      erreurs.push([label, ...rest].join(' : '));
    },
  };
}

function wholeOf({ text, fault }: Row, nom: string): number | undefined {
  if (!text(nom)) return undefined;
  return readWhole(text(nom)) ?? fault(nom, `« ${text(nom)} » n’est pas un nombre entier`);
}

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

function dayOf({ text, fault, names }: Row): string | undefined {
  const given = text('dateEnrollement');
  if (!given) return undefined;
  const day = readDay(given);
  if (!day) return fault('dateEnrollement', `« ${given} » n’est pas une date (JJ/MM/AAAA)`);
  if (day > names.today) return fault('dateEnrollement', `« ${given} » est dans l’avenir`);
  return day;
}

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
  valeurs: readonly string[],
  colonnes: number,
  correspondance: Readonly<Record<string, number>>,
  names: Names,
): Read | { erreurs: string[] } {
  const row = rowOf(valeurs, correspondance, names);
  const { erreurs, faulty, fault } = row;
  const champs = Object.keys(correspondance);
  if (valeurs.slice(colonnes).some(Boolean)) erreurs.push('La ligne a plus de colonnes que l’en-tête');
  for (const nom of champs) if (/^[=@]/.test(row.text(nom))) fault(nom, 'une formule n’est pas une valeur');
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
