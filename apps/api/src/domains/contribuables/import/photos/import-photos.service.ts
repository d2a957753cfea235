/** An archive of pictures beside a file of taxpayers: taken in, drawn anew by a job, attached by the import. */
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { MAX_PHOTO_BYTES, PHOTO_MESSAGES, type Travail } from '@octroi/contract';
import { authorOf } from '#src/platform/access/made-with.ts';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { preparePicture } from '#src/platform/files/image.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import { type FileStore, newFileName, thumbnailOf } from '#src/platform/files/store.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { TooLarge } from '#src/platform/import/zip.ts';
import { openZipFile, type ZipEntry, type ZipFile } from '#src/platform/import/zip-file.ts';
import type { JobKind, Jobs } from '#src/platform/jobs/jobs.ts';
import type { ImportFiles } from '../import-fichiers.service.ts';
import {
  countPhotosImport,
  type DrawnPhoto,
  findArchive,
  listPhotosImport,
  lockPhotos,
  replaceArchive,
  waitingPhotos,
  writePhotos,
} from './import-photos.repository.ts';
import { demandIdle } from '../import-travail.service.ts';

const NATURE = 'photos-import';
/** Pictures of an archive; several archives may be sent one after another. */
const MAX_PICTURES = 2000;
/** Pictures drawn in one step. */
const AT_ONCE = 10;
const MAX_PATH = 300;

/** What systems add to an archive, and folders. */
const NO_PICTURE = /\/$|^__MACOSX\/|(?:^|\/)(?:\.[^/]*|Thumbs\.db|desktop\.ini)$/i;

const refusal = (message: string): AppError => new AppError('fichier.refuse', message);
const broken = (): AppError =>
  refusal(
    'Cette archive est abîmée, ou n’est pas un ZIP ordinaire. Refaites-la, puis envoyez-la de nouveau.',
  );

/** @throws AppError 415 */
async function opened(file: string): Promise<ZipFile> {
  try {
    return await openZipFile(file);
  } catch (error) {
    if (error instanceof RangeError) throw broken();
    throw error;
  }
}

/** The pictures of an archive by position, with those that are refused unread. @throws AppError 415 */
function picturesOf(entries: readonly ZipEntry[]): { chemin: string; rang: number; refus: string | null }[] {
  const seen = new Set<string>();
  const pictures = entries.flatMap(({ name, isEncrypted }, rang) => {
    // neither the database nor a file of fates accepts control characters
    const chemin = name.replaceAll(/\p{Cc}/gu, '').slice(0, MAX_PATH);
    if (NO_PICTURE.test(name) || seen.has(chemin)) return [];
    seen.add(chemin);
    return [{ chemin, rang, refus: isEncrypted ? 'elle est protégée par un mot de passe' : null }];
  });
  if (pictures.length === 0) throw refusal('Cette archive ne contient aucune image.');
  if (pictures.length > MAX_PICTURES)
    throw refusal(
      `Cette archive contient plus de ${MAX_PICTURES.toLocaleString('fr-FR')} images. Partagez-la : les archives s’ajoutent l’une à l’autre.`,
    );
  return pictures;
}

/** Draws one picture anew. A picture that cannot be read is refused alone. */
async function draw(
  zip: ZipFile,
  entry: ZipEntry,
  rang: number,
  spool: Spool,
  files: FileStore,
): Promise<DrawnPhoto> {
  const refused = (refus: string): DrawnPhoto => ({ rang, nom: null, largeur: null, hauteur: null, refus });
  let content: Buffer;
  try {
    content = await zip.read(entry, MAX_PHOTO_BYTES);
  } catch (error) {
    if (error instanceof TooLarge) return refused(PHOTO_MESSAGES.tropGrande);
    if (error instanceof RangeError || String((error as { code?: unknown }).code).startsWith('Z_'))
      return refused('elle est abîmée dans l’archive');
    throw error;
  }
  await using file = await spool.receive(Readable.from([content]));
  try {
    const { full, thumbnail, width, height } = await preparePicture(file.path);
    const nom = newFileName();
    await files.write(nom, full);
    await files.write(thumbnailOf(nom), thumbnail);
    return { rang, nom, largeur: width, hauteur: height, refus: null };
  } catch (error) {
    if (error instanceof AppError) return refused(error.message);
    throw error;
  }
}

