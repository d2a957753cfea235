/** Adds, removes and serves photos, and deletes their files. */
import { MAX_PHOTOS_EQUIPEMENT, may, type Photo } from '@octroi/contract';
import { type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { preparePicture } from '#src/platform/files/image.ts';
import type { SpooledFile } from '#src/platform/files/spool.ts';
import {
  FILE_NAME,
  type FileStore,
  newFileName,
  pictureOf,
  recordFiles,
  thumbnailOf,
} from '#src/platform/files/store.ts';
import { AppError, notFound, refused } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import {
  deletePhotos,
  findSubject,
  insertPhoto,
  isSeen,
  listPhotos,
  lockSubject,
  type NewPhoto,
  showPhoto,
  type Subject,
  takeRemoved,
} from './photos.repository.ts';
import { refuseSysteme } from '../systeme/systeme.service.ts';

type PhotoResource = 'contribuables' | 'equipements';

/** Files deleted per query. */
const SWEEP = 500;

/** Where photos are stored. */
interface Shelf {
  db: Database;
  files: FileStore;
  /** Receives the error if a file cannot be deleted: the caller's act succeeds all the same. */
  onError: (error: unknown) => void;
}

/** Whoever enrols or corrects may add photos; an agent does so right after enrolling. */
const mayPhotograph = (person: Person, resource: PhotoResource): boolean =>
  may(person.grants, resource, 'Modifier') || may(person.grants, resource, 'Créer');

async function subjectOf(
  db: Database,
  person: Person,
  resource: PhotoResource,
  id: number,
): Promise<Subject> {
  const subject = await findSubject(db, resource, id, scopeOf(person));
  if (!subject) throw notFound();
  refuseSysteme(subject);
  return subject;
}

/** Deletes the files that no row refers to. A file that cannot be deleted is tried again the next time. */
async function sweep({ db, files, onError }: Shelf): Promise<void> {
  try {
    for (let deleted = SWEEP; deleted === SWEEP;)
      deleted = await db.transaction().execute(async (trx) => {
        const names = await takeRemoved(trx, SWEEP);
        await files.remove(names.flatMap((name) => [name, thumbnailOf(name)]));
        return names.length;
      });
  } catch (error) {
    onError(error);
  }
}

const journal = (
  trx: OpenTransaction,
  { entiteId, contribuableId, equipementId }: Subject,
  person: Pick<Person, 'id'>,
  requestId: string,
  [avant, apres]: [avant: string[], apres: string[]],
): Promise<void> =>
  writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    acte: 'modifier',
    domaine: 'contribuables',
    ressource: equipementId === null ? 'contribuables' : 'equipements',
    id: equipementId ?? contribuableId,
    avant: { photos: avant },
    apres: { photos: apres },
    requestId,
  });

const namesOf = (photos: readonly Photo[]): string[] => photos.map(({ nom }) => nom);
/** The photos of one subject. For a taxpayer: its portrait, without those of its equipment. */
const ownPhotos = async (trx: OpenTransaction, subject: Subject): Promise<Photo[]> =>
  (await listPhotos(trx, subject)).filter(
    ({ equipement }) => (equipement?.id ?? null) === subject.equipementId,
  );

async function list(db: Database, person: Person, resource: PhotoResource, id: number): Promise<Photo[]> {
  if (!may(person.grants, resource, 'Voir')) throw refused();
  return listPhotos(db, await subjectOf(db, person, resource, id));
}

/** Records a photo already written to disk for its subject. @returns the photo */
async function addPhoto(
  trx: OpenTransaction,
  subject: Subject,
  photo: NewPhoto,
  person: Pick<Person, 'id'>,
  requestId: string,
): Promise<Photo> {
  await lockSubject(trx, subject);
  const before = await ownPhotos(trx, subject);
  if (subject.equipementId !== null && before.length >= MAX_PHOTOS_EQUIPEMENT)
    throw new AppError(
      'conflit.regle',
      `Cet équipement a déjà ${MAX_PHOTOS_EQUIPEMENT} photos. Retirez-en une d'abord.`,
    );
  const photoId = await insertPhoto(trx, subject, photo);
  const replaced = subject.equipementId === null ? before : [];
  await deletePhotos(
    trx,
    subject,
    replaced.map((one) => one.id),
  );
  const after = await ownPhotos(trx, subject);
  await showPhoto(trx, subject, after[0]?.nom ?? null);
  await journal(trx, subject, person, requestId, [namesOf(before), namesOf(after)]);
  return after.find((one) => one.id === photoId) as Photo;
}

