/** HTTP route of operators' notifications: no session, but an HMAC over the raw body. */
import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto';
import { Transform } from 'node:stream';
import { notificationEndpoints } from '@octroi/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import type { NotificationService } from './notifications.service.ts';

const SIGNATURE_HEADER = 'x-octroi-signature';

/** Whether a header `sha256=<hex>` is the digest, compared in constant time. */
function isSigned(header: unknown, digest: Buffer): boolean {
  const hex = /^sha256=([0-9a-f]{64})$/.exec(String(header))?.[1];
  return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), digest);
}

/** @param secrets HMAC keys, by the id of the operator's payment method */
export function notificationRoutes(
  app: FastifyInstance,
  service: NotificationService,
  secrets: ReadonlyMap<number, string>,
): void {
  const hashing = new WeakMap<FastifyRequest, Hmac>();
  const refused = (): AppError =>
    new AppError('signature.refusee', "La signature de cette notification n'est pas la bonne.");

  const route = routesOf(app, notificationEndpoints, ['Notifications des opérateurs']);
  route('POST /moyen_paiements/{id}/rappel', ({ params, body, id }) => service.receive(params.id, body, id), {
    config: { open: true },
    schema: { security: [] },
    // the raw body is hashed while it streams: after parsing, the signed bytes are lost
    preParsing: async (request, _reply, payload) => {
      const { id } = request.params as { id?: unknown };
      const secret = secrets.get(Number(id));
      if (secret === undefined) throw refused();
      const hmac = createHmac('sha256', secret);
      hashing.set(request, hmac);
      return payload.pipe(
        new Transform({
          transform(chunk: Buffer, _encoding, done) {
            hmac.update(chunk);
            done(null, chunk);
          },
        }),
      );
    },
    preValidation: async (request) => {
      const hmac = hashing.get(request);
      if (!hmac || !isSigned(request.headers[SIGNATURE_HEADER], hmac.digest())) throw refused();
    },
  });
}
