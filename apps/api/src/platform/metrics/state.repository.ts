/** Reads the state of the product that only the database knows, in one statement. */
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

export interface DatabaseState {
  /** Waiting locks of this database, not of others on its server. */
  locks: { waiting: number; longest: number };
  /** Open jobs, and those that failed in the last day. */
  travaux: { statut: string; nombre: number; plusAncien: number }[];
  /** Movements not yet in the totals; age 0 if there are none. */
  attente: { nombre: number; plusAncien: number };
}

/** Ages are in seconds. */
export async function readState(queries: Queries): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select
      (select json_build_object('waiting', count(*),
          'longest', coalesce(extract(epoch from max(clock_timestamp() - waitstart)), 0))
        from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()) as locks,
      (select coalesce(json_agg(t), '[]') from (
        select statut, count(*) as nombre,
          extract(epoch from clock_timestamp() - min(created_at)) as "plusAncien"
        from travail
        where statut in ('en attente', 'en cours') or (statut = 'échoué' and ended_at > now() - interval '1 day')
        group by statut) t) as travaux,
      (select json_build_object('nombre', count(*),
          'plusAncien', coalesce(extract(epoch from clock_timestamp() - min(depuis)), 0))
        from mouvement_en_attente) as attente`.execute(queries);
  return rows[0]!;
}
