/** Photos of taxpayers and of their equipment. */
import type { Photo } from '@octroi/contract';
import { sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';

/** The owner of photos: a taxpayer, or one of its equipment. */
export interface Subject {
  entiteId: number;
  contribuableId: number;
  equipementId: number | null;
}

export async function findSubject(
  queries: Queries,
  resource: 'contribuables' | 'equipements',
  id: number,
  scope: Scope,
): Promise<(Subject & { systeme: boolean }) | undefined> {
  const visible = queries
    .selectFrom('contribuable as contrib')
    .select(['contrib.entite_id as entiteId', 'contrib.id as contribuableId', 'contrib.systeme'])
    .where((eb) => placeCondition(scope, eb.ref('contrib.entite_id'), eb.ref('contrib.ramification_id')));
  if (resource === 'equipements')
    return visible
      .innerJoin('equipement as q', (join) =>
        join.onRef('q.entite_id', '=', 'contrib.entite_id').onRef('q.contribuable_id', '=', 'contrib.id'),
      )
      .select('q.id as equipementId')
      .where('q.id', '=', id)
      .executeTakeFirst();
  const contribuable = await visible.where('contrib.id', '=', id).executeTakeFirst();
  return contribuable && { ...contribuable, equipementId: null };
}

/** Locks the photos of a subject until the transaction ends. */
export async function lockSubject(
  trx: OpenTransaction,
  { entiteId, contribuableId }: Subject,
): Promise<void> {
  await trx
    .selectFrom('contribuable')
    .select('id')
    .where('entite_id', '=', entiteId)
    .where('id', '=', contribuableId)
    .forUpdate()
    .execute();
}

const ROW = sql`
  photo.id, photo.nom, replace(photo.nom, '.jpg', '-mini.jpg') as miniature, photo.largeur, photo.hauteur,
  case when q.id is not null then json_build_object('id', q.id,
    'nom', teq.nom || coalesce(' ' || nullif(q.precision, ''), '')) end as equipement,
  photo.created_at as "createdAt", btrim(u.prenom || ' ' || u.nom) as "createdBy"`;
const FROM = sql`photo
  left join equipement q on q.entite_id = photo.entite_id and q.id = photo.equipement_id
  left join type_equipement teq on teq.id = q.type_equipement_id
  join utilisateur u on u.id = photo.created_by_id`;

/** The portrait first, then those of each equipment, the oldest first. */
export async function listPhotos(
  queries: Queries,
  { entiteId, contribuableId, equipementId }: Subject,
): Promise<Photo[]> {
  const { rows } = await sql<Photo>`
    select ${ROW} from ${FROM}
    where photo.entite_id = ${entiteId} and photo.contribuable_id = ${contribuableId}
      and ${equipementId === null ? sql`true` : sql`photo.equipement_id = ${equipementId}`}
    order by photo.equipement_id nulls first, photo.id`.execute(queries);
  return rows;
}

export interface NewPhoto {
  nom: string;
  largeur: number;
  hauteur: number;
  utilisateurId: number;
}

export async function insertPhoto(trx: OpenTransaction, subject: Subject, photo: NewPhoto): Promise<number> {
  const { id } = await trx
    .insertInto('photo')
    .values({
      entite_id: subject.entiteId,
      contribuable_id: subject.contribuableId,
      equipement_id: subject.equipementId,
      nom: photo.nom,
      largeur: photo.largeur,
      hauteur: photo.hauteur,
      created_by_id: photo.utilisateurId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deletePhotos(
  trx: OpenTransaction,
  { entiteId }: Subject,
  ids: readonly number[],
): Promise<void> {
  await trx.deleteFrom('photo').where('entite_id', '=', entiteId).where('id', '=', anyOf(ids)).execute();
}

/** Sets the photo of lists and records: the portrait, or the first photo of an equipment; null for none. */
export async function showPhoto(
  trx: OpenTransaction,
  { entiteId, contribuableId, equipementId }: Subject,
  nom: string | null,
): Promise<void> {
  await trx
    .updateTable(equipementId === null ? 'contribuable' : 'equipement')
    .set({ photo: nom })
    .where('entite_id', '=', entiteId)
    .where('id', '=', equipementId ?? contribuableId)
    .execute();
}

/** Whether a file belongs to a taxpayer or equipment within the scope. */
export async function isSeen(queries: Queries, nom: string, scope: Scope): Promise<boolean> {
  const photo = await queries
    .selectFrom('photo')
    .innerJoin('contribuable as contrib', (join) =>
      join
        .onRef('contrib.entite_id', '=', 'photo.entite_id')
        .onRef('contrib.id', '=', 'photo.contribuable_id'),
    )
    .select('photo.id')
    .where('photo.nom', '=', nom)
    .where((eb) => placeCondition(scope, eb.ref('contrib.entite_id'), eb.ref('contrib.ramification_id')))
    .executeTakeFirst();
  return photo !== undefined;
}

/** Takes names of files that no row refers to, for deletion after the transaction. */
export async function takeRemoved(trx: OpenTransaction, limit: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('fichier_retire')
    .where('nom', 'in', (eb) => eb.selectFrom('fichier_retire').select('nom').orderBy('nom').limit(limit))
    .returning('nom')
    .execute();
  return rows.map(({ nom }) => nom);
}
