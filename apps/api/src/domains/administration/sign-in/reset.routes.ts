/** Routes for a forgotten password. */
import { resetEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { AfterReply } from '#src/platform/http/after-reply.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import type { Notify } from '../accounts/notices.ts';
import { requestReset, resetPassword, type ResetOptions } from './reset.service.ts';
import { visitorOf } from './sign-in.routes.ts';

export function resetRoutes(
  app: FastifyInstance,
  { notify, later, ...options }: ResetOptions & { notify: Notify; later: AfterReply },
): void {
  const route = routesOf(app, resetEndpoints, ['Connexion']);
  const config = { open: true };

  route(
    'POST /mot-de-passe/oubli',
    // the reply does not wait: neither its content nor its time reveals whether the account exists
    async (request) => later(() => requestReset(options, request.body.email, visitorOf(request))),
    { config },
  );
  route(
    'POST /mot-de-passe/nouveau',
    (request) => resetPassword(options.db, notify, request.body, visitorOf(request)),
    { config },
  );
}
