/** Files as calls bring them: one part of a multipart body, read within its bounds. */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './problem.ts';

export interface Upload {
  name: string;
  content: Buffer;
  /** The other parts of the body, as text. */
  fields: Record<string, string>;
}

const FIELD_BYTES = 64 * 1024;
/** What separates the parts of a body: RFC 2046 section 5.1.1 gives it 70 characters; the parser breaks at 256. */
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,70}"|[^\s";]{1,70})\s*(?:;|$)/i;

const unreadable = (): AppError =>
  new AppError('requete.invalide', 'Le corps de la requête est incomplet ou n’est pas valable.');

/** Routes registered on `app` after this take `multipart/form-data`; no other does. */
export const takeUploads = async (app: FastifyInstance): Promise<void> =>
  void (await app.register(multipart, { throwFileSizeLimit: true }));

/**
 * Reads the one file of a multipart body.
 * @param tooLarge what is told of a file of more than `maxBytes`
 * @throws AppError 400 where there is no file or more than one, 413 where it is too large
 */
export async function readUpload(
  request: FastifyRequest,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => AppError },
): Promise<Upload> {
  if (!request.isMultipart())
    throw new AppError('media.inconnu', 'Le corps doit être du multipart/form-data.');
  if (!BOUNDARY.test(request.headers['content-type'] ?? '')) throw unreadable();
  const limits = { fileSize: maxBytes, files: 1, fields: 10, fieldSize: FIELD_BYTES, parts: 11 };
  let file: Omit<Upload, 'fields'> | undefined;
  const fields: Record<string, string> = {};
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') file = { name: part.filename, content: await part.toBuffer() };
      else fields[part.fieldname] = String(part.value);
    }
  } catch (error) {
    throw toRefusal(error, tooLarge);
  }
  if (!file || (file.content.length === 0 && !file.name))
    throw new AppError('requete.invalide', 'Aucun fichier n’a été envoyé.', [
      { field: 'fichier', message: 'Veuillez choisir un fichier' },
    ]);
  return { ...file, fields };
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
      // the parser's own errors carry no code: the body is not what it says
      return error instanceof Error && /multipart|boundary|unexpected end|header/i.test(error.message)
        ? unreadable()
        : error;
  }
}
