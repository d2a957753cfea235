/** The pictures of an archive that was sent beside a file of taxpayers. */
import type { PhotoImport } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import type { ArchivePhoto, PhotoUse } from './import-photos.rules.ts';

/** Takes the pictures of an archive over; those of an earlier one with the same paths are replaced. */
export async function replaceArchive(
  trx: OpenTransaction,
  id: string,
  archive: string,
  pictures: readonly { chemin: string; rang: number; refus: string | null }[],
): Promise<void> {
  const rows = JSON.stringify(pictures);
  await sql`delete from import_photo where import_id = ${id}::uuid and (nom is null
      or chemin in (select chemin from jsonb_to_recordset(${rows}::jsonb) as r (chemin text)))`.execute(trx);
  await sql`
    insert into import_photo (import_id, chemin, rang, refus)
    select ${id}::uuid, chemin, rang, refus from jsonb_to_recordset(${rows}::jsonb) as r (chemin text, rang int, refus text)`.execute(
    trx,
  );
  await trx.updateTable('import_contribuable').set({ archive }).where('id', '=', id).execute();
}

export async function findArchive(queries: Queries, id: string): Promise<string | null> {
  const row = await queries
    .selectFrom('import_contribuable')
    .select('archive')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.archive ?? null;
}

/** Positions in the archive of the pictures that were not drawn yet. */
export async function waitingPhotos(queries: Queries, id: string): Promise<number[]> {
  const rows = await queries
    .selectFrom('import_photo')
    .select('rang')
    .where('import_id', '=', id)
    .where('nom', 'is', null)
    .where('refus', 'is', null)
    .orderBy('rang')
    .execute();
  return rows.map(({ rang }) => rang);
}

/** Waits for the other steps that write pictures of this file, until the transaction ends. */
export async function lockPhotos(trx: OpenTransaction, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import-photos ${id}`}, 0))`.execute(trx);
}

export interface DrawnPhoto {
  rang: number;
  nom: string | null;
  largeur: number | null;
  hauteur: number | null;
  refus: string | null;
}

export async function writePhotos(
  trx: OpenTransaction,
  id: string,
  drawn: readonly DrawnPhoto[],
): Promise<void> {
  await sql`
    update import_photo p set nom = r.nom, largeur = r.largeur, hauteur = r.hauteur, refus = r.refus
    from jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb) as r (rang int, nom text, largeur int, hauteur int, refus text)
    where p.import_id = ${id}::uuid and p.rang = r.rang and p.nom is null and p.refus is null`.execute(trx);
}

export async function readArchivePhotos(queries: Queries, id: string): Promise<ArchivePhoto[]> {
  return queries
    .selectFrom('import_photo')
    .select(['chemin', 'nom', 'largeur', 'hauteur', 'refus', 'contribuable_id as contribuable'])
    .where('import_id', '=', id)
    .orderBy('chemin')
    .execute();
}

/** The rows that name a picture. @param column from 0 */
export async function readNamedPhotos(
  queries: Queries,
  id: string,
  column: number,
): Promise<{ rang: number; texte: string }[]> {
  const { rows } = await sql<{ rang: number; texte: string }>`
    select rang, valeurs[${column + 1}::int] as texte from import_ligne
    where import_id = ${id}::uuid and valeurs[${column + 1}::int] <> '' order by rang`.execute(queries);
  return rows;
}

/** Keeps which rows name each picture, for its list. */
export async function writeUses(trx: OpenTransaction, id: string, uses: readonly PhotoUse[]): Promise<void> {
  await sql`
    update import_photo p set lignes = coalesce(r.lignes, '{}'), homonyme = coalesce(not r.seule, false)
    from import_photo a left join (
      select u ->> 'chemin' as chemin, (u ->> 'isAlone')::boolean as seule,
        array(select jsonb_array_elements_text(u -> 'lignes')::int) as lignes
      from jsonb_array_elements(${JSON.stringify(uses)}::jsonb) u) r using (chemin)
    where a.import_id = ${id}::uuid and p.import_id = a.import_id and p.chemin = a.chemin`.execute(trx);
}

/** What became of a picture. */
const SORT = sql`case when p.refus is not null then 'refusée' when p.nom is null then 'à lire'
  when p.contribuable_id is not null then 'jointe' when p.homonyme then 'homonyme'
  when cardinality(p.lignes) = 0 then 'sans ligne' when cardinality(p.lignes) > 1 then 'plusieurs lignes' else 'prête' end`;

/** The pictures of a file; those that a person must look at first. */
export async function listPhotosImport(
  queries: Queries,
  id: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<PhotoImport[]> {
  const { rows } = await sql<PhotoImport>`
    select p.chemin, ${SORT} as sort, p.refus as detail, p.lignes[1:3] as lignes from import_photo p
    where p.import_id = ${id}::uuid
    order by ${SORT} in ('jointe', 'prête'), p.chemin limit ${limit} offset ${offset}`.execute(queries);
  return rows;
}

/** Number of pictures by what became of them. */
export async function countPhotosImport(
  queries: Queries,
  id: string,
): Promise<{ sort: PhotoImport['sort']; nombre: number }[]> {
  const { rows } = await sql<{ sort: PhotoImport['sort']; nombre: number }>`
    select ${SORT} as sort, count(*)::int as nombre from import_photo p where p.import_id = ${id}::uuid
    group by 1 order by 1`.execute(queries);
  return rows;
}

/**
 * Makes pictures the portraits of taxpayers who have none.
 * @returns the taxpayers who have one now, with its file
 */
export async function attachPhotos(
  trx: OpenTransaction,
  { id, entiteId, utilisateurId }: { id: string; entiteId: number; utilisateurId: number },
  attached: readonly { contribuable: number; chemin: string }[],
): Promise<{ contribuable: number; nom: string }[]> {
  const { rows } = await sql<{ contribuable: number; nom: string }>`
    with demande as (
      select * from jsonb_to_recordset(${JSON.stringify(attached)}::jsonb) as r (contribuable bigint, chemin text)),
    verrou as materialized (
      select id from contribuable where entite_id = ${entiteId} and id in (select contribuable from demande)
      order by id for update),
    libre as (
      select d.contribuable, p.chemin, p.nom, p.largeur, p.hauteur
      from demande d join verrou v on v.id = d.contribuable
      join import_photo p on p.import_id = ${id}::uuid and p.chemin = d.chemin and p.nom is not null and p.contribuable_id is null
      where not exists (select from photo x where x.entite_id = ${entiteId} and x.contribuable_id = d.contribuable and x.equipement_id is null)),
    photographie as (
      insert into photo (entite_id, contribuable_id, nom, largeur, hauteur, created_by_id)
      select ${entiteId}, contribuable, nom, largeur, hauteur, ${utilisateurId} from libre),
    prise as (
      update import_photo p set contribuable_id = l.contribuable from libre l
      where p.import_id = ${id}::uuid and p.chemin = l.chemin)
    update contribuable c set photo = l.nom from libre l
    where c.entite_id = ${entiteId} and c.id = l.contribuable
    returning c.id as contribuable, l.nom`.execute(trx);
  return rows;
}
