/** Receipts and dues of a fiscal year by month, from the stored totals. */
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import { placeConditions, type PlaceQuery } from '#src/platform/access/place.ts';
import type { DB, Queries } from '#src/platform/database/database.ts';

export interface MonthSum {
  annee: number;
  /** 1 to 12. */
  mois: number;
  /** Francs. */
  montant: number;
}

type PaceQuery = PlaceQuery & { betail: boolean };

async function monthly(
  queries: Queries,
  scope: Scope,
  query: PaceQuery,
  [first, last]: readonly [number, number],
  total: { table: keyof DB; montant: RawBuilder<unknown>; condition?: RawBuilder<boolean> },
): Promise<MonthSum[]> {
  const place = placeConditions(scope, query, sql.ref('t.entite_id'), sql.ref('t.ramification_id'));
  const { rows } = await sql<MonthSum>`
    select extract(year from t.debut)::int as annee, extract(month from t.debut)::int as mois,
      sum(${total.montant})::bigint as montant
    from entite e join ${sql.table(total.table)} t on t.entite_id = e.id and t.betail = ${query.betail}
      and t.grain = 'm'::"char" and t.debut between make_date(${first}, 1, 1) and make_date(${last}, 12, 1)
    where ${sql.join(place, sql` and `)} and ${total.condition ?? sql`true`}
    group by t.debut`.execute(queries);
  return rows;
}

/**
 * Receipts for a fiscal year within that year, net of refunds, by month of payment. @param years first and last year
 */
export const receivedByMonth = (
  queries: Queries,
  scope: Scope,
  query: PaceQuery,
  years: readonly [number, number],
): Promise<MonthSum[]> =>
  monthly(queries, scope, query, years, {
    table: 'tenu_encaissement_exercice',
    montant: sql`t.recu - t.rembourse`,
    condition: sql`t.annee = extract(year from t.debut)`,
  });

/** Dues by month of their due date. @param years first and last year */
export const dueByMonth = (
  queries: Queries,
  scope: Scope,
  query: PaceQuery,
  years: readonly [number, number],
): Promise<MonthSum[]> =>
  monthly(queries, scope, query, years, { table: 'total_exigible', montant: sql.ref('t.prevu') });
