/** Where a figure leads: the list of exactly what it counts. */
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import type { Base } from '@octroi/contract/pilotage/figures';
import type { OpenRange } from '@octroi/contract/platform/values/period';
import type { FigureSearch } from './figure-search.ts';

export interface Counted {
  entite: number | undefined;
  ms: readonly number[];
  range: OpenRange;
  annee: number;
  base: Base;
  betail: 0 | 1 | undefined;
  /** Counts what stands at the sub-entity itself, without those beneath. */
  direct?: boolean | undefined;
}

export interface ListAddress extends FigureSearch {
  f?: FilterRow[];
  maille?: string;
}

/**
 * The address of the taxpayers behind a figure. It carries what differs from the list's defaults.
 * @param figure the number of taxpayers is always of those enrolled in the period, whatever the base
 * @param years the present year, and the one that the top bar has chosen: what the list takes by default
 */
export function contribuablesOf(
  counted: Counted,
  figure: 'contribuables' | 'montant',
  years: { present: number; exercice: number },
): ListAddress {
  const { entite, ms, range, annee, base, betail, direct } = counted;
  const usual = annee === years.present && annee === years.exercice;
  return {
    entite,
    ms: ms.length > 0 ? [...ms] : undefined,
    direct: direct ? 1 : undefined,
    // Days are written out, also today's: tomorrow the link still says what was counted.
    from: range.from,
    to: range.to,
    dates: range.from || range.to ? undefined : 'toutes',
    annee: usual ? undefined : annee,
    base: figure === 'montant' && base === 'encaissement' ? base : undefined,
    // A call without it counts everything: whoever takes the address elsewhere counts the same.
    betail: betail ?? 'tous',
  };
}
