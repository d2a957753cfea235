/** Handles what arrives before any route: raw bodies, and malformed requests. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError, type ProblemCode, toProblem } from './problem.ts';

/**
 * Parses JSON bodies of both types. Invalid UTF-8 is refused, since replacement characters would be stored as names. An
 * empty body means no body if the route expects none, or can be called by its address alone, whatever type the client
 * announces.
 */
export function jsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser<Buffer>(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      const { schema } = request.routeOptions;
      if (bytes.length === 0 && (!schema?.body || schema.querystring)) return done(null, null);
      let text: string;
      try {
        text = utf8.decode(bytes);
      } catch {
        return done(new AppError('requete.json', "Le corps de la requête n'est pas du texte UTF-8."));
      }
      return void parse(request, text, done);
    },
  );
}

const REFUSALS: Record<string, [code: ProblemCode, message: string]> = {
  HPE_HEADER_OVERFLOW: ['entete.trop-grand', "L'adresse ou les en-têtes de la requête sont trop longs."],
  ERR_HTTP_REQUEST_TIMEOUT: ['requete.lente', 'La requête a mis trop de temps à arriver.'],
};

/** Milliseconds for a refused client to read the answer, before its connection is closed. */
const GRACE_MS = 1000;

/** How long browsers must use HTTPS, in seconds: a year. */
export const STRICT_TRANSPORT = { maxAge: 365 * 24 * 3600, includeSubDomains: false };

/** Headers of replies before routing and hooks: nothing may be shown or cached. */
export const bareHeaders = (https: boolean): Record<string, string> => ({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  ...(https && { 'strict-transport-security': `max-age=${STRICT_TRANSPORT.maxAge}` }),
});

/** Answers requests that Node itself rejects, in the form of all errors, and closes the connection. */
export const refuseConnections =
  (https: boolean) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [code, message] = REFUSALS[error.code ?? ''] ?? [
      'requete.invalide',
      "La requête n'est pas valable.",
    ];
    const { status, title, ...problem } = toProblem(new AppError(code, message), randomUUID());
    const body = JSON.stringify({ ...problem, status, title });
    const headers = Object.entries(bareHeaders(https)).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(
      `HTTP/1.1 ${status} ${code}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n${headers.join('')}Connection: close\r\n\r\n${body}`,
    );
    const late = setTimeout(() => socket.destroy(), GRACE_MS);
    socket.once('close', () => clearTimeout(late));
  };