/** Makes a photo already on disk the portrait of a taxpayer, inside the caller's transaction. */
export async function attachPortrait(
  trx: OpenTransaction,
  subject: Pick<Subject, 'entiteId' | 'contribuableId'>,
  photo: NewPhoto,
  requestId: string,
): Promise<void> {
  await addPhoto(trx, { ...subject, equipementId: null }, photo, { id: photo.utilisateurId }, requestId);
}

/** A new portrait replaces the former one; an equipment may have several photos. */
async function add(
  shelf: Shelf,
  person: Person,
  resource: PhotoResource,
  id: number,
  readFile: () => Promise<SpooledFile>,
  requestId: string,
): Promise<Photo> {
  const { db, files } = shelf;
  if (!mayPhotograph(person, resource)) throw refused();
  const subject = await subjectOf(db, person, resource, id);
  await using upload = await readFile();
  const { full, thumbnail, width, height } = await preparePicture(upload.path);
  const nom = newFileName();
  const added = await recordFiles(files, [nom, thumbnailOf(nom)], async () => {
    // files are written before the row, so that a backup with the row also has the files
    await files.write(nom, full);
    await files.write(thumbnailOf(nom), thumbnail);
    const photo = { nom, largeur: width, hauteur: height, utilisateurId: person.id };
    return db.transaction().execute((trx) => addPhoto(trx, subject, photo, person, requestId));
  });
  await sweep(shelf);
  return added;
}

/** @param photo id of one photo; all photos if absent */
async function remove(
  shelf: Shelf,
  person: Person,
  resource: PhotoResource,
  id: number,
  photo: number | undefined,
  requestId: string,
): Promise<void> {
  const { db } = shelf;
  if (!may(person.grants, resource, 'Modifier')) throw refused();
  const subject = await subjectOf(db, person, resource, id);
  await db.transaction().execute(async (trx) => {
    await lockSubject(trx, subject);
    const before = await ownPhotos(trx, subject);
    const gone = before.filter((one) => photo === undefined || one.id === photo);
    if (gone.length === 0) throw notFound();
    await deletePhotos(
      trx,
      subject,
      gone.map((one) => one.id),
    );
    const after = before.filter((one) => !gone.includes(one));
    await showPhoto(trx, subject, after[0]?.nom ?? null);
    await journal(trx, subject, person, requestId, [namesOf(before), namesOf(after)]);
  });
  await sweep(shelf);
}

/** Opens the file of a photo within the person's scope. @throws AppError 404 */
async function open({ db, files }: Shelf, person: Person, name: string) {
  if (!may(person.grants, 'contribuables', 'Voir')) throw refused();
  const visible = FILE_NAME.test(name) && (await isSeen(db, pictureOf(name), scopeOf(person)));
  const file = visible ? await files.read(name) : undefined;
  if (!file) throw notFound();
  return file;
}

export function photoService(db: Database, files: FileStore, onError: (error: unknown) => void) {
  const shelf = { db, files, onError };
  return {
    sweep: (): Promise<void> => sweep(shelf),
    list: (person: Person, resource: PhotoResource, id: number) => list(db, person, resource, id),
    add: (
      person: Person,
      resource: PhotoResource,
      id: number,
      readFile: () => Promise<SpooledFile>,
      requestId: string,
    ) => add(shelf, person, resource, id, readFile, requestId),
    remove: (
      person: Person,
      resource: PhotoResource,
      id: number,
      photo: number | undefined,
      requestId: string,
    ) => remove(shelf, person, resource, id, photo, requestId),
    open: (person: Person, name: string) => open(shelf, person, name),
  };
}
