/** Whose photo a file is. */
import type { Photo } from '@octroi/contract';
import { sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';

/** What carries photos: a taxpayer, or one of its equipment. */
export interface Subject {
  entiteId: number;
  contribuableId: number;
  equipementId: number | null;
}

const seenIn = (scope: Scope) =>
  placeCondition(scope, sql.ref('contrib.entite_id'), sql.ref('contrib.ramification_id'));

export async function findSubject(
  queries: Queries,
  resource: 'contribuables' | 'equipements',
  id: number,
  scope: Scope,
): Promise<Subject | undefined> {
  const equipement = resource === 'equipements';
  const { rows } = await sql<Subject>`
    select contrib.entite_id as "entiteId", contrib.id as "contribuableId",
      ${equipement ? sql.ref('q.id') : sql`null::bigint`} as "equipementId"
    from contribuable contrib ${equipement ? sql`join equipement q on q.entite_id = contrib.entite_id and q.contribuable_id = contrib.id` : sql``}
    where ${sql.ref(equipement ? 'q.id' : 'contrib.id')} = ${id} and ${seenIn(scope)}`.execute(queries);
  return rows[0];
}

/** Lets nobody else change the photos of a subject until the transaction ends. */
export async function lockSubject(queries: Queries, { entiteId, contribuableId }: Subject): Promise<void> {
  await sql`select from contribuable where entite_id = ${entiteId} and id = ${contribuableId} for update`.execute(
    queries,
  );
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

export async function insertPhoto(queries: Queries, subject: Subject, photo: NewPhoto): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into photo (entite_id, contribuable_id, equipement_id, nom, largeur, hauteur, created_by_id)
    values (${subject.entiteId}, ${subject.contribuableId}, ${subject.equipementId}, ${photo.nom},
      ${photo.largeur}, ${photo.hauteur}, ${photo.utilisateurId}) returning id`.execute(queries);
  return rows[0]?.id as number;
}

export async function deletePhotos(
  queries: Queries,
  { entiteId }: Subject,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from photo where entite_id = ${entiteId} and id = any(${ids}::bigint[])`.execute(queries);
}

/** The name that lists and records show: the portrait, or the first photo of an equipment; null for none. */
export async function showPhoto(
  queries: Queries,
  { entiteId, contribuableId, equipementId }: Subject,
  nom: string | null,
): Promise<void> {
  await (
    equipementId === null
      ? sql`update contribuable set photo = ${nom} where entite_id = ${entiteId} and id = ${contribuableId}`
      : sql`update equipement set photo = ${nom} where entite_id = ${entiteId} and id = ${equipementId}`
  ).execute(queries);
}

/** Whether a file shows something that is seen. */
export async function isSeen(queries: Queries, nom: string, scope: Scope): Promise<boolean> {
  const { rows } = await sql`
    select from photo join contribuable contrib on contrib.entite_id = photo.entite_id and contrib.id = photo.contribuable_id
    where photo.nom = ${nom} and ${seenIn(scope)}`.execute(queries);
  return rows.length > 0;
}

/** Takes the names of files that no row names any more; they are taken once the transaction is done. */
export async function takeRemoved(queries: Queries, limit: number): Promise<string[]> {
  const { rows } = await sql<{ nom: string }>`
    delete from fichier_retire where nom in (select nom from fichier_retire order by nom limit ${limit})
    returning nom`.execute(queries);
  return rows.map(({ nom }) => nom);
}
