/** Keeps the exact bytes of signed bodies, decompressed if they were compressed. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { AppError } from './problem.ts';

const bytesOf = new WeakMap<FastifyRequest, Buffer>();

/** The bytes stored by a route's `preParsing` hook. */
export const signedBytes = (request: FastifyRequest): Buffer => bytesOf.get(request) ?? Buffer.alloc(0);

/**
 * A `preParsing` hook.
 * @param most maximum number of decompressed bytes
 * @throws AppError 413; 400 if decompression fails
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
  // the announced length is that of the received bytes
  return Object.assign(Readable.from(bytes.length ? [bytes] : []), { receivedEncodedLength: received });
}
