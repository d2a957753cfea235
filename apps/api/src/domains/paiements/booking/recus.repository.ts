/** Receipt numbers: `NIA-2026-000123`, without gaps in a collectivité and year. */
import { type RawBuilder, sql } from 'kysely';
import { PREPARED, type Queries } from '#src/platform/database/database.ts';

/**
 * Takes numbers from the counters of collectivités, in their order. A counter's row is held until the transaction ends,
 * by which all payments of its collectivité follow one another: in the order of locks it comes behind the taxpayers
 * and before every total (adr/0018). What is rolled back leaves no gap.
 * @param wanted rows `(entite_id, annee, nombre)`; what is returned is `(entite_id, annee, valeur)`, the last number taken
 */
export const takeNumbers = (wanted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into compteur (entite_id, serie, annee, valeur)
  select entite_id, 'recu', annee, nombre from (${wanted}) w order by entite_id, annee
  on conflict (entite_id, serie, annee) do update set valeur = compteur.valeur + excluded.valeur
  returning entite_id, annee, valeur`;

/** `NIA-2026-000123` */
export const numeroRecu = (
  code: RawBuilder<unknown>,
  annee: RawBuilder<unknown>,
  rang: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`${code} || '-' || ${annee} || '-' || lpad((${rang})::text, greatest(6, length((${rang})::text)), '0')`;

/**
 * Gives their receipt number to payments that were confirmed without one, as those are that were loaded from elsewhere;
 * what is no payment received (a refund, a reversal) and what has its number are left as they are.
 * @param ids transactions, of any collectivités
 * @returns the numbers given, by transaction
 */
export async function numberRecus(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; numero: string }>`${sql.raw(PREPARED)}
    with recue as (
      select entite_id, id, extract(year from jour)::smallint as annee,
        row_number() over (partition by entite_id, extract(year from jour) order by id) as rang,
        count(*) over (partition by entite_id, extract(year from jour)) as nombre
      from transaction
      where id = any(${ids}::bigint[]) and statut = 'Confirmé' and montant > 0 and numero_recu is null
        and extourne_de_id is null),
    compte as (${takeNumbers(sql`select entite_id, annee, count(*) as nombre from recue group by 1, 2`)})
    update transaction t
    set numero_recu = ${numeroRecu(sql`e.code`, sql`r.annee`, sql`c.valeur - r.nombre + r.rang`)}
    from recue r
    join compte c using (entite_id, annee)
    join entite e on e.id = r.entite_id
    where t.entite_id = r.entite_id and t.id = r.id
    returning t.id, t.numero_recu as numero`.execute(queries);
  return new Map(rows.map(({ id, numero }) => [id, numero]));
}
