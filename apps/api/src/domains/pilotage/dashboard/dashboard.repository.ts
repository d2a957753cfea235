/** Figures of the dashboard, summed from the stored totals (rules: docs/regles-de-calcul.md). */
import type { FigureQuery } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import { placeConditions } from '#src/platform/access/place.ts';
import type { DB, Queries } from '#src/platform/database/database.ts';
import {
  BEGINNING,
  END,
  type Grain,
  type Segment,
  segmentsOf,
  signedSegmentsOf,
  yearStart,
} from '../totals/grains.ts';
import type { Place } from '../place.repository.ts';

/** A sum over a stored total: its rows, and its figures by name. */
interface Sum {
  table: keyof DB;
  figures: Record<string, RawBuilder<unknown>>;
  condition?: RawBuilder<boolean>;
}

interface Counted {
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
interface Agents {
  /** Null for the total of all rows. */
  ligne: number | null;
  agents: number;
}

export interface FigureSources {
  counted: Counted[];
  amounts: Amounts[];
  agents: Agents[];
  /** Part of what was paid that was received before Octroi. */
  repris: Repris[];
}

interface Repris {
  entite: number;
  repris: number;
}

/** The parts of a query over stored totals that all figures by place share. */
export function readerByPlace(
  queries: Queries,
  scope: Scope,
  place: Place,
  query: Pick<FigureQuery, 'betail' | 'from' | 'to' | 'entite' | 'ramification' | 'ms'>,
) {
  const betail = query.betail === '1';
  const entites = place.entites.map((entite) => entite.id);
  /** Whether the rows of the table are collectivités, so that no node has to be matched. */
  const direct = place.lines.type === 'entite';

  // matches each node with its table row: the nearest one above it, or itself
  const nodes = sql`noeud as materialized (
    select distinct on (d.descendant_id) d.entite_id, d.descendant_id as ramification_id, d.ancetre_id as ligne
    from ramification_descendance d
    where d.ancetre_id = any(${place.lines.rows.map((line) => line.id)}::int[])
      and ${sql.join(placeConditions(scope, query, sql.ref('d.entite_id'), sql.ref('d.descendant_id')), sql` and `)}
    order by d.descendant_id, d.distance)`;

  const from = (
    table: keyof DB,
    segments: Segment[],
    condition: RawBuilder<boolean>,
  ): RawBuilder<unknown> => sql`
    from ${direct ? sql`unnest(${entites}::int[]) as e (id)` : sql`(select distinct entite_id as id from noeud) e`}
    cross join (values ${sql.join(segments.map(segmentValues))}) as s (grain, debut, fin, signe)
    join ${sql.table(table)} t on t.entite_id = e.id and t.betail = ${betail}
      and t.grain = s.grain and t.debut between s.debut and s.fin and ${condition}`;

  const agentsOfNodes = (segments: Segment[]): RawBuilder<unknown> => sql`${nodes},
    passage as materialized (
      select distinct t.entite_id, t.ramification_id, t.agent_id ${from('total_agent', segments, sql`t.total > 0`)}),
    vu as (
      select distinct n.ligne, passage.agent_id
      from passage join noeud n on n.entite_id = passage.entite_id and n.ramification_id = passage.ramification_id)`;

  // only agents who enrolled in these years are searched by day, and the search stops at the first day found
  const agentsOfEntites = (): RawBuilder<unknown> => {
    const { from: first = BEGINNING, to: last = END } = query;
    const of = (grain: Grain): RawBuilder<boolean> => sql`t.betail = ${betail} and t.grain = ${grain}::"char"
      and t.debut between ${grain === 'a' ? yearStart(first) : first}::date and ${last}::date and t.total > 0`;
    return sql`
      paire as materialized (
        select distinct t.entite_id as ligne, t.agent_id from total_agent t
        where t.entite_id = any(${entites}::int[]) and ${of('a')}),
      vu as (
        select paire.* from paire cross join lateral (
          select from total_agent t
          where t.entite_id = paire.ligne and t.agent_id = paire.agent_id and ${of('j')} limit 1) present)`;
  };

  const run = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(queries)).rows;

