/** Routes of accounts besides those of every resource. */
import { userEndpoints, users } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { AfterReply } from '#src/platform/http/after-reply.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import type { Notify } from './notices.ts';
import { type ResetOptions, sendReset } from '../sign-in/reset.service.ts';
import { visitorOf } from '../sign-in/sign-in.routes.ts';
import { userService } from './users.service.ts';

export function userRoutes(
  app: FastifyInstance,
  { notify, later, ...options }: ResetOptions & { notify: Notify; later: AfterReply },
): void {
  const service = userService(options.db, notify);
  const route = routesOf(app, userEndpoints, [users.label.many]);
  route('PUT /users/{id}', ({ person, params, body, headers, id }) =>
    service.replace(person, params.id, body, versionFrom(headers['if-match']), id),
  );
  route('POST /users/{id}/mot-de-passe', ({ person, params, body, id }) =>
    service.setPassword(person, params.id, body, id),
  );
  route('GET /users/{id}/mot-de-passe', async ({ person, params }) => ({
    refus: await service.passwordRefusal(person, params.id),
  }));
  route('POST /users/{id}/lien', async (request) => {
    const { person, params } = request;
    later(await sendReset(options, person, params.id, visitorOf(request)));
  });
  route('DELETE /users/{id}/sessions', ({ person, params, id }) =>
    service.endSessions(person, params.id, id),
  );
}
