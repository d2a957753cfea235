/**
 * The rates that the wizard of a tax holds, without its screens: a general scale, the sub-entities that were chosen,
 * and the scales of those that differ. A sub-entity without a scale of its own has that of the nearest chosen one above
 * it, else the general one; only what differs from what it inherits is stored (specification 1 sections 2 and 4).
 */
import {
  type Application,
  type ApplicationBody,
  doubleLibelle,
} from '@octroi/contract/fiscalite/tarifs/applications';
import {
  type Bareme as Rate,
  BAREME_MESSAGES,
  baremeFault,
  FORFAIT,
  QUANTITE_MAX,
  seuilsFault,
} from '@octroi/contract/fiscalite/tarifs/bareme';
import { TARIF_MAX, TARIF_MESSAGES } from '@octroi/contract/fiscalite/tarifs/precisions';
import type { Whole } from '#src/ui/form/WholeInput.tsx';
import type { Ligne, Regles } from './ligne.ts';
import { avecHerite, depuisFaults, type Groupe, groupesDe, lignesPour } from './depuis.ts';

export type { Ligne, Regles };

export const NO_RULES: Regles = { franchise: '', minimum: '', maximum: '', arrondi: FORFAIT.arrondi };

/** Rates by year; one per year if the tax has no précisions. */
export type Bareme = Readonly<Record<number, readonly Ligne[]>>;

interface Tarification {
  general: Bareme;
  /** Rates of the sub-entities that have their own, by id. */
  propres: ReadonlyMap<number, Bareme>;
}

export interface Etat {
  /** Ascending. */
  annees: readonly number[];
  /** Which of the two rate sets is used: both are kept, so that switching loses nothing. */
  precisions: boolean;
  simple: Tarification;
  precis: Tarification;
  choisies: ReadonlySet<number>;
}

export interface Lieu {
  id: number;
  parent: number | null;
}

const RIEN: Tarification = { general: {}, propres: new Map() };
export const EMPTY: Ligne = { libelle: '', tarif: '' };

export const emptyEtat: Etat = {
  annees: [],
  precisions: false,
  simple: RIEN,
  precis: RIEN,
  choisies: new Set(),
};

export const tarification = (etat: Etat): Tarification => (etat.precisions ? etat.precis : etat.simple);

const withTarification = (etat: Etat, change: (now: Tarification) => Tarification): Etat =>
  etat.precisions ? { ...etat, precis: change(etat.precis) } : { ...etat, simple: change(etat.simple) };

/** The rows of a year; without any, those of the nearest earlier year, else of the nearest later one. */
function rowsFor(bareme: Bareme, annee: number): readonly Ligne[] {
  const years = Object.keys(bareme).map(Number);
  const before = years.filter((each) => each <= annee).at(-1);
  const nearest = before ?? years[0];
  const rows = (nearest === undefined ? undefined : bareme[nearest]) ?? [EMPTY];
  return nearest === annee ? rows : lignesPour(rows, before !== undefined).map(({ id: _, ...row }) => row);
}

const filled = (bareme: Bareme, annees: readonly number[]): Bareme => ({
  ...bareme,
  ...Object.fromEntries(annees.map((annee) => [annee, rowsFor(bareme, annee)])),
});

const filledAll = ({ general, propres }: Tarification, annees: readonly number[]): Tarification => ({
  general: filled(general, annees),
  propres: new Map([...propres].map(([id, bareme]) => [id, filled(bareme, annees)])),
});

/** Selects years; the rows of deselected years return when they are selected again. */
export function withAnnees(etat: Etat, annees: readonly number[]): Etat {
  const sorted = annees.toSorted((a, b) => a - b);
  return {
    ...etat,
    annees: sorted,
    simple: filledAll(etat.simple, sorted),
    precis: filledAll(etat.precis, sorted),
  };
}

export const withPrecisions = (etat: Etat, precisions: boolean): Etat => ({ ...etat, precisions });

/** Another territory: all of it is selected, and no sub-entity has its own rates. */
export const withLieux = (etat: Etat, lieux: readonly Lieu[]): Etat => ({
  ...etat,
  choisies: new Set(lieux.map(({ id }) => id)),
  simple: { ...etat.simple, propres: new Map() },
  precis: { ...etat.precis, propres: new Map() },
});

