/** The rates of a year in which some begin on another day than the first: which one is in force depends on the day. */
import { type RawBuilder, sql } from 'kysely';
import { PREPARED, type Queries } from '#src/platform/database/database.ts';

interface Year {
  entiteId: number;
  annee: number;
}

/** Whether some rate of the year begins after its first day. */
export async function hasDepuis(queries: Queries, { entiteId, annee }: Year): Promise<boolean> {
  const { rows } = await sql`${sql.raw(PREPARED)}
    select from application where entite_id = ${entiteId} and annee = ${annee} and depuis is not null limit 1`.execute(
    queries,
  );
  return rows.length > 0;
}

/** The first day of an application. */
export const debutDe = (application: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${application}.${column}`);
  return sql`coalesce(${of('depuis')}, make_date(${of('annee')}, 1, 1))`;
};

/** Whether a day is within the time in which a rate is in force. */
export const enVigueur = (tarif: string, jour: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${jour} >= ${sql.ref(`${tarif}.du_tarif`)} and ${jour} < ${sql.ref(`${tarif}.fin_tarif`)}`;

/**
 * Which candidate is in force when: one row per key and time, from `du_tarif` to before `fin_tarif`. Of those that have
 * begun, the nearest place decides, and there the latest.
 * @param candidats a query with the columns of the key, `distance` and `debut`
 * @param key columns that a rate is looked up by, such as place and tax
 */
export const parDates = (candidats: RawBuilder<unknown>, key: readonly string[]): RawBuilder<unknown> => {
  const of = (alias: string) => sql.join(key.map((column) => sql.ref(`${alias}.${column}`)));
  const same = sql.join(
    key.map((column) => sql`c.${sql.ref(column)} = b.${sql.ref(column)}`),
    sql` and `,
  );
  return sql`
    with candidat as materialized (${candidats})
    select n.*, lead(n.du_tarif, 1, 'infinity'::date) over (partition by ${of('n')} order by n.du_tarif) as fin_tarif
    from (
      select distinct on (${of('b')}, b.debut) c.*, b.debut as du_tarif
      from (select distinct ${sql.join(key.map((column) => sql.ref(column)))}, debut from candidat) b
      join candidat c on ${same} and c.debut <= b.debut
      order by ${of('b')}, b.debut, c.distance, c.debut desc) n`;
};
