/** Replies with a file, and stops reading if the client disconnects. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type Export, MEDIA_TYPES } from '@octroi/contract';

/** A file being sent. */
export interface NamedFile {
  name: string;
  /** Media type. */
  type: string;
  content: Readable;
  /** In bytes, if the file is complete already. */
  size?: number;
}

/** Aborts when the client disconnects before the reply is complete. */
export function leaving({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Closes the rows with their file, even if the file was never read. */
export const closing = (content: Readable, rows: Readable): Readable =>
  content.once('close', () => rows.destroy());

export function sendFile(reply: FastifyReply, { name, type, content, size }: NamedFile): FastifyReply {
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  if (size !== undefined) reply.header('content-length', size);
  return reply.send(content);
}

const TYPES: Readonly<Record<string, string>> = MEDIA_TYPES;
export const fileType = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/** Replies with the file, or with 202 and the job that writes it. */
export const sendDelivery = (
  reply: FastifyReply,
  delivery: { file: NamedFile } | { noted: Export },
): FastifyReply =>
  'file' in delivery ? sendFile(reply, delivery.file) : reply.code(202).send(delivery.noted);
