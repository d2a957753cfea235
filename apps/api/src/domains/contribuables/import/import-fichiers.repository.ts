/** The imported files: what each is, its decisions and its jobs. */
import type { DecisionsImport, Import, ImportBref, PageDeCodes } from '@octroi/contract';
import { sql } from 'kysely';
import type { MadeWith } from '#src/platform/access/made-with.ts';
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
  decisions: DecisionsImport;
  /** The sheet that was read; null for a text. */
  feuille: string | null;
  /** The sheets that may be chosen; empty if there is only one. */
  feuilles: string[];
  /** See `Table.pages`. */
  pages: PageDeCodes[];
}

/** @param classeur the workbook itself, while another of its sheets may be chosen */
export async function insertImport(
  trx: OpenTransaction,
  values: Omit<StoredImport, 'id' | 'correspondance' | 'decisions'>,
  classeur: Buffer | null,
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
      feuille: values.feuille,
      feuilles: values.feuilles,
      pages: values.pages,
      classeur,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The workbook of an import with several sheets. */
export async function readClasseur(queries: Queries, id: string): Promise<Buffer | null> {
  const row = await queries
    .selectFrom('import_contribuable')
    .select('classeur')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.classeur ?? null;
}

/** Replaces the rows of an import by those of another sheet; its decisions on rows go with them. */
export async function changeSheet(
  trx: OpenTransaction,
  id: string,
  { colonnes, remarques, feuille }: Pick<StoredImport, 'colonnes' | 'remarques' | 'feuille'>,
): Promise<void> {
  await trx.deleteFrom('import_ligne').where('import_id', '=', id).execute();
  await trx
    .updateTable('import_contribuable')
    .set({ colonnes, remarques, feuille, correspondance: jsonb({}) })
    .where('id', '=', id)
    .execute();
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
      'feuille',
      'feuilles',
    ])
    .select((eb) => eb.ref('pages').$castTo<PageDeCodes[]>().as('pages'))
    .select((eb) => eb.ref('decisions').$castTo<DecisionsImport>().as('decisions'))
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

type Described = Omit<Import, 'colonnes'> & {
  heads: string[];
  premieres: string[][];
  avant: Choix[];
  pages: PageDeCodes[];
};

/** An import with its first rows, and the mappings that its author chose for earlier files. */
export async function describeImport(queries: Queries, id: string): Promise<Described | undefined> {
  const { rows } = await sql<Described>`
    select i.id, i.nom, i.lignes, i.remarques, i.correspondance, i.created_at as "createdAt", i.colonnes as heads,
      i.decisions, i.feuille, i.feuilles, i.pages,
      coalesce((select json_agg(json_build_object('id', t.id, 'nom', t.nom) order by t.nom, t.id) from taxe t
        where t.entite_id = i.entite_id and t.enabled), '[]') as taxes,
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
 * Waits for the turn of a step that writes, until the transaction ends. Corrections of several taxpayers change dues in the
 * order of the file, so that two steps could wait for each other's totals: those of one collectivité follow one another.
 */
export async function takeTurn(
  trx: OpenTransaction,
  entiteId: number,
  { corrects }: { corrects: boolean },
): Promise<void> {
  const key = sql`hashtextextended(${`import ${entiteId}`}, 0)`;
  if (corrects) await sql`select pg_advisory_xact_lock(${key})`.execute(trx);
  else await sql`select pg_advisory_xact_lock_shared(${key})`.execute(trx);
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

/** The latest files of a person. */
export async function listImports(queries: Queries, utilisateurId: number): Promise<ImportBref[]> {
  const { rows } = await sql<ImportBref>`
    select i.id, i.nom, i.lignes, i.created_at as "createdAt", json_build_object('id', e.id, 'nom', e.nom) as entite,
      (select count(*)::int from import_ligne l where l.import_id = i.id and l.sort = 'à décider' and l.choix is null) as "aDecider"
    from import_contribuable i join entite e on e.id = i.entite_id
    where i.utilisateur_id = ${utilisateurId} order by i.created_at desc`.execute(queries);
  return rows;
}

export async function setDecisions(
  trx: OpenTransaction,
  id: string,
  decisions: DecisionsImport,
): Promise<void> {
  await trx
    .updateTable('import_contribuable')
    .set({ decisions: jsonb(decisions) })
    .where('id', '=', id)
    .execute();
}
