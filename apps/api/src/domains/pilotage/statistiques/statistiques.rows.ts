/** Rows of the statistics and their sums. No rights, no I/O. */
import {
  type DayRange,
  MAX_LIGNES_PERIODE,
  MOYEN_KEYS,
  type Pas,
  PAS_LABELS,
  availablePas,
  type RecettesParDate,
  type SommeQuantites,
  type Tranche,
  tranchesOf,
} from '@octroi/contract';
import { AppError } from '#src/platform/http/problem.ts';

const collator = new Intl.Collator('fr');

type Table<Row, Sums> = {
  data: Row[];
  totaux: Sums;
  pas: Pas | null;
  meta: { total_records: number };
};

/** Adds up the named figures of all rows. */
export const sumsOf = <Name extends string>(
  rows: readonly Record<Name, number>[],
  names: readonly Name[],
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Record<
    Name,
    number
  >;

export const table = <Row extends Record<Name, number>, Name extends string>(
  data: Row[],
  names: readonly Name[],
  pas: Pas | null = null,
): Table<Row, Record<Name, number>> => ({
  data,
  totaux: sumsOf(data, names),
  pas,
  meta: { total_records: data.length },
});

/** Adds sums of quantities, unit by unit, in hundredths: sums of binary fractions would drift. */
export function addQuantites(
  sums: readonly SommeQuantites[] = [],
  more: readonly SommeQuantites[] = [],
): SommeQuantites[] {
  const byUnit = new Map(sums.map((sum) => [sum.unite, sum]));
  for (const { unite, somme, sans } of more) {
    const known = byUnit.get(unite) ?? { unite, somme: 0, sans: 0 };
    const centiemes = Math.round(known.somme * 100) + Math.round(somme * 100);
    byUnit.set(unite, { unite, somme: centiemes / 100, sans: known.sans + sans });
  }
  return [...byUnit.values()].sort((one, other) => collator.compare(one.unite, other.unite));
}

export const mostFirst =
  <Name extends string>(name: Name) =>
  (one: Record<Name, number>, other: Record<Name, number>): number =>
    other[name] - one[name];

/** The rows of a period; no range if nothing was ever counted. */
export interface Cut {
  tranches: Tranche[];
  pas: Pas;
  range: DayRange | undefined;
}

/** Statistics by activity are ordered by name (specification 2 section 9). */
export const byName = (one: { taxe: string }, other: { taxe: string }): number =>
  collator.compare(one.taxe, other.taxe);

export const STATUTS = ['total', 'corrige', 'valide'] as const;
export const RECETTES = ['total', 'nombre'] as const;

/** @throws AppError 400 if there would be too many rows */
export function cutInto(range: DayRange, pas: Pas): Cut {
  if (!availablePas(range).includes(pas))
    throw new AppError(
      'requete.invalide',
      `Cette période fait plus de ${MAX_LIGNES_PERIODE} lignes ${PAS_LABELS[pas].toLowerCase()}.`,
    );
  return { tranches: tranchesOf(range, pas), pas, range };
}

export const MONEY = [...MOYEN_KEYS, 'autres', 'remboursements', 'total'] as const;
export const noMoney = (): Record<(typeof MONEY)[number], number> =>
  Object.fromEntries(MONEY.map((name) => [name, 0])) as Record<(typeof MONEY)[number], number>;

/** Numbers the rows, for tables whose first column is « # ». */
export const numbered = (
  rows: readonly (Tranche & { total: number; nombre: number })[],
  pas: Pas,
): RecettesParDate =>
  table(
    rows.map((row, index) => ({ id: index + 1, ...row })),
    RECETTES,
    pas,
  );
