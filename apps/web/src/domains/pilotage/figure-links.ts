/** Links from a figure to the list of exactly what it counts. */
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
  /** Counts the sub-entity itself only. */
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
    // days are explicit, even for today, so that the link shows the same data tomorrow
    from: range.from,
    to: range.to,
    dates: range.from || range.to ? undefined : 'toutes',
    annee: usual ? undefined : annee,
    base: figure === 'montant' && base === 'encaissement' ? base : undefined,
    // the list's call counts all taxpayers without this parameter, so it is explicit
    betail: betail ?? 'tous',
  };
}
