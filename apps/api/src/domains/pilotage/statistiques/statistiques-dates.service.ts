/** Statistics by date: splits the period, and builds a row for each part. */
import { pasOf, availablePas, startOf, type StatistiqueQuery, type Tranche } from '@octroi/contract';
import type { Scope } from '#src/platform/access/person.ts';
import type { Database, DB } from '#src/platform/database/database.ts';
import { sumByDate, yearsOf } from './statistiques.repository.ts';
import { type Cut, cutInto } from './statistiques.rows.ts';

/** Splits the period; an open period begins and ends with the stored totals. */
export async function cut(
  db: Database,
  scope: Scope,
  query: StatistiqueQuery,
  tables: readonly (keyof DB)[],
): Promise<Cut> {
  const { from, to, pas } = query;
  const period = from && to ? { from, to } : undefined;
  if (period && availablePas(period).length > 1) return cutInto(period, pas ?? pasOf(period));
  // For an open or very long period, only the years with data are shown.
  const years = await yearsOf(db, scope, query, tables);
  const bounds = years && {
    from: from && from > years.from ? from : years.from,
    to: to && to < years.to ? to : years.to,
  };
  if (!bounds || bounds.from > bounds.to) return { tranches: [], pas: 'annee', range: undefined };
  return cutInto(bounds, pas ?? 'annee');
}

/** Rows by date, with zeros for parts without data. */
export async function byDate<Name extends string>(
  db: Database,
  scope: Scope,
  query: StatistiqueQuery,
  { tranches, pas, range }: Cut,
  summed: Parameters<typeof sumByDate<Name>>[5],
): Promise<(Tranche & Record<Name, number>)[]> {
  const sums = range ? await sumByDate<Name>(db, scope, query, range, pas, summed) : [];
  const found = new Map(sums.map((row) => [row.debut, row]));
  const names = Object.keys(summed.figures) as Name[];
  return tranches.map((tranche) => {
    const row = found.get(startOf(tranche.from, pas));
    const figures = Object.fromEntries(names.map((name) => [name, row?.[name] ?? 0]));
    return { ...tranche, ...(figures as Record<Name, number>) };
  });
}
