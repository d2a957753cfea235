/**
 * The scope of figures in the address: place, period, fiscal year, base, livestock. The dashboard, the statistics and
 * the lists behind them share these parameters (contract: pilotage/figures.ts).
 */
import type { Base } from '@octroi/contract/pilotage/figures';
import { type PeriodSearch, readPeriodSearch } from '#src/ui/period/period-search.ts';
import { readTerritorySearch, type TerritorySearch } from '#src/ui/territory/territory-search.ts';

/** `1`: livestock only; `0`, the default: all others; `tous`: all. */
export type Betail = 0 | 1 | 'tous';

export interface FigureSearch extends PeriodSearch, TerritorySearch {
  annee?: number | undefined;
  base?: Exclude<Base, 'enrolement'> | undefined;
  betail?: Betail | undefined;
}

/** Parses the search parameters; invalid ones are dropped (`validateSearch`). */
export function readFigureSearch(raw: Record<string, unknown>): FigureSearch {
  const annee = Number(raw.annee);
  return {
    ...readTerritorySearch(raw),
    ...readPeriodSearch(raw),
    annee: Number.isInteger(annee) && annee >= 2000 && annee <= 2100 ? annee : undefined,
    base: raw.base === 'encaissement' ? 'encaissement' : undefined,
    betail: ([0, 1, 'tous'] as const).find((each) => String(each) === String(raw.betail)),
  };
}
