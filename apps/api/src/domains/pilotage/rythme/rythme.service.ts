/** The pace of collection of a year (rules: docs/regles-de-calcul.md). */
import { type Day, memeJourAvant, projeter, type Rythme, type RythmeQuery } from '@octroi/contract';
import { demand, type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { dueByMonth, type MonthSum, receivedByMonth } from './rythme.repository.ts';
import { demandPlace } from '../place.service.ts';
import { sumDue, sumForYears } from '../totals/totals.repository.ts';

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** The last elapsed day of the year; null before the year begins. */
const lastDay = (annee: number, today: Day): Day | null => {
  if (annee > Number(today.slice(0, 4))) return null;
  const end = `${annee}-12-31`;
  return today < end ? today : end;
};

export type ReadRythme = ReturnType<typeof rythmeService>;

/** @param today the installation's present day */
export function rythmeService(db: Database, today: () => Day) {
  const replies = freshCache<Rythme>(300);
  return async (person: Person, query: RythmeQuery): Promise<Rythme> => {
    demand(person, 'rythme', 'Voir');
    const scope = scopeOf(person);
    await demandPlace(db, scope, query);
    const day = today();
    const annee = query.annee ?? Number(day.slice(0, 4));
    return replies.get(db, JSON.stringify([scope, query, day]), () =>
      readRythme(db, scope, query, annee, lastDay(annee, day)),
    );
  };
}

/** @param jour last day counted; null before the year begins */
export async function readRythme(
  db: Database,
  scope: Scope,
  query: Omit<RythmeQuery, 'annee'>,
  annee: number,
  jour: Day | null,
): Promise<Rythme> {
  const place = { ...query, betail: query.betail === '1' };
  const received = (years: Parameters<typeof sumForYears>[3], to: Day | null, from?: Day) =>
    to === null ? 0 : sumForYears(db, scope, { ...place, from, to }, years);
  const [months, due, echu, encaisse, paidAhead, formerly, paidAheadBefore, arrieres] = await Promise.all([
    receivedByMonth(db, scope, place, [annee - 1, annee]),
    dueByMonth(db, scope, place, [annee, annee]),
    jour ? sumDue(db, scope, { ...place, from: `${annee}-01-01`, to: jour }) : 0,
    received({ annee }, jour),
    received({ annee }, jour && `${annee - 1}-12-31`),
    received({ annee: annee - 1 }, jour && memeJourAvant(jour)),
    received({ annee: annee - 1 }, `${annee - 2}-12-31`),
    received({ avant: annee }, jour, `${annee}-01-01`),
  ]);
  const paid = { encaisse, paidAhead, formerly, paidAheadBefore, arrieres };
  return assemble(annee, jour, { months, due, echu, ...paid });
}

interface Sources {
  months: MonthSum[];
  due: MonthSum[];
  /** Dues of the year until the day. */
  echu: number;
  /** Receipts for the year until the day; a part may date from before the year began. */
  encaisse: number;
  paidAhead: number;
  /** Receipts for the year before, until the same day of that year. */
  formerly: number;
  paidAheadBefore: number;
  /** Receipts of the year for earlier years. */
  arrieres: number;
}

function assemble(
  annee: number,
  jour: Day | null,
  { months, due, echu, encaisse, paidAhead, formerly, paidAheadBefore, arrieres }: Sources,
): Rythme {
  const of = (rows: MonthSum[], year: number): number[] =>
    MONTHS.map((mois) => rows.find((row) => row.annee === year && row.mois === mois)?.montant ?? 0);
  const [present, before, exigible] = [of(months, annee), of(months, annee - 1), of(due, annee)];
  const reached = jour ? Number(jour.slice(5, 7)) : 0;
  // the present month counts until the day, like the total
  if (reached > 0) present[reached - 1] = encaisse - paidAhead - sum(present.slice(0, reached - 1));
  const precedent = { avant: paidAheadBefore, encaisse: formerly, total: paidAheadBefore + sum(before) };
  return {
    annee,
    jour,
    avant: paidAhead,
    encaisse,
    arrieres,
    attendu: sum(exigible),
    echu,
    precedent,
    projection: jour ? projeter(jour, encaisse, precedent) : null,
    mois: MONTHS.map((mois, index) => ({
      date: String(mois),
      encaisse: mois <= reached ? (present[index] ?? 0) : null,
      cumul: mois <= reached ? paidAhead + sum(present.slice(0, mois)) : null,
      exigible: exigible[index] ?? 0,
      cumulExigible: sum(exigible.slice(0, mois)),
      precedent: before[index] ?? 0,
      cumulPrecedent: paidAheadBefore + sum(before.slice(0, mois)),
    })),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
