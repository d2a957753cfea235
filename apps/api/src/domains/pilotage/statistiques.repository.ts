/** Figures of the statistics by date, agent and tax, summed from the stored totals. */
import { addDays, type DayRange, type Pas, type StatistiqueQuery } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import { placeAsked } from '#src/platform/access/place.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { monthsAndDays, type Segment, segmentsOf, signedSegmentsOf } from './grains.ts';

/** Where and of whom a statistic is asked; the days come as rows. */
export type Asked = Pick<StatistiqueQuery, 'entite' | 'ramification' | 'ms' | 'betail' | 'agent'>;

/** What a statistic sums: a stored total, its figures by name, and what tells its rows apart beside the days. */
interface Sum<Name extends string> {
  table: string;
  figures: Record<Name, RawBuilder<unknown>>;
  by?: Record<string, RawBuilder<unknown>>;
}

const NET = sql`(t.recu - t.rembourse)`;
const STATUTS = { total: sql.ref('t.total'), corrige: sql.ref('t.corrige'), valide: sql.ref('t.valide') };
const RECETTES = { total: NET, nombre: sql.ref('t.nombre') };
const AGENT = { agent: sql.ref('t.agent_id') };

/** Each statistic by its stored total. */
export const SUMS = {
  enrolements: { table: 'total_enrolement', figures: STATUTS },
  enrolementsDAgent: { table: 'total_agent', figures: STATUTS },
  enrolementsParAgent: { table: 'total_agent', figures: { total: STATUTS.total }, by: AGENT },
  enrolementsParBase: {
    table: 'total_base',
    figures: STATUTS,
    by: { activite: sql`(t.genre = 'a')::int`, base: sql.ref('t.base_id') },
  },
  recettes: { table: 'total_recette', figures: RECETTES },
  recettesDAgent: { table: 'total_encaissement_agent', figures: RECETTES },
  recettesParAgent: { table: 'total_encaissement_agent', figures: RECETTES, by: AGENT },
  recettesParMoyen: {
    table: 'total_encaissement',
    figures: { recu: sql.ref('t.recu'), rembourse: sql.ref('t.rembourse') },
    by: { moyen: sql.ref('t.moyen_paiement_id') },
  },
  recettesParTaxe: {
    table: 'total_encaissement_taxe',
    figures: { total: NET },
    by: { taxe: sql.ref('t.taxe_id') },
  },
} satisfies Record<string, Sum<string>>;

const AGENT_TABLES: ReadonlySet<string> = new Set(['total_agent', 'total_encaissement_agent']);

type Keyed<Name extends string, By extends string> = Sum<Name> & { by?: Record<By, RawBuilder<unknown>> };

/**
 * Sums over whole segments of a total, by the given keys. Each segment is a range of the total's key that is summed by
 * itself, by the totals' own first days: what these mean for a row of the table is worked out once a sum, not once a row.
 * @param row the row of a table by date that the total beginning on `debut` belongs to
 */
async function sumBy<Row>(
  queries: Queries,
  scope: Scope,
  query: Asked,
  segments: readonly (Segment & { sign?: 1 | -1 })[],
  { table, figures, by = {} }: Keyed<string, string>,
  row?: RawBuilder<unknown>,
): Promise<Row[]> {
  if (segments.length === 0) return [];
  const names = Object.keys(figures);
  const keys = Object.keys(by);
  const grouped = groupBy([...(row ? ['debut'] : []), ...keys].length);
  const conditions = sql.join(conditionsOf(scope, query, table), sql` and `);
  const asked = query.entite?.length ? sql`e.id = any(${query.entite}::int[])` : sql`true`;
  const entites = sql`array(select e.id from entite e where ${entiteCondition(scope, sql.ref('e.id'))} and ${asked})`;
  const parts = segments.map(({ grain, from, to, sign = 1 }) => {
    const columns = [
      ...(row ? [sql`t.debut`] : []),
      ...Object.entries(by).map(([name, key]) => sql`${key} as ${sql.id(name)}`),
      ...Object.entries(figures).map(
        ([name, figure]) => sql`${sql.lit(sign)} * sum(${figure}) as ${sql.id(name)}`,
      ),
    ];
    return sql`select ${sql.join(columns)} from ${sql.table(table)} t
      where t.entite_id = any(${entites}) and t.betail = ${query.betail === '1'} and t.grain = ${sql.lit(grain)}
        and t.debut between ${from}::date and ${to}::date and ${conditions}
      ${grouped}`;
  });
  const columns = [
    ...(row ? [sql`${row} as debut`] : []),
    ...keys.map((name) => sql.ref(name)),
    ...names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.id(name)}`),
  ];
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from (${sql.join(parts, sql` union all `)}) as somme
    ${grouped}`.execute(queries);
  return rows;
}

