/** Receipt numbers: `NIA-2026-000123`, without gaps in a collectivité and year. */
import { sql } from 'kysely';
import { PREPARED, type Queries } from '#src/platform/database/database.ts';

/**
 * Gives their receipt number to payments that are confirmed; what is no payment received (a refund, a reversal) and
 * what has its number already are left as they are. The only place where numbers are given. The counter's row is held
 * until the transaction ends, by which all payments of the collectivité wait: this is the last that a transaction does.
 * What is rolled back leaves no gap.
 * @param ids transactions, of any collectivités
 * @returns the numbers given, by transaction
 */
export async function attribuerRecus(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; numero: string }>`${sql.raw(PREPARED)}
    with recue as (
      select entite_id, id, extract(year from jour)::smallint as annee,
        row_number() over (partition by entite_id, extract(year from jour) order by id) as rang,
        count(*) over (partition by entite_id, extract(year from jour)) as nombre
      from transaction
      where id = any(${ids}::bigint[]) and statut = 'Confirmé' and montant > 0 and numero_recu is null
        and extourne_de_id is null),
    compte as (
      insert into compteur (entite_id, serie, annee, valeur)
      select entite_id, 'recu', annee, count(*) from recue group by 1, 3 order by 1, 3
      on conflict (entite_id, serie, annee) do update set valeur = compteur.valeur + excluded.valeur
      returning entite_id, annee, valeur)
    update transaction t
    set numero_recu = e.code || '-' || r.annee || '-' || lpad(n.rang::text, greatest(6, length(n.rang::text)), '0')
    from recue r
    join compte c using (entite_id, annee)
    join entite e on e.id = r.entite_id
    cross join lateral (select c.valeur - r.nombre + r.rang as rang) n
    where t.entite_id = r.entite_id and t.id = r.id
    returning t.id, t.numero_recu as numero`.execute(queries);
  return new Map(rows.map(({ id, numero }) => [id, numero]));
}
