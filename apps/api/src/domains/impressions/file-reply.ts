/** How a file is replied, and what happens to it when nobody waits for it any more. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** A file on its way. */
export interface NamedFile {
  name: string;
  /** Media type. */
  type: string;
  content: Readable;
}

/** Aborts when the caller goes away before all was answered. */
export function leaving({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new Error('the caller went away'));
  });
  return controller.signal;
}

/** Rows go with their file: one that was never begun would leave them open. */
export const closing = (content: Readable, rows: Readable): Readable =>
  content.once('close', () => rows.destroy());

export const sendFile = (reply: FastifyReply, { name, type, content }: NamedFile): FastifyReply =>
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content);

export const PDF = 'application/pdf';
const binary = { schema: z.any().meta({ type: 'string', format: 'binary' }) };
export const filesOf = (types: readonly string[]) => ({
  description: 'Le fichier',
  content: Object.fromEntries(types.map((type) => [type, binary])),
});