/** By the first so many columns; by nothing, all rows are one. */
const groupBy = (columns: number): RawBuilder<unknown> =>
  columns === 0
    ? sql``
    : sql`group by ${sql.join(Array.from({ length: columns }, (_, index) => sql.lit(index + 1)))}`;

/** What is counted of a total's rows `t`: the place that is asked for and seen, and the agent. */
function conditionsOf(scope: Scope, query: Asked, table: string): RawBuilder<boolean>[] {
  const conditions = placeAsked(scope, query, sql.ref('t.entite_id'), sql.ref('t.ramification_id'));
  if (query.agent && AGENT_TABLES.has(table)) conditions.push(sql<boolean>`t.agent_id = ${query.agent}::int`);
  return conditions;
}

/** Sums over a period, by what `by` names; without bounds, over all days. */
export const sumOver = <Name extends string, By extends string = never>(
  queries: Queries,
  scope: Scope,
  query: Asked,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  summed: Keyed<Name, By>,
): Promise<Record<Name | By, number>[]> => sumBy(queries, scope, query, signedSegmentsOf(from, to), summed);

/** How the database names the first day of a week, a month or a year. */
const UNITS = { semaine: 'week', mois: 'month', annee: 'year' } as const;

/**
 * Sums by row of a table by date, and by what `by` names. `debut` is the first day of the row's day, week, month or year;
 * rows in which nothing is are absent.
 */
export const sumByDate = <Name extends string, By extends string = never>(
  queries: Queries,
  scope: Scope,
  query: Asked,
  range: DayRange,
  pas: Pas,
  summed: Keyed<Name, By>,
): Promise<(Record<Name | By, number> & { debut: string })[]> =>
  sumBy(
    queries,
    scope,
    query,
    segmentsWithin(range, pas),
    summed,
    pas === 'jour' ? sql`debut::text` : sql`date_trunc(${sql.lit(UNITS[pas])}, debut::timestamp)::date::text`,
  );

/** Segments of a period none of which is longer than a row. */
function segmentsWithin(range: DayRange, pas: Pas): Segment[] {
  if (pas === 'annee') return segmentsOf(range.from, range.to);
  return pas === 'mois' ? monthsAndDays(range.from, addDays(range.to, 1)) : [{ grain: 'j', ...range }];
}

