/** Selects the journal acts about a taxpayer. */
import { type RawBuilder, sql } from 'kysely';
import type { ContribuableKey } from './compte.repository.ts';

/**
 * Condition on `journal`: acts on the taxpayer, its notes and its own rows, found by the index on resource and record. An
 * act on a note names the taxpayer.
 */
export function actsOf({ entiteId, id }: ContribuableKey): RawBuilder<boolean> {
  const own = (resource: string, table: string): RawBuilder<unknown> =>
    sql`select ${resource}::text, id from ${sql.table(table)} where entite_id = ${entiteId} and contribuable_id = ${id}`;
  return sql<boolean>`(journal.ressource, journal.enregistrement_id) in (
    select unnest(array['contribuables', 'notes']), ${id}::bigint
    union all ${own('equipements', 'equipement')}
    union all ${own('enrollements', 'enrollement')}
    union all ${own('transactions', 'transaction')})`;
}
