/** Sign-in, bearer tokens, the session that the shell stands on, sign-out. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isSuperAdmin, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { SESSION_COOKIE, setSessionCookie } from '#src/platform/session/session.plugin.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import { readAllGrants, readShell, userList } from './people.repository.ts';
import { sessionReply, userReply } from './schemas.ts';
import { checkUser, issueToken, signOut, type Visitor } from './sign-in.service.ts';

export interface SignInOptions {
  db: Database;
  secureCookie: boolean;
  /** Whether the accounts are those of the demonstration. */
  demo: boolean;
}

const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
  requestId: request.id,
});

const credential = z
  .string()
  .min(1, 'Veuillez entrer votre pseudo ou adresse email et votre mot de passe')
  .max(200);

export function signInRoutes(app: FastifyInstance, { db, secureCookie, demo }: SignInOptions): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Connexion'];

  routes.post(
    '/v2/users/check',
    {
      config: { open: true },
      schema: {
        tags,
        body: z.object({ email: credential, password: credential }),
        response: { 200: userReply },
      },
    },
    async (request, reply) => {
      const { user, token } = await checkUser(
        db,
        request.body.email.trim(),
        request.body.password,
        visitorOf(request),
      );
      if (token) setSessionCookie(reply, token, secureCookie);
      return user;
    },
  );

  routes.post(
    '/login_check',
    {
      config: { open: true },
      schema: {
        tags,
        body: z.object({ username: credential, password: credential }),
        response: { 200: z.object({ token: z.string() }) },
      },
    },
    async (request) => ({
      token: await issueToken(db, request.body.username.trim(), request.body.password, visitorOf(request)),
    }),
  );

  routes.get('/v2/session', { schema: { tags, response: { 200: sessionReply } } }, async ({ person }) => {
    const [user, shell, allGrants] = await Promise.all([
      findRow(db, userList, person.id, { conditions: [] }),
      readShell(db, scopeOf(person)),
      isSuperAdmin(person) ? readAllGrants(db) : null,
    ]);
    if (!user) throw new AppError('session.absente', 'Votre session est terminée. Connectez-vous.');
    return { user, permissions: allGrants ?? person.grants, ...shell, demo };
  });

  routes.post(
    '/v2/session/logout',
    { schema: { tags, response: { 204: z.null() } } },
    async (request, reply) => {
      await signOut(db, request.person, request.id);
      return reply.clearCookie(SESSION_COOKIE, { path: '/' }).code(204).send(null);
    },
  );
}
