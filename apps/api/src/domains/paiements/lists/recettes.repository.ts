/** What came in on a day, as whoever watches the installation from outside is told it. */
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import type { Recette } from '#src/platform/metrics/metrics.ts';

/** By payment method, those without a payment too. @param jour in the installation's time zone, `YYYY-MM-DD` */
export async function readRecettes(queries: Queries, jour: string): Promise<Recette[]> {
  const { rows } = await sql<Recette>`
    select m.nom as moyen, coalesce(sum(r.nombre), 0)::float as nombre, coalesce(sum(r.recu), 0)::float as recu
    from moyen_paiement m
    left join (select t.moyen_paiement_id, t.nombre, t.recu
      from entite e
      join tenu_encaissement t on t.entite_id = e.id and t.betail in (false, true) and t.grain = 'j'
        and t.debut = ${jour}::date) r on r.moyen_paiement_id = m.id
    group by m.id`.execute(queries);
  return rows;
}
