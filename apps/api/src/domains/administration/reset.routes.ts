/** The way back in for somebody who forgot the password. */
import { newPasswordBody } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { askReset, resetPassword, type ResetOptions } from './reset.service.ts';
import { visitorOf } from './sign-in.routes.ts';

export function resetRoutes(app: FastifyInstance, options: ResetOptions): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Connexion'];
  const config = { open: true };

  /** What goes on after its reply; the application waits for it when it closes. */
  const underWay = new Set<Promise<void>>();
  app.addHook('onClose', () => Promise.all(underWay).then(() => undefined));

  routes.post(
    '/v2/mot-de-passe/oubli',
    {
      config,
      schema: {
        tags,
        body: z.object({
          email: z.string().trim().min(1, 'Veuillez entrer votre pseudo ou adresse email').max(200),
        }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      // the reply does not wait: neither it nor its time tells whether there is such an account
      const work = askReset(options, request.body.email, visitorOf(request)).catch((error: unknown) =>
        request.log.error({ err: error }, 'password reset failed'),
      );
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
      return reply.code(204).send(null);
    },
  );

  routes.post(
    '/v2/mot-de-passe/nouveau',
    {
      config,
      schema: {
        tags,
        body: newPasswordBody.extend({ token: z.string().max(200) }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await resetPassword(options.db, request.body, visitorOf(request));
      return reply.code(204).send(null);
    },
  );
}
