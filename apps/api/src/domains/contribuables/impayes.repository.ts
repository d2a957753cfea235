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
import { isSought } from './recherche/recherche.repository.ts';
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
    'contrib.arrieres': { sql: sql.ref('du.arrieres') },
    'contrib.exercice': { sql: sql.ref('du.exercice') },
    'contrib.exigible': { sql: sql.ref('du.exigible') },
    'contrib.aEchoir': { sql: sql.ref('du.a_echoir') },
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
 * Whether what everybody owes on a day is stored: it is, once it was carried to that day (ADR 0070). Any other day is worked out
 * from the échéances.
 */
export async function areDuesStored(queries: Queries, jour: string): Promise<boolean> {
  const { rows } = await sql<{ stored: boolean }>`
    select not exists (select from du_jour where jour <> ${jour}::date)
      and not exists (select from du_contribuable where jusque < ${jour}::date) as stored`.execute(queries);
  return rows[0]?.stored ?? false;
}

/** What taxpayers owe, as it is stored. */
const stored = (scope: Scope, query: ImpayeQuery): RawBuilder<unknown> => {
  const place = placeConditions(scope, query, sql.ref('d.entite_id'), sql.ref('d.ramification_id'));
  const betail = query.betail === undefined ? sql`true` : sql`d.betail = ${query.betail === '1'}`;
  return sql`(
      select d.entite_id, d.contribuable_id, d.ramification_id, d.depuis, d.arrieres, d.exercice,
        d.arrieres + d.exercice as exigible, d.a_echoir
      from du_contribuable d
      where d.arrieres + d.exercice > 0 and ${sql.join(place, sql` and `)} and ${betail}
    ) as du`;
};

/** How many taxpayers owe, and what they owe, as it is stored by place. */
export async function sumStored(
  queries: Queries,
  scope: Scope,
  query: ImpayeQuery,
): Promise<Omit<ImpayeTotals, 'attente'>> {
  const place = placeConditions(scope, query, sql.ref('t.entite_id'), sql.ref('t.ramification_id'));
  const betail = query.betail === undefined ? sql`true` : sql`t.betail = ${query.betail === '1'}`;
  const sum = (of: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(sum(${of}), 0)::bigint`;
  const { rows } = await sql<Omit<ImpayeTotals, 'attente'>>`
    select ${sum(sql`t.debiteurs`)} as total_records, ${sum(sql`t.arrieres`)} as arrieres, ${sum(sql`t.exercice`)} as exercice,
      ${sum(sql`t.arrieres + t.exercice`)} as exigible, ${sum(sql`t.a_echoir`)} as "aEchoir"
    from tenu_impaye t where ${sql.join(place, sql` and `)} and ${betail}`.execute(queries);
  return rows[0]!;
}

/** Who owes, worked out of their échéances as of a day. @param among condition on the taxpayer `k` */
function workedOut(
  scope: Scope,
  query: ImpayeQuery,
  jour: string,
  among: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { unpaid, due, later } = impayeOf(jour, query.from);
  const place = placeConditions(scope, query, sql.ref('k.entite_id'), sql.ref('k.ramification_id'));
  const betail = query.betail === undefined ? sql`true` : sql`k.betail = ${query.betail === '1'}`;
  const rest = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`coalesce(sum(x.montant - x.paye) filter (where ${condition}), 0)::bigint`;
  return sql`(
      select x.entite_id, x.contribuable_id, k.ramification_id, min(x.exigible_le) filter (where ${due}) as depuis,
        ${rest(sql`${due} and x.annee < extract(year from ${jour}::date)`)} as arrieres,
        ${rest(sql`${due} and x.annee >= extract(year from ${jour}::date)`)} as exercice,
        ${rest(due)} as exigible, ${rest(later)} as a_echoir
      from echeance x join contribuable k on k.entite_id = x.entite_id and k.id = x.contribuable_id
      where ${unpaid} and ${sql.join(place, sql` and `)} and ${betail} and ${among}
      group by 1, 2, 3 having count(*) filter (where ${due}) > 0
    ) as du`;
}

/** Whether a taxpayer has payments waiting, in a list joined with them. */
export const HAS_WAITING = sql<boolean>`attente.montant > 0`;

/**
 * Taxpayers who owe on a day, where they are now.
 * @param jour the day
 * @param isStored whether what is owed on that day is stored: `areDuesStored`
 */
export function impayeSource(
  scope: Scope,
  query: ImpayeQuery,
  jour: string,
  isStored: boolean,
): ListSource<ImpayeRow> {
  const from = isStored ? stored(scope, query) : workedOut(scope, query, jour, sql`true`);
  return {
    alias: 'contrib',
    otherAliases: { contribuable: 'contrib', entite: 'ent', ramification: 'ram', parent: 'p' },
    from,
    ...(isStored
      ? {}
      : { fromKeys: (keys) => workedOut(scope, query, jour, sql`k.id = any(${keys}::bigint[])`) }),
    key: sql.ref('du.contribuable_id'),
    finds: (typed) => isSought('contrib', typed),
    joins: {
      contrib: {
        sql: sql`join contribuable as contrib on contrib.entite_id = du.entite_id and contrib.id = du.contribuable_id`,
      },
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
    rowJoins: ['contrib'],
    row: {
      id: sql.ref('contrib.id'),
      numKlis: sql.ref('contrib.num_klis'),
      fullName: sql.ref('contrib.nom_complet'),
      telephone: sql.ref('contrib.telephone'),
      adresse: sql.ref('contrib.adresse'),
      createdAt: instant('contrib.created_at'),
      ramification: named('ramification', 'contrib.ramification_id'),
      depuis: sql.ref('du.depuis'),
      arrieres: sql.ref('du.arrieres'),
      exercice: sql.ref('du.exercice'),
      exigible: sql.ref('du.exigible'),
      aEchoir: sql.ref('du.a_echoir'),
      attente: attenteOf(sql.ref('du.entite_id'), sql.ref('du.contribuable_id')),
    },
  };
}