export function withChoix(etat: Etat, ids: readonly number[], on: boolean): Etat {
  const choisies = new Set(etat.choisies);
  for (const id of ids)
    if (on) choisies.add(id);
    else choisies.delete(id);
  return { ...etat, choisies };
}

/** Sets the rows of a year of the general rates. */
export const withGeneral = (etat: Etat, annee: number, lignes: readonly Ligne[]): Etat =>
  withTarification(etat, (now) => ({ ...now, general: { ...now.general, [annee]: lignes } }));

/** Sets the rows of a year of a sub-entity; its rates start from the inherited ones. */
export const withPropre = (
  etat: Etat,
  id: number,
  from: Bareme,
  annee: number,
  lignes: readonly Ligne[],
): Etat =>
  withTarification(etat, (now) => ({
    ...now,
    propres: new Map(now.propres).set(id, { ...(now.propres.get(id) ?? from), [annee]: lignes }),
  }));

/** Makes a sub-entity inherit again. */
export const withoutPropre = (etat: Etat, id: number): Etat =>
  withTarification(etat, (now) => {
    const propres = new Map(now.propres);
    propres.delete(id);
    return { ...now, propres };
  });

/** Parents before children. */
function fromTheTop<Node extends Lieu>(lieux: readonly Node[]): Node[] {
  const childrenOf = Map.groupBy(lieux, ({ parent }) => parent);
  const ordered: Node[] = [];
  const walk = (parent: number | null): void => {
    for (const lieu of childrenOf.get(parent) ?? []) {
      ordered.push(lieu);
      walk(lieu.id);
    }
  };
  walk(null);
  return ordered;
}

/** The order of rows is significant: the person chose it, and it is stored. */
const signature = (lignes: readonly Ligne[] | undefined): string =>
  JSON.stringify(
    (lignes ?? []).map(
      ({
        libelle,
        tarif,
        depuis = null,
        exclue = false,
        parUnite = false,
        seuil = '',
        regles = NO_RULES,
      }) => [libelle.trim(), depuis, exclue, tarif, parUnite, seuil, regles],
    ),
  );
const same = (a: readonly Ligne[] | undefined, b: readonly Ligne[] | undefined): boolean =>
  signature(a) === signature(b);

interface Resolved {
  choisie: boolean;
  /** Its rates if it is selected: its own, or the inherited ones. */
  bareme: Bareme;
  /** The inherited rates. */
  offert: Bareme;
  /** Whether a place above has a rate, that this one inherits until its own begins. */
  herite: boolean;
  propre: boolean;
  /** Years to store: as a rate if it is selected, as an exclusion if not. */
  stockees: readonly number[];
}

/** The rates of each sub-entity, parents first. */
export function resolve(etat: Etat, lieux: readonly Lieu[]): Map<number, Resolved> {
  const { general, propres } = tarification(etat);
  const resolved = new Map<number, Resolved>();
  for (const { id, parent } of fromTheTop(lieux)) {
    const parentRates = parent === null ? undefined : resolved.get(parent);
    const choisie = etat.choisies.has(id);
    const offert = parentRates?.bareme ?? general;
    const ownRates = choisie ? propres.get(id) : undefined;
    const bareme = ownRates ?? offert;
    // the database takes the nearest application above, whether it has a rate or an exclusion
    const rated = parentRates?.choisie === true;
    const stockees = etat.annees.filter((annee) =>
      // an excluded top place is stored too, to distinguish it from a forgotten one
      choisie
        ? !(rated && same(bareme[annee], parentRates.bareme[annee]))
        : rated || parentRates === undefined,
    );
    resolved.set(id, { choisie, bareme, offert, herite: rated, propre: ownRates !== undefined, stockees });
  }
  return resolved;
}

/** A selected sub-entity that needs no storage, because it equals what it inherits. */
export const isInherited = ({ choisie, stockees }: Resolved): boolean => choisie && stockees.length === 0;

export type TarifBody = Omit<ApplicationBody, 'precisione' | 'depuis'> & {
  depuis?: string;
  precisione: {
    id?: number;
    libelle: string;
    tarif: number;
    parUnite?: boolean;
    seuil?: number | null;
  }[];
};

