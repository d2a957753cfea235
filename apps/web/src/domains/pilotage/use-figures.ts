import type { Base } from '@octroi/contract/pilotage/figures';
import { useExercice } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import type { OpenRange } from '@octroi/contract/platform/values/period';
import { rangeOf } from '#src/ui/period/period-search.ts';
import { type Territory, useTerritory } from '#src/ui/territory/use-territory.ts';
import type { FigureSearch } from './figure-search.ts';

/** The scope of the figures on screen. */
export interface FigureScope {
  territory: Territory;
  range: OpenRange;
  /** Fiscal year of the amounts. */
  annee: number;
  base: Base;
  /** `0` excludes livestock, `1` keeps livestock only, absent is all. */
  betail: 0 | 1 | undefined;
  /** The query parameters of a call. */
  query: {
    entite: number | undefined;
    ms: readonly number[] | undefined;
    annee: number;
    base: Base;
    betail: 0 | 1 | undefined;
  } & { [End in keyof OpenRange]: OpenRange[End] };
}

/** Completes the address with the top bar's place and fiscal year, and with today. */
export function useFigureScope(search: FigureSearch): FigureScope {
  const { today } = useSession();
  const { exercice } = useExercice();
  const territory = useTerritory(search);
  const range = rangeOf(search, today);
  const annee = search.annee ?? exercice;
  const base: Base = search.base ?? 'enrolement';
  const betail = search.betail === 'tous' ? undefined : (search.betail ?? 0);
  const query = {
    entite: territory.entiteId,
    ms: territory.ms.length > 0 ? territory.ms : undefined,
    ...range,
    annee,
    base,
    betail,
  };
  return { territory, range, annee, base, betail, query };
}
