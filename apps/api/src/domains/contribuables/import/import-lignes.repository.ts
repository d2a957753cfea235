/** The rows of imported files: what they say, their keys, decisions and fates. */
import type { Candidat, CHOIX_LIGNE, LigneImport, Rejet, SortLigne } from '@octroi/contract';
import { type NotNull, sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import type { Repetition, RowKey } from './lecture/import-identite.rules.ts';

export interface StagedRow {
  rang: number;
  valeurs: string[];
  /** By column from 0: the value of the merged cell that covers this one. */
  fusions?: Record<number, string> | null;
}

/** A row with its key and with what a person decided. */
export interface KeyedRow extends StagedRow {
  cle: string;
  jumelle: number | null;
  jumellePar: Repetition | null;
  /** The cells of the earlier row that it repeats. */
  valeursJumelle: string[] | null;
  choix: (typeof CHOIX_LIGNE)[number] | null;
  choixId: number | null;
}

export async function insertRows(
  trx: OpenTransaction,
  id: string,
  rows: readonly StagedRow[],
): Promise<void> {
  await sql`
    insert into import_ligne (import_id, rang, valeurs, fusions)
    select ${id}::uuid, (r ->> 'rang')::int, array(select jsonb_array_elements_text(r -> 'valeurs')), r -> 'fusions'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as r`.execute(trx);
}

/**
 * Splits the rows into batches ordered by one column, so that rows of one place share a batch.
 * @returns the numbers of the batches, the same at each call
 */
export async function partRows(
  trx: OpenTransaction,
  id: string,
  column: number,
  size: number,
): Promise<number[]> {
  await sql`
    update import_ligne l set lot = o.lot
    from (
      select rang, (row_number() over (order by valeurs[${column + 1}::int], rang) - 1) / ${size}::int as lot
      from import_ligne where import_id = ${id}::uuid) o
    where l.import_id = ${id}::uuid and l.rang = o.rang and l.lot is distinct from o.lot`.execute(trx);
  const rows = await trx
    .selectFrom('import_ligne')
    .select('lot')
    .distinct()
    .where('import_id', '=', id)
    .orderBy('lot')
    .$narrowType<{ lot: NotNull }>()
    .execute();
  return rows.map(({ lot }) => lot);
}

/** The rows of a batch, in the order of the file. */
export async function readBatch(queries: Queries, id: string, lot: number): Promise<KeyedRow[]> {
  const { rows } = await sql<KeyedRow>`
    select l.rang, l.valeurs, l.fusions, l.cle, l.jumelle, l.jumelle_par as "jumellePar", j.valeurs as "valeursJumelle",
      l.choix, l.choix_id as "choixId"
    from import_ligne l left join import_ligne j on j.import_id = l.import_id and j.rang = l.jumelle
    where l.import_id = ${id}::uuid and l.lot = ${lot} order by l.rang`.execute(queries);
  return rows;
}

/** Rows read or written at once, in the order of the file. */
export async function* allRows(queries: Queries, id: string): AsyncGenerator<StagedRow[]> {
  for (let after = 0; ;) {
    const rows = await queries
      .selectFrom('import_ligne')
      .select(['rang', 'valeurs'])
      .select((eb) => eb.ref('fusions').$castTo<StagedRow['fusions']>().as('fusions'))
      .where('import_id', '=', id)
      .where('rang', '>', after)
      .orderBy('rang')
      .limit(COLUMN_ROWS)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.rang;
  }
}

export async function writeKeys(trx: OpenTransaction, id: string, keys: readonly RowKey[]): Promise<void> {
  await sql`
    update import_ligne l set cle = r.cle, jumelle = r.jumelle, jumelle_par = r."jumellePar"
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r (rang int, cle text, jumelle int, "jumellePar" text)
    where l.import_id = ${id}::uuid and l.rang = r.rang
      and (l.cle, l.jumelle, l.jumelle_par) is distinct from (r.cle, r.jumelle, r."jumellePar")`.execute(trx);
}

/** Takes over what the author decided for the same people in earlier files, before the rows are first read. */
export async function copyChoices(trx: OpenTransaction, id: string): Promise<void> {
  // the decided rows are read first, once: a plan that looks for them row by row takes minutes
  await sql`
    with decidee as materialized (
      select distinct on (x.cle) x.cle, x.choix, x.choix_id
      from import_contribuable i
      join import_contribuable o on o.entite_id = i.entite_id and o.utilisateur_id = i.utilisateur_id and o.id <> i.id
      join import_ligne x on x.import_id = o.id and x.choix is not null and x.cle is not null
      where i.id = ${id}::uuid
      order by x.cle, o.created_at desc)
    update import_ligne l set choix = d.choix, choix_id = d.choix_id
    from decidee d
    where l.import_id = ${id}::uuid and l.cle = d.cle and l.sort is null and l.choix is null`.execute(trx);
}

/** Rows read at once when only some columns are needed. */
const COLUMN_ROWS = 5000;

/** Reads the values of columns one after the other, in the order of the file. @param columns from 0 */
export async function* columnValues(
  queries: Queries,
  id: string,
  columns: readonly number[],
): AsyncGenerator<string[]> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ rang: number; valeurs: string[] }>`
      select rang, array(select coalesce(l.valeurs[k + 1], '') from unnest(${columns}::int[]) with ordinality as c (k, at) order by at) as valeurs
      from import_ligne l where import_id = ${id}::uuid and rang > ${after} order by rang limit ${COLUMN_ROWS}`.execute(
      queries,
    );
    for (const { valeurs } of rows) yield valeurs;
    const last = rows.at(-1);
    if (!last) return;
    after = last.rang;
  }
}

