/** The fiscal configuration of each collectivité of the demonstration, with stable ids. */
import { type Bareme, FORFAIT } from '@octroi/contract';
import { FREQUENCES } from '#src/installation/nomenclatures.ts';
import { table, words } from '../donnees/index.ts';
import { COLLECTIVITES, type CollectiviteSeed, type RamificationSeed } from '../territoire/index.ts';

/** Lists that every collectivité has: the order gives the ids, append only. */
const CATEGORIES = table('categories', ['sorte', 'cle', 'nom', 'description', 'code', 'libelle']);
const NATURES = table('natures', ['cle', 'categorie', 'nom']);
const EQUIPEMENTS = table('equipements', [
  'cle',
  'nom',
  'code',
  'categorie',
  'description',
  'unite',
  'quantites',
]);
/**
 * The taxes with their rates of 2022 in Niamey, in francs a period: one, or one for each précision, which a quantity decides
 * after `@`. `regles`: how a rate counts units. `exceptions`: dearer in the
 * first département and cheaper in the last (parDepartement), dearer in the first quartier of each (parQuartier), left out in
 * the last one (horsPeripherie).
 */
const TAXES = table('taxes', [
  'nom',
  'categorie',
  'equipement',
  'nature',
  'frequence',
  'tarif',
  'exceptions',
  'regles',
]);
type TaxeSource = (typeof TAXES)[number];

const precisionsOf = ({ tarif }: TaxeSource): PrecisionSeed[] =>
  words(tarif, ' | ').flatMap((cell) => {
    const [label, price] = cell.split('=');
    if (!label || !price) return [];
    const [libelle = '', seuil] = label.split('@');
    return [{ libelle, tarif: Number(price), seuil: seuil === undefined ? null : Number(seuil) }];
  });

type Regles = Omit<Bareme, 'tarif'>;

const { tarif: _, ...A_LA_PIECE } = FORFAIT as Bareme;

/** How the rate of a tax counts units: `parUnite franchise=10`. */
const reglesOf = ({ regles }: TaxeSource): Regles => {
  const given = words(regles, ' ').map((word) => {
    const [nom = '', value] = word.split('=');
    return [nom, value === undefined ? true : Number(value)];
  });
  return { ...A_LA_PIECE, ...Object.fromEntries(given) } as Regles;
};

export const FIRST_RATE_YEAR = 2022;
/** Rates are known up to 2027, and always for the next year. */
const lastRateYear = (): number => Math.max(2027, new Date().getUTCFullYear() + 1);

/** Price level of a collectivité, Niamey being 1. */
const NIVEAU_DE_PRIX: Readonly<Record<string, number>> = { NIA: 1, MAR: 0.9, ZIN: 0.85, TAH: 0.8, AGA: 0.75 };
const NIVEAU_DE_PRIX_COMMUNE = 0.65;
const HAUSSE_ANNUELLE = 0.035;

interface Named {
  id: number;
  entiteId: number;
  nom: string;
  description: string;
}
export interface PrecisionSeed {
  libelle: string;
  tarif: number;
  /** Quantity from which on it applies; null: it is chosen. */
  seuil: number | null;
}
export interface ApplicationSeed {
  taxeId: number;
  ramificationId: number;
  annee: number;
  tarif: number | null;
  exclue: boolean;
  regles: Regles;
  precisions: readonly PrecisionSeed[];
}
export interface TaxeSeed {
  id: number;
  nom: string;
  categorieId: number;
  natureActiviteId: number | null;
  typeEquipementId: number | null;
  frequenceId: number;
  occurrences: number;
  /** Line of the budget; undefined where none is given. */
  imputation: readonly [code: string, libelle: string] | undefined;
  /** Labels of its précisions; empty where one tarif serves all. */
  libelles: readonly string[];
  applications: readonly ApplicationSeed[];
}
/** What the lines of a type of equipment are counted in, and the usual quantities. */
export interface Compte {
  unite: string;
  decimales: number;
  de: number;
  a: number;
}
export interface FiscaliteSeed {
  entiteId: number;
  categoriesTaxe: readonly Named[];
  categoriesActivite: readonly Named[];
  natures: readonly (Named & { cle: string; categorieId: number })[];
  equipements: readonly (Named & {
    cle: string;
    categorieId: number;
    code: string;
    compte: Compte | undefined;
  })[];
  taxes: readonly TaxeSeed[];
}

/** Francs that people can pay in coins: tens below 500, fifties below 5,000, then five hundreds. */
export function arrondir(francs: number): number {
  const step = francs < 500 ? 10 : francs < 5000 ? 50 : 500;
  return Math.max(step, Math.round(francs / step) * step);
}

