/** Compresses replies for phones, which pay by the byte, whether or not a proxy would do it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { onSendAsyncHookHandler } from 'fastify';

const compress = promisify(gzip);
/** Minimum number of characters for compression to help. */
const MIN_LENGTH = 1024;

export const compressed: onSendAsyncHookHandler = async (request, reply, payload) => {
  reply.header('vary', 'accept-encoding');
  const accepted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!accepted || typeof payload !== 'string' || payload.length < MIN_LENGTH) return payload;
  reply.header('content-encoding', 'gzip');
  return compress(payload);
};
