/** Figures of the statistics by date, agent and tax, summed from the stored totals. */
import type { StatistiqueQuery } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import { placeAsked } from '#src/platform/access/place.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { signedSegmentsOf } from './grains.ts';

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
  recettes: { table: 'total_encaissement', figures: RECETTES },
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

/**
 * Sums by row of days (`rang`, its place in `tranches`) and by what `by` names. Rows in which nothing is are absent.
 * Each collectivité and piece of a row is one range of the total's key.
 */
export async function sumByTranche<Name extends string, By extends string = never>(
  queries: Queries,
  scope: Scope,
  query: Asked,
  tranches: readonly { from?: string | undefined; to?: string | undefined }[],
  {
    table,
    figures,
    by = {} as Record<By, RawBuilder<unknown>>,
  }: Sum<Name> & { by?: Record<By, RawBuilder<unknown>> },
): Promise<Record<Name | By | 'rang', number>[]> {
  const pieces = tranches.flatMap(({ from, to }, rang) =>
    signedSegmentsOf(from, to).map(
      (piece) =>
        sql`(${rang}::int, ${piece.grain}::"char", ${piece.from}::date, ${piece.to}::date, ${piece.sign}::int)`,
    ),
  );
  if (pieces.length === 0) return [];
  const sums = Object.entries<RawBuilder<unknown>>(figures).map(
    ([name, figure]) => sql`sum(${figure} * s.signe)::bigint as ${sql.id(name)}`,
  );
  const keys = Object.entries<RawBuilder<unknown>>(by).map(([name, key]) => sql`${key} as ${sql.id(name)}`);
  const asked = query.entite?.length ? sql`e.id = any(${query.entite}::int[])` : sql`true`;
  const conditions = placeAsked(scope, query, sql.ref('t.entite_id'), sql.ref('t.ramification_id'));
  if (query.agent && AGENT_TABLES.has(table)) conditions.push(sql<boolean>`t.agent_id = ${query.agent}::int`);
  const { rows } = await sql<Record<Name | By | 'rang', number>>`
    select ${sql.join([sql`s.rang`, ...keys, ...sums])}
    from (select e.id from entite e where ${entiteCondition(scope, sql.ref('e.id'))} and ${asked}) e
    cross join (values ${sql.join(pieces)}) as s (rang, grain, debut, fin, signe)
    join ${sql.table(table)} t on t.entite_id = e.id and t.betail = ${query.betail === '1'}
      and t.grain = s.grain and t.debut between s.debut and s.fin
    where ${sql.join(conditions, sql` and `)}
    group by ${sql.join(['rang', ...Object.keys(by)].map((_name, index) => sql.lit(index + 1)))}`.execute(
    queries,
  );
  return rows;
}

/** Every day that a statistic without a period counts, as one row. */
export const ALWAYS: readonly { from?: string; to?: string }[] = [{}];

/** First and last year in which a total holds anything in the place: where an open period begins and ends. */
export async function yearsOf(
  queries: Queries,
  scope: Scope,
  query: Asked,
  table: string,
): Promise<{ from: string; to: string } | undefined> {
  const conditions = placeAsked(scope, query, sql.ref('t.entite_id'), sql.ref('t.ramification_id'));
  if (query.agent && AGENT_TABLES.has(table)) conditions.push(sql<boolean>`t.agent_id = ${query.agent}::int`);
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(t.debut)::text as first, max(t.debut)::text as last from ${sql.table(table)} t
    where t.grain = 'a' and t.betail = ${query.betail === '1'} and ${sql.join(conditions, sql` and `)}`.execute(
    queries,
  );
  const [years] = rows;
  return years?.first && years.last
    ? { from: years.first, to: `${years.last.slice(0, 4)}-12-31` }
    : undefined;
}

/** Which of the asked places and agent a person has nothing of in sight, or do not exist. */
export async function unseen(
  queries: Queries,
  scope: Scope,
  { entite = [], ramification = [], ms = [], agent }: Asked,
): Promise<{ places: number; agents: number }> {
  const nodes = [...new Set([...ramification, ...ms])];
  const entites = [...new Set(entite)];
  const inSight = placeAsked(scope, {}, sql.ref('r.entite_id'), sql.ref('r.id'));
  const { rows } = await sql<{ places: number; agents: number }>`select
    (select count(*) from unnest(${entites}::int[]) asked (id)
      where not exists (select from entite e where e.id = asked.id and ${entiteCondition(scope, sql.ref('e.id'))}))
    + (select count(*) from unnest(${nodes}::int[]) asked (id)
      where not exists (
        select from ramification_descendance d join ramification r on r.id = d.descendant_id
        where d.ancetre_id = asked.id and ${sql.join(inSight, sql` and `)})) as places,
    ${agent ? sql`(select count(*) from (values (${agent}::int)) asked (id) where not exists (select from utilisateur u where u.id = asked.id and ${agentSeen(scope)}))` : sql`0`} as agents`.execute(
    queries,
  );
  return rows[0] ?? { places: 0, agents: 0 };
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

/** Names of taxes by id. */
export async function readTaxes(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; nom: string }>`
    select id, nom from taxe where id = any(${ids}::int[])`.execute(queries);
  return new Map(rows.map(({ id, nom }) => [id, nom]));
}
