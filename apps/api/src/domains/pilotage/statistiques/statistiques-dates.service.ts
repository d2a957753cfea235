/** Statistics by date: how the period is cut, and a row for each part of it. */
import { pasOf, availablePas, startOf, type StatistiqueQuery, type Tranche } from '@octroi/contract';
import type { Scope } from '#src/platform/access/person.ts';
import type { Database, DB } from '#src/platform/database/database.ts';
import { sumByDate, yearsOf } from './statistiques.repository.ts';
import { type Cut, cutInto } from './statistiques.rows.ts';

/** How the period is cut; an open one begins and ends with what the totals hold. */
export async function cut(
  db: Database,
  scope: Scope,
  query: StatistiqueQuery,
  tables: readonly (keyof DB)[],
): Promise<Cut> {
  const { from, to, pas } = query;
  const asked = from && to ? { from, to } : undefined;
  if (asked && availablePas(asked).length > 1) return cutInto(asked, pas ?? pasOf(asked));
  // Of an open period, and of one that no life is as long as, only the years that hold something are shown.
  const years = await yearsOf(db, scope, query, tables);
  const bounds = years && {
    from: from && from > years.from ? from : years.from,
    to: to && to < years.to ? to : years.to,
  };
  if (!bounds || bounds.from > bounds.to) return { tranches: [], pas: 'annee', range: undefined };
  return cutInto(bounds, pas ?? 'annee');
}

/** Rows by date: sums where there are some, zeros elsewhere. */
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
