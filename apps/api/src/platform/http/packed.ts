/** Replies that a phone pays for by the byte: packed for whoever takes them so, with or without a proxy before the server. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { onSendAsyncHookHandler } from 'fastify';

const pack = promisify(gzip);
/** Characters from which packing saves anything. */
const WORTH = 1024;

export const packed: onSendAsyncHookHandler = async (request, reply, payload) => {
  reply.header('vary', 'accept-encoding');
  const taken = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!taken || typeof payload !== 'string' || payload.length < WORTH) return payload;
  reply.header('content-encoding', 'gzip');
  return pack(payload);
};
