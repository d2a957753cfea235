/** The days that moratoires defer (docs/regles-de-calcul.md). */
import { type RawBuilder, sql } from 'kysely';
import { PREPARED, type Queries } from '#src/platform/database/database.ts';
import { reaches } from './suspendues.repository.ts';

/** Whether a collectivité ever had a moratoire: a day that a withdrawn one moved may still have to move back. */
export async function hasMoratoires(queries: Queries, entiteId: number): Promise<boolean> {
  const { rows } = await sql`${sql.raw(PREPARED)}
    select from suspension where entite_id = ${entiteId} and nature = 'moratoire' limit 1`.execute(queries);
  return rows.length > 0;
}

/**
 * The part `report`: by place and tax, the spans of days that moratoires defer. Overlapping and adjoining moratoires make one
 * span; what would fall due in it does on the day after it, `upper(jours)`.
 * @param paires a query of places and taxes, with the columns `lieu` and `taxe_id`
 */
export const reports = (entiteId: number, paires: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  report as materialized (
    select p.lieu, p.taxe_id, unnest(range_agg(daterange(x.du, x.fin, '[]'))) as jours
    from (${paires}) p
    join suspension x on x.entite_id = ${entiteId} and x.nature = 'moratoire' and x.fin >= x.du
      and ${reaches(sql`p.lieu`, sql`p.taxe_id`)}
    group by p.lieu, p.taxe_id)`;

/** A day after moratoires. @param report alias of the span of `report`, if any, that has the day */
export const reported = (report: string, jour: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(upper(${sql.ref(`${report}.jours`)}), ${jour})`;
