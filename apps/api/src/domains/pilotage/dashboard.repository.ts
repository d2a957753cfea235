/** Figures of the dashboard, summed from the stored totals (rules: docs/regles-de-calcul.md). */
import type { FigureQuery } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { segmentsOf } from './grains.ts';
import { isWholeEntites, type Place, placeAsked } from './place.repository.ts';

/** A stored total as lines of the table are read from it: which rows, summed how. */
interface Sum {
  table: string;
  columns: RawBuilder<unknown>;
  condition?: RawBuilder<boolean>;
}

export interface Counted {
  ligne: number;
  entite: number;
  contribuables: number;
}
export interface Amounts {
  ligne: number;
  entite: number;
  prevu: number;
  paye: number;
}
export interface Agents {
  /** Null for the whole. */
  ligne: number | null;
  agents: number;
}

export interface FigureSources {
  counted: Counted[];
  amounts: Amounts[];
  agents: Agents[];
}

/** The parts of a query over stored totals that every figure shares. */
function reader(queries: Queries, scope: Scope, place: Place, query: FigureQuery) {
  const betail = query.betail === '1';
  const segments = segmentsOf(query.from, query.to);
  const entites = place.entites.map((entite) => entite.id);
  const byEntite = place.lines.type === 'entite';
  const values = segments.map(({ grain, from, to }) => sql`(${grain}::"char", ${from}::date, ${to}::date)`);

  // each node with the row of the table that counts it: the nearest above it, itself included
  const nodes = sql`noeud as materialized (
    select distinct on (d.descendant_id) d.entite_id, d.descendant_id as ramification_id, d.ancetre_id as ligne
    from ramification_descendance d
    where d.ancetre_id = any(${place.lines.rows.map((line) => line.id)}::int[])
      and ${sql.join(placeAsked(scope, query, sql.ref('d.entite_id'), sql.ref('d.descendant_id')), sql` and `)}
    order by d.descendant_id, d.distance)`;
  const direct = byEntite && isWholeEntites(scope, query);
  const ligne = sql.ref(byEntite ? 't.entite_id' : 'n.ligne');

  const from = ({ table, condition = sql`true` }: Sum): RawBuilder<unknown> => sql`
    from unnest(${entites}::int[]) as e (id)
    cross join (values ${sql.join(values)}) as s (grain, debut, fin)
    join ${sql.table(table)} t on t.entite_id = e.id and t.betail = ${betail}
      and t.grain = s.grain and t.debut between s.debut and s.fin and ${condition}
    ${direct ? sql`` : sql`join noeud n on n.entite_id = t.entite_id and n.ramification_id = t.ramification_id`}`;

  const run = async <Row>(query: RawBuilder<Row>): Promise<Row[]> =>
    segments.length === 0 || entites.length === 0 ? [] : (await query.execute(queries)).rows;

  return {
    /** Sums by row of the table and collectivité. */
    sums: <Row>(sum: Sum): Promise<Row[]> =>
      run(sql<Row>`
        ${direct ? sql`` : sql`with ${nodes}`}
        select ${ligne} as ligne, t.entite_id as entite, ${sum.columns} ${from(sum)} group by 1, 2`),
    /** Agents who enrolled, by row and over all: an agent counts once, wherever it worked. */
    agents: (): Promise<Agents[]> =>
      run(sql<Agents>`
        with ${direct ? sql`` : sql`${nodes},`}
        vu as (select distinct ${ligne} as ligne, t.agent_id
          ${from({ table: 'total_agent', columns: sql``, condition: sql`t.total > 0` })})
        select ligne, count(distinct agent_id) as agents from vu group by grouping sets ((ligne), ())`),
  };
}

/**
 * What each row of the table counts.
 * @param annee fiscal year of the amounts in the enrolment base
 */
export async function readFigures(
  queries: Queries,
  scope: Scope,
  place: Place,
  query: FigureQuery,
  annee: number,
): Promise<FigureSources> {
  const read = reader(queries, scope, place, query);
  const zero = sql`0::bigint`;
  const amounts =
    query.base === 'enrolement'
      ? [
          read.sums<Amounts>({
            table: 'total_montant',
            columns: sql`sum(t.prevu)::bigint as prevu, sum(t.paye)::bigint as paye`,
            condition: sql`t.annee = ${annee}`,
          }),
        ]
      : [
          read.sums<Amounts>({
            table: 'total_exigible',
            columns: sql`sum(t.prevu)::bigint as prevu, ${zero} as paye`,
          }),
          read.sums<Amounts>({
            table: 'total_encaissement',
            columns: sql`${zero} as prevu, sum(t.recu - t.rembourse)::bigint as paye`,
          }),
        ];
  const [counted, agents, ...parts] = await Promise.all([
    read.sums<Counted>({ table: 'total_enrolement', columns: sql`sum(t.total)::bigint as contribuables` }),
    read.agents(),
    ...amounts,
  ]);
  return { counted, agents, amounts: parts.flat() };
}
