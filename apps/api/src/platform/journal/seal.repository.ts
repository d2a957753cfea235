/** Seals batches of finished journal rows: each batch's hash stands on that of the one before (ADR 0009). */
import { sql } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';

/** Any number that no other program takes an advisory lock on in the same database. */
const LOCK = 7_230_119;
/** Rows of a batch, at most. */
export const BATCH = 1000;

/**
 * Seals the oldest rows that no batch holds yet, by the functions that verification recomputes. Instances that seal at
 * the same time wait for one another; those who write the journal wait for nobody.
 * @param limit rows sealed, at most
 * @returns rows sealed
 */
export async function sealJournal(db: Database, limit = BATCH): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // apart, so that the next statement sees the seal that was waited for
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const { rows } = await sql<{ nombre: number }>`
      with pris as (
        delete from journal_attente
        where journal_id in (select journal_id from journal_attente order by journal_id limit ${limit})
        returning journal_id
      ), ligne as (
        select row(journal.id, null, empreinte_ligne(journal))::journal_scelle as scelle
        from pris join journal on journal.id = pris.journal_id
      ), dernier as (
        select coalesce((select empreinte from journal_sceau order by id desc limit 1), ''::bytea) as precedente
      ), sceau as (
        insert into journal_sceau (nombre, precedente, empreinte)
        select count(*), precedente, empreinte_sceau(precedente, array_agg(scelle))
        from ligne, dernier group by precedente
        returning id, nombre
      ), lignes as (
        insert into journal_scelle (journal_id, sceau_id, empreinte)
        select (scelle).journal_id, sceau.id, (scelle).empreinte from ligne, sceau
      )
      select nombre from sceau`.execute(trx);
    return rows[0]?.nombre ?? 0;
  });
}
