/** The lines of the year to date, as points of a drawing. Pure. */
import { daysBetween } from '@octroi/contract/platform/values/period';
import { lastDayOf } from '@octroi/contract/pilotage/charts/rythme';
import type { Rythme } from '@octroi/contract/pilotage/rythme';

/** A point: days since 1 January, and francs. */
export type Point = readonly [day: number, montant: number];

export interface AnneeLines {
  recu: Point[];
  /** Steps: what falls due in a month is drawn from its first day. */
  echu: Point[];
  /** The same from the present day to the end of the year. */
  aEchoir: Point[];
  avant: Point[];
  /** Largest amount, 1 if there is none. */
  top: number;
  days: number;
}

export function anneeLines({ annee, jour, avant, encaisse, echu, mois, precedent }: Rythme): AnneeLines {
  const dayOf = (day: string): number => daysBetween(`${annee}-01-01`, day) + 1;
  const days = dayOf(`${annee}-12-31`);
  const ends = mois.map((_, index) => dayOf(lastDayOf(annee, index + 1)));
  const today = jour ? dayOf(jour) : 0;
  const reached = jour ? Number(jour.slice(5, 7)) : 0;
  const received: Point[] = [[0, avant]];
  const due: Point[] = [[0, 0]];
  const later: Point[] = [[today, echu]];
  const before: Point[] = [[0, precedent.avant]];
  for (const [index, { cumul, cumulExigible, cumulPrecedent }] of mois.entries()) {
    const [start, end] = [ends[index - 1] ?? 0, ends[index] ?? days];
    if (cumul !== null && index + 1 < reached) received.push([end, cumul]);
    if (index + 1 < reached) due.push([start, cumulExigible], [end, cumulExigible]);
    else later.push([Math.max(start, today), cumulExigible], [end, cumulExigible]);
    before.push([end, cumulPrecedent]);
  }
  if (jour) {
    received.push([today, encaisse]);
    due.push([ends[reached - 2] ?? 0, echu], [today, echu]);
  }
  const top = Math.max(1, ...[received, due, later, before].flat().map(([, montant]) => montant));
  return { recu: received, echu: due, aEchoir: later, avant: before, top, days };
}
