/** The lists behind the figures of the pace. */
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import type { DayRange, OpenRange } from '@octroi/contract/platform/values/period';
import { SCREENS } from '@octroi/contract/register';
import { linkOptions } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import { imputationsWith } from '../statistiques/declaration.ts';
import { useFigureLinks } from '../use-figure-links.ts';
import type { FigureScope } from '../use-figures.ts';

/** Payments for a fiscal year, payments for earlier years, échéances due. */
export interface RythmeLinks {
  recus: (annee: number, range: OpenRange) => Href;
  arrieres: (annee: number, range: DayRange) => Href;
  echus: (range: DayRange) => Href;
}

/** Filter for payments of a fiscal year, or of earlier years. */
const ofYears = (operator: 'eq' | 'lt', annee: number): FilterRow => ({
  column: 'imp.annee',
  operator,
  x: String(annee),
});

/** The links for the place and year on screen. @param betail livestock only (1), or all others (0) */
export function useRythmeLinks(scope: FigureScope, betail: 0 | 1): RythmeLinks {
  const linkTo = useFigureLinks({ ...scope, base: 'encaissement', betail });
  const place = { entite: scope.territory.entiteId, ms: scope.territory.ms };
  const paid = (operator: 'eq' | 'lt', annee: number, range: OpenRange): Href =>
    imputationsWith({ ...place, range, betail, agent: undefined }, [ofYears(operator, annee)]);
  return {
    recus: (annee, range) => paid('eq', annee, range),
    arrieres: (annee, range) => paid('lt', annee, range),
    echus: (range) =>
      linkOptions({
        to: SCREENS.contribuables.url,
        search: { ...linkTo(place, 'montant'), ...range, dates: undefined },
      }),
  };
}
