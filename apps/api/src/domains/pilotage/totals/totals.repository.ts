/** The stored totals of a place and a period as one sum: lists use it instead of counting their rows. */
import type { Day, TransactionTotals } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import type { PlaceQuery } from '#src/platform/access/place.ts';
import { PREPARED, type Queries, opaqueArray } from '#src/platform/database/database.ts';
import { type SignedSegment, signedSegmentsOf } from './grains.ts';
import { conditionsOf, entitesOf, NET, STATUTS, type Sum } from './sums.repository.ts';

interface TotalsQuery extends PlaceQuery {
  from?: Day | undefined;
  to?: Day | undefined;
  /** Only livestock taxpayers, all others, or both if undefined. */
  betail?: boolean | undefined;
}

/**
 * Each segment is a range of the total's key, summed separately: joining a total with its segments would read it
 * several times. The statement is the same for any number of segments.
 */
async function sumOf<Name extends string>(
  queries: Queries,
  scope: Scope,
  { betail, ...query }: TotalsQuery,
  { table, figures, condition }: Sum<Name>,
): Promise<Record<Name, number>> {
  const segments = signedSegmentsOf(query.from, query.to);
  const of = (key: keyof SignedSegment, type: string) =>
    opaqueArray(
      segments.map((segment) => segment[key]),
      type,
    );
  // literals: a generic plan for parameters would be estimated as worse, and the statement planned anew each time
  const kinds = (betail === undefined ? [false, true] : [betail]).map((kind) => sql.lit(kind));
  const names = Object.keys(figures) as Name[];
  const conditions = [...conditionsOf(scope, query, table), ...(condition ? [condition] : [])];
  const { rows } = await sql<Record<Name, number>>`${sql.raw(PREPARED)}
    select ${sql.join(names.map((name) => sql`coalesce(sum(s.signe * x.${sql.id(name)}), 0)::bigint as ${sql.id(name)}`))}
    from unnest(${of('grain', '"char"')}, ${of('from', 'date')}, ${of('to', 'date')}, ${of('sign', 'int')})
      as s (grain, debut, fin, signe)
    cross join lateral (
      select ${sql.join(names.map((name) => sql`sum(${figures[name]}) as ${sql.id(name)}`))} from ${sql.table(table)} t
      where t.entite_id = any(${entitesOf(scope, query)}) and t.betail in (${sql.join(kinds)})
        and t.grain = s.grain and t.debut between s.debut and s.fin and ${sql.join(conditions, sql` and `)}) x`.execute(
    queries,
  );
  return rows[0]!;
}

/** Taxpayers by present statut, counted by enrolment day. */
export const sumEnrolled = (queries: Queries, scope: Scope, query: TotalsQuery) =>
  sumOf(queries, scope, query, { table: 'total_enrolement', figures: STATUTS });

/** Dues and payments of a fiscal year for the taxpayers enrolled in the period, in francs. */
export const sumAmounts = (queries: Queries, scope: Scope, query: TotalsQuery, annee: number) =>
  sumOf(queries, scope, query, {
    table: 'tenu_montant',
    figures: { prevu: sql.ref('t.prevu'), paye: sql.ref('t.paye') },
    condition: sql`t.annee = ${annee}`,
  });

const RECUS = { total_records: sql.ref('t.nombre'), montant: NET };

/**
 * Imputations of the period at the places where their taxpayers paid: number, and francs net of refunds.
 * @param taxes only these, 0 for advances; all if absent
 */
export const sumImputed = (
  queries: Queries,
  scope: Scope,
  query: TotalsQuery,
  taxes: readonly number[] | undefined,
) =>
  sumOf(queries, scope, query, {
    table: 'tenu_encaissement_taxe',
    figures: RECUS,
    ...(taxes && { condition: sql`t.taxe_id = any(${taxes}::int[])` }),
  });

/**
 * Receipts of the period imputed to fiscal years, in francs net of refunds.
 * @param years one fiscal year, or all before one
 */
export const sumForYears = async (
  queries: Queries,
  scope: Scope,
  query: TotalsQuery,
  years: { annee: number } | { avant: number },
): Promise<number> => {
  const condition =
    'annee' in years ? sql<boolean>`t.annee = ${years.annee}` : sql<boolean>`t.annee < ${years.avant}`;
  const { montant } = await sumOf(queries, scope, query, {
    table: 'tenu_encaissement_exercice',
    figures: { montant: NET },
    condition,
  });
  return montant;
};

/** Dues that fall due in the period, in francs. */
export const sumDue = async (queries: Queries, scope: Scope, query: TotalsQuery): Promise<number> => {
  const { prevu } = await sumOf(queries, scope, query, {
    table: 'total_exigible',
    figures: { prevu: sql.ref('t.prevu') },
  });
  return prevu;
};

/** Lines of a base with a unit whose quantity is not entered. */
const SANS_QUANTITE = sql`case when (t.genre = 'e' and t.base_id in (select id from type_equipement where unite is not null))
  or (t.genre = 'a' and t.base_id in (select id from nature_activite where unite is not null))
  then t.total - t.comptees else 0 end`;

/**
 * Open lines of taxpayers enrolled in the period.
 * @param bases types of equipment (`e`) or activities (`a`); all lines if absent
 */
export const sumLines = (
  queries: Queries,
  scope: Scope,
  query: TotalsQuery,
  bases: { genre: 'e' | 'a'; ids: readonly number[] } | undefined,
) =>
  sumOf(queries, scope, query, {
    table: 'total_base',
    figures: { ...STATUTS, sansQuantite: SANS_QUANTITE },
    ...(bases && {
      condition: sql`t.genre = ${bases.genre}::"char" and t.base_id = any(${bases.ids}::int[])`,
    }),
  });

export type ReceiptTotal = 'tenu_recette' | 'tenu_encaissement' | 'tenu_encaissement_agent';

/** Which transactions of a place and period are summed. */
export interface Receipts {
  /** Must have the columns of the condition: `tenu_recette` has the place alone. */
  total: ReceiptTotal;
  /** Whether transactions that gave money back are left out of number and amount. */
  received: boolean;
  /** On the rows of the total, `t`. */
  condition: RawBuilder<boolean> | undefined;
}

/**
 * Confirmed transactions of the period, at the places where their taxpayers were: number, and francs. What was received, given
 * back and both together is told of all of them.
 */
export const sumReceived = (
  queries: Queries,
  scope: Scope,
  query: TotalsQuery,
  { total, received, condition }: Receipts,
): Promise<TransactionTotals> =>
  sumOf(queries, scope, query, {
    table: total,
    figures: {
      total_records: received ? sql`(t.nombre - t.nombre_rembourse)` : sql.ref('t.nombre'),
      montant: received ? sql.ref('t.recu') : NET,
      encaisse: sql.ref('t.recu'),
      rendu: sql`-t.rembourse`,
      net: NET,
    },
    ...(condition && { condition }),
  });
