/** Notes and tasks about taxpayers. */
import type { Note, Taches, TachesQuery } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import { placeConditions } from '#src/platform/access/place.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

/** Tasks in one reply. */
const MOST_TACHES = 50;

const named = (alias: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object('id', ${sql.ref(`${alias}.id`)},
    'nom', concat_ws(' ', ${sql.ref(`${alias}.prenom`)}, ${sql.ref(`${alias}.nom`)})) end`;
const COLUMNS = sql`n.id, n.texte, n.created_at as "createdAt", ${named('au')} as auteur, n.jour, ${named('po')} as pour,
  n.fait_le as "faitLe", ${named('fa')} as "faitPar"`;
const PEOPLE = sql`join utilisateur au on au.id = n.auteur_id left join utilisateur po on po.id = n.pour_id
  left join utilisateur fa on fa.id = n.fait_par_id`;

interface Subject {
  entiteId: number;
  id: number;
}

/** What is to do first, by day; then the others, the newest first. */
export async function listNotes(queries: Queries, { entiteId, id }: Subject): Promise<Note[]> {
  const { rows } = await sql<Note>`select ${COLUMNS} from note n ${PEOPLE}
    where n.entite_id = ${entiteId} and n.contribuable_id = ${id}
    order by (n.jour is not null and n.fait_le is null) desc,
      case when n.fait_le is null then n.jour end, n.created_at desc, n.id desc`.execute(queries);
  return rows;
}

/** Locks a note until the transaction ends. */
export async function lockNote(
  trx: OpenTransaction,
  { entiteId, id }: Subject,
  note: number,
): Promise<Note | undefined> {
  const { rows } = await sql<Note>`select ${COLUMNS} from note n ${PEOPLE}
    where n.entite_id = ${entiteId} and n.contribuable_id = ${id} and n.id = ${note} for update of n`.execute(
    trx,
  );
  return rows[0];
}

interface NewNote {
  texte: string;
  jour: string | null;
  pourId: number | null;
  auteurId: number;
  cle: string | null;
}

export async function insertNote(
  trx: OpenTransaction,
  { entiteId, id }: Subject,
  { texte, jour, pourId, auteurId, cle }: NewNote,
): Promise<number> {
  const row = await trx
    .insertInto('note')
    .values({
      entite_id: entiteId,
      contribuable_id: id,
      texte,
      jour,
      pour_id: pourId,
      auteur_id: auteurId,
      cle_idempotence: cle,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The note that was written with a key. */
export const findByKey = (
  trx: OpenTransaction,
  entiteId: number,
  cle: string,
): Promise<
  { id: number; texte: string; jour: string | null; pourId: number | null; contribuable: number } | undefined
> =>
  trx
    .selectFrom('note')
    .select(['id', 'texte', 'jour', 'pour_id as pourId', 'contribuable_id as contribuable'])
    .where('entite_id', '=', entiteId)
    .where('cle_idempotence', '=', cle)
    .executeTakeFirst();

/** @param utilisateurId who did it; null: it is to do again */
export async function markNote(
  trx: OpenTransaction,
  note: number,
  utilisateurId: number | null,
): Promise<void> {
  await sql`update note set fait_le = ${utilisateurId === null ? null : sql`now()`}, fait_par_id = ${utilisateurId}
    where id = ${note}`.execute(trx);
}

/** Whether a task was ticked at most so many seconds ago. */
export async function isJustDone(trx: OpenTransaction, note: number, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ recent: boolean }>`
    select coalesce(fait_le > now() - make_interval(secs => ${seconds}), false) as recent
    from note where id = ${note}`.execute(trx);
  return rows[0]?.recent ?? false;
}

export async function deleteNote(trx: OpenTransaction, note: number): Promise<void> {
  await trx.deleteFrom('note').where('id', '=', note).execute();
}

/** The tasks of a person due by a day, about taxpayers in the scope and place. */
export async function listTaches(
  queries: Queries,
  scope: Scope,
  query: TachesQuery,
  { personId, today }: { personId: number; today: string },
): Promise<Taches> {
  const inPlace = placeConditions(scope, query, sql.ref('c.entite_id'), sql.ref('c.ramification_id'));
  const { rows } = await sql<Taches['data'][number] & { total: number }>`
    select ${COLUMNS}, json_build_object('id', c.id, 'numKlis', c.num_klis, 'fullName', c.nom_complet) as contribuable,
      count(*) over () as total
    from note n ${PEOPLE} join contribuable c on c.entite_id = n.entite_id and c.id = n.contribuable_id
    where n.pour_id = ${personId} and n.fait_le is null and n.jour <= ${today}::date
      and ${sql.join(inPlace, sql` and `)}
    order by n.jour, n.id limit ${MOST_TACHES}`.execute(queries);
  return {
    data: rows.map(({ total: _total, ...row }) => row),
    meta: { total_records: Number(rows[0]?.total ?? 0) },
  };
}