interface Params {
  import: string;
  nom: string;
}
interface Report {
  photos: number;
  refusees: number;
}

function drawing(db: Database, files: FileStore, spool: Spool): JobKind<Params, Report> {
  return {
    nature: NATURE,
    demand: (person) => demand(person, 'contribuables', 'Créer'),
    demandIdle: (params) => demandIdle(db, params.import),
    async steps({ import: id }) {
      const waiting = await waitingPhotos(db, id);
      return waiting.filter((_, index) => index % AT_ONCE === 0);
    },
    async step(trx, { import: id }, from) {
      const archive = await findArchive(trx, id);
      const ranks = (await waitingPhotos(trx, id)).filter((rang) => rang >= from).slice(0, AT_ONCE);
      if (!archive || ranks.length === 0) return { photos: 0, refusees: 0 };
      const drawn = await drawAll(archive, ranks, spool, files);
      try {
        await lockPhotos(trx, id);
        await writePhotos(trx, id, drawn);
        if ((await waitingPhotos(trx, id)).length === 0) await rm(archive, { force: true });
      } catch (error) {
        await files.remove(drawn.flatMap(({ nom }) => (nom ? [nom, thumbnailOf(nom)] : [])));
        throw error;
      }
      const refusees = drawn.filter(({ refus }) => refus !== null).length;
      return { photos: drawn.length - refusees, refusees };
    },
    summarize: (_, reports) => ({
      photos: reports.reduce((sum, { photos }) => sum + photos, 0),
      refusees: reports.reduce((sum, { refusees }) => sum + refusees, 0),
    }),
  };
}

async function drawAll(
  archive: string,
  ranks: readonly number[],
  spool: Spool,
  files: FileStore,
): Promise<DrawnPhoto[]> {
  const gone = (error: unknown): never => {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    throw new AppError('conflit.regle', 'L’archive des photos n’est plus gardée : envoyez-la de nouveau.');
  };
  await using zip = await opened(archive).catch(gone);
  const drawn: DrawnPhoto[] = [];
  for (const rang of ranks) {
    const entry = zip.entries[rang];
    if (entry) drawn.push(await draw(zip, entry, rang, spool, files));
  }
  return drawn;
}

export async function importPhotos(
  db: Database,
  own: ImportFiles['own'],
  { jobs, files, spool }: { jobs: Jobs; files: FileStore; spool: Spool },
) {
  await jobs.define(drawing(db, files, spool));
  return {
    /** Takes an archive in. Its pictures are drawn by a job; a file is checked or imported afterwards. */
    async take(person: Person, id: string, file: { path: string; name: string }): Promise<Travail> {
      const stored = await own(person, id);
      await demandIdle(db, id);
      await using zip = await opened(file.path);
      const pictures = picturesOf(zip.entries);
      const archive = path.join(path.dirname(file.path), `${randomUUID()}.zip`);
      await rename(file.path, archive);
      const former = await findArchive(db, id);
      if (former) await rm(former, { force: true });
      await db.transaction().execute((trx) => replaceArchive(trx, id, archive, pictures));
      return await jobs.start({
        nature: NATURE,
        entiteId: stored.entiteId,
        ...authorOf(person),
        parametres: { import: id, nom: file.name.slice(0, 200) } satisfies Params,
      });
    },

    async list(person: Person, id: string, page: number, limit: number) {
      await own(person, id);
      const sorts = await countPhotosImport(db, id);
      const data = await listPhotosImport(db, id, { offset: (page - 1) * limit, limit });
      return { data, meta: { total_records: sorts.reduce((sum, { nombre }) => sum + nombre, 0), sorts } };
    },
  };
}