/** First and last day of the years in which the totals hold anything in the place: where an open period begins and ends. */
export async function yearsOf(
  queries: Queries,
  scope: Scope,
  query: Asked,
  tables: readonly string[],
): Promise<DayRange | undefined> {
  const parts = tables.map(
    (table) => sql`select t.debut from ${sql.table(table)} t
      where t.grain = 'a' and t.betail = ${query.betail === '1'} and ${sql.join(conditionsOf(scope, query, table), sql` and `)}`,
  );
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(debut)::text as from, (max(debut) + interval '1 year' - interval '1 day')::date::text as to
    from (${sql.join(parts, sql` union all `)}) annee`.execute(queries);
  const [years] = rows;
  return years?.from && years.to ? { from: years.from, to: years.to } : undefined;
}

/** Whether an agent works where the person sees. */
export async function isAgentSeen(queries: Queries, scope: Scope, agent: number): Promise<boolean> {
  const { rows } =
    await sql`select from utilisateur u where u.id = ${agent}::int and ${agentSeen(scope)}`.execute(queries);
  return rows.length > 0;
}

/** A person of table `u` who works where the person sees: attached there, or has enrolled or collected there. */
function agentSeen(scope: Scope): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`true`;
  const place = (alias: string): RawBuilder<unknown> =>
    sql.join(
      placeAsked(scope, {}, sql.ref(`${alias}.entite_id`), sql.ref(`${alias}.ramification_id`)),
      sql` and `,
    );
  return sql<boolean>`(${agentAttached(scope)}
    or exists (select from total_agent t where t.agent_id = u.id and t.grain = 'a' and t.total > 0 and ${place('t')})
    or exists (select from total_encaissement_agent t where t.agent_id = u.id and t.grain = 'a' and t.nombre > 0 and ${place('t')}))`;
}

/** A field agent of table `u` attached to a collectivité of the scope, or to a place in it. */
function agentAttached(scope: Scope): RawBuilder<boolean> {
  const seen = placeAsked(scope, {}, sql.ref('r.entite_id'), sql.ref('r.id'));
  return sql<boolean>`(exists (select from utilisateur_entite ue
      where ue.utilisateur_id = u.id and ${entiteCondition(scope, sql.ref('ue.entite_id'))})
    or exists (select from utilisateur_ramification ur join ramification r on r.id = ur.ramification_id
      where ur.utilisateur_id = u.id and ${sql.join(seen, sql` and `)}))`;
}

export interface AgentName {
  id: number;
  username: string;
  fullName: string;
}

/**
 * The agents of a place: those attached to the collectivités that are asked for, and those who did something there.
 * @param active ids of the latter
 */
export async function readAgents(
  queries: Queries,
  scope: Scope,
  query: Asked,
  active: readonly number[],
): Promise<AgentName[]> {
  const asked = query.entite?.length
    ? sql`(exists (select from utilisateur_entite ue where ue.utilisateur_id = u.id and ue.entite_id = any(${query.entite}::int[]))
        or exists (select from utilisateur_ramification ur join ramification r on r.id = ur.ramification_id
          where ur.utilisateur_id = u.id and r.entite_id = any(${query.entite}::int[])))`
    : sql`true`;
  const narrower = query.ms?.length || query.ramification?.length;
  const idle = narrower
    ? sql`false`
    : sql`u.type_id = 2 and u.enabled and ${agentAttached(scope)} and ${asked}`;
  const { rows } = await sql<AgentName>`
    select u.id, u.username, btrim(u.prenom || ' ' || u.nom) as "fullName" from utilisateur u
    where u.id = any(${active}::int[]) or (${idle}) order by "fullName", u.id`.execute(queries);
  return rows;
}

/** Names of types of equipment and of activities, by id. */
export async function readBases(
  queries: Queries,
  types: readonly number[],
  natures: readonly number[],
): Promise<{ types: Map<number, string>; natures: Map<number, string> }> {
  const { rows } = await sql<{ activite: boolean; id: number; nom: string }>`
    select false as activite, id, nom from type_equipement where id = any(${types}::int[])
    union all
    select true, id, nom from nature_activite where id = any(${natures}::int[])`.execute(queries);
  const named = (activite: boolean) =>
    new Map(rows.filter((row) => row.activite === activite).map(({ id, nom }) => [id, nom]));
  return { types: named(false), natures: named(true) };
}

/** Names of taxes by id. */
export async function readTaxes(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; nom: string }>`
    select id, nom from taxe where id = any(${ids}::int[])`.execute(queries);
  return new Map(rows.map(({ id, nom }) => [id, nom]));
}
