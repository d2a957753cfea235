/** Reads the rows of a query as they are asked for: any number of them passes through little memory. */
import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';

/** Rows fetched at a time. */
const BATCH = 500;
/** Exports of one process at a time: each holds a connection for as long as its reader takes. */
const MAX_OPEN = 4;

let open = 0;

/**
 * Opens a cursor on a query and gives its rows in batches (arrays), all of one moment. The connection is held until the
 * stream ends or is destroyed.
 * @throws AppError 503 when too many are open; what the database says of the query, before anything is read
 */
export async function openRows(db: Database, query: RawBuilder<Record<string, unknown>>): Promise<Readable> {
  if (open >= MAX_OPEN)
    throw new AppError('serveur.indisponible', "D'autres exports sont en cours. Réessayez dans un instant.");
  open += 1;
  const trx = await db
    .startTransaction()
    .setAccessMode('read only')
    .execute()
    .catch((error: unknown) => {
      open -= 1;
      throw error;
    });
  const close = async (): Promise<void> => {
    open -= 1;
    await trx.rollback().execute();
  };
  try {
    await sql`declare lignes no scroll cursor for ${query}`.execute(trx);
  } catch (error) {
    await close();
    throw error;
  }
  return new Readable({
    objectMode: true,
    highWaterMark: 1,
    read() {
      sql`fetch ${sql.lit(BATCH)} from lignes`.execute(trx).then(
        ({ rows }) => this.push(rows.length > 0 ? rows : null),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      close().then(
        () => done(error),
        (failure: Error) => done(error ?? failure),
      );
    },
  });
}
