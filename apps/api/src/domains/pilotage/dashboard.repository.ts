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

  return async function read<Row>(sum: Sum, grouping: RawBuilder<unknown>): Promise<Row[]> {
    if (segments.length === 0 || entites.length === 0) return [];
    const { rows } = await sql<Row>`
      ${direct ? sql`` : sql`with ${nodes}`}
      select ${ligne} as ligne, ${sum.columns} ${from(sum)} group by ${grouping}`.execute(queries);
    return rows;
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
  const perLine = sql`1, t.entite_id`;
  const ligne = sql.ref(place.lines.type === 'entite' ? 't.entite_id' : 'n.ligne');
  const zero = sql`0::bigint`;
  const amounts =
    query.base === 'enrolement'
      ? [
          read<Amounts>(
            {
              table: 'total_montant',
              columns: sql`t.entite_id as entite, sum(t.prevu)::bigint as prevu, sum(t.paye)::bigint as paye`,
              condition: sql`t.annee = ${annee}`,
            },
            perLine,
          ),
        ]
      : [
          read<Amounts>(
            { table: 'total_exigible', columns: sql`t.entite_id as entite, sum(t.prevu)::bigint as prevu, ${zero} as paye` },
            perLine,
          ),
          read<Amounts>(
            {
              table: 'total_encaissement',
              columns: sql`t.entite_id as entite, ${zero} as prevu, sum(t.recu - t.rembourse)::bigint as paye`,
            },
            perLine,
          ),
        ];
  const [counted, agents, ...parts] = await Promise.all([
    read<Counted>(
      { table: 'total_enrolement', columns: sql`t.entite_id as entite, sum(t.total)::bigint as contribuables` },
      perLine,
    ),
    read<Agents>(
      { table: 'total_agent', columns: sql`count(distinct t.agent_id) as agents`, condition: sql`t.total > 0` },
      sql`grouping sets ((${ligne}), ())`,
    ),
    ...amounts,
  ]);
  return { counted, agents, amounts: parts.flat() };
}
