/** Who owes on a day, from their échéances. */
import {
  impayeList,
  type ImpayeQuery,
  type ImpayeRow,
  impayeRowSchema,
  type ImpayeTotals,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { placeConditions } from '#src/platform/access/place.ts';
import { RAM_NOM, RANGS } from '#src/platform/listing/lieu.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { attenteOf, isWaiting } from './fiche/attentes.repository.ts';
import { isOfSought } from './recherche/recherche.repository.ts';
import { instant, named } from '#src/platform/listing/row.ts';

const COLUMNS = sqlColumns(
  impayeList.fields,
  {
    'contrib.numKlis': { sql: sql.ref('contrib.num_klis'), join: 'contrib' },
    'contrib.fullName': { sql: sql.ref('contrib.nom_complet'), join: 'contrib' },
    'contrib.adresse': { sql: sql.ref('contrib.adresse'), join: 'contrib', nullable: true },
    'contrib.telephone': { sql: sql.ref('contrib.telephone'), join: 'contrib', nullable: true },
    'contrib.createdAt': { sql: sql.ref('contrib.created_at'), join: 'contrib' },
    'contrib.nbreBetail': { sql: sql.ref('contrib.nbre_betail'), join: 'contrib', nullable: true },
    'contrib.depuis': { sql: sql.ref('du.depuis') },
    'contrib.arrieres': { sql: sql.ref('montants.arrieres'), join: 'montants' },
    'contrib.exercice': { sql: sql.ref('montants.exercice'), join: 'montants' },
    'contrib.exigible': { sql: sql.ref('montants.exigible'), join: 'montants' },
    'contrib.aEchoir': { sql: sql.ref('montants.a_echoir'), join: 'montants' },
    'contrib.attente': { sql: sql`coalesce(attente.montant, 0)`, join: 'attente' },
    'ent.id': { sql: sql.ref('du.entite_id') },
    'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
    'ram.id': { sql: sql.ref('du.ramification_id') },
    'ram.nom': RAM_NOM,
    'p.id': { sql: sql.ref('ram.parent_id'), join: 'ram', nullable: true },
    'p.nom': { sql: sql.ref('p.nom'), join: 'p', nullable: true },
  },
  { 'contrib.id': { sql: sql.ref('du.contribuable_id') } },
);

/**
 * What of an échéance `x` is unpaid, where it fell due by a day (and from another on), and where it falls due later.
 * Statements and the report of what is unpaid both ask it so.
 * @param jour the day
 */
export const impayeOf = (jour: string, from: string | undefined) => ({
  unpaid: sql<boolean>`x.montant > x.paye and x.closed_at is null`,
  due: sql<boolean>`x.exigible_le <= ${jour}::date ${from ? sql`and x.exigible_le >= ${from}::date` : sql``}`,
  later: sql<boolean>`x.exigible_le > ${jour}::date`,
});

/**
 * Whether what each taxpayer owes on a day is stored: it is, once it was carried to that day (ADR 0070). Any other day is worked
 * out from their échéances.
 */
export async function areDuesStored(queries: Queries, jour: string): Promise<boolean> {
  const { rows } = await sql<{ stored: boolean }>`
    select not exists (select from du_jour where jour <> ${jour}::date)
      and not exists (select from du_contribuable where jusque < ${jour}::date) as stored`.execute(queries);
  return rows[0]?.stored ?? false;
}

/** How many taxpayers owe on any day, and what they owe, as it is stored by place (ADR 0095). */
export async function sumStored(
  queries: Queries,
  scope: Scope,
  query: ImpayeQuery,
  jour: string,
): Promise<Omit<ImpayeTotals, 'attente'>> {
  const within = sql.join(
    [
      ...placeConditions(scope, query, sql.ref('t.entite_id'), sql.ref('t.ramification_id')),
      query.betail === undefined ? sql`true` : sql`t.betail = ${query.betail === '1'}`,
    ],
    sql` and `,
  );
  const annee = jour.slice(0, 4);
  const { rows } = await sql<Omit<ImpayeTotals, 'attente'>>`
    select d.total_records, r.arrieres, r.exercice, r.arrieres + r.exercice as exigible,
      d.reste - r.arrieres - r.exercice as "aEchoir"
    from (
      select coalesce(sum(t.debiteurs), 0)::bigint as total_records, coalesce(sum(t.reste), 0)::bigint as reste
      from tenu_impaye t where t.impaye_depuis <= ${jour}::date and ${within}) d,
    (
      select coalesce(sum(t.reste) filter (where t.annee < ${annee}::int), 0)::bigint as arrieres,
        coalesce(sum(t.reste) filter (where t.annee >= ${annee}::int), 0)::bigint as exercice
      from tenu_reste t where t.exigible_le <= ${jour}::date and ${within}) r`.execute(queries);
  return rows[0]!;
}

/** Where the amounts of a list of debtors come from. */
export type DueSource =
  /** What is stored of today: `areDuesStored`. */
  | 'stored'
  /** The échéances of each, where nothing but a day is asked: who owes on it is stored. */
  | 'day'
  /** The échéances of each: only those that fell due on some days. */
  | 'days';

/** What a taxpayer owes, from the échéances: one row, also where nothing is owed. @param of alias of the taxpayer's dues */
function workedOut(of: string, jour: string, from: string | undefined): RawBuilder<unknown> {
  const { unpaid, due, later } = impayeOf(jour, from);
  const rest = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`coalesce(sum(x.montant - x.paye) filter (where ${condition}), 0)::bigint`;
  return sql`select min(x.exigible_le) filter (where ${due}) as depuis,
      ${rest(sql`${due} and x.annee < extract(year from ${jour}::date)`)} as arrieres,
      ${rest(sql`${due} and x.annee >= extract(year from ${jour}::date)`)} as exercice,
      ${rest(due)} as exigible, ${rest(later)} as a_echoir
    from echeance x where x.entite_id = ${sql.ref(`${of}.entite_id`)} and x.contribuable_id = ${sql.ref(`${of}.contribuable_id`)}
      and ${unpaid}`;
}

/** Who owes on a day, as `du`, and the join that gives what each owes, as `montants`. */
function debtors(
  scope: Scope,
  query: ImpayeQuery,
  jour: string,
  source: DueSource,
): { from: RawBuilder<unknown>; montants: RawBuilder<unknown> } {
  const place = placeConditions(scope, query, sql.ref('d.entite_id'), sql.ref('d.ramification_id'));
  const betail = query.betail === undefined ? sql`true` : sql`d.betail = ${query.betail === '1'}`;
  const within = sql`${sql.join(place, sql` and `)} and ${betail}`;
  const who = sql`d.entite_id, d.contribuable_id, d.ramification_id`;
  const amounts = sql`cross join lateral (
    select du.arrieres, du.exercice, du.arrieres + du.exercice as exigible, du.a_echoir) as montants`;
  if (source === 'stored')
    return {
      // the condition of the index of amounts
      from: sql`(
        select ${who}, d.depuis, d.arrieres, d.exercice, d.a_echoir from du_contribuable d
        where d.arrieres + d.exercice > 0 and ${within}) as du`,
      montants: amounts,
    };
  if (source === 'day')
    return {
      from: sql`(select ${who}, d.depuis from du_contribuable d where d.depuis <= ${jour}::date and ${within}) as du`,
      montants: sql`cross join lateral (${workedOut('du', jour, undefined)}) as montants`,
    };
  return {
    from: sql`(
      select ${who}, m.* from du_contribuable d cross join lateral (${workedOut('d', jour, query.from)}) m
      where d.depuis <= ${jour}::date and m.depuis is not null and ${within}) as du`,
    montants: amounts,
  };
}

/** Whether a taxpayer has payments waiting, in a list joined with them. */
export const HAS_WAITING = sql<boolean>`attente.montant > 0`;

/**
 * Taxpayers who owe on a day, where they are now.
 * @param jour the day
 */
export function impayeSource(
  scope: Scope,
  query: ImpayeQuery,
  jour: string,
  source: DueSource,
): ListSource<ImpayeRow> {
  const { from, montants } = debtors(scope, query, jour, source);
  return {
    alias: 'contrib',
    otherAliases: { contribuable: 'contrib', entite: 'ent', ramification: 'ram', parent: 'p' },
    from,
    key: sql.ref('du.contribuable_id'),
    finds: (typed) => isOfSought(sql.ref('du.contribuable_id'), typed),
    joins: {
      contrib: {
        sql: sql`join contribuable as contrib on contrib.entite_id = du.entite_id and contrib.id = du.contribuable_id`,
      },
      montants: { sql: montants },
      ram: { sql: sql`join ramification as ram on ram.id = du.ramification_id` },
      p: { sql: sql`left join ramification as p on p.id = ram.parent_id`, after: ['ram'] },
      attente: {
        // for sums, order and filters over many taxpayers; the rows of a page read their own
        sql: sql`left join (
          select t.entite_id, t.contribuable_id, sum(t.montant)::bigint as montant from transaction t
          where ${isWaiting('t')} group by 1, 2) as attente
          on attente.entite_id = du.entite_id and attente.contribuable_id = du.contribuable_id`,
      },
      ent: { sql: sql`join entite as ent on ent.id = du.entite_id` },
      ...RANGS,
    },
    columns: COLUMNS,
    order: { column: 'contrib.createdAt', direction: 'asc' },
    pageSize: 50,
    schema: impayeRowSchema,
    rowJoins: ['contrib', 'montants'],
    row: {
      id: sql.ref('contrib.id'),
      numKlis: sql.ref('contrib.num_klis'),
      fullName: sql.ref('contrib.nom_complet'),
      telephone: sql.ref('contrib.telephone'),
      adresse: sql.ref('contrib.adresse'),
      createdAt: instant('contrib.created_at'),
      ramification: named('ramification', 'contrib.ramification_id'),
      depuis: sql.ref('du.depuis'),
      arrieres: sql.ref('montants.arrieres'),
      exercice: sql.ref('montants.exercice'),
      exigible: sql.ref('montants.exigible'),
      aEchoir: sql.ref('montants.a_echoir'),
      attente: attenteOf(sql.ref('du.entite_id'), sql.ref('du.contribuable_id')),
    },
  };
}