  return {
    /** Sums by table row and collectivité. The total is read first, then its node is matched. */
    sums: async <Row>({ table, figures, condition = sql`true` }: Sum): Promise<Row[]> => {
      const segments = signedSegmentsOf(query.from, query.to);
      if (segments.length === 0 || entites.length === 0) return [];
      const summed = Object.entries(figures).map(
        ([name, figure]) => sql`sum(${figure} * s.signe)::bigint as ${sql.id(name)}`,
      );
      const rows = from(table, segments, condition);
      if (direct)
        return run(
          sql<Row>`select t.entite_id as ligne, t.entite_id as entite, ${sql.join(summed)} ${rows} group by 1, 2`,
        );
      const names = Object.keys(figures).map(
        (name) => sql`sum(${sql.ref(`somme.${name}`)})::bigint as ${sql.id(name)}`,
      );
      return run(sql<Row>`
        with ${nodes},
        somme as materialized (select t.entite_id, t.ramification_id, ${sql.join(summed)} ${rows} group by 1, 2)
        select n.ligne, n.entite_id as entite, ${sql.join(names)}
        from somme join noeud n on n.entite_id = somme.entite_id and n.ramification_id = somme.ramification_id
        group by 1, 2`);
    },
    /** Agents who enrolled, by row and in total: an agent counts once, wherever they worked. */
    agents: async (): Promise<Agents[]> => {
      const segments = segmentsOf(query.from, query.to);
      if (segments.length === 0 || entites.length === 0) return [];
      return run(sql<Agents>`
        with ${direct ? agentsOfEntites() : agentsOfNodes(segments)}
        select ligne, count(distinct agent_id) as agents from vu group by grouping sets ((ligne), ())`);
    },
  };
}

const segmentValues = ({ grain, from, to, sign = 1 }: Segment & { sign?: number }): RawBuilder<unknown> =>
  sql`(${grain}::"char", ${from}::date, ${to}::date, ${sign}::int)`;

/** What was paid before Octroi of a fiscal year, for the taxpayers enrolled in the period. Few collectivités have any. */
async function readRepris(
  queries: Queries,
  scope: Scope,
  { entites }: Place,
  query: FigureQuery,
  annee: number,
): Promise<Repris[]> {
  const { rows } = await sql<Repris>`
    select t.entite_id as entite, sum(i.montant)::bigint as repris
    from transaction t
    join imputation i on i.entite_id = t.entite_id and i.transaction_id = t.id and i.annee = ${annee}
    join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
    where t.origine = 'reprise' and t.entite_id = any(${entites.map(({ id }) => id)}::int[]) and c.betail = ${query.betail === '1'}
      and c.jour between ${query.from ?? BEGINNING}::date and ${query.to ?? END}::date
      and ${sql.join(placeConditions(scope, query, sql.ref('c.entite_id'), sql.ref('c.ramification_id')), sql` and `)}
    group by 1`.execute(queries);
  return rows;
}

/**
 * The figures of each row.
 * @param annee fiscal year of the amounts by enrolment
 */
export async function readFigures(
  queries: Queries,
  scope: Scope,
  place: Place,
  query: FigureQuery,
  annee: number,
): Promise<FigureSources> {
  const read = readerByPlace(queries, scope, place, query);
  const zero = sql`0`;
  const amounts =
    query.base === 'enrolement'
      ? [
          read.sums<Amounts>({
            table: 'tenu_montant',
            figures: { prevu: sql.ref('t.prevu'), paye: sql.ref('t.paye') },
            condition: sql`t.annee = ${annee}`,
          }),
        ]
      : [
          read.sums<Amounts>({
            table: 'total_exigible',
            figures: { prevu: sql.ref('t.prevu'), paye: zero },
          }),
          read.sums<Amounts>({
            table: 'tenu_recette',
            figures: { prevu: zero, paye: sql`(t.recu - t.rembourse)` },
          }),
        ];
  const [repris, counted, agents, ...parts] = await Promise.all([
    query.base === 'enrolement'
      ? readRepris(queries, scope, place, query, annee)
      : read.sums<Repris>({
          table: 'tenu_encaissement',
          figures: { repris: sql`(t.recu - t.rembourse)` },
          condition: sql`t.moyen_paiement_id = (select id from moyen_paiement where nature = 'reprise')`,
        }),
    read.sums<Counted>({ table: 'total_enrolement', figures: { contribuables: sql.ref('t.total') } }),
    read.agents(),
    ...amounts,
  ]);
  return { counted, agents, amounts: parts.flat(), repris };
}
