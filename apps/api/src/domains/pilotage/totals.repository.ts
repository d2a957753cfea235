/** The stored totals of a place and a period as one sum: what lists ask instead of counting their rows. */
import type { Day, TransactionTotals } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import { placeAsked, type PlaceQuery } from '#src/platform/access/place.ts';
import type { DB, Queries } from '#src/platform/database/database.ts';
import { signedSegmentsOf } from './grains.ts';

export interface TotalsQuery extends PlaceQuery {
  from?: Day | undefined;
  to?: Day | undefined;
  /** Livestock taxpayers alone, all others, or both when undefined. */
  betail?: boolean | undefined;
}

async function sumOf<Row>(
  queries: Queries,
  scope: Scope,
  query: TotalsQuery,
  table: keyof DB,
  columns: RawBuilder<unknown>,
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Row> {
  const values = signedSegmentsOf(query.from, query.to).map(
    ({ grain, from, to, sign }) => sql`(${grain}::"char", ${from}::date, ${to}::date, ${sign}::int)`,
  );
  const kinds = query.betail === undefined ? [false, true] : [query.betail];
  const place = placeAsked(scope, query, sql.ref('t.entite_id'), sql.ref('t.ramification_id'));
  const { rows } = await sql<Row>`
    select ${columns}
    from entite e cross join unnest(${kinds}::boolean[]) as b (betail)
    cross join (values ${sql.join(values)}) as s (grain, debut, fin, signe)
    join ${sql.table(table)} t on t.entite_id = e.id and t.betail = b.betail
      and t.grain = s.grain and t.debut between s.debut and s.fin and ${condition}
    where ${sql.join(place, sql` and `)}`.execute(queries);
  return rows[0] as Row;
}

const STATUTS = sql`coalesce(sum(t.total * s.signe), 0)::bigint as total,
  coalesce(sum(t.corrige * s.signe), 0)::bigint as corrige, coalesce(sum(t.valide * s.signe), 0)::bigint as valide`;

/** Taxpayers by present statut, counted by enrolment day. */
export const sumEnrolled = (queries: Queries, scope: Scope, query: TotalsQuery) =>
  sumOf<{ total: number; corrige: number; valide: number }>(
    queries,
    scope,
    query,
    'total_enrolement',
    STATUTS,
  );

/** Dues and payments of a fiscal year for the taxpayers enrolled in the period, in francs. */
export const sumAmounts = (queries: Queries, scope: Scope, query: TotalsQuery, annee: number) =>
  sumOf<{ prevu: number; paye: number }>(
    queries,
    scope,
    query,
    'tenu_montant',
    sql`coalesce(sum(t.prevu * s.signe), 0)::bigint as prevu, coalesce(sum(t.paye * s.signe), 0)::bigint as paye`,
    sql`t.annee = ${annee}`,
  );

const RECUS = sql`coalesce(sum(t.nombre * s.signe), 0)::bigint as total_records,
  coalesce(sum((t.recu - t.rembourse) * s.signe), 0)::bigint as montant`;

/**
 * Imputations of the period, at the places where their taxpayers paid: number, and francs net of refunds.
 * @param taxes those to these alone, 0 being advances; all when absent
 */
export const sumImputed = (
  queries: Queries,
  scope: Scope,
  query: TotalsQuery,
  taxes: readonly number[] | undefined,
) =>
  sumOf<{ total_records: number; montant: number }>(
    queries,
    scope,
    query,
    'tenu_encaissement_taxe',
    RECUS,
    taxes && sql`t.taxe_id = any(${taxes}::int[])`,
  );

/**
 * Received in the period and imputed to fiscal years, in francs net of refunds.
 * @param years that it is imputed to: one, or all before one
 */
export const sumForYears = async (
  queries: Queries,
  scope: Scope,
  query: TotalsQuery,
  years: { annee: number } | { avant: number },
): Promise<number> => {
  const condition =
    'annee' in years ? sql<boolean>`t.annee = ${years.annee}` : sql<boolean>`t.annee < ${years.avant}`;
  const { montant } = await sumOf<{ montant: number }>(
    queries,
    scope,
    query,
    'tenu_encaissement_exercice',
    sql`coalesce(sum((t.recu - t.rembourse) * s.signe), 0)::bigint as montant`,
    condition,
  );
  return montant;
};

/**
 * Open lines of taxpayers enrolled in the period.
 * @param bases types of equipment (`e`) or activities (`a`); all lines when absent
 */
export const sumLines = (
  queries: Queries,
  scope: Scope,
  query: TotalsQuery,
  bases: { genre: 'e' | 'a'; ids: readonly number[] } | undefined,
) =>
  sumOf<{ total: number; corrige: number; valide: number }>(
    queries,
    scope,
    query,
    'total_base',
    STATUTS,
    bases && sql`t.genre = ${bases.genre}::"char" and t.base_id = any(${bases.ids}::int[])`,
  );

/** Confirmed transactions of the period, at the places where their taxpayers were: number, and francs net of refunds. */
export const sumReceived = (queries: Queries, scope: Scope, query: TotalsQuery) =>
  sumOf<TransactionTotals>(
    queries,
    scope,
    query,
    'tenu_recette',
    sql`${RECUS}, coalesce(sum(t.recu * s.signe), 0)::bigint as encaisse,
      -coalesce(sum(t.rembourse * s.signe), 0)::bigint as rendu,
      coalesce(sum((t.recu - t.rembourse) * s.signe), 0)::bigint as net`,
  );
