/** The way back in for somebody who forgot the password. */
import { resetEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { AfterReply } from '#src/platform/http/after-reply.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import type { Notify } from '../accounts/notices.ts';
import { askReset, resetPassword, type ResetOptions } from './reset.service.ts';
import { visitorOf } from './sign-in.routes.ts';

export function resetRoutes(
  app: FastifyInstance,
  { notify, later, ...options }: ResetOptions & { notify: Notify; later: AfterReply },
): void {
  const route = routesOf(app, resetEndpoints, ['Connexion']);
  const config = { open: true };

  route(
    'POST /mot-de-passe/oubli',
    // the reply does not wait: neither it nor its time tells whether there is such an account
    async (request) => later(() => askReset(options, request.body.email, visitorOf(request))),
    { config },
  );
  route(
    'POST /mot-de-passe/nouveau',
    (request) => resetPassword(options.db, notify, request.body, visitorOf(request)),
    { config },
  );
}
