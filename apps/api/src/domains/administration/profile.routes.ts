/** One's own account: identity, password, living sessions. */
import {
  idParam,
  passwordChangeSchema,
  profilePatchSchema,
  profileSchema,
  profileSessionSchema,
} from '@octroi/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isAgent, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { refused } from '#src/platform/http/problem.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { SESSION_COOKIE, setSessionCookie } from '#src/platform/session/session.plugin.ts';
import {
  changePassword,
  closeOtherSessions,
  closeSession,
  findProfile,
  ownSessions,
  patchProfile,
} from './profile.service.ts';
import { visitorOf } from './sign-in.routes.ts';

/** Agents have no back office: their account is kept by an administrator, but for the password. */
export function ownAccount({ person }: FastifyRequest): Person {
  if (isAgent(person)) throw refused();
  return person;
}

export function profileRoutes(
  app: FastifyInstance,
  { db, secureCookie }: { db: Database; secureCookie: boolean },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Profile'];

  routes.get('/v2/profil', { schema: { tags, response: { 200: profileSchema } } }, async (request, reply) => {
    const profile = await findProfile(db, ownAccount(request));
    reply.header('etag', `"${profile.version}"`);
    return profile;
  });

  routes.patch(
    '/v2/profil',
    { schema: { tags, body: profilePatchSchema, response: { 200: profileSchema } } },
    (request) =>
      patchProfile(
        db,
        ownAccount(request),
        request.body,
        versionFrom(request.headers['if-match']),
        request.id,
      ),
  );

  routes.post(
    '/v2/profil/mot-de-passe',
    {
      config: { withoutSecondFactor: true },
      schema: {
        tags,
        body: passwordChangeSchema,
        // a browser gets its new cookie alone, a program its new bearer token
        response: { 200: z.object({ token: z.string() }), 204: z.null() },
      },
    },
    async (request, reply) => {
      const token = await changePassword(db, request.person, request.body, visitorOf(request));
      if (request.person.session.kind === 'bearer') return { token };
      setSessionCookie(reply, token, secureCookie);
      return reply.code(204).send(null);
    },
  );

  routes.get(
    '/v2/profil/sessions',
    { schema: { tags, response: { 200: z.array(profileSessionSchema) } } },
    (request) => ownSessions(db, ownAccount(request)),
  );

  routes.delete(
    '/v2/profil/sessions',
    { schema: { tags, response: { 204: z.null() } } },
    async (request, reply) => {
      await closeOtherSessions(db, ownAccount(request), request.id);
      return reply.code(204).send(null);
    },
  );

  routes.delete(
    '/v2/profil/sessions/:id',
    { schema: { tags, params: idParam, response: { 204: z.null() } } },
    async (request, reply) => {
      const person = ownAccount(request);
      await closeSession(db, person, request.params.id, request.id);
      if (request.params.id === person.session.id) reply.clearCookie(SESSION_COOKIE, { path: '/' });
      return reply.code(204).send(null);
    },
  );
}
