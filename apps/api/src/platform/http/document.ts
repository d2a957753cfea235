/** Replies with an uploaded document; the browser may show it, but never run it inside the product. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export const sendDocument = (
  reply: FastifyReply,
  { size, content, type, nom }: { size: number; content: Readable; type: string; nom: string },
) =>
  reply
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', type === 'image/jpeg' ? 'inline' : `attachment; filename="${nom}"`)
    .type(type)
    .header('content-length', size)
    .send(content);

/** Replies with a photo, which is stored redrawn as JPEG. */
export const sendPicture = (reply: FastifyReply, photo: { size: number; content: Readable }) =>
  sendDocument(reply, { ...photo, type: 'image/jpeg', nom: 'photo.jpg' });
