/** File uploads: one file of a multipart body, written to the disk within limits. */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitPerPerson } from '#src/platform/concurrency.ts';
import type { Spool, SpooledFile } from '#src/platform/files/spool.ts';
import { AppError } from './problem.ts';

/** The file of a body; disposing deletes it. */
interface Upload extends SpooledFile {
  name: string;
  /** The other parts of the body, as text. */
  fields: Record<string, string>;
}

export interface UploadBounds {
  maxBytes: number;
  /** Error for a file over the limit. */
  tooLarge: () => AppError;
  /** Files per person that may be uploaded or processed at once. */
  atOnce: number;
}

/**
 * Reads the one file of a multipart body.
 * @throws AppError 400 if there is no file or more than one, 413 if it is too large, 429 if the person uploads too many
 * at once
 */
type ReadUpload = (request: FastifyRequest) => Promise<Upload>;

const FIELD_BYTES = 64 * 1024;
/** The boundary of parts: at most 70 characters by RFC 2046 section 5.1.1; the parser fails at 256. */
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,70}"|[^\s";]{1,70})\s*(?:;|$)/i;

const unreadable = (): AppError =>
  new AppError('requete.invalide', 'Le corps de la requête est incomplet ou n’est pas valable.');

/** Makes routes registered on `app` afterwards accept `multipart/form-data`. @returns reads the file of a request */
export async function acceptUploads(
  app: FastifyInstance,
  spool: Spool,
  bounds: UploadBounds,
): Promise<ReadUpload> {
  await app.register(multipart, { throwFileSizeLimit: true });
  const limit = limitPerPerson(
    bounds.atOnce,
    `Vous envoyez déjà ${bounds.atOnce} fichiers à la fois. Attendez que l’un d’eux soit lu, et renvoyez celui-ci.`,
  );
  return async (request) => {
    const leave = limit.enter(request.person.id);
    try {
      const { file, name, fields } = await readParts(request, spool, bounds);
      const dispose = async (): Promise<void> => {
        leave();
        await file[Symbol.asyncDispose]();
      };
      return { ...file, name, fields, [Symbol.asyncDispose]: dispose };
    } catch (error) {
      leave();
      throw error;
    }
  };
}

async function readParts(request: FastifyRequest, spool: Spool, { maxBytes, tooLarge }: UploadBounds) {
  if (!request.isMultipart())
    throw new AppError('media.inconnu', 'Le corps doit être du multipart/form-data.');
  if (!BOUNDARY.test(request.headers['content-type'] ?? '')) throw unreadable();
  const limits = { fileSize: maxBytes, files: 1, fields: 10, fieldSize: FIELD_BYTES, parts: 11 };
  let file: SpooledFile | undefined;
  let name = '';
  const fields: Record<string, string> = {};
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        // neither the database nor a command accepts control characters; a part may be a file without a name
        name = (part.filename ?? '').replaceAll(/\p{Cc}/gu, '');
        file = await spool.receive(part.file);
        if (part.file.truncated) throw tooLarge();
      } else fields[part.fieldname] = String(part.value);
    }
    if (!file || (file.size === 0 && !name))
      throw new AppError('requete.invalide', 'Aucun fichier n’a été envoyé.', [
        { field: 'fichier', message: 'Veuillez choisir un fichier' },
      ]);
    return { file, name, fields };
  } catch (error) {
    await file?.[Symbol.asyncDispose]();
    throw toRefusal(error, tooLarge);
  }
}

function toRefusal(error: unknown, tooLarge: () => AppError): unknown {
  switch ((error as { code?: unknown }).code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooLarge();
    case 'FST_FILES_LIMIT':
      return new AppError('requete.invalide', 'Un seul fichier est attendu à la fois.');
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PROTO_VIOLATION':
    case 'FST_MP_PREMATURE_CLOSE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return unreadable();
    default:
      // the parser's own errors have no code: the body is malformed
      return error instanceof Error && /multipart|boundary|unexpected end|header/i.test(error.message)
        ? unreadable()
        : error;
  }
}
