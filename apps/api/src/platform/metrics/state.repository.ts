/** What the database alone knows of how the product fares, read in one statement each time somebody looks. */
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

export interface DatabaseState {
  locks: { waiting: number; longest: number };
  /** Works that are not over by their statut, and those that failed in the last day. */
  travaux: { statut: string; nombre: number; plusAncien: number }[];
  /** What came in today, by payment method. Amounts are whole francs. */
  paiements: { moyen: string; nombre: number; recu: number }[];
}

/** @param today the day in the installation's time zone, `YYYY-MM-DD`; ages are in seconds */
export async function readState(queries: Queries, today: string): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select
      (select json_build_object('waiting', count(*),
          'longest', coalesce(extract(epoch from max(clock_timestamp() - waitstart)), 0))
        from pg_locks where not granted) as locks,
      (select coalesce(json_agg(t), '[]') from (
        select statut, count(*) as nombre,
          extract(epoch from clock_timestamp() - min(created_at)) as "plusAncien"
        from travail
        where statut in ('en attente', 'en cours') or (statut = 'échoué' and ended_at > now() - interval '1 day')
        group by statut) t) as travaux,
      (select coalesce(json_agg(p), '[]') from (
        select m.nom as moyen, coalesce(sum(r.nombre), 0) as nombre, coalesce(sum(r.recu), 0) as recu
        from moyen_paiement m
        left join (select t.moyen_paiement_id, t.nombre, t.recu
          from entite e
          join total_encaissement t on t.entite_id = e.id and t.betail in (false, true) and t.grain = 'j'
            and t.debut = ${today}::date) r on r.moyen_paiement_id = m.id
        group by m.id) p) as paiements`.execute(queries);
  return rows[0]!;
}
