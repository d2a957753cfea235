/** Bodies whose very bytes are signed: kept as they came, unpacked where they were packed. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { AppError } from './problem.ts';

const bytesOf = new WeakMap<FastifyRequest, Buffer>();

/** The bytes that a route's `preParsing` has kept of a request. */
export const signedBytes = (request: FastifyRequest): Buffer => bytesOf.get(request) ?? Buffer.alloc(0);

/**
 * A `preParsing` hook.
 * @param most bytes, unpacked
 * @throws AppError 413, 400 for what cannot be unpacked
 */
export async function keepBytes(
  request: FastifyRequest,
  payload: RequestPayload,
  most: number,
): Promise<RequestPayload> {
  const packed = request.headers['content-encoding'] === 'gzip';
  const chunks: Buffer[] = [];
  let size = 0;
  let received = 0;
  payload.on('data', (chunk: Buffer) => (received += chunk.length));
  const unpacked = packed ? payload.pipe(createGunzip()) : payload;
  payload.once('error', (error) => void (packed && (unpacked as Readable).destroy(error)));
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most)
        throw new AppError('corps.trop-grand', 'Cet envoi est trop grand : faites-en plusieurs.');
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError || !packed) throw error;
    throw new AppError('requete.invalide', 'Cet envoi est abîmé : il ne se décompresse pas.');
  }
  const bytes = Buffer.concat(chunks);
  bytesOf.set(request, bytes);
  // what is compared with the announced length is what came
  return Object.assign(Readable.from(bytes.length ? [bytes] : []), { receivedEncodedLength: received });
}
