/** The pace of collection of a year (rules: docs/regles-de-calcul.md). */
import { type Day, memeJourAvant, projeter, type Rythme, type RythmeQuery } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { dueByMonth, type MonthSum, receivedByMonth } from './rythme.repository.ts';
import { demandPlace } from './place.service.ts';
import { sumReceived } from './totals.repository.ts';

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** The last day of the year that is over or under way; null before the year begins. */
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
    return replies.get(db, JSON.stringify([scope, query, day]), async () => {
      const jour = lastDay(annee, day);
      const place = { ...query, betail: query.betail === '1' };
      const until = async (year: number, to: Day | null): Promise<number> =>
        to === null ? 0 : (await sumReceived(db, scope, { ...place, from: `${year}-01-01`, to })).montant;
      const [received, due, encaisse, avant] = await Promise.all([
        receivedByMonth(db, scope, place, [annee - 1, annee]),
        dueByMonth(db, scope, place, [annee, annee]),
        until(annee, jour),
        until(annee - 1, jour && memeJourAvant(jour)),
      ]);
      return assemble(annee, jour, { received, due, encaisse, avant });
    });
  };
}

interface Sources {
  received: MonthSum[];
  due: MonthSum[];
  /** Received in the year, and in the one before, until the day. */
  encaisse: number;
  avant: number;
}

function assemble(annee: number, jour: Day | null, { received, due, encaisse, avant }: Sources): Rythme {
  const of = (rows: MonthSum[], year: number): number[] =>
    MONTHS.map((mois) => rows.find((row) => row.annee === year && row.mois === mois)?.montant ?? 0);
  const [present, before, exigible] = [of(received, annee), of(received, annee - 1), of(due, annee)];
  const reached = jour ? Number(jour.slice(5, 7)) : 0;
  // the present month counts until the day, as the whole does
  if (reached > 0) present[reached - 1] = encaisse - sum(present.slice(0, reached - 1));
  const precedent = { encaisse: avant, total: sum(before) };
  return {
    annee,
    jour,
    encaisse,
    attendu: sum(exigible),
    precedent,
    projection: jour ? projeter(jour, encaisse, precedent) : null,
    mois: MONTHS.map((mois, index) => ({
      date: String(mois),
      encaisse: mois <= reached ? (present[index] ?? 0) : null,
      cumul: mois <= reached ? sum(present.slice(0, mois)) : null,
      exigible: exigible[index] ?? 0,
      cumulExigible: sum(exigible.slice(0, mois)),
      precedent: before[index] ?? 0,
      cumulPrecedent: sum(before.slice(0, mois)),
    })),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
