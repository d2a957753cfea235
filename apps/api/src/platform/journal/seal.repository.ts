/** Seals batches of journal rows: the hash of each batch includes that of the batch before (ADR 0009). */
import { sql } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';

/** Any number that no other program uses for an advisory lock in the same database. */
const LOCK = 7_230_119;
/** Maximum rows of a batch. */
export const BATCH = 1000;

/**
 * Seals the oldest unsealed rows, with the functions that verification uses. Concurrent calls wait for one another;
 * writes to the journal wait for nobody.
 * @param limit maximum rows to seal
 * @returns rows sealed
 */
export async function sealJournal(db: Database, limit = BATCH): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // a separate statement, so that the next one sees the seal of the server that held the lock
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
