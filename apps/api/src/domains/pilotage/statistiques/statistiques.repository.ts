/** Figures of the statistics by date, agent and tax, summed from the stored totals. */
import type { DayRange, Pas } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import { placeConditions } from '#src/platform/access/place.ts';
import type { DB, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';
import { type Grain, segmentsOf, signedSegmentsOf } from '../totals/grains.ts';
import { type SumQuery, conditionsOf, NET, STATUTS, type Sum, sumsOf } from '../totals/sums.repository.ts';

const RECETTES = { total: NET, nombre: sql.ref('t.nombre') };
const AGENT = { agent: sql.ref('t.agent_id') };

/** The stored total of each statistic. */
export const SUMS = {
  enrolements: { table: 'total_enrolement', figures: STATUTS },
  enrolementsDAgent: { table: 'total_agent', figures: STATUTS },
  enrolementsParAgent: { table: 'total_agent', figures: { total: STATUTS.total }, by: AGENT },
  enrolementsParBase: {
    table: 'total_base',
    figures: { ...STATUTS, comptees: sql.ref('t.comptees'), centiemes: sql.ref('t.quantite') },
    by: { activite: sql`(t.genre = 'a')::int`, base: sql.ref('t.base_id') },
  },
  recettes: { table: 'tenu_recette', figures: RECETTES },
  recettesDAgent: { table: 'tenu_encaissement_agent', figures: RECETTES },
  recettesParAgent: { table: 'tenu_encaissement_agent', figures: RECETTES, by: AGENT },
  recettesParMoyen: {
    table: 'tenu_encaissement',
    figures: { recu: sql.ref('t.recu'), rembourse: sql.ref('t.rembourse') },
    by: { moyen: sql.ref('t.moyen_paiement_id') },
  },
  recettesParTaxe: {
    table: 'tenu_encaissement_taxe',
    figures: { total: NET },
    by: { taxe: sql.ref('t.taxe_id') },
  },
} satisfies Record<string, Sum>;

/** Sums over a period, grouped by the columns of `by`; without bounds, over all days. */
export async function sumOver<Name extends string, By extends string = never>(
  queries: Queries,
  scope: Scope,
  query: SumQuery,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  summed: Sum<Name, By>,
): Promise<Record<Name | By, number>[]> {
  const sums = sumsOf<Record<Name | By, number>>(scope, query, signedSegmentsOf(from, to), summed);
  return (await sums.execute(queries)).rows;
}

/** Names of week, month and year in `date_trunc`. */
const UNITS = { semaine: 'week', mois: 'month', annee: 'year' } as const;
/** Grains no longer than a row of the table, the coarsest first. */
const GRAINS: Record<Pas, readonly Grain[]> = {
  jour: ['j'],
  semaine: ['s', 'j'],
  mois: ['m', 'j'],
  annee: ['a', 'm', 'j'],
};

/**
 * Sums by row of a table by date, and by the columns of `by`. `debut` is the first day of the row's day, week, month or
 * year; rows without data are absent.
 */
export async function sumByDate<Name extends string, By extends string = never>(
  queries: Queries,
  scope: Scope,
  query: SumQuery,
  range: DayRange,
  pas: Pas,
  summed: Sum<Name, By>,
): Promise<(Record<Name | By, number> & { debut: string })[]> {
  const row =
    pas === 'jour' ? sql`debut::text` : sql`date_trunc(${sql.lit(UNITS[pas])}, debut::timestamp)::date::text`;
  const segments = segmentsOf(range.from, range.to, GRAINS[pas]);
  const sums = sumsOf<Record<Name | By, number> & { debut: string }>(scope, query, segments, summed, row);
  return (await sums.execute(queries)).rows;
}

/** First and last day of the years with data in the place: the bounds of an open period. */
export async function yearsOf(
  queries: Queries,
  scope: Scope,
  query: SumQuery,
  tables: readonly (keyof DB)[],
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

/** Whether an agent works within the scope. */
export async function isAgentSeen(queries: Queries, scope: Scope, agent: number): Promise<boolean> {
  const person = await queries
    .selectFrom('utilisateur as u')
    .select('u.id')
    .where('u.id', '=', sql<number>`${agent}::int`)
    .where(agentSeen(scope))
    .executeTakeFirst();
  return person !== undefined;
}

/** A person of table `u` who works within the scope: attached, or has enrolled or collected there. */
function agentSeen(scope: Scope): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`true`;
  const place = (alias: string): RawBuilder<unknown> =>
    sql.join(
      placeConditions(scope, {}, sql.ref(`${alias}.entite_id`), sql.ref(`${alias}.ramification_id`)),
      sql` and `,
    );
  return sql<boolean>`(${agentAttached(scope)}
    or exists (select from total_agent t where t.agent_id = u.id and t.grain = 'a' and t.total > 0 and ${place('t')})
    or exists (select from tenu_encaissement_agent t where t.agent_id = u.id and t.grain = 'a' and t.nombre > 0 and ${place('t')}))`;
}

/** A field agent of table `u` attached to a collectivité of the scope, or to a place in it. */
function agentAttached(scope: Scope): RawBuilder<boolean> {
  const inScope = placeConditions(scope, {}, sql.ref('r.entite_id'), sql.ref('r.id'));
  return sql<boolean>`(exists (select from utilisateur_entite ue
      where ue.utilisateur_id = u.id and ${entiteCondition(scope, sql.ref('ue.entite_id'))})
    or exists (select from utilisateur_ramification ur join ramification r on r.id = ur.ramification_id
      where ur.utilisateur_id = u.id and ${sql.join(inScope, sql` and `)}))`;
}

export interface AgentName {
  id: number;
  username: string;
  fullName: string;
}

/**
 * The agents of a place: those attached to the chosen collectivités, and those who acted there.
 * @param active ids of the latter
 */
export async function readAgents(
  queries: Queries,
  scope: Scope,
  query: SumQuery,
  active: readonly number[],
): Promise<AgentName[]> {
  const entites = query.entite?.length
    ? sql`(exists (select from utilisateur_entite ue where ue.utilisateur_id = u.id and ue.entite_id = any(${query.entite}::int[]))
        or exists (select from utilisateur_ramification ur join ramification r on r.id = ur.ramification_id
          where ur.utilisateur_id = u.id and r.entite_id = any(${query.entite}::int[])))`
    : sql`true`;
  const narrower = query.ms?.length || query.ramification?.length;
  const idle = narrower
    ? sql`false`
    : sql`u.type_id = 2 and u.enabled and ${agentAttached(scope)} and ${entites}`;
  const { rows } = await sql<AgentName>`
    select u.id, u.username, btrim(u.prenom || ' ' || u.nom) as "fullName" from utilisateur u
    where u.id = any(${active}::int[]) or (${idle}) order by "fullName", u.id`.execute(queries);
  return rows;
}

/** A taxable base, with the unit of its quantities. */
export interface BaseNom {
  nom: string;
  unite: string | null;
}

/** Types of equipment and activities, by id. */
export async function readBases(
  queries: Queries,
  types: readonly number[],
  natures: readonly number[],
): Promise<{ types: Map<number, BaseNom>; natures: Map<number, BaseNom> }> {
  const rows = await queries
    .selectFrom('type_equipement')
    .select((eb) => [eb.lit(false).$castTo<boolean>().as('activite'), 'id', 'nom', 'unite'])
    .where('id', '=', anyOf(types))
    .unionAll((eb) =>
      eb
        .selectFrom('nature_activite')
        .select((own) => [own.lit(true).$castTo<boolean>().as('activite'), 'id', 'nom', 'unite'])
        .where('id', '=', anyOf(natures)),
    )
    .execute();
  const named = (activite: boolean) =>
    new Map(rows.filter((row) => row.activite === activite).map(({ id, ...base }) => [id, base]));
  return { types: named(false), natures: named(true) };
}

/** Names of taxes by id. */
export async function readTaxes(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await queries.selectFrom('taxe').select(['id', 'nom']).where('id', '=', anyOf(ids)).execute();
  return new Map(rows.map(({ id, nom }) => [id, nom]));
}
