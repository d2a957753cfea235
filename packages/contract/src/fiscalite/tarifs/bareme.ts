/**
 * The price of a period from a rate and a quantity (docs/regles-de-calcul.md): forms, wizard and phone show what the
 * database bills (`database/functions/05-echeances.sql`). Quantities and prices are whole hundredths, never floats. Pure.
 */
import { formatFrancs, formatQuantite } from '../../platform/values/money.ts';

/** A rate with what it counts. */
export interface Bareme {
  /** Francs per period, or per unit and period. */
  tarif: number;
  parUnite: boolean;
  /** Part of the quantity that is not counted. */
  franchise: number | null;
  /** Bounds of the price of one period, in francs. */
  minimum: number | null;
  maximum: number | null;
  /** The amount of a period is a multiple of this many francs. */
  arrondi: number;
}

/** What every rate has unless it says otherwise: one price for a line, whatever its quantity. */
export const FORFAIT = {
  parUnite: false,
  franchise: null,
  minimum: null,
  maximum: null,
  arrondi: 1,
} as const satisfies Omit<Bareme, 'tarif'>;

/** Steps that amounts are rounded to, in francs. */
export const ARRONDIS = [1, 5, 10, 25, 50, 100, 500, 1000] as const;

/** One of the named rates of a place. */
export interface Precision {
  libelle: string;
  tarif: number;
  parUnite: boolean;
  /** Quantity from which on it is the rate of a line; null: the précision is chosen for the line. */
  seuil: number | null;
}

export const QUANTITE_MAX = 999_999_999.99;
/** Highest price of a period by its quantity, in francs. */
export const PRIX_MAX = 1_000_000_000_000;

/** The unit of a taxable base: `m²`, `personne`. */
export interface Unite {
  unite: string;
  /** Decimals of a quantity, 0 to 2. */
  uniteDecimales: number;
}

export const QUANTITE_MESSAGES = {
  manque: (unite: string): string => `Veuillez entrer la quantité, en ${unite}`,
  nombre: 'La quantité est un nombre plus grand que 0, avec deux décimales au plus',
  max: 'La quantité dépasse 999 999 999,99 : vérifiez-la.',
  decimales: ({ unite, uniteDecimales }: Unite): string =>
    uniteDecimales === 0
      ? `La quantité est un nombre entier (${unite})`
      : `La quantité a ${uniteDecimales} décimale${uniteDecimales > 1 ? 's' : ''} au plus (${unite})`,
  piece: 'Cette base se compte à la pièce : enlevez la quantité, ou donnez-lui d’abord une unité.',
  prix: 'Cette quantité au tarif de cet endroit dépasse 1 000 milliards de francs : vérifiez-la.',
} as const;

export const BAREME_MESSAGES = {
  parUnite:
    'La franchise, le minimum, le maximum et l’arrondi vont avec un tarif par unité : cochez « par unité » ou enlevez-les',
  franchise: 'La franchise est une quantité plus grande que 0, avec deux décimales au plus',
  bornes: 'Un minimum ou un maximum est un nombre entier de francs, de 1 à 1 000 milliards',
  ordre: 'Le minimum dépasse le maximum : changez l’un des deux',
  arrondi: `L’arrondi est l’un de ces nombres de francs : ${ARRONDIS.join(', ')}`,
  unite: 'Cette base se compte à la pièce : donnez-lui d’abord une unité (m², personne…)',
  seuil: 'Un seuil est une quantité, de 0 à 999 999 999,99, avec deux décimales au plus',
  seuils: 'Chaque précision de la taxe a un seuil, ou aucune n’en a',
  ordreSeuils: 'Les seuils grandissent d’une précision à la suivante',
} as const;

/** A quantity in hundredths. */
export const centiemes = (quantite: number): bigint => BigInt(Math.round(quantite * 100));

/** The error of a quantity in a unit, or of a quantity where the base has none. */
export function quantiteFault(quantite: number | null, unite: Unite | null): string | undefined {
  if (unite === null) return quantite === null ? undefined : QUANTITE_MESSAGES.piece;
  if (quantite === null) return QUANTITE_MESSAGES.manque(unite.unite);
  if (!Number.isFinite(quantite) || quantite <= 0 || Number(quantite.toFixed(2)) !== quantite)
    return QUANTITE_MESSAGES.nombre;
  if (quantite > QUANTITE_MAX) return QUANTITE_MESSAGES.max;
  return Number(quantite.toFixed(unite.uniteDecimales)) === quantite
    ? undefined
    : QUANTITE_MESSAGES.decimales(unite);
}

