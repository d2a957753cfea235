/**
 * Generates a register of taxpayers with every kind of fault, as communes send them, and the expected fate of each
 * row.
 */
import type { SortLigne } from '@octroi/contract';
import { Random } from '#src/demo/random.ts';

export const HEADS = [
  'Nom',
  'Prénom',
  'Localisation',
  'Téléphone',
  'NIF',
  'Âge',
  'Date d’enrôlement',
  'Base taxable',
  'Précision',
  'Latitude',
  'Longitude',
  'Impayé',
] as const;

/** The collectivité of the register. */
export interface Commune {
  /** Spellings of a place. */
  places: readonly string[];
  /** A place of another collectivité. */
  ailleurs: string;
  /** A base with one rate, and one whose rate has a précision. */
  base: string;
  basePrecisee: string;
  precision: string;
  /** Existing taxpayers of that place, without lines. */
  connus: readonly { nom: string; prenom: string; telephone: string }[];
}

interface Ligne {
  nom: string;
  prenom: string;
  lieu: string;
  telephone: string;
  nif: string;
  age: string;
  jour: string;
  base: string;
  precision: string;
  latitude: string;
  longitude: string;
  impaye: string;
  plus: string;
}

export interface GeneratedRow {
  kind: string;
  cells: string[];
  /** Expected fate at the first import. */
  sort: SortLigne;
  /** Unpaid francs, if the row is enrolled. */
  impaye: number;
  /** The same row corrected, if it was rejected. */
  corrected?: string[];
}

const cellsOf = (ligne: Ligne): string[] => [
  ligne.nom,
  ligne.prenom,
  ligne.lieu,
  ligne.telephone,
  ligne.nif,
  ligne.age,
  ligne.jour,
  ligne.base,
  ligne.precision,
  ligne.latitude,
  ligne.longitude,
  ligne.impaye,
  ...(ligne.plus ? [ligne.plus] : []),
];

/** Changes that make a row invalid, by kind of fault. */
const FAULTS: Record<string, (commune: Commune) => Partial<Ligne>> = {
  'no name': () => ({ nom: '', prenom: '' }),
  'no place': () => ({ lieu: '' }),
  'unknown place': () => ({ lieu: 'Nulle part' }),
  'place of another collectivité': ({ ailleurs }) => ({ lieu: ailleurs }),
  'short telephone': () => ({ telephone: '9012' }),
  'unknown base': () => ({ base: 'Fusée' }),
  'base without its précision': ({ basePrecisee }) => ({ base: basePrecisee }),
  'unknown précision': ({ basePrecisee }) => ({ base: basePrecisee, precision: 'Gigantesque' }),
  'précision without base': ({ precision }) => ({ base: '', precision, impaye: '' }),
  'power of ten': () => ({ impaye: '1e5' }),
  'negative amount': () => ({ impaye: '-500' }),
  'spreadsheet error': () => ({ impaye: '#N/A' }),
  'formula without result': () => ({ impaye: '=A1+B1' }),
  'half francs': () => ({ impaye: '12,5' }),
  'day that is none': () => ({ jour: '31/02/2025' }),
  'day to come': () => ({ jour: '01/01/2099' }),
  'day of another century': () => ({ jour: '05/05/1950' }),
  'age that nobody has': () => ({ age: '200' }),
  'latitude alone': () => ({ latitude: '13,5' }),
  'more cells than heads': () => ({ plus: 'de trop' }),
};

/** Unusual spellings that are accepted. */
const WRITINGS: Record<string, (ligne: Ligne) => Partial<Ligne>> = {
  plain: () => ({}),
  'thousands by dot': () => ({ impaye: '12.500' }),
  'thousands by apostrophe': () => ({ impaye: "12'500" }),
  'thousands by narrow space': () => ({ impaye: '12\u202f500' }),
  'thousands by no-break space': () => ({ impaye: '12\u00a0500 F' }),
  'amount with its currency': () => ({ impaye: 'XOF 12 500' }),
  'telephone as a float': ({ telephone }) => ({ telephone: `${telephone}.0` }),
  'Arabic name': ({ nom }) => ({ nom: `محمد ${nom}` }),
  'bold Unicode': ({ nom }) => ({ nom: `𝗕𝗼𝗯𝗶𝗲𝗹 ${nom}` }),
  'name with a joiner': ({ nom }) => ({ nom: `${nom.slice(0, 2)}\u200d${nom.slice(2)}` }),
  'year first': () => ({ jour: '2025-03-04' }),
  'written month': () => ({ jour: '4 mars 2025' }),
};

const FIRST = 'BCDFGJKLMNPRSTVWXZ';
const VOWELS = 'AEIOU';

/** @param count number of rows, without the repeated taxpayers */
export function generateRegistre(seed: number, count: number, commune: Commune): GeneratedRow[] {
  const random = new Random(seed);
  const syllables = (length: number): string =>
    Array.from({ length }, () => `${FIRST[random.int(0, FIRST.length - 1)]}${VOWELS[random.int(0, 4)]}`).join(
      '',
    );
  let phones = 0;
  const person = (): Ligne => ({
    nom: syllables(4),
    prenom: syllables(3),
    lieu: commune.places[random.int(0, commune.places.length - 1)] ?? '',
    telephone: String(81_000_000 + (phones += 1)),
    nif: '',
    age: String(random.int(18, 90)),
    jour: '15/04/2025',
    base: commune.base,
    precision: '',
    latitude: '',
    longitude: '',
    impaye: '12 500',
    plus: '',
  });
  const rows: GeneratedRow[] = [];
  const add = (kind: string, ligne: Ligne, sort: SortLigne, corrected?: Ligne): void =>
    void rows.push({
      kind,
      cells: cellsOf(ligne),
      sort,
      impaye: 12_500,
      ...(corrected ? { corrected: cellsOf(corrected) } : {}),
    });
  const faults = Object.keys(FAULTS);
  const writings = Object.keys(WRITINGS);
  while (rows.length < count) {
    const draw = random.int(0, 99);
    const ligne = person();
    if (draw < 30) {
      const kind = faults[random.int(0, faults.length - 1)] ?? '';
      add(kind, { ...ligne, ...FAULTS[kind]?.(commune) }, 'rejetée', ligne);
    } else if (draw < 34) {
      add('a person', ligne, 'nouvelle');
      add('the same row again', ligne, 'répétée');
    } else if (draw < 38) {
      add('a person', ligne, 'nouvelle');
      add('the same person with another amount', { ...ligne, impaye: '9 000' }, 'rejetée', ligne);
    } else if (draw < 42) {
      const nameless = { ...ligne, telephone: '' };
      add('a person without telephone', nameless, 'nouvelle');
      add('a namesake without telephone', nameless, 'nouvelle');
    } else if (draw < 46) {
      const nif = `${90_000 + rows.length}/R`;
      add('a person with a NIF', { ...ligne, nif }, 'nouvelle');
      add('another name with that NIF', { ...person(), nif }, 'à décider');
    } else {
      const kind = writings[random.int(0, writings.length - 1)] ?? '';
      add(kind, { ...ligne, ...WRITINGS[kind]?.(ligne) }, 'nouvelle');
    }
  }
  for (const [rank, { nom, prenom, telephone }] of commune.connus.entries()) {
    const known = { ...person(), age: '', jour: '', base: '', impaye: '' };
    if (rank % 2 === 0) add('somebody of the register', { ...known, nom, prenom, telephone }, 'identique');
    else add('the telephone of somebody of the register', { ...known, telephone }, 'à décider');
  }
  return rows;
}