const allBaremes = ({ simple, precis }: Etat): Bareme[] =>
  [simple, precis].flatMap(({ general, propres }) => [general, ...propres.values()]);

/** The rules of the rates by the unit in a year; `differ` if they are not the same in all places. */
export function reglesOf(etat: Etat, annee: number): { regles: Regles; differ: boolean } {
  const { general, propres } = tarification(etat);
  const all = [general, ...propres.values()].flatMap((bareme) => bareme[annee] ?? []);
  const told = all.flatMap((ligne) => (ligne.parUnite ? [ligne.regles ?? NO_RULES] : []));
  const [regles = NO_RULES, ...others] = new Map(told.map((each) => [JSON.stringify(each), each])).values();
  return { regles, differ: others.length > 0 };
}

/** Changes every rate of the tax. */
const withEach = (etat: Etat, change: (ligne: Ligne, annee: number) => Ligne): Etat => {
  const changed = (bareme: Bareme): Bareme =>
    Object.fromEntries(
      Object.entries(bareme).map(([annee, lignes]) => [
        annee,
        lignes.map((ligne) => change(ligne, Number(annee))),
      ]),
    );
  const all = ({ general, propres }: Tarification): Tarification => ({
    general: changed(general),
    propres: new Map([...propres].map(([id, bareme]) => [id, changed(bareme)])),
  });
  return { ...etat, simple: all(etat.simple), precis: all(etat.precis) };
};

/** Sets the rules of a year in all places. */
export const withRegles = (etat: Etat, annee: number, regles: Regles): Etat =>
  withEach(etat, (ligne, of) => (of === annee ? { ...ligne, regles } : ligne));

/** Rates of a base that is counted by piece: none is by the unit, or by tranche. */
export const withoutUnite = (etat: Etat): Etat =>
  allBaremes(etat).some((bareme) =>
    Object.values(bareme).some((lignes) =>
      lignes.some(({ parUnite, regles, seuil }) => parUnite || regles || seuil !== undefined),
    ),
  )
    ? withEach(etat, (ligne) => ({ ...ligne, parUnite: false, seuil: '', regles: NO_RULES }))
    : etat;

/** A rate with what it counts; undefined while it is incomplete. */
export function baremeOf({ tarif, parUnite = false, regles = NO_RULES }: Ligne): Rate | undefined {
  if (tarif === '' || !Number.isInteger(tarif)) return undefined;
  return { tarif, parUnite, ...numbersOf(regles) };
}

const orNull = (value: Whole): number | null => (value === '' || Number.isNaN(value) ? null : value);
const numbersOf = ({ franchise, minimum, maximum, arrondi }: Regles) => ({
  franchise: orNull(franchise),
  minimum: orNull(minimum),
  maximum: orNull(maximum),
  arrondi,
});

/** The errors of the rules, by field. */
export function reglesFaults(regles: Regles): Partial<Record<keyof Regles, string>> {
  for (const field of ['minimum', 'maximum'] as const) {
    const value = regles[field];
    if (value !== '' && !(Number.isInteger(value) && value >= 1)) return { [field]: BAREME_MESSAGES.bornes };
  }
  if (regles.franchise !== '' && !(regles.franchise > 0)) return { franchise: BAREME_MESSAGES.franchise };
  const fault = baremeFault({ parUnite: true, ...numbersOf(regles) });
  return fault ? { [fault.field]: fault.message } : {};
}

/** What the rates of a year and place count, to send; nothing if it was never said. */
function countedBody(lignes: readonly Ligne[], precisions: boolean): Partial<TarifBody> {
  const regles = lignes.find((ligne) => ligne.regles)?.regles;
  const [{ parUnite } = EMPTY] = lignes;
  const counts = lignes.some((ligne) => ligne.parUnite);
  return {
    ...(parUnite === undefined || precisions ? {} : { parUnite }),
    ...(regles ? numbersOf(counts ? regles : NO_RULES) : {}),
  };
}

const francs = (tarif: Whole): number => (tarif === '' ? 0 : tarif);

