/** The way back in for somebody who forgot the password. */
import { resetEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { routesOf } from '#src/platform/http/routes.ts';
import { askReset, resetPassword, type ResetOptions } from './reset.service.ts';
import { visitorOf } from './sign-in.routes.ts';

export function resetRoutes(app: FastifyInstance, options: ResetOptions): void {
  const route = routesOf(app, resetEndpoints, ['Connexion']);
  const config = { open: true };

  /** What goes on after its reply; the application waits for it when it closes. */
  const underWay = new Set<Promise<void>>();
  app.addHook('onClose', () => Promise.all(underWay).then(() => undefined));

  route(
    'POST /mot-de-passe/oubli',
    // the reply does not wait: neither it nor its time tells whether there is such an account
    async (request) => {
      const work = askReset(options, request.body.email, visitorOf(request)).catch((error: unknown) =>
        request.log.error({ err: error }, 'password reset failed'),
      );
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    },
    { config },
  );
  route(
    'POST /mot-de-passe/nouveau',
    (request) => resetPassword(options.db, request.body, visitorOf(request)),
    { config },
  );
}