/** What became of a row. */
export interface RowFate {
  rang: number;
  sort: SortLigne;
  details: string[];
  contribuable: number | null;
  candidats: Candidat[];
}

/** Stores the fate of each row of a batch. The details of a rejected row are its errors. */
export async function writeFates(trx: OpenTransaction, id: string, fates: readonly RowFate[]): Promise<void> {
  await sql`
    update import_ligne l set sort = r.sort, contribuable_id = r.contribuable, candidats = r.candidats,
      details = array(select jsonb_array_elements_text(r.details)),
      erreurs = case when r.sort = 'rejetée' then array(select jsonb_array_elements_text(r.details)) end
    from jsonb_to_recordset(${JSON.stringify(fates)}::jsonb) as r (
      rang int, sort text, details jsonb, contribuable bigint, candidats jsonb)
    where l.import_id = ${id}::uuid and l.rang = r.rang`.execute(trx);
}

/** Rows with their fate, in the order of the file; rows that were not read yet are left out. */
export async function readLignesImport(
  queries: Queries,
  id: string,
  {
    sort = null,
    after = 0,
    offset = 0,
    limit,
  }: { sort?: SortLigne | null; after?: number; offset?: number; limit: number },
): Promise<LigneImport[]> {
  const { rows } = await sql<LigneImport>`
    select l.rang, l.valeurs, l.sort, l.details, l.candidats, l.choix, l.choix_id as "choixContribuable",
      case when c.id is not null then json_build_object('id', c.id, 'numKlis', c.num_klis) end as contribuable
    from import_ligne l
    join import_contribuable i on i.id = l.import_id
    left join contribuable c on c.entite_id = i.entite_id and c.id = l.contribuable_id
    where l.import_id = ${id}::uuid and l.rang > ${after} and l.sort is not null and (${sort}::text is null or l.sort = ${sort})
    order by l.rang limit ${limit} offset ${offset}`.execute(queries);
  return rows;
}

export async function countLignesImport(
  queries: Queries,
  id: string,
  sort: SortLigne | null,
): Promise<number> {
  const { n } = await queries
    .selectFrom('import_ligne')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('import_id', '=', id)
    .where('sort', 'is not', null)
    .$if(sort !== null, (query) => query.where('sort', '=', sort))
    .executeTakeFirstOrThrow();
  return n;
}

/** Keeps decisions on rows. @returns the rows that are in the file */
export async function setChoices(
  trx: OpenTransaction,
  id: string,
  choices: readonly { rang: number; choix: string | null; contribuable?: number | undefined }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update import_ligne l set choix = r.choix, choix_id = r.contribuable
    from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as r (rang int, choix text, contribuable bigint)
    where l.import_id = ${id}::uuid and l.rang = r.rang`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

export async function readRejets(
  queries: Queries,
  id: string,
  { after = 0, offset = 0, limit }: { after?: number; offset?: number; limit: number },
): Promise<Rejet[]> {
  return queries
    .selectFrom('import_ligne')
    .select(['rang', 'valeurs', 'erreurs'])
    .where('import_id', '=', id)
    .where('erreurs', 'is not', null)
    .where('rang', '>', after)
    .orderBy('rang')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ erreurs: NotNull }>()
    .execute();
}

export async function countRejets(queries: Queries, id: string): Promise<number> {
  const { n } = await queries
    .selectFrom('import_ligne')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('import_id', '=', id)
    .where('erreurs', 'is not', null)
    .executeTakeFirstOrThrow();
  return n;
}