/** The rates of a place that it does not inherit: without those at its start that the place above has too. */
function propresDe(own: readonly Groupe[], above: readonly Groupe[]): readonly Groupe[] {
  const beginsBefore = (groupe: Groupe | undefined, other: Groupe | undefined): boolean =>
    groupe !== undefined && (groupe.depuis ?? '') < (other?.depuis ?? '');
  const differs = own.findIndex(({ lignes }, rank) => !same(lignes, above[rank]?.lignes));
  for (let rank = differs; rank > 0; rank--)
    // the place above has no other rate before this one begins
    if (!beginsBefore(above[rank], own[rank])) return own.slice(rank);
  return own;
}

/** The applications to store. The scales must be complete (`baremeFaults`). */
export function toApplications(etat: Etat, lieux: readonly Lieu[]): TarifBody[] {
  return [...resolve(etat, lieux)].flatMap(([ramification, { choisie, bareme, offert, herite, stockees }]) =>
    stockees.flatMap((annee): TarifBody[] => {
      const base = { ramification, annee, exclue: !choisie, tarif: null, precisione: [] };
      if (!choisie) return [base];
      const groupes = propresDe(groupesDe(bareme[annee] ?? []), herite ? groupesDe(offert[annee] ?? []) : []);
      return groupes.map(({ depuis, lignes }) =>
        bodyOf(depuis === null ? base : { ...base, depuis }, lignes),
      );
    }),
  );

  function bodyOf(base: TarifBody, lignes: readonly Ligne[]): TarifBody {
    if (lignes.every(({ exclue }) => exclue)) return { ...base, exclue: true };
    const counted = countedBody(lignes, etat.precisions);
    return etat.precisions
      ? {
          ...base,
          ...counted,
          precisione: lignes.map(({ id, libelle, tarif, parUnite, seuil }) => ({
            ...(id === undefined ? {} : { id }),
            libelle: libelle.trim(),
            tarif: francs(tarif),
            ...(parUnite === undefined ? {} : { parUnite }),
            ...(seuil === undefined ? {} : { seuil: orNull(seuil) }),
          })),
        }
      : { ...base, ...counted, tarif: francs(lignes[0]?.tarif ?? '') };
  }
}

const orEmpty = (value: number | null): Whole => value ?? '';

function rowsOf(application: Application, precisions: boolean): readonly Ligne[] {
  const { tarif, precisione, franchise, minimum, maximum, arrondi, depuis, exclue } = application;
  const from = depuis === null ? {} : { depuis };
  if (exclue) return [{ ...EMPTY, ...from, exclue: true }];
  const regles = {
    franchise: orEmpty(franchise),
    minimum: orEmpty(minimum),
    maximum: orEmpty(maximum),
    arrondi,
  };
  const counted = (parUnite: boolean) => (parUnite ? { parUnite, regles } : {});
  return precisions && precisione.length > 0
    ? precisione.map(({ id, libelle, tarif: rate, parUnite, seuil }) => ({
        id,
        libelle,
        tarif: rate,
        ...from,
        ...counted(parUnite),
        ...(seuil === null ? {} : { seuil }),
      }))
    : [{ libelle: '', tarif: tarif ?? '', ...from, ...counted(application.parUnite) }];
}

/**
 * The stored rates in the wizard's form; the first application tells whether there are précisions (specification 1
 * section 4).
 */