/** `bureau` -> `bureaux`. Symbols and what already ends in s, x or z stay: `m²`, `CV`, `mois`. */
const motAuPluriel = (mot: string): string =>
  mot
    .replace(/^([a-zà-öø-ÿœ]+[ae]u)$/, '$1x')
    .replace(/^([a-zà-öø-ÿœ]+)al$/, '$1aux')
    .replace(/^([a-zà-öø-ÿœ]{2,}(?![sxz])[a-zà-öø-ÿœ])$/, '$1s');

/**
 * The plural of a unit: `mètre carré` -> `mètres carrés`; from a preposition on it stays, `personne du ménage` ->
 * `personnes du ménage`. The database has the same rule (`unite_au_pluriel`).
 */
function uniteAuPluriel(unite: string): string {
  const [tail = ''] = / (?:de|du|des|par|à|au|en|sur|sous) .*$| d’.*$/.exec(unite) ?? [];
  const head = unite.slice(0, unite.length - tail.length);
  return head.split(' ').map(motAuPluriel).join(' ') + tail;
}

/** `3.5` -> `3,5 m²`, `7` -> `7 personnes`. */
export const quantiteText = (quantite: number, unite: string): string =>
  `${formatQuantite(quantite)}\u00a0${quantite < 2 ? unite : uniteAuPluriel(unite)}`;

/**
 * The price of one period in hundredths of francs. Zero if the franchise takes the whole quantity; a minimum is asked
 * only of what is counted.
 * @returns null if the rate counts units and the quantity is unknown
 */
export function prixDePeriode(bareme: Bareme, quantite: number | null): bigint | null {
  const tarif = BigInt(bareme.tarif);
  if (!bareme.parUnite) return tarif * 100n;
  if (quantite === null) return null;
  const comptee = centiemes(quantite) - centiemes(bareme.franchise ?? 0);
  if (comptee <= 0n) return 0n;
  let prix = tarif * comptee;
  if (bareme.minimum !== null && prix < BigInt(bareme.minimum) * 100n) prix = BigInt(bareme.minimum) * 100n;
  if (bareme.maximum !== null && prix > BigInt(bareme.maximum) * 100n) prix = BigInt(bareme.maximum) * 100n;
  return prix;
}

/** Whether the price of a quantity is beyond what an échéance may be. */
export const prixDemesure = (bareme: Bareme, quantite: number | null): boolean =>
  (prixDePeriode({ ...bareme, maximum: null }, quantite) ?? 0n) > BigInt(PRIX_MAX) * 100n;

/** `part` ÷ `tout` as a multiple of `pas`, a half upwards; none is negative. */
export const arrondiAuPas = (part: bigint, tout: bigint, pas: bigint): bigint =>
  ((2n * part + tout * pas) / (2n * tout * pas)) * pas;

/** Days of the months of a year before a month, counted from 1; `month` 13 gives the days of the year. */
const daysBefore = (annee: number, month: number): bigint =>
  BigInt((Date.UTC(annee, month - 1, 1) - Date.UTC(annee, 0, 1)) / 86_400_000);

/** Whether précisions follow from the quantity of a line, instead of being chosen for it. */
export const parTranche = (precisions: readonly Pick<Precision, 'seuil'>[]): boolean =>
  precisions.some(({ seuil }) => seuil !== null);

/** The précisions that a line chooses from. */
export const auChoix = <Named extends Pick<Precision, 'seuil'>>(precisions: readonly Named[]): Named[] =>
  precisions.filter(({ seuil }) => seuil === null);

/** Whether rates need the quantity of a line: by the unit, or by tranche. */
export const countsUnits = ({
  parUnite,
  precisions,
}: {
  parUnite: boolean;
  precisions: readonly Pick<Precision, 'parUnite' | 'seuil'>[];
}): boolean => parUnite || parTranche(precisions) || precisions.some((one) => one.parUnite);

/** The rate of a place, with its précisions if it has any. */
export interface Rate extends Omit<Bareme, 'tarif'> {
  tarif: number | null;
  precisions: readonly Precision[];
}

const RIEN: Bareme = { ...FORFAIT, tarif: 0, parUnite: true };

/**
 * The rate of a line: that of its précision, of the tranche of its quantity, or the only one; nothing is due below the first
 * tranche.
 * @param precision the one chosen for the line
 * @returns undefined without a rate, or while the quantity that decides is unknown
 */