function applicationsOf(source: TaxeSource, taxeId: number, entite: CollectiviteSeed): ApplicationSeed[] {
  const prix = NIVEAU_DE_PRIX[entite.code] ?? NIVEAU_DE_PRIX_COMMUNE;
  const at = (ramification: RamificationSeed, annee: number, factor: number): ApplicationSeed => {
    const price = (base: number): number =>
      arrondir(base * prix * factor * (1 + HAUSSE_ANNUELLE * (annee - FIRST_RATE_YEAR)));
    const precisions = precisionsOf(source).map(({ tarif, ...one }) => ({ ...one, tarif: price(tarif) }));
    const base = { taxeId, ramificationId: ramification.id, annee, exclue: false, regles: reglesOf(source) };
    return { ...base, tarif: precisions.length > 0 ? null : price(Number(source.tarif)), precisions };
  };
  const exceptions = words(source.exceptions, ' ');
  const departements = entite.ramifications.filter((node) => node.niveau === 1);
  const years = Array.from({ length: lastRateYear() - FIRST_RATE_YEAR + 1 }, (_, i) => FIRST_RATE_YEAR + i);
  return years.flatMap((annee) =>
    departements.flatMap((departement, index) => {
      const centre = index === 0 ? 1.15 : index === departements.length - 1 ? 0.9 : 1;
      const factor = exceptions.includes('parDepartement') ? centre : 1;
      const quartiers = entite.ramifications.filter((node) => node.parentId === departement.id);
      const [first, last] = [quartiers[0], quartiers.at(-1)];
      const rows = [at(departement, annee, factor)];
      if (exceptions.includes('parQuartier') && first) rows.push(at(first, annee, factor * 1.2));
      if (exceptions.includes('horsPeripherie') && last) {
        rows.push({
          taxeId,
          ramificationId: last.id,
          annee,
          tarif: null,
          exclue: true,
          regles: A_LA_PIECE,
          precisions: [],
        });
      }
      return rows;
    }),
  );
}

function compteOf({ unite, quantites }: (typeof EQUIPEMENTS)[number]): Compte | undefined {
  const [decimales, de, a] = words(quantites, ' ').map(Number);
  return unite === '' || decimales === undefined || de === undefined || a === undefined
    ? undefined
    : { unite, decimales, de, a };
}

function build(entite: CollectiviteSeed): FiscaliteSeed {
  const entiteId = entite.id;
  /** Each collectivité has the same lists, so its ids start where the one before it ended. */
  const numbered = <Row extends object>(rows: readonly Row[]) =>
    rows.map((row, i) => ({ ...row, id: (entiteId - 1) * rows.length + 1 + i, entiteId }));
  const idOf = (rows: readonly { cle: string; id: number }[], cle: string): number => {
    const row = rows.find((candidate) => candidate.cle === cle);
    if (!row) throw new Error(`fiscalite: no ${cle}`);
    return row.id;
  };
  const categoriesOf = (sorte: string) => numbered(CATEGORIES.filter((row) => row.sorte === sorte));
  const categoriesTaxe = categoriesOf('taxe');
  const categoriesActivite = categoriesOf('activite');
  const natures = numbered(NATURES).map((row) => ({
    ...row,
    description: '',
    categorieId: idOf(categoriesActivite, row.categorie),
  }));
  const equipements = numbered(EQUIPEMENTS).map((row) => ({
    ...row,
    categorieId: idOf(categoriesActivite, row.categorie),
    compte: compteOf(row),
  }));
  const taxes = numbered(TAXES).map((source): TaxeSeed => {
    const { id, nom, nature, equipement } = source;
    const frequence = FREQUENCES.find(({ cle }) => cle === source.frequence);
    if (!frequence) throw new Error(`fiscalite: no ${source.frequence}`);
    const categorie = categoriesTaxe.find(({ cle }) => cle === source.categorie);
    return {
      id,
      nom,
      categorieId: idOf(categoriesTaxe, source.categorie),
      natureActiviteId: nature ? idOf(natures, nature) : null,
      typeEquipementId: equipement ? idOf(equipements, equipement) : null,
      frequenceId: frequence.id,
      occurrences: frequence.occurrences,
      imputation: categorie?.code ? [categorie.code, categorie.libelle] : undefined,
      libelles: precisionsOf(source).map(({ libelle }) => libelle),
      applications: applicationsOf(source, id, entite),
    };
  });
  return { entiteId, categoriesTaxe, categoriesActivite, natures, equipements, taxes };
}

let built: readonly FiscaliteSeed[] | undefined;

/** In the order of the collectivités; made at the first call, since nothing but a load needs it. */
export const fiscalites = (): readonly FiscaliteSeed[] => (built ??= COLLECTIVITES.map(build));
