/** The fiscal configuration of each collectivité of the demonstration, with stable ids. */
import { COLLECTIVITES, type CollectiviteSeed, type RamificationSeed } from '../territoire/index.ts';
import {
  CATEGORIES_ACTIVITE,
  CATEGORIES_TAXE,
  EQUIPEMENTS,
  FREQUENCES,
  IMPUTATIONS,
  NATURES,
  type CategorieActiviteCle,
  type CategorieTaxeCle,
  type EquipementCle,
  type NatureCle,
} from './nomenclatures.ts';
import { TAXES, type TaxeSource } from './taxes.ts';

export { FREQUENCES } from './nomenclatures.ts';
export type { EquipementCle, NatureCle } from './nomenclatures.ts';

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
}
export interface ApplicationSeed {
  taxeId: number;
  ramificationId: number;
  annee: number;
  tarif: number | null;
  exclue: boolean;
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
export interface FiscaliteSeed {
  entiteId: number;
  categoriesTaxe: readonly Named[];
  categoriesActivite: readonly Named[];
  natures: readonly (Named & { cle: NatureCle; categorieId: number })[];
  equipements: readonly (Named & { cle: EquipementCle; categorieId: number; code: string })[];
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
    const { tarif } = source;
    const base = { taxeId, ramificationId: ramification.id, annee, exclue: false };
    return typeof tarif === 'number'
      ? { ...base, tarif: price(tarif), precisions: [] }
      : {
          ...base,
          tarif: null,
          precisions: Object.entries(tarif).map(([libelle, value]) => ({ libelle, tarif: price(value) })),
        };
  };
  const departements = entite.ramifications.filter((node) => node.niveau === 1);
  const years = Array.from({ length: lastRateYear() - FIRST_RATE_YEAR + 1 }, (_, i) => FIRST_RATE_YEAR + i);
  return years.flatMap((annee) =>
    departements.flatMap((departement, index) => {
      const centre = index === 0 ? 1.15 : index === departements.length - 1 ? 0.9 : 1;
      const factor = source.parDepartement ? centre : 1;
      const quartiers = entite.ramifications.filter((node) => node.parentId === departement.id);
      const [first, last] = [quartiers[0], quartiers.at(-1)];
      const rows = [at(departement, annee, factor)];
      if (source.parQuartier && first) rows.push(at(first, annee, factor * 1.2));
      if (source.horsPeripherie && last) {
        rows.push({ taxeId, ramificationId: last.id, annee, tarif: null, exclue: true, precisions: [] });
      }
      return rows;
    }),
  );
}

const entries = <K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] =>
  Object.entries(record) as [K, V][];

function build(entite: CollectiviteSeed): FiscaliteSeed {
  // Each collectivité has the same lists, so its ids start where the one before it ended.
  const firstId = (count: number): number => (entite.id - 1) * count + 1;
  const entiteId = entite.id;
  const named = <K extends string>(record: Readonly<Record<K, readonly [string, string]>>) => {
    const rows = entries(record);
    const base = firstId(rows.length);
    return rows.map(([cle, [nom, description]], i) => ({ cle, id: base + i, entiteId, nom, description }));
  };
  const categoriesTaxe = named<CategorieTaxeCle>(CATEGORIES_TAXE);
  const categoriesActivite = named<CategorieActiviteCle>(CATEGORIES_ACTIVITE);
  const idOf = (rows: readonly { cle: string; id: number }[], cle: string): number => {
    const row = rows.find((candidate) => candidate.cle === cle);
    if (!row) throw new Error(`fiscalite: no ${cle}`);
    return row.id;
  };
  const naturesList = entries(NATURES);
  const natures = naturesList.map(([cle, [categorie, nom]], i) => ({
    cle,
    id: firstId(naturesList.length) + i,
    entiteId,
    nom,
    description: '',
    categorieId: idOf(categoriesActivite, categorie),
  }));
  const equipementsList = entries(EQUIPEMENTS);
  const equipements = equipementsList.map(([cle, [nom, code, categorie, description]], i) => ({
    cle,
    id: firstId(equipementsList.length) + i,
    entiteId,
    nom,
    code,
    description,
    categorieId: idOf(categoriesActivite, categorie),
  }));
  const taxes = TAXES.map((source, i): TaxeSeed => {
    const id = firstId(TAXES.length) + i;
    const frequence = FREQUENCES.find(({ cle }) => cle === source.frequence);
    if (!frequence) throw new Error(`fiscalite: no ${source.frequence}`);
    return {
      id,
      nom: source.nom,
      categorieId: idOf(categoriesTaxe, source.categorie),
      natureActiviteId: 'nature' in source ? idOf(natures, source.nature) : null,
      typeEquipementId: 'equipement' in source ? idOf(equipements, source.equipement) : null,
      frequenceId: frequence.id,
      occurrences: frequence.occurrences,
      imputation: IMPUTATIONS[source.categorie],
      libelles: typeof source.tarif === 'number' ? [] : Object.keys(source.tarif),
      applications: applicationsOf(source, id, entite),
    };
  });
  return { entiteId, categoriesTaxe, categoriesActivite, natures, equipements, taxes };
}

let built: readonly FiscaliteSeed[] | undefined;

/** In the order of the collectivités; made at the first call, since nothing but a load needs it. */
export const fiscalites = (): readonly FiscaliteSeed[] => (built ??= COLLECTIVITES.map(build));