export function baremeDe(
  { tarif, parUnite, precisions, franchise, minimum, maximum, arrondi }: Rate,
  precision: string | null,
  quantite: number | null,
): Bareme | undefined {
  const rules = { franchise, minimum, maximum, arrondi };
  if (precisions.length === 0) return tarif === null ? undefined : { ...rules, tarif, parUnite };
  const inTranches = parTranche(precisions);
  if (inTranches && quantite === null) return undefined;
  const found = inTranches
    ? precisions.findLast(({ seuil }) => (seuil ?? 0) <= (quantite ?? 0))
    : precisions.find(({ libelle }) => libelle === precision);
  if (inTranches && (!found || (found.tarif === 0 && !found.parUnite))) return RIEN;
  return found && { ...rules, tarif: found.tarif, parUnite: found.parUnite };
}

/**
 * What a period costs, in francs: the price of a period; beyond twelve periods a year, the price times the days of the
 * month, or the month's share of the year; then one rounding.
 * @param periode counted from 1, a month if the frequency has more than twelve periods
 * @returns null if the rate counts units and the quantity is unknown
 */
export function montantDePeriode(
  bareme: Bareme,
  quantite: number | null,
  { occurrences, annee, periode }: { occurrences: number; annee: number; periode: number },
): number | null {
  const prix = prixDePeriode(bareme, quantite);
  if (prix === null) return null;
  const pas = bareme.parUnite ? BigInt(bareme.arrondi) : 1n;
  const of = (part: bigint, tout: bigint): bigint => arrondiAuPas(part, tout * 100n, pas);
  const [before, after] = [daysBefore(annee, periode), daysBefore(annee, periode + 1)];
  if (occurrences <= 12) return Number(of(prix, 1n));
  if (occurrences >= 365) return Number(of(prix * (after - before), 1n));
  const [year, times] = [daysBefore(annee, 13), BigInt(occurrences)];
  return Number(of(prix * times * after, year) - of(prix * times * before, year));
}

/** The price of one period as forms show it, in whole francs; null if the quantity is unknown. */
export const montantAffiche = (bareme: Bareme, quantite: number | null): number | null =>
  montantDePeriode(bareme, quantite, { occurrences: 1, annee: 2000, periode: 1 });

/** `3,5 m² → 17 500 F CFA`: what the wizard shows beside a rate. */
export function exempleText(bareme: Bareme, quantite: number, unite: string): string {
  const montant = montantAffiche(bareme, quantite) ?? 0;
  return `${quantiteText(quantite, unite)} → ${montant === 0 ? 'rien à payer' : formatFrancs(montant)}`;
}

/** The error of the thresholds of précisions, in their order: all have one, or none has; each is above the one before. */
export function seuilsFault(precisions: readonly Pick<Precision, 'seuil'>[]): string | undefined {
  const seuils = precisions.flatMap(({ seuil }) => seuil ?? []);
  if (seuils.length === 0) return undefined;
  if (seuils.length < precisions.length) return BAREME_MESSAGES.seuils;
  return seuils.every((seuil, rank) => rank === 0 || seuil > (seuils[rank - 1] ?? seuil))
    ? undefined
    : BAREME_MESSAGES.ordreSeuils;
}

/** `Rien à payer en 2026 : Étal (8 m²), d’après sa quantité.` */
export const rienAPayerText = (bases: readonly string[], quand: string): string =>
  `Rien à payer ${quand} : ${bases.join(', ')}, d’après ${bases.length > 1 ? 'leur' : 'sa'} quantité.`;

interface Rules extends Omit<Bareme, 'tarif' | 'parUnite'> {
  /** Whether some rate of the application counts units. */
  parUnite: boolean;
}

/** The error of what goes with a rate by the unit. */
export function baremeFault({
  parUnite,
  franchise,
  minimum,
  maximum,
  arrondi,
}: Rules): { field: string; message: string } | undefined {
  if (!parUnite) {
    const field =
      franchise !== null ? 'franchise' : minimum !== null ? 'minimum' : maximum !== null ? 'maximum' : null;
    if (field !== null || arrondi !== 1)
      return { field: field ?? 'arrondi', message: BAREME_MESSAGES.parUnite };
  }
  if (minimum !== null && maximum !== null && minimum > maximum)
    return { field: 'minimum', message: BAREME_MESSAGES.ordre };
  return undefined;
}
