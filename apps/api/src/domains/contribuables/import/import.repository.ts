/** Stores the rows of imported files, and reads the places and taxes that their names refer to. */
import type { Import, Rejet } from '@octroi/contract';
import { type NotNull, sql } from 'kysely';
import type { MadeWith } from '#src/platform/access/made-with.ts';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { jsonb } from '#src/platform/database/expressions.ts';

export interface StoredImport {
  id: string;
  entiteId: number;
  utilisateurId: number;
  nom: string;
  colonnes: string[];
  /** Remarks on how the file was read, in French. */
  remarques: string[];
  correspondance: Record<string, number>;
  faitAvec: MadeWith;
}

export async function insertImport(
  trx: OpenTransaction,
  values: Omit<StoredImport, 'id' | 'correspondance'>,
): Promise<string> {
  const { id } = await trx
    .insertInto('import_contribuable')
    .values({
      entite_id: values.entiteId,
      utilisateur_id: values.utilisateurId,
      nom: values.nom,
      colonnes: values.colonnes,
      remarques: values.remarques,
      fait_avec: jsonb(values.faitAvec),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface StagedRow {
  rang: number;
  valeurs: string[];
  /** By column from 0: the value of the merged cell that covers this one. */
  fusions?: Record<number, string> | null;
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

/** Older imports are deleted, and of one person's imports only the latest files are kept. */
const KEPT = { age: '30 days', files: 20 };

/** @param lignes number of rows read */
export async function finishImport(trx: OpenTransaction, id: string, lignes: number): Promise<void> {
  await trx.updateTable('import_contribuable').set({ lignes }).where('id', '=', id).execute();
  await trx
    .deleteFrom('import_contribuable')
    .where('created_at', '<', sql<string>`now() - ${KEPT.age}::interval`)
    .execute();
  await sql`
    delete from import_contribuable where id in (
      select id from import_contribuable
      where utilisateur_id = (select utilisateur_id from import_contribuable where id = ${id}::uuid)
      order by created_at desc offset ${KEPT.files})
    and not exists (
      select from travail t where t.statut in ('en attente', 'en cours') and t.parametres ->> 'import' = import_contribuable.id::text)`.execute(
    trx,
  );
}

export async function setCorrespondance(
  trx: OpenTransaction,
  id: string,
  correspondance: Record<string, number>,
): Promise<void> {
  await trx
    .updateTable('import_contribuable')
    .set({ correspondance: jsonb(correspondance) })
    .where('id', '=', id)
    .execute();
}

export async function findImport(queries: Queries, id: string): Promise<StoredImport | undefined> {
  return queries
    .selectFrom('import_contribuable')
    .select([
      'id',
      'entite_id as entiteId',
      'utilisateur_id as utilisateurId',
      'nom',
      'colonnes',
      'remarques',
    ])
    .select((eb) => eb.ref('correspondance').$castTo<StoredImport['correspondance']>().as('correspondance'))
    .select((eb) => eb.ref('fait_avec').$castTo<MadeWith>().as('faitAvec'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** An author's mapping of another file: the chosen column head of each field, among the heads of that file. */
export interface Choix {
  choix: Record<string, string>;
  colonnes: string[];
}
type Described = Omit<Import, 'colonnes'> & { heads: string[]; premieres: string[][]; avant: Choix[] };

/** An import with its first rows, and the mappings that its author chose for earlier files. */
export async function describeImport(queries: Queries, id: string): Promise<Described | undefined> {
  const { rows } = await sql<Described>`
    select i.id, i.nom, i.lignes, i.remarques, i.correspondance, i.created_at as "createdAt", i.colonnes as heads,
      json_build_object('id', ent.id, 'nom', ent.nom) as entite,
      coalesce((select json_agg(to_json(l.valeurs) order by l.rang) from (
        select rang, valeurs from import_ligne where import_id = i.id order by rang limit 3) l), '[]') as premieres,
      coalesce((select json_agg(json_build_object('choix', choix, 'colonnes', o.colonnes) order by o.created_at desc) from (
        select * from import_contribuable where utilisateur_id = i.utilisateur_id and correspondance <> '{}' and id <> i.id
        order by created_at desc limit 5) o
        cross join lateral (
          select jsonb_object_agg(c.key, o.colonnes[c.value::int + 1]) as choix from jsonb_each_text(o.correspondance) c) c), '[]') as avant
    from import_contribuable i join entite ent on ent.id = i.entite_id where i.id = ${id}::uuid`.execute(
    queries,
  );
  return rows[0];
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
export async function readBatch(queries: Queries, id: string, lot: number): Promise<StagedRow[]> {
  return queries
    .selectFrom('import_ligne')
    .select(['rang', 'valeurs'])
    .select((eb) => eb.ref('fusions').$castTo<StagedRow['fusions']>().as('fusions'))
    .where('import_id', '=', id)
    .where('lot', '=', lot)
    .orderBy('rang')
    .execute();
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

/** Whether a job on this file is running. */
export async function isAtWork(queries: Queries, id: string): Promise<boolean> {
  const travail = await queries
    .selectFrom('travail')
    .select('id')
    .where('statut', 'in', ['en attente', 'en cours'])
    .where(sql<string>`parametres ->> 'import'`, '=', id)
    .executeTakeFirst();
  return travail !== undefined;
}

/** Stores the rejection of each row of a batch; null for an accepted row. */
export async function writeErreurs(
  trx: OpenTransaction,
  id: string,
  rows: readonly { rang: number; erreurs: string[] | null }[],
): Promise<void> {
  await sql`
    update import_ligne l set erreurs = case when jsonb_typeof(r.erreurs) = 'array'
      then array(select jsonb_array_elements_text(r.erreurs)) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (rang int, erreurs jsonb)
    where l.import_id = ${id}::uuid and l.rang = r.rang`.execute(trx);
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

export interface NamedPlace {
  id: number;
  nom: string;
  code: string | null;
  /** Names from the highest sub-entity down to this one. */
  chemin: string[];
}

/** The sub-entities of a collectivité within a scope. */
export async function readPlaces(queries: Queries, entiteId: number, scope: Scope): Promise<NamedPlace[]> {
  const { rows } = await sql<NamedPlace>`
    with recursive arbre as (
      select id, nom, code, array[nom::text] as chemin from ramification
      where entite_id = ${entiteId} and parent_id is null and not technique
      union all
      select r.id, r.nom, r.code, arbre.chemin || r.nom::text from ramification r join arbre on r.parent_id = arbre.id)
    select id, nom, code, chemin from arbre
    where ${placeCondition(scope, sql`${entiteId}::int`, sql.ref('arbre.id'))}`.execute(queries);
  return rows;
}

export interface NamedBase {
  nom: string;
  typeEquipement: number | null;
  natureActivite: number | null;
  /** Id of the tax on it; null if there is none. */
  taxe: number | null;
  unite: string | null;
  uniteDecimales: number;
}

/** Everything a collectivité may tax. */
export async function readBases(queries: Queries, entiteId: number): Promise<NamedBase[]> {
  const { rows } = await sql<NamedBase>`
    select te.nom, te.id as "typeEquipement", null::int as "natureActivite",
      (select min(t.id) from taxe t where t.entite_id = te.entite_id and t.type_equipement_id = te.id and t.enabled) as taxe,
      te.unite, te.unite_decimales as "uniteDecimales"
    from type_equipement te where te.entite_id = ${entiteId}
    union all
    select na.nom, null, na.id,
      (select min(t.id) from taxe t where t.entite_id = na.entite_id and t.nature_activite_id = na.id and t.enabled),
      na.unite, na.unite_decimales
    from nature_activite na where na.entite_id = ${entiteId}`.execute(queries);
  return rows;
}

/** The rows whose number belongs to a taxpayer already, or to an earlier row of the file. */
export async function usedNumbers(
  queries: Queries,
  { id, entiteId }: Pick<StoredImport, 'id' | 'entiteId'>,
  column: number,
  rows: readonly { rang: number; numero: string; cle: string }[],
): Promise<Set<number>> {
  const { rows: used } = await sql<{ rang: number }>`
    select r.rang from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (rang int, numero text, cle text)
    where exists (select from contribuable c where c.entite_id = ${entiteId} and c.num_klis = r.numero
        and c.cle_idempotence is distinct from r.cle)
      or exists (select from import_ligne l where l.import_id = ${id}::uuid and l.rang < r.rang
        and l.valeurs[${column + 1}::int] = r.numero)`.execute(queries);
  return new Set(used.map(({ rang }) => rang));
}
