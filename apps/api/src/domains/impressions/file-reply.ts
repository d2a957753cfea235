/** How a file is replied, and what happens to it when nobody waits for it any more. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type Export, MEDIA_TYPES } from '@octroi/contract';

/** A file on its way. */
export interface NamedFile {
  name: string;
  /** Media type. */
  type: string;
  content: Readable;
  /** In bytes, where the file is whole already. */
  size?: number;
}

/** Aborts when the caller goes away before all was answered. */
export function leaving({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Rows go with their file: one that was never begun would leave them open. */
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

/** What was handed out: the file, or the note of the work that makes it. */
export const sendMade = (reply: FastifyReply, made: { file: NamedFile } | { noted: Export }): FastifyReply =>
  'file' in made ? sendFile(reply, made.file) : reply.code(202).send(made.noted);
