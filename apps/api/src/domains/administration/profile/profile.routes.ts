/** One's own account: identity, password, open sessions. */
import { profileEndpoints } from '@octroi/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isAgent, type Person } from '#src/platform/access/person.ts';
import { refused } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { sessionCookie } from '#src/platform/session/cookies.ts';
import {
  changePassword,
  closeOtherSessions,
  closeSession,
  findProfile,
  ownSessions,
  patchProfile,
  type AccountDependencies,
} from './profile.service.ts';
import { visitorOf } from '../sign-in/sign-in.routes.ts';

/** Agents have no back office: an administrator edits their account; they change only the password. */
export function ownAccount({ person }: Pick<FastifyRequest, 'person'>): Person {
  if (isAgent(person)) throw refused();
  return person;
}

interface ProfileOptions extends AccountDependencies {
  https: boolean;
  idleMinutes: number;
}

export function profileRoutes(
  app: FastifyInstance,
  { https, idleMinutes, ...dependencies }: ProfileOptions,
): void {
  const route = routesOf(app, profileEndpoints, ['Profile']);
  const { db } = dependencies;
  const session = sessionCookie(https);

  route('GET /profil', async (request, reply) => {
    const profile = await findProfile(db, ownAccount(request));
    reply.header('etag', `"${profile.version}"`);
    return profile;
  });
  route('PATCH /profil', (request) =>
    patchProfile(
      dependencies,
      ownAccount(request),
      request.body,
      versionFrom(request.headers['if-match']),
      visitorOf(request),
    ),
  );
  route(
    'POST /profil/mot-de-passe',
    async (request, reply) => {
      const rest = request.person.session.kind === 'cookie' ? { idleMinutes } : {};
      const visitor = { ...visitorOf(request), ...rest };
      const token = await changePassword(dependencies, request.person, request.body, visitor);
      if (request.person.session.kind === 'bearer') return { token };
      session.set(reply, token);
      return reply.code(204).send(null);
    },
    { config: { withGivenPassword: true, withoutSecondFactor: true } },
  );
  route('GET /profil/sessions', (request) => ownSessions(db, ownAccount(request)));
  route('DELETE /profil/sessions', (request) => closeOtherSessions(db, ownAccount(request), request.id));
  route('DELETE /profil/sessions/{id}', async (request, reply) => {
    const person = ownAccount(request);
    await closeSession(db, person, request.params.id, request.id);
    if (request.params.id === person.session.id) session.clear(reply);
  });
}