export function fromApplications(applications: readonly Application[], lieux: readonly Lieu[]): Etat {
  const precisions = (applications.find(({ exclue }) => !exclue)?.precisione.length ?? 0) > 0;
  const annees = [...new Set(applications.map(({ annee }) => Number(annee)))].sort((a, b) => a - b);
  const stored = Map.groupBy(applications, ({ ramification, annee }) => `${ramification.id} ${annee}`);
  const applied = new Map<number, Map<number, readonly Ligne[] | null>>();
  for (const { id, parent } of fromTheTop(lieux))
    applied.set(
      id,
      new Map(
        annees.map((annee) => {
          const own = (stored.get(`${id} ${annee}`) ?? [])
            .toSorted((a, b) => (a.depuis ?? '').localeCompare(b.depuis ?? ''))
            .flatMap((application) => rowsOf(application, precisions));
          const inherited = parent === null ? null : (applied.get(parent)?.get(annee) ?? null);
          if (own.length === 0) return [annee, inherited];
          const rows = avecHerite(inherited ?? undefined, own);
          return [annee, rows.every(({ exclue }) => exclue) ? null : rows];
        }),
      ),
    );
  const scaleOf = (id: number): Bareme =>
    Object.fromEntries(annees.map((annee) => [annee, applied.get(id)?.get(annee) ?? [EMPTY]]));
  const chosen = fromTheTop(lieux).filter(({ id }) => annees.some((annee) => applied.get(id)?.get(annee)));
  const general = chosen[0] ? scaleOf(chosen[0].id) : {};

  const propres = new Map<number, Bareme>();
  const choisies = new Set(chosen.map(({ id }) => id));
  const scales = new Map<number, Bareme>();
  for (const { id, parent } of fromTheTop(lieux)) {
    const offert = (parent === null ? undefined : scales.get(parent)) ?? general;
    const ownScale = scaleOf(id);
    const differs = choisies.has(id) && annees.some((annee) => !same(ownScale[annee], offert[annee]));
    if (differs) propres.set(id, ownScale);
    scales.set(id, differs ? ownScale : offert);
  }
  const tarification: Tarification = { general, propres };
  const other: Tarification = { general: filled({}, annees), propres: new Map() };
  return {
    annees,
    precisions,
    simple: precisions ? other : tarification,
    precis: precisions ? tarification : other,
    choisies,
  };
}

const isValid = (regles: Regles): boolean => Object.keys(reglesFaults(regles)).length === 0;

type LigneFaults = Partial<Record<keyof Ligne, string>>;

/** The errors of each row of a year. */
export function lignesFaults(lignes: readonly Ligne[], precisions: boolean, annee: number): LigneFaults[] {
  const groupes = groupesDe(lignes);
  const days = depuisFaults(groupes, annee);
  const found = new Map<Ligne, LigneFaults>();
  for (const { depuis, lignes: rows } of groupes) {
    const day =
      days.get(depuis) ?? (!precisions && rows.length > 1 ? 'Deux tarifs ont ce premier jour' : undefined);
    const faults = rows.some(({ exclue }) => exclue) ? rows.map(() => ({})) : rateFaults(rows, precisions);
    for (const [rank, row] of rows.entries())
      found.set(row, { ...faults[rank], ...(day === undefined ? {} : { depuis: day }) });
  }
  return lignes.map((ligne) => found.get(ligne) ?? {});
}

/** The errors of the rows of one rate. */
function rateFaults(lignes: readonly Ligne[], precisions: boolean): LigneFaults[] {
  const double = doubleLibelle(lignes.map(({ libelle }) => libelle));
  const tranches = lignes.map(({ seuil = '' }) => ({ seuil: orNull(seuil) }));
  const seuils = precisions ? seuilsFault(tranches) : undefined;
  return lignes.map(({ libelle, tarif, seuil = '' }, rank) => {
    const faults: LigneFaults = {};
    if (precisions && seuil !== '' && !(seuil >= 0 && seuil <= QUANTITE_MAX))
      faults.seuil = BAREME_MESSAGES.seuil;
    // named at the first row that breaks the rule
    else if (seuils && !seuilsFault(tranches.slice(0, rank)) && seuilsFault(tranches.slice(0, rank + 1)))
      faults.seuil = seuils;
    if (precisions && libelle.trim() === '') faults.libelle = TARIF_MESSAGES.libelle;
    else if (precisions && double !== undefined && libelle === double)
      faults.libelle = `Le libellé « ${libelle} » apparaît deux fois`;
    if (tarif === '') faults.tarif = TARIF_MESSAGES.manque;
    else if (!Number.isInteger(tarif) || tarif < 0 || tarif > TARIF_MAX) faults.tarif = TARIF_MESSAGES.bornes;
    return faults;
  });
}

/** Whether every selected year has its rates, and the rules of rates by the unit are valid. */
export const isComplete = (bareme: Bareme, { annees, precisions }: Etat): boolean =>
  annees.every((annee) => {
    const lignes = bareme[annee] ?? [];
    return (
      lignes.length > 0 &&
      lignes.every(({ parUnite, regles }) => !parUnite || !regles || isValid(regles)) &&
      lignesFaults(lignes, precisions, annee).every((faults) => Object.keys(faults).length === 0)
    );
  });
